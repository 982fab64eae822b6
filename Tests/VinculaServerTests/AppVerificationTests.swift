import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The proof that a request for a text message needs, by HTTP.
@Suite("App verification")
struct AppVerificationTests {
    private static let number = "+15550100001"

    /// A development server whose projects ask for proofs, as those in production do.
    private static var required: ProjectSettings {
        var settings = ProjectSettings.development
        settings.phone.appVerification = .required
        return settings
    }

    private static func send(
        _ server: TestServer, _ number: String = number, _ more: [String: JSONValue] = [:], headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/v1/accounts:sendVerificationCode?key=\(server.apiKey)",
            .object(["phoneNumber": .string(number)].merging(more) { $1 }), headers: headers)
    }

    /// The challenge for a code.
    private static func challenge(_ server: TestServer, _ number: String = number) async throws -> String {
        let refused = try await send(server, number)
        #expect(refused.status == 400 && refused.code == "MISSING_APP_CREDENTIAL", "\(refused.text)")
        return try #require(refused.challenge, "\(refused.text)")
    }

    @Test("T101 by default a production server sends nothing without a proof, and a solution counts once")
    func productionDefault() async throws {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        try await TestServer.with(settings: settings, isProduction: true) { server in
            let challenge = try await Self.challenge(server)
            #expect(ProofSolver.bits(of: challenge) == ProofOfWorkPolicy.leastBits)
            #expect(try await server.engine.outbox.messages(.kept, limit: 10).isEmpty)
            let solution = JSONValue.string(ProofSolver.solve(challenge))
            let sent = try await Self.send(server, Self.number, ["recaptchaToken": solution])
            #expect(sent.status == 200 && sent["sessionInfo"] != nil, "\(sent.text)")
            let again = try await Self.send(server, Self.number, ["recaptchaToken": solution])
            #expect(again.code == "INVALID_APP_CREDENTIAL" && again.challenge != nil, "\(again.text)")
            // Another number does not make it a new one.
            let other = try await Self.send(server, "+15550100002", ["recaptchaToken": solution])
            #expect(other.code == "INVALID_APP_CREDENTIAL")
            #expect(try await server.engine.outbox.messages(.kept, limit: 10).count == 1)
        }
    }

    @Test("T101 no other text is a proof: unsolved, altered, expired, another project's, another server's")
    func wrong() async throws {
        let clock = TestClock()
        try await TestServer.with(settings: Self.required, clock: clock) { server in
            func refused(_ token: String, _ note: String) async throws {
                let answer = try await Self.send(server, Self.number, ["recaptchaToken": .string(token)])
                #expect(answer.code == "INVALID_APP_CREDENTIAL" && answer.challenge != nil, "\(note): \(answer.text)")
            }
            let challenge = try await Self.challenge(server)
            let solution = ProofSolver.solve(challenge)
            try await refused(challenge, "unsolved")
            try await refused(challenge + ".x", "no number")
            let easier = challenge.replacing("pow1.16.", with: "pow1.1.")
            try await refused(ProofSolver.solve(easier), "easier")
            try await refused("fake-app-verifier-token", "a mock")
            try await refused("pow1." + String(repeating: "1", count: 5000), "long")
            let forged = ProofsOfWork(key: Data(count: 32)).challenge(
                project: server.project, purpose: "sendVerificationCode", bits: 8, expiresAt: clock.now.seconds + 300)
            try await refused(ProofSolver.solve(forged), "another key")
            // Another project of the same server, by an administrator's path.
            let elsewhere = try await server.engine.appChallenge(in: ProjectScope(project: "other"), from: .unknown)
            try await refused(ProofSolver.solve(elsewhere), "another project")
            clock.advance(seconds: ProofOfWorkPolicy.lifetime)
            try await refused(solution, "expired")
        }
    }

    @Test("T101 fifty requests at once with one solution: one message")
    func race() async throws {
        try await TestServer.with(settings: Self.required) { server in
            let solution = JSONValue.string(ProofSolver.solve(try await Self.challenge(server)))
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        try await Self.send(server, "+155501\(10000 + index)", ["recaptchaToken": solution]).code ?? "OK"
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == "OK" }.count == 1, "\(codes)")
            #expect(codes.filter { $0 == "INVALID_APP_CREDENTIAL" }.count == 49, "\(codes)")
            #expect(try await server.engine.outbox.messages(.kept, limit: 100).count == 1)
        }
    }

    @Test("T101 a solution is used up for a restarted server, and for a second one on the same database")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "proof-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, masterKey) = (folder.appending(path: "vincula.sqlite"), SecureRandom.bytes(Sealer.keyLength))
        let (used, fresh) = try await TestServer.with(file: file, settings: Self.required, masterKey: masterKey) { server in
            let solution = ProofSolver.solve(try await Self.challenge(server))
            #expect(try await Self.send(server, Self.number, ["recaptchaToken": .string(solution)]).status == 200)
            return (solution, ProofSolver.solve(try await Self.challenge(server)))
        }
        try await TestServer.with(file: file, settings: Self.required, masterKey: masterKey) { server in
            let again = try await Self.send(server, Self.number, ["recaptchaToken": .string(used)])
            #expect(again.code == "INVALID_APP_CREDENTIAL", "\(again.text)")
            #expect(try await Self.send(server, Self.number, ["recaptchaToken": .string(fresh)]).status == 200)
        }
    }

    @Test("Each RPC that sends a message asks for a proof of its own, and takes no other's; v3 does, too")
    func everyRPC() async throws {
        try await TestServer.with(settings: Self.required) { server in
            let ana = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            let idToken = JSONValue.string(try #require(ana["idToken"]))
            func enrol(_ info: [String: JSONValue]) async throws -> HTTPAnswer {
                try await server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": idToken, "phoneEnrollmentInfo": .object(["phoneNumber": "+15550100002"].merging(info) { $1 })])
            }
            let missing = try await enrol([:])
            #expect(missing.code == "MISSING_APP_CREDENTIAL", "\(missing.text)")
            let forSignIn = ProofSolver.solve(try await Self.challenge(server))
            #expect(try await enrol(["recaptchaToken": .string(forSignIn)]).code == "INVALID_APP_CREDENTIAL", "another purpose")
            let proof = JSONValue.string(ProofSolver.solve(try #require(missing.challenge)))
            let started = try await enrol(["recaptchaToken": proof])
            let session = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
            let digits = try await server.digits(of: session)
            let enrolled = try await server.call2(
                "accounts/mfaEnrollment:finalize",
                [
                    "idToken": idToken,
                    "phoneVerificationInfo": .object(["sessionInfo": .string(session), "code": .string(digits)]),
                ])
            #expect(enrolled.status == 200, "\(enrolled.text)")

            let awaited = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            let factor = try #require(awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string, "\(awaited.text)")
            func startSignIn(_ info: [String: JSONValue]) async throws -> HTTPAnswer {
                try await server.call2(
                    "accounts/mfaSignIn:start",
                    [
                        "mfaPendingCredential": .string(awaited["mfaPendingCredential"] ?? ""),
                        "mfaEnrollmentId": .string(factor), "phoneSignInInfo": .object(info),
                    ])
            }
            let asked = try await startSignIn([:])
            #expect(asked.code == "MISSING_APP_CREDENTIAL", "\(asked.text)")
            #expect(try await startSignIn(["recaptchaToken": .string(forSignIn)]).code == "INVALID_APP_CREDENTIAL")
            let sent = try await startSignIn(["recaptchaToken": .string(ProofSolver.solve(try #require(asked.challenge)))])
            #expect(sent.json["phoneResponseInfo"]?["sessionInfo"]?.string != nil, "\(sent.text)")
            // The first one was refused twice, and still counts where it belongs.
            let old = try await HTTP.post(
                "\(server.url)/www.googleapis.com/identitytoolkit/v3/relyingparty/sendVerificationCode?key=k",
                .object(["phoneNumber": .string(Self.number), "recaptchaToken": .string(forSignIn)]))
            #expect(old.status == 200, "\(old.text)")
        }
    }

    @Test("Test numbers need no proof; neither does a project that lets the limits suffice, whatever clients send")
    func limitsOnly() async throws {
        try await TestServer.with(settings: Self.required) { server in
            func set(_ level: JSONValue) async throws -> HTTPAnswer {
                try await server.configure(
                    "vincula.phone.appVerification",
                    ["vincula": .object(["phone": .object(["appVerification": level])])])
            }
            let test: JSONValue = .object(["phoneNumber": .object(["testPhoneNumbers": .object(["+15550100009": "123456"])])])
            #expect(try await server.configure("signIn.phoneNumber.testPhoneNumbers", ["signIn": test]).status == 200)
            #expect(try await Self.send(server, "+15550100009").status == 200)
            #expect(try await Self.send(server, "+15550100009", ["recaptchaToken": "mock"]).status == 200)

            let unknown = try await set("none")
            #expect(unknown.message == "INVALID_CONFIG : vincula.phone.appVerification must be required or limits.")
            let off = try await set("limits")
            #expect(off.json["vincula"]?["phone"]?["appVerification"] == "limits", "\(off.text)")
            // As the web SDK sends them: mock tokens at an emulator, `NO_RECAPTCHA` elsewhere.
            let mock = try await Self.send(
                server, Self.number,
                [
                    "recaptchaToken": "fake-app-verifier-token", "captchaResponse": "NO_RECAPTCHA",
                    "clientType": "CLIENT_TYPE_WEB", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
                ])
            #expect(mock.status == 200, "\(mock.text)")
            let native = try await Self.send(
                server, "+15550100002",
                [
                    "iosReceipt": "r", "iosSecret": "s", "playIntegrityToken": "p", "safetyNetToken": "n",
                    "clientType": "CLIENT_TYPE_ANDROID", "autoRetrievalInfo": .object(["appSignatureHash": "AAAAAAAAAAA"]),
                ])
            #expect(native.status == 200, "\(native.text)")
            #expect(try await Self.send(server, "+15550100003").status == 200)
            for name in ["recaptchaToken", "captchaResponse", "iosReceipt", "iosSecret", "playIntegrityToken", "safetyNetToken"] {
                let long = try await Self.send(
                    server, "+15550100004", [name: .string(String(repeating: "x", count: AppProof.longest + 1))])
                #expect(long.message == "\(name) has more than 16384 bytes", "\(long.text)")
            }
            // Back to the server's default.
            let reset = try await set(.null)
            #expect(reset.status == 200 && reset.json["vincula"]?["phone"]?["appVerification"] == nil, "\(reset.text)")
            #expect(try await Self.send(server, "+15550100005").code == "MISSING_APP_CREDENTIAL")
        }
    }

    @Test("Under --dev the limits suffice unless the project says otherwise")
    func development() async throws {
        try await TestServer.with { server in
            let free = try await Self.send(server)
            #expect(free.status == 200, "\(free.text)")
            let on: JSONValue = .object(["phone": .object(["appVerification": "required"])])
            #expect(try await server.configure("vincula.phone.appVerification", ["vincula": on]).status == 200)
            #expect(try await Self.send(server, "+15550100002").code == "MISSING_APP_CREDENTIAL")
        }
    }

    @Test("T101 the more an address asks for, or a project sends, the harder it gets; an hour later it is easy again")
    func difficulty() async throws {
        let clock = TestClock()
        try await TestServer.with(settings: Self.required, clock: clock, limits: true, proxies: ["loopback"]) { server in
            func bits(_ address: String) async throws -> Int {
                let answer = try await Self.send(server, headers: ["X-Forwarded-For": address])
                return ProofSolver.bits(of: try #require(answer.challenge, "\(answer.text)"))
            }
            var found: [Int] = []
            for _ in 0..<9 { found.append(try await bits("198.51.100.7")) }
            #expect(found == [16, 16, 16, 16, 18, 18, 18, 18, 20])
            #expect(try await bits("198.51.100.8") == 16, "a neighbour")
            for index in 1...60 { _ = try await bits("203.0.113.\(index)") }
            #expect(try await bits("192.0.2.1") == 16, "challenges that nobody solves make nothing harder for others")
            for index in 1...30 {
                let from = ["X-Forwarded-For": "203.0.113.\(index + 100)"]
                let number = "+1555\(2_000_000 + index * 10_007)"
                let challenge = try #require(try await Self.send(server, number, headers: from).challenge)
                let solution = JSONValue.string(ProofSolver.solve(challenge))
                let sent = try await Self.send(server, number, ["recaptchaToken": solution], headers: from)
                #expect(sent.status == 200, "\(sent.text)")
            }
            #expect(try await bits("192.0.2.2") == 17, "the project is busy")
            // Many sites of one IPv6 /48 count as a quarter of one address each.
            clock.advance(seconds: 120)
            var last = 0
            for index in 0..<24 { last = try await bits("2001:db8:1:\(String(index, radix: 16))::1") }
            #expect(last == 18)
            clock.advance(seconds: 2 * 3600)
            #expect(try await bits("198.51.100.7") == 16)
        }
    }

    @Test("T101 each message takes one request of the address's limit, with its proof")
    func oneRequest() async throws {
        let clock = TestClock()
        try await TestServer.with(settings: Self.required, clock: clock, limits: true, proxies: ["loopback"]) { server in
            let from = ["X-Forwarded-For": "198.51.100.7"]
            var answers: [String] = []
            for index in 0..<11 {
                let number = "+1555\(2_000_000 + index * 10_007)"
                let asked = try await Self.send(server, number, headers: from)
                guard let challenge = asked.challenge else {
                    answers.append(asked.code ?? "OK")
                    continue
                }
                // The work is another test's matter.
                let proof = JSONValue.string(
                    ProofSolver.bits(of: challenge) > 18 ? "pow1.wrong" : ProofSolver.solve(challenge))
                answers.append(try await Self.send(server, number, ["recaptchaToken": proof], headers: from).code ?? "OK")
            }
            #expect(answers.prefix(8).allSatisfy { $0 == "OK" }, "\(answers)")
            #expect(answers.count == 11 && answers.last == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(answers)")
            #expect(answers.prefix(10).allSatisfy { $0 != "TOO_MANY_ATTEMPTS_TRY_LATER" }, "\(answers)")
        }
    }

    @Test("Nobody works for a message that is not sent anyway")
    func hopeless() async throws {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        try await TestServer.with(settings: settings, isProduction: true, texts: .gateway) { server in
            let answer = try await Self.send(server, "+34600000001")
            #expect(answer.code == "OPERATION_NOT_ALLOWED" && answer.challenge == nil, "\(answer.text)")
        }
    }

    @Test("verifyIosClient answers with a receipt that no notification follows, by both names")
    func iosClient() async throws {
        try await TestServer.with { server in
            let answer = try await server.call("accounts:verifyIosClient", ["appToken": "ab", "isSandbox": true])
            #expect(answer.status == 200 && answer["suggestedTimeout"] == "1" && answer["receipt"]?.isEmpty == false)
            let old = try await HTTP.post(
                "\(server.url)/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient?key=k", .object([:]))
            #expect(old["receipt"] != nil && old["receipt"] != answer["receipt"])
            let token = String(repeating: "a", count: 5000)
            let long = try await server.call("accounts:verifyIosClient", ["appToken": .string(token)])
            #expect(long.status == 400)
        }
    }
}
