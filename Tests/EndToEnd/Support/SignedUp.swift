import ChildProcesses
import Foundation
import TestSupport
import VinculaCore

/// People who sign up, and stay signed in, until the server is gone; known by what they were answered.
final class SignedUp: Sendable {
    private let answered = Guarded<[String: String]>([:])
    private let refreshed = Guarded(0)

    /// The refresh tokens that were answered, by email.
    var tokens: [String: String] { answered.withLock { $0 } }
    var emails: Set<String> { Set(tokens.keys) }
    /// The number of refreshes that were answered.
    var refreshes: Int { refreshed.withLock { $0 } }

    /// Signs people up.
    func go(_ server: VinculaProcess, _ client: Int) async {
        for number in 0..<100_000 {
            let email = "c\(client)n\(number)@example.com"
            guard
                let answer = try? await server.call("accounts:signUp", ["email": .string(email), "password": "secret1"]),
                answer.status == 200, let token = answer["refreshToken"]
            else { return }
            answered.withLock { $0[email] = token }
        }
    }

    /// Refreshes with these tokens, again and again.
    func refresh(_ server: VinculaProcess, _ tokens: [String]) async {
        for number in 0..<1_000_000 {
            guard let answer = try? await server.refresh(tokens[number % tokens.count]), answer.status == 200 else { return }
            refreshed.withLock { $0 += 1 }
        }
    }

    /// Waits until so many have signed up, for as long as a slow machine may take.
    func reach(_ count: Int) async throws {
        for _ in 0..<6000 {
            if answered.withLock({ $0.count }) >= count { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ChildProcess.Failure(description: "Only \(emails.count) of \(count) people could sign up.")
    }
}
