import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Mailed codes in the wrong hands, at the wrong time, for the wrong thing (Documentation/Threats.md §5).
@Suite("Mailed codes", .tags(.attack))
struct ActionCodeAttackTests {
    @Test("T042 a correct code with a wrong address: refused, not used up, and invalid after the fifth")
    func wrongAddress() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            func tries(_ email: String, _ code: JSONValue) async throws -> HTTPAnswer {
                try await server.call("accounts:signInWithEmailLink", ["email": .string(email), "oobCode": code])
            }
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            let code = try await server.code(.signIn, to: "v@x.example")
            for _ in 0..<4 { #expect(try await tries("a@x.example", code).code == "INVALID_EMAIL") }
            #expect(try await tries("v@x.example", code).status == 200)

            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            let second = try await server.code(.signIn, to: "v@x.example")
            for _ in 0..<5 { #expect(try await tries("a@x.example", second).code == "INVALID_EMAIL") }
            #expect(try await tries("v@x.example", second).code == "INVALID_OOB_CODE")
            #expect(try await tries("not an address", code).code == "INVALID_EMAIL")
            #expect(try await target.accounts().count == 1)
        }
    }

    @Test("T043 the purpose of a sign-in code does not reveal its address")
    func inspection() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await target.signUp("v@x.example")
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            let seen = try await server.call(
                "accounts:resetPassword", ["oobCode": try await server.code(.signIn, to: "v@x.example")])
            #expect(seen.status == 200 && seen["requestType"] == "EMAIL_SIGNIN")
            #expect(!seen.text.contains("x.example"))
            _ = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            let other = try await server.call(
                "accounts:resetPassword", ["oobCode": try await server.code(.resetPassword, to: "v@x.example")])
            #expect(other["email"] == "v@x.example")
        }
    }

    @Test("T045 a code works only for its purpose; a wrong use does not use it up")
    func crossType() async throws {
        try await MailPreHijackingTests.run(project: { $0.emailPrivacy = false }) { target in
            let server = target.server
            for purpose in ActionCodePurpose.allCases {
                // Not the mode: two purposes have the same.
                let email = "\(purpose.rawValue.lowercased())@x.example"
                let code = try await Self.code(purpose, email, target)
                let uses: [(ActionCodePurpose?, () async throws -> HTTPAnswer)] = [
                    (
                        .resetPassword,
                        { try await server.call("accounts:resetPassword", ["oobCode": code, "newPassword": "a new one"]) }
                    ),
                    (
                        .signIn,
                        { try await server.call("accounts:signInWithEmailLink", ["oobCode": code, "email": .string(email)]) }
                    ),
                    (nil, { try await server.call("accounts:update", ["oobCode": code]) }),
                ]
                let isOfAccount = ![.resetPassword, .signIn].contains(purpose)
                for (fits, use) in uses where fits != purpose && !(fits == nil && isOfAccount) {
                    let answer = try await use()
                    #expect(answer.code == "INVALID_OOB_CODE", "\(purpose) \(answer.text)")
                }
                #expect(try await server.call("accounts:resetPassword", ["oobCode": code]).status == 200)
                for (fits, use) in uses where fits == purpose || fits == nil && isOfAccount {
                    let answer = try await use()
                    #expect(answer.status == 200, "\(purpose) \(answer.text)")
                }
                #expect(try await server.call("accounts:resetPassword", ["oobCode": code]).code == "INVALID_OOB_CODE")
            }
        }
    }

    /// Somebody's code of a purpose.
    private static func code(_ purpose: ActionCodePurpose, _ email: String, _ target: Target) async throws -> JSONValue {
        let server = target.server
        let person = try await target.verifiedPerson(email)
        switch purpose {
        case .revertSecondFactorAddition:
            _ = try await target.enrol(person)
            return try await server.code(.revertSecondFactorAddition, to: email)
        case .revertSignInMethodAddition:
            _ = try await target.idp(Target.openID, ["sub": .string(email)], idToken: try person.text("idToken"))
            return try await server.code(.signInMethodAdded, to: email)
        case .revertSignInMethodRemoval:
            let linked = try await target.idp(Target.openID, ["sub": .string(email)], idToken: try person.text("idToken"))
            _ = try await server.call(
                "accounts:update", ["idToken": try linked.value("idToken"), "deleteProvider": .array(["oidc.h"])])
            return try await server.code(.signInMethodRemoved, to: email)
        case .revertPasswordChange:
            _ = try await server.call("accounts:update", ["idToken": try person.value("idToken"), "password": "a new river"])
            return try await server.code(.passwordChanged, to: email)
        case .revertRecoveryCodes:
            let enrolled = try await target.enrol(person)
            _ = try await server.makeRecoveryCodes(enrolled.session["idToken"])
            return try await server.code(.recoveryCodesMade, to: email)
        case .revertSignIn:
            _ = try await server.configure(
                "vincula.sessions.newDeviceNotices", ["vincula": ["sessions": ["newDeviceNotices": true]]])
            target.clock.advance(seconds: 3600)
            _ = try await HTTP.post(
                "\(server.url)/v1/accounts:signInWithPassword?key=\(server.apiKey)",
                ["email": .string(email), "password": "violet river"], headers: ["User-Agent": "Firefox/1.0 Windows"])
            return try await server.code(.newDeviceSignIn, to: email)
        case .resetPassword, .signIn:
            _ = try await server.sendMail(purpose.rawValue, to: email)
            return try await server.code(MailKind(purpose), to: email)
        case .verifyEmail:
            _ = try await server.sendMail(purpose.rawValue, ["idToken": try person.value("idToken")])
            return try await server.code(.verifyEmail, to: email)
        case .verifyAndChangeEmail:
            _ = try await server.sendMail(
                purpose.rawValue, ["idToken": try person.value("idToken"), "newEmail": .string("new-" + email)])
            return try await server.code(.verifyAndChangeEmail, to: "new-" + email)
        case .recoverEmail:
            _ = try await server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "email": .string("new-" + email)])
            return try await server.code(.recoverEmail, to: email)
        }
    }

    @Test("T046 replay: one of 64 at once succeeds, with one session; none later does", arguments: [0, 1, 2])
    func replay(_ which: Int) async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            let requests: (rpc: String, body: [String: JSONValue])
            switch which {
            case 0:
                _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
                requests = (
                    "accounts:signInWithEmailLink",
                    ["email": "v@x.example", "oobCode": try await server.code(.signIn, to: "v@x.example")]
                )
            case 1:
                _ = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
                requests = (
                    "accounts:resetPassword",
                    ["newPassword": "a new river", "oobCode": try await server.code(.resetPassword, to: "v@x.example")]
                )
            default:
                _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
                requests = ("accounts:update", ["oobCode": try await server.code(.verifyEmail, to: "v@x.example")])
            }
            let before = try await server.engine.store.read { try $0.sessions(after: Data(), limit: 1000).count }
            let url = "\(server.url)/v1/\(requests.rpc)?key=\(server.apiKey)"
            let answers = try await Crowd.with { crowd in
                try await crowd.post((0..<64).map { _ in (url, requests.body, nil) })
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.code == "INVALID_OOB_CODE" } == 63)
            let after = try await server.engine.store.read { try $0.sessions(after: Data(), limit: 1000).count }
            #expect(after - before == (which == 0 ? 1 : 0))
            #expect(try await server.call(requests.rpc, requests.body).code == "INVALID_OOB_CODE")
        }
    }

    @Test(
        "T047 expiry, to the second",
        arguments: [
            (.resetPassword, 3600), (.signIn, 3600), (.verifyEmail, 259_200), (.verifyAndChangeEmail, 3600),
            (.recoverEmail, 604_800), (.revertSecondFactorAddition, 259_200), (.revertSignInMethodAddition, 604_800),
            (.revertSignInMethodRemoval, 259_200), (.revertPasswordChange, 259_200), (.revertRecoveryCodes, 259_200),
            (.revertSignIn, 259_200),
        ] as [(ActionCodePurpose, Int64)])
    func expiry(_ purpose: ActionCodePurpose, _ seconds: Int64) async throws {
        try await MailPreHijackingTests.run(project: { $0.emailPrivacy = false }) { target in
            let code = try await Self.code(purpose, "v@x.example", target)
            target.clock.advance(seconds: seconds - 1)
            #expect(try await target.server.call("accounts:resetPassword", ["oobCode": code]).status == 200)
            target.clock.advance(seconds: 1)
            #expect(try await target.server.call("accounts:resetPassword", ["oobCode": code]).code == "EXPIRED_OOB_CODE")
            let uses: [(String, [String: JSONValue])] = [
                ("accounts:resetPassword", ["newPassword": "a new river"]),
                ("accounts:signInWithEmailLink", ["email": "v@x.example"]), ("accounts:update", [:]),
            ]
            for (rpc, body) in uses {
                let answer = try await target.server.call(rpc, body.merging(["oobCode": code]) { $1 })
                #expect(["EXPIRED_OOB_CODE", "INVALID_OOB_CODE"].contains(answer.code), "\(rpc) \(answer.text)")
            }
        }
    }

    @Test("T048 at most three codes of a kind are valid at a time, the newest; the first success ends them all")
    func olderCodes() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await target.verifiedPerson("v@x.example")
            for (type, kind) in [("PASSWORD_RESET", MailKind.resetPassword), ("EMAIL_SIGNIN", .signIn)] {
                var codes: [JSONValue] = []
                for _ in 0..<4 {
                    _ = try await server.sendMail(type, to: "v@x.example")
                    codes.append(try await server.code(kind, to: "v@x.example"))
                }
                var states: [String?] = []
                for code in codes { states.append(try await server.call("accounts:resetPassword", ["oobCode": code]).code) }
                #expect(states == ["INVALID_OOB_CODE", nil, nil, nil])
                let used =
                    kind == .signIn
                    ? try await server.call("accounts:signInWithEmailLink", ["oobCode": codes[1], "email": "v@x.example"])
                    : try await server.call("accounts:resetPassword", ["oobCode": codes[1], "newPassword": "a new river"])
                #expect(used.status == 200, "\(used.text)")
                for code in codes {
                    #expect(try await server.call("accounts:resetPassword", ["oobCode": code]).code == "INVALID_OOB_CODE")
                }
            }
        }
    }

    @Test("T049, T050 codes: a used one stays used after a restart; 256 random bits, stored only as a hash")
    func atRest() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "db.sqlite")
        let key = Data(repeating: 9, count: 32)
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        let allowed = settings
        var codes: [JSONValue] = []
        codes = try await TestServer.with(
            file: file, settings: allowed, isProduction: true, masterKey: key
        ) { server in
            var codes: [JSONValue] = []
            for index in 0..<50 {
                _ = try await server.sendMail("EMAIL_SIGNIN", to: "p\(index)@x.example")
                codes.append(try await server.code(.signIn, to: "p\(index)@x.example"))
            }
            let used = try await server.call("accounts:signInWithEmailLink", ["email": "p0@x.example", "oobCode": codes[0]])
            #expect(used.status == 200, "\(used.text)")
            return codes
        }
        let texts = codes.compactMap(\.string)
        #expect(texts.allSatisfy { $0.utf8.count == 43 } && Set(texts.map { $0.prefix(6) }).count == 50)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            for text in texts { #expect(bytes.range(of: Data(text.utf8)) == nil, "a code stands in \(name)") }
        }
        let spent = codes[0]
        try await TestServer.with(file: file, settings: allowed, masterKey: key) { server in
            let again = try await server.call("accounts:signInWithEmailLink", ["email": "p0@x.example", "oobCode": spent])
            #expect(again.code == "INVALID_OOB_CODE")
        }
    }

    @Test("T050 of 10,000 codes no two begin alike beyond chance")
    func entropy() async throws {
        let codes = Set((0..<10_000).map { _ in SecureRandom.bytes(32).base64URL })
        #expect(codes.count == 10_000)
        // 2^48 beginnings: two alike among 10,000 have a chance of one in five million.
        #expect(Set(codes.map { $0.prefix(8) }).count == 10_000)
    }

    @Test("T057 a reset without a code, or with an empty one, changes nothing")
    func withoutACode() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            _ = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            let before = try await target.account(person["localId"])
            let bodies: [[String: JSONValue]] = [
                ["email": "v@x.example"], ["oobCode": ""], ["oobCode": .null], ["oobCode": true], [:], ["oobCode": "%"],
                ["oobCode": "_"], ["oobCode": "' OR 1=1 --"], ["oobCode": "\u{0}"],
                ["email": "v@x.example", "oobCode": "000000"],
                ["email": "v@x.example", "oldPassword": "violet river"], ["oobCode": .array([])], ["oobCode": .object([:])],
            ]
            for body in bodies {
                let answer = try await server.call("accounts:resetPassword", body.merging(["newPassword": "attacker's"]) { $1 })
                #expect(answer.status == 400, "\(body) \(answer.text)")
            }
            for code in [JSONValue.null, "", "%"] {
                let answer = try await server.call(
                    "accounts:update", ["oobCode": code, "email": "v@x.example", "password": "attacker's"])
                #expect(answer.status == 400)
            }
            #expect(try await target.account(person["localId"]) == before)
            #expect(try await target.signIn("v@x.example").status == 200)
        }
    }

    @Test("T058, T116 a disabled account stays disabled, whatever code is used, and its codes are gone")
    func disabled() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            _ = try await server.admin("accounts:update", ["localId": try person.value("localId"), "disableUser": true])
            // Nobody is told; and no mail that would work.
            let sent = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            #expect(sent.status == 200)
            #expect(try await server.mails(to: "v@x.example").filter { $0.kind == .resetPassword }.isEmpty)
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            #expect(try await server.mails(to: "v@x.example").isEmpty)
            // An administrator gets links, which do nothing until the account is enabled.
            let signIn = try await server.admin(
                "accounts:sendOobCode",
                [
                    "requestType": "EMAIL_SIGNIN", "email": "v@x.example", "continueUrl": "http://localhost",
                    "returnOobLink": true,
                ])
            let signedIn = try await server.call(
                "accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": try signIn.value("oobCode")])
            #expect(signedIn.code == "USER_DISABLED", "\(signedIn.text)")
            let link = try await server.admin(
                "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "email": "v@x.example", "returnOobLink": true])
            let applied = try await server.call("accounts:update", ["oobCode": try link.value("oobCode")])
            #expect(applied.code == "USER_DISABLED")
            #expect(try await target.account(person["localId"])["disabled"] == true)
        }
    }

    @Test("T059 only administrators get a link instead of a mail, and nobody else's answer contains a code")
    func returnedLinks() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            for more in [[:], ["idToken": try person.value("idToken")]] as [[String: JSONValue]] {
                let answer = try await server.sendMail(
                    "PASSWORD_RESET", to: "v@x.example", more.merging(["returnOobLink": true]) { $1 })
                #expect(answer.code == "INSUFFICIENT_PERMISSION" && answer.status == 400)
                #expect(!answer.text.contains("oobCode") && !answer.text.contains("oobLink"))
            }
            #expect(try await server.mails(to: "v@x.example").isEmpty)
            let plain = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            #expect(plain.json["oobCode"] == nil && plain.json["oobLink"] == nil)
            let asked: [String: JSONValue] = [
                "requestType": "PASSWORD_RESET", "email": "v@x.example", "returnOobLink": true,
                "continueUrl": "http://localhost/a",
            ]
            let link = try await server.admin("accounts:sendOobCode", asked)
            #expect(link.status == 200 && link["email"] == "v@x.example")
            #expect(MailedLink(try link.text("oobLink"))["oobCode"] == link["oobCode"])
            #expect(try await server.mails(to: "v@x.example").count == 1)
        }
    }
}
