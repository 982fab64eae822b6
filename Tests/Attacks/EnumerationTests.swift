import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Attempts to find out who has an account (Documentation/Threats.md §8). Email privacy is on.
@Suite("Enumeration", .tags(.attack))
struct EnumerationTests {
    /// One account of each kind, all with passwords of their own or none, and an address that nobody has.
    private static let addresses = ["known@example.com", "google@gmail.com", "off@example.com", "nobody@example.com"]

    private static func seed(_ target: Target) async throws {
        _ = try await target.verifiedPerson("known@example.com")
        _ = try await target.idp(.google, ["sub": "1", "email": "google@gmail.com", "email_verified": true])
        let off = try await target.server.admin(
            "accounts", ["email": "off@example.com", "password": "violet river", "disabled": true])
        #expect(off.status == 200)
    }

    /// An answer in which nothing may differ, to the byte; the date and its length aside, which every answer has.
    private static func trace(_ answer: HTTPAnswer) -> [String] {
        // The id of a request is random.
        let headers = answer.headers.filter { !["date", "x-request-id"].contains($0.key) }.map { "\($0.key): \($0.value)" }
            .sorted()
        return ["\(answer.status)", answer.text] + headers
    }

    @Test("T084 wrong, unknown, passwordless and disabled answer the same bytes; USER_DISABLED is for the right password")
    func messages() async throws {
        try await Target.run { target in
            try await Self.seed(target)
            for password in ["wrong00", "x", String(repeating: "p", count: 5000)] {
                var traces: Set<[String]> = []
                for address in Self.addresses {
                    let answer = try await target.signIn(address, password)
                    #expect(answer.message == "INVALID_LOGIN_CREDENTIALS")
                    traces.insert(Self.trace(answer))
                }
                #expect(traces.count == 1, "\(traces)")
            }
            #expect(try await target.signIn("off@example.com").message == "USER_DISABLED")
            #expect(try await target.signIn("known@example.com").status == 200)
        }
    }

    @Test("T084 createAuthUri reveals nothing about an address, to the byte")
    func authURI() async throws {
        try await Target.run { target in
            try await Self.seed(target)
            var traces: Set<[String]> = []
            for address in Self.addresses {
                let answer = try await target.server.call(
                    "accounts:createAuthUri",
                    ["identifier": .string(address), "continueUri": "http://localhost", "sessionId": "s"])
                #expect(answer.status == 200)
                for name in ["registered", "allProviders", "signinMethods", "forExistingProvider"] {
                    #expect(answer.json[name] == nil, "\(answer.text)")
                }
                traces.insert(Self.trace(answer))
            }
            #expect(traces.count == 1, "\(traces)")
        }
    }

    @Test("T084 needConfirmation is the same for every account that has the address, disabled and unverified ones too")
    func needConfirmation() async throws {
        try await Target.run { target in
            try await Self.seed(target)
            _ = try await target.signUp("fresh@example.com")
            var bodies: Set<String> = []
            for address in ["known@example.com", "google@gmail.com", "off@example.com", "fresh@example.com"] {
                // The token is the attacker's own, so its claims may be told; all else must be equal.
                let answer = try await target.idp(Target.openID, ["sub": "a", "email": .string(address)])
                #expect(answer.json["needConfirmation"] == true, "\(answer.text)")
                let pending = try answer.text("pendingToken")
                let own = try answer.text("oauthIdToken")
                bodies.insert(
                    answer.text.replacingOccurrences(of: pending, with: "PENDING").replacingOccurrences(of: own, with: "TOKEN")
                        .replacingOccurrences(of: address, with: "ADDRESS"))
            }
            #expect(bodies.count == 1, "\(bodies)")
            try await target.expectInvariants()
        }
    }

    @Test("T084 changing one's email does not reveal whether another address is taken")
    func newEmail() async throws {
        try await Target.run { target in
            try await Self.seed(target)
            let attacker = try await target.signUp("a@example.com")
            let link = try await target.server.call("accounts:signUp")
            var traces: Set<[String]> = []
            for address in Self.addresses {
                let answer = try await target.server.call(
                    "accounts:update", ["idToken": try attacker.value("idToken"), "email": .string(address)])
                #expect(answer.message == "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.")
                traces.insert(Self.trace(answer))
            }
            #expect(traces.count == 1)
            // Linking a password does tell EMAIL_EXISTS, as signing up does: clients need it (T085).
            let taken = try await target.server.call(
                "accounts:signUp",
                ["idToken": try link.value("idToken"), "email": "known@example.com", "password": "violet river"])
            #expect(taken.message == "EMAIL_EXISTS")
            try await target.expectInvariants()
        }
    }

    @Test("T086 unknown, wrong, passwordless and disabled cost one hash each")
    func oneHashEach() async throws {
        try await Target.run { target in
            try await Self.seed(target)
            var times: [String: [Duration]] = [:]
            for round in 0..<25 {
                for address in Self.addresses {
                    let before = target.server.engine.hasher.computed
                    let started = ContinuousClock.now
                    let answer = try await target.signIn(address, "wrong\(round)")
                    times[address, default: []].append(ContinuousClock.now - started)
                    #expect(answer.message == "INVALID_LOGIN_CREDENTIALS")
                    #expect(target.server.engine.hasher.computed == before + 1, "\(address)")
                }
            }
            // For people to look at: no test can tell a slow machine from a slow answer.
            for (address, durations) in times.sorted(by: { $0.key < $1.key }) {
                print("T086 median for \(address): \(durations.sorted()[durations.count / 2])")
            }
        }
    }

    @Test("T090 an address is returned only on success, and in its stored spelling")
    func spelling() async throws {
        try await Target.run { target in
            _ = try await target.signUp("Victoria@Example.COM")
            var traces: Set<[String]> = []
            for address in ["VICTORIA@example.com", "Nobody@Example.com"] {
                let wrong = try await target.signIn(address, "wrong00")
                #expect(wrong.message == "INVALID_LOGIN_CREDENTIALS" && !wrong.text.contains("@"))
                traces.insert(Self.trace(wrong))
            }
            #expect(traces.count == 1)
            for password in ["wrong00", "violet river"] {
                let spaced = try await target.signIn(" Victoria@Example.COM ", password)
                #expect(spaced.message == "INVALID_EMAIL" && !spaced.text.contains("@"))
            }
            let right = try await target.signIn("VICTORIA@example.com")
            #expect(right["email"] == "victoria@example.com", "\(right.text)")
            #expect(!right.text.contains("Victoria") && !right.text.contains("VICTORIA"))
        }
    }
}
