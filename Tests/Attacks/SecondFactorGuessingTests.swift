import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Guessing the codes of a second factor, with limits as in production (T093, T120).
@Suite("Guessing second factors", .tags(.attack))
struct SecondFactorGuessingTests {
    private static let email = "victim@example.com"

    /// A server with limits, and somebody with an authenticator app whose password the guesser knows.
    private static func run(
        file: URL? = nil, clock: TestClock = TestClock(),
        _ body: @escaping @Sendable (TestServer, Authenticator) async throws -> Void
    ) async throws {
        try await TestServer.with(file: file, clock: clock, limits: true, proxies: ["loopback"]) { server in
            _ = try await server.admin("accounts", ["email": .string(email), "password": "secret 1", "emailVerified": true])
            let session = try await server.call(
                "accounts:signInWithPassword", ["email": .string(email), "password": "secret 1"])
            let app = try await server.enrol(idToken: session["idToken"] ?? "", now: clock.now).app
            clock.advance(seconds: 30)
            try await body(server, app)
        }
    }

    private static func waiting(_ server: TestServer, _ clock: TestClock) async throws -> String {
        // Passwords and addresses have limits of their own, which are not what is tried here.
        clock.advance(seconds: 60)
        let answer = try await server.call("accounts:signInWithPassword", ["email": .string(email), "password": "secret 1"])
        return try #require(answer["mfaPendingCredential"], "\(answer.text)")
    }

    @Test("T120 five codes for one sign-in, even at once; after that the right one does not count")
    func perSignIn() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock) { server, app in
            let pending = try await Self.waiting(server, clock)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for number in 0..<9 {
                    group.addTask {
                        try await server.finishSignIn(pending, factor: app.id, code: app.wrongCode(at: clock.now, number))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.code == "INVALID_CODE" } == 5, "\(answers.map { $0.code ?? "-" })")
            let right = try await server.finishSignIn(pending, factor: app.id, code: app.code(at: clock.now))
            #expect(right.code == "INVALID_MFA_PENDING_CREDENTIAL")
            let fresh = try await Self.waiting(server, clock)
            #expect(try await server.finishSignIn(fresh, factor: app.id, code: app.code(at: clock.now)).status == 200)
        }
    }

    @Test(
        "T093 T120 many sign-ins: ten codes, then waits, then one a week; the owner hears of it, and a new password lets them in")
    func perAccount() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = TestClock()
        try await Self.run(file: folder.appending(path: "v.sqlite"), clock: clock) { server, app in
            var pending = try await Self.waiting(server, clock)
            var (looked, tries, refused) = (0, 0, 0)
            let start = clock.now
            while looked < 50, tries < 400 {
                tries += 1
                let answer = try await server.finishSignIn(pending, factor: app.id, code: app.wrongCode(at: clock.now, tries))
                switch answer.code {
                case "INVALID_CODE": looked += 1
                case "TOO_MANY_ATTEMPTS_TRY_LATER":
                    refused += 1
                    #expect(looked >= 10)
                    clock.advance(seconds: 450)
                    pending = try await Self.waiting(server, clock)
                case "INVALID_MFA_PENDING_CREDENTIAL": pending = try await Self.waiting(server, clock)
                default: Issue.record("\(answer.text)")
                }
            }
            #expect(looked == 50 && refused > 30, "\(looked) \(refused)")
            #expect(clock.now.seconds(since: start) > 30 * 900, "a quarter of an hour each")
            func right() async throws -> HTTPAnswer {
                try await server.finishSignIn(
                    try await Self.waiting(server, clock), factor: app.id, code: app.code(at: clock.now))
            }
            clock.advance(seconds: 24 * 3600)
            #expect(try await right().code == "TOO_MANY_ATTEMPTS_TRY_LATER")
            let log = try await server.engine.auditLog.entries(AuditQuery(action: .secondFactorGuessing, limit: 9))
            #expect(log.count == 2, "at ten and at fifty")
            #expect(try await server.mails(to: Self.email).count { $0.kind == .secondFactorGuessed } == 2)
            // The attacker does not know the new password; the owner signs in, which resets the count.
            #expect(try await server.resetByMail(Self.email, to: "secret 1").status == 200)
            #expect(try await right().status == 200)
            clock.advance(seconds: 60)
            #expect(try await right().status == 200)
        }
    }
}
