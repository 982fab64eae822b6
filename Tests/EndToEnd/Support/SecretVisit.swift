import ChildProcesses
import Foundation
import Synchronization
import TestSupport
import VinculaCore

/// A visit to every RPC, good and bad, with secrets in every field that takes one.
final class SecretVisit: Sendable {
    struct Answered: Sendable {
        let name: String
        let answer: HTTPAnswer
        /// The secrets that this answer may have in it: those of the person who asked.
        let mayTell: Set<String>
    }

    /// Personal data that is no secret; it does not appear in logs either.
    static let personal = [
        "vera.canary@example.com", "otto.canary@example.com", "+4915198765432", "Vera Canaria",
        "mia.canary@example.com", "sol.canary@example.com",
    ]

    let server: VinculaProcess
    let canaries: Canaries
    let answers = Mutex<[Answered]>([])

    init(server: VinculaProcess, canaries: Canaries) {
        self.server = server
        self.canaries = canaries
    }

    @discardableResult
    private func post(
        _ path: String, _ body: [String: JSONValue], query: String = "key=", method: String = "POST",
        headers: [String: String] = [:], mayTell: Set<String> = []
    ) async throws -> HTTPAnswer {
        let key = query == "key=" ? "?key=\(canaries.make("API key"))" : query.isEmpty ? "" : "?\(query)"
        let answer = try await HTTP.post("\(server.url)\(path)\(key)", .object(body), headers: headers, method: method)
        answers.withLock { $0.append(Answered(name: "\(method) \(path)", answer: answer, mayTell: mayTell)) }
        return answer
    }

    private func admin(_ path: String, _ body: [String: JSONValue], method: String = "POST") async throws {
        try await post(path, body, query: "", method: method, headers: ["Authorization": "Bearer owner"])
    }

    private static let everyField = [
        "idToken", "password", "newPassword", "refreshToken", "refresh_token", "postBody", "pendingToken", "pendingIdToken",
        "oobCode", "sessionInfo", "code", "temporaryProof", "tokenId", "access_token", "clientSecret", "client_secret", "secret",
        "token", "assertion", "customToken", "sessionCookie", "mfaPendingCredential", "instanceId", "delegatedProjectNumber",
        "captchaResponse", "hashKey", "signerKey", "sessionId", "oauthAccessToken", "nonce", "recoveryCode",
    ]
    private static let rpcs = [
        "signUp", "signInWithPassword", "signInWithIdp", "signInWithCustomToken", "signInWithEmailLink", "signInWithPhoneNumber",
        "lookup", "update", "delete", "createAuthUri", "resetPassword", "sendOobCode", "sendVerificationCode",
        "batchCreate",
    ]

    func run() async throws {
        try await people()
        try await mails()
        try await secondFactors()
        try await administration()
        try await badRequests()
    }

