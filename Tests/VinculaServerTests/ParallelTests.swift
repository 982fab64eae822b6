import Foundation
import TestSupport
import Testing
import VinculaCore

/// Races over HTTP, against a database file: one wins, the rest get Firebase's error.
@Suite("Races")
struct ParallelTests {
    private static let racers = 64

    @Test("64 parallel links of one identity to 64 accounts: one wins, 63 get FEDERATED_USER_ID_ALREADY_LINKED")
    func links() async throws {
        try await withDatabase { file in
            try await TestServer.with(file: file) { server in
                var tokens: [String] = []
                for _ in 0..<Self.racers { tokens.append(try #require(try await server.call("accounts:signUp")["idToken"])) }
                let answers = try await Self.race(tokens) { token in
                    try await server.fakeIdp("google.com", ["sub": "g1"], idToken: token)
                }
                #expect(answers.filter { $0["idToken"] != nil }.count == 1)
                #expect(answers.filter { $0["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED" }.count == Self.racers - 1)
                #expect(answers.allSatisfy { $0.status == 200 })
            }
        }
    }

    @Test("64 parallel sign-ups of one address: one wins, 63 get EMAIL_EXISTS")
    func signUps() async throws {
        try await withDatabase { file in
            try await TestServer.with(file: file) { server in
                let spellings = (0..<Self.racers).map { $0.isMultiple(of: 2) ? "v@example.com" : "V@Example.COM" }
                let answers = try await Self.race(spellings) { email in
                    try await server.call("accounts:signUp", ["email": .string(email), "password": "secret1"])
                }
                #expect(answers.filter { $0.status == 200 }.count == 1)
                #expect(answers.filter { $0.code == "EMAIL_EXISTS" }.count == Self.racers - 1)
            }
        }
    }

    @Test("Parallel refreshes of a rotating token: all are benign, with one active successor")
    func refreshes() async throws {
        try await withDatabase { file in
            var settings = ProjectSettings.development
            settings.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0))
            let clock = TestClock()
            try await TestServer.with(file: file, settings: settings, clock: clock) { server in
                let token = try #require(try await server.call("accounts:signUp")["refreshToken"])
                let answers = try await Self.race(Array(repeating: token, count: Self.racers)) { try await server.refresh($0) }
                #expect(answers.allSatisfy { $0.status == 200 })
                let successors = Set(answers.compactMap { $0["refresh_token"] })
                #expect(successors.count == 1)
                #expect(try await server.refresh(try #require(successors.first)).status == 200)
                clock.advance(seconds: 3601)
                // Two generations back, after an hour: somebody copied it, and the session is over for everybody.
                #expect(try await server.refresh(token).code == "TOKEN_EXPIRED")
                #expect(try await server.refresh(try #require(successors.first)).code == "TOKEN_EXPIRED")
            }
        }
    }

    private static func race<Input: Sendable>(
        _ inputs: [Input], _ body: @escaping @Sendable (Input) async throws -> HTTPAnswer
    ) async throws -> [HTTPAnswer] {
        try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
            for input in inputs { group.addTask { try await body(input) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func withDatabase(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "vincula.sqlite"))
    }
}