    /// Two people who sign up, in and out, and link.
    private func people() async throws {
        let base = "/v1/accounts:"
        let password = canaries.make("password")
        var vera = try await post(
            base + "signUp",
            ["email": .string(Self.personal[0]), "password": .string(password), "displayName": .string(Self.personal[3])],
            mayTell: own)
        note(vera)
        vera = try await post(
            base + "signInWithPassword", ["email": .string(Self.personal[0]), "password": .string(password)], mayTell: own)
        note(vera)
        let next = canaries.make("new password")
        vera = try await post(
            base + "update", ["idToken": .string(vera["idToken"] ?? ""), "password": .string(next)], mayTell: own)
        note(vera)
        for wrong in [password, canaries.make("wrong password"), String(next.dropLast())] {
            try await post(base + "signInWithPassword", ["email": .string(Self.personal[0]), "password": .string(wrong)])
        }
        try await post(base + "lookup", ["idToken": .string(vera["idToken"] ?? "")])
        for name in ["refresh_token", "refreshToken"] {
            let refreshed = try await post(
                "/v1/token", ["grant_type": "refresh_token", name: .string(vera["refreshToken"] ?? "")], mayTell: own)
            note(refreshed)
        }
        // An assertion and all that a browser sends with it.
        let assertion = #"{"sub":"g1","email":"\#(Self.personal[1])","email_verified":false}"#
        let encoded = assertion.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let accessToken = canaries.make("access_token")
        let body =
            "providerId=google.com&id_token=\(encoded)&access_token=\(accessToken)&nonce=\(canaries.make("nonce"))"
            + "&code=\(canaries.make("code"))&state=\(canaries.make("state"))"
        let otto = try await post(
            base + "signInWithIdp",
            ["requestUri": "http://localhost/?x=1", "postBody": .string(body), "returnIdpCredential": true],
            mayTell: own.union(["access_token"]))
        note(otto)
        // Its collision, and the pending token of that.
        let other = assertion.replacingOccurrences(of: "g1", with: "h1")
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let collision = try await post(
            base + "signInWithIdp",
            [
                "requestUri": "http://localhost", "postBody": .string("providerId=github.com&id_token=\(other ?? "")"),
                "returnIdpCredential": true,
            ], mayTell: own)
        if let token = collision["pendingToken"] { canaries.add(token, "pendingToken") }
        // A real-looking token of nobody.
        let claims = #"{"iss":"https://accounts.google.com","sub":"x","email":"\#(Self.personal[1])"}"#
        let segments = [#"{"alg":"RS256","kid":"k"}"#, claims].map { Data($0.utf8).base64EncodedString() }
        let foreign = canaries.add(segments.joined(separator: ".") + "." + canaries.make("signature"), "id_token")
        try await post(
            base + "signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string("providerId=oidc.acme&id_token=\(foreign)")])
    }

    /// Links by mail, used well and badly.
    private func mails() async throws {
        let base = "/v1/accounts:"
        let email = JSONValue.string("mia.canary@example.com")
        let mia = try await post(
            base + "signUp", ["email": email, "password": .string(canaries.make("password"))], mayTell: own)
        note(mia)
        let requests: [[String: JSONValue]] = [
            ["requestType": "PASSWORD_RESET", "email": email], ["requestType": "EMAIL_SIGNIN", "email": email],
            ["requestType": "VERIFY_EMAIL", "idToken": .string(mia["idToken"] ?? "")],
        ]
        for request in requests {
            try await post(base + "sendOobCode", request.merging(["continueUrl": "http://localhost"]) { $1 })
        }
        var codes: [String: JSONValue] = [:]
        let open = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/demo-project/oobCodes")
        if case .array(let all)? = open.json["oobCodes"] {
            for code in all {
                codes[code["requestType"]?.string ?? ""] = .string(canaries.add(code["oobCode"]?.string ?? "", "oobCode"))
            }
        }
        for code in codes.values {
            // The page is its holder's.
            _ = try await HTTP.send(
                "GET", "\(server.url)/__/auth/action?oobCode=\(code.string ?? "")", headers: ["Accept": "text/html"])
            try await post(base + "signInWithEmailLink", ["email": "otto.canary@example.com", "oobCode": code])
            try await post(base + "resetPassword", ["oobCode": code])
        }
        try await post(base + "update", ["oobCode": codes["VERIFY_EMAIL"] ?? .null])
        note(
            try await post(
                base + "signInWithEmailLink", ["email": email, "oobCode": codes["EMAIL_SIGNIN"] ?? .null], mayTell: own))
        for _ in 0..<2 {
            try await post(
                base + "resetPassword",
                ["oobCode": codes["PASSWORD_RESET"] ?? .null, "newPassword": .string(canaries.make("new password"))])
        }
        // As a page's button sends it.
        let form = "action=reset&oobCode=\(canaries.make("oobCode"))&password=\(canaries.make("password"))"
        let pressed = try await HTTP.send(
            "POST", "\(server.url)/__/auth/action",
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"], body: Data(form.utf8))
        answers.withLock { $0.append(Answered(name: "POST /__/auth/action", answer: pressed, mayTell: [])) }
    }

    /// An authenticator app, enrolled and asked for.
    private func secondFactors() async throws {
        let email = JSONValue.string("sol.canary@example.com")
        let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        let password = JSONValue.string(canaries.make("password"))
        try await admin(
            "/v1/projects/demo-project/accounts", ["email": email, "password": password, "emailVerified": true])
        let credentials = ["email": email, "password": password]
        let sol = try await post("/v1/accounts:signInWithPassword", credentials, mayTell: own)
        note(sol)
        let idToken = JSONValue.string(sol["idToken"] ?? "")
        let hers = own.union(["TOTP secret", "sessionInfo", "mfaPendingCredential"])
        let started = try await post(
            "/v2/accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": .object([:])], mayTell: hers)
        let info = started.json["totpSessionInfo"]
        let app = Authenticator(id: "", secret: canaries.add(info?["sharedSecretKey"]?.string ?? "", "TOTP secret"))
        let sessionInfo = canaries.add(info?["sessionInfo"]?.string ?? "", "sessionInfo")
        var enrolled = sol
        for code in [app.wrongCode(at: now), app.code(at: now)] {
            let proof: JSONValue = .object(["sessionInfo": .string(sessionInfo), "verificationCode": .string(code)])
            enrolled = try await post(
                "/v2/accounts/mfaEnrollment:finalize", ["idToken": idToken, "totpVerificationInfo": proof], mayTell: own)
            note(enrolled)
        }
        let made = try await post(
            "/account/recovery-codes:new", ["idToken": .string(enrolled["idToken"] ?? "")], mayTell: ["recoveryCode"])
        for code in made.recoveryCodes { canaries.add(code, "recoveryCode") }
        let recovering = try await post("/v1/accounts:signInWithPassword", credentials, mayTell: hers)
        let credential = canaries.add(recovering["mfaPendingCredential"] ?? "", "mfaPendingCredential")
        for code in [canaries.make("recoveryCode"), made.recoveryCodes.first ?? "", made.recoveryCodes.last ?? ""] {
            note(
                try await post(
                    "/v2/accounts/mfaSignIn:finalize",
                    ["mfaPendingCredential": .string(credential), "recoveryCode": .string(code)], mayTell: own))
        }
        let waiting = try await post("/v1/accounts:signInWithPassword", credentials, mayTell: hers)
        let pending = JSONValue.string(canaries.add(waiting["mfaPendingCredential"] ?? "", "mfaPendingCredential"))
        let factor = waiting.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null
        for code in [app.wrongCode(at: now), app.code(at: now, offset: 1)] {
            note(
                try await post(
                    "/v2/accounts/mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": pending, "mfaEnrollmentId": factor,
                        "totpVerificationInfo": .object(["verificationCode": .string(code)]),
                    ], mayTell: own))
        }
        let open = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/demo-project/oobCodes")
        if case .array(let all)? = open.json["oobCodes"] {
            for code in all where code["email"] == email { canaries.add(code["oobCode"]?.string ?? "", "oobCode") }
        }
    }

    private let own: Set<String> = ["idToken", "refreshToken", "pendingToken"]

    private func note(_ answer: HTTPAnswer) {
        for name in ["idToken", "id_token", "access_token"] { if let token = answer[name] { canaries.add(token, "idToken") } }
        for name in ["refreshToken", "refresh_token"] { if let token = answer[name] { canaries.add(token, "refreshToken") } }
        if let token = answer["pendingToken"] { canaries.add(token, "pendingToken") }
    }

    private func administration() async throws {
        let project = "/v1/projects/demo-project/accounts"
        try await admin(
            project,
            [
                "localId": "admins-own", "email": "admin.canary@example.com", "phoneNumber": .string(Self.personal[2]),
                "password": .string(canaries.make("password")),
            ])
        try await admin(project + ":update", ["localId": "admins-own", "password": .string(canaries.make("password"))])
        try await admin(project + ":update", ["localId": "nobody", "password": .string(canaries.make("password"))])
        try await admin(project + ":lookup", ["email": .array([.string(Self.personal[0])])])
        let configs = "/v2/projects/demo-project/oauthIdpConfigs"
        let provider: [String: JSONValue] = [
            "issuer": "https://127.0.0.1:1", "clientId": "app", "enabled": true, "responseType": .object(["code": true]),
            "clientSecret": .string(canaries.make("clientSecret")),
        ]
        for _ in 0..<2 {
            try await post(
                configs, provider, query: "oauthIdpConfigId=oidc.acme", headers: ["Authorization": "Bearer owner"])
        }
        try await admin(configs + "/oidc.acme", ["clientSecret": .string(canaries.make("clientSecret"))], method: "PATCH")
        try await admin("/v2/projects/demo-project/config", ["client": .string(canaries.make("secret"))], method: "PATCH")
        // Bearers that are nobody's.
        for scheme in ["Bearer", "Basic", "bearer", ""] {
            let bearer = canaries.make("bearer")
            try await post(
                project + ":lookup", ["localId": .array(["a"])], query: "", headers: ["Authorization": "\(scheme) \(bearer)"])
        }
        _ = try await HTTP.send(
            "GET", "\(server.url)/v1/projects?key=\(canaries.make("API key"))&access_token=\(canaries.make("access_token"))",
            headers: ["Cookie": "session=\(canaries.make("cookie"))", "X-Firebase-AppCheck": canaries.make("App Check")])
    }

    /// Every RPC with a secret in every field, as text and as what it may not be, whole and broken off.
    private func badRequests() async throws {
        let paths = ["/v1/accounts:", "/identitytoolkit.googleapis.com/v1/accounts:"].flatMap { layout in
            Self.rpcs.map { layout + $0 }
        }
        let factors = ["Enrollment:start", "Enrollment:finalize", "Enrollment:withdraw", "SignIn:start", "SignIn:finalize"]
        for path in paths + factors.map({ "/v2/accounts/mfa" + $0 }) {
            var body: [String: JSONValue] = [:]
            for field in Self.everyField { body[field] = .string(canaries.make(field)) }
            try await post(path, body)
            body["email"] = .string(Self.personal[1])
            body["returnSecureToken"] = .string(canaries.make("returnSecureToken"))
            try await post(path, body)
        }
        for field in Self.everyField {
            for rpc in ["signUp", "update", "signInWithIdp", "signInWithPassword"] {
                try await post("/v1/accounts:\(rpc)", [field: .object(["x": .string(canaries.make(field))])])
                try await post("/v1/accounts:\(rpc)", [canaries.make("a field's name"): "x", field: .array([])])
            }
            try await post("/v1/token", ["grant_type": .string(canaries.make("grant")), field: .string(canaries.make(field))])
        }
        // Texts that are no JSON, and paths that lead nowhere.
        for (index, path) in ["/v1/accounts:signUp", "/v1/token", "/v1/accounts:nothing", "/nowhere"].enumerated() {
            for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
                let text = #"{"password":"\#(canaries.make("broken \(index)")) "#
                let answer = try await HTTP.send(
                    "POST", "\(server.url)\(path)?key=\(canaries.make("API key"))", headers: ["Content-Type": type],
                    body: Data(text.utf8))
                answers.withLock { $0.append(Answered(name: "\(path) \(type)", answer: answer, mayTell: [])) }
            }
            _ = try await HTTP.send("GET", "\(server.url)/nowhere/\(canaries.make("path"))?oobCode=\(canaries.make("oobCode"))")
            _ = try await HTTP.send("BREW", "\(server.url)\(path)?token=\(canaries.make("query"))")
        }
    }
}
