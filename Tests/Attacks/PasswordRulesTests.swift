import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

/// The rules for passwords.
@Suite("Password rules")
struct PasswordRulesTests {
    private static var settings: ProjectSettings {
        var settings = ProjectSettings.development
        settings.passwordPolicy = ProjectSettings.production.passwordPolicy
        return settings
    }

    @Test(
        "T097 common passwords, the own address and the project's name are refused",
        .tags(.attack),
        arguments: [
            "123456", "password", "Password1", "qwertyuiop", "trustno1", "victoria", "Victoria77", "victoria@example.com",
            "my-shop",
            "MY-SHOP!!!",
        ])
    func weak(password: String) async throws {
        try await TestServer.with(project: "my-shop", settings: Self.settings) { server in
            let credentials: [String: JSONValue] = ["email": "victoria@example.com", "password": .string(password)]
            #expect(try await server.call("accounts:signUp", credentials).code == "WEAK_PASSWORD")
            #expect(try await server.admin("accounts", credentials).code == "WEAK_PASSWORD")
            // Linking, changing one's own, and an administrator's change.
            let anonymous = try await server.call("accounts:signUp")
            let linking = credentials.merging(["idToken": .string(anonymous["idToken"] ?? "")]) { $1 }
            #expect(try await server.call("accounts:signUp", linking).code == "WEAK_PASSWORD")
            let signedUp = try await server.call(
                "accounts:signUp", ["email": "victoria@example.com", "password": "a sound password"])
            #expect(signedUp.status == 200)
            let change: [String: JSONValue] = ["idToken": .string(signedUp["idToken"] ?? ""), "password": .string(password)]
            #expect(try await server.call("accounts:update", change).code == "WEAK_PASSWORD")
            let administration: [String: JSONValue] = [
                "localId": .string(signedUp["localId"] ?? ""), "password": .string(password),
            ]
            #expect(try await server.admin("accounts:update", administration).code == "WEAK_PASSWORD")
        }
    }

    @Test("T097 eight characters by default, no kinds of characters, and long ones are welcome", .tags(.attack))
    func length() async throws {
        try await TestServer.with(settings: Self.settings) { server in
            func signUp(_ email: String, _ password: String) async throws -> HTTPAnswer {
                try await server.call("accounts:signUp", ["email": .string(email), "password": .string(password)])
            }
            #expect(try await signUp("a@example.com", "x7kPq0w").code == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
            #expect(try await signUp("b@example.com", "mondlich").status == 200)
            #expect(try await signUp("c@example.com", String(repeating: "mond ", count: 13)).status == 200)
            let long = String(repeating: "x", count: 4096)
            #expect(try await signUp("d@example.com", long).status == 200)
            let right = try await server.call(
                "accounts:signInWithPassword", ["email": "d@example.com", "password": .string(long)])
            #expect(right.status == 200)
            // Nothing is cut off: a password that differs only in its last byte is another.
            let other = String(repeating: "x", count: 4095) + "y"
            let wrong = try await server.call(
                "accounts:signInWithPassword", ["email": "d@example.com", "password": .string(other)])
            #expect(wrong.isWrongPassword)
        }
    }

    @Test("a project sets the rules")
    func configurable() async throws {
        try await TestServer.with { server in
            func signUp(_ email: String) async throws -> HTTPAnswer {
                try await server.call("accounts:signUp", ["email": .string(email), "password": "123456"])
            }
            #expect(try await signUp("a@example.com").status == 200)
            let changed = try await server.configure(
                "passwordPolicyConfig", ["passwordPolicyConfig": .object(["refuseCommonPasswords": true])])
            #expect(changed.json["passwordPolicyConfig"]?["refuseCommonPasswords"]?.bool == true)
            #expect(try await signUp("b@example.com").code == "WEAK_PASSWORD")
            _ = try await server.configure(
                "passwordPolicyConfig", ["passwordPolicyConfig": .object(["refuseCommonPasswords": false])])
            #expect(try await signUp("b@example.com").status == 200)
        }
    }

    @Test("T098 a password of more than 4096 bytes is never hashed", .tags(.attack), arguments: [4097, 60_000])
    func tooLong(bytes: Int) async throws {
        let pool = HashPool(threads: 1, capacity: 64, patience: .seconds(600))
        try await TestServer.with(hashPool: pool) { server in
            // The only thread is held: whoever wanted a hash would wait for ever.
            let gate = DispatchSemaphore(value: 0)
            async let held: Void = pool.run { gate.wait() }
            defer { gate.signal() }
            let body: [String: JSONValue] = ["email": "v@example.com", "password": .string(String(repeating: "x", count: bytes))]
            try await Crowd.with { crowd in
                for rpc in ["accounts:signUp", "accounts:signInWithPassword"] {
                    let url = "\(server.url)/v1/\(rpc)?key=k"
                    let answers = try await crowd.post((0..<8).map { _ in (url, body, nil) })
                    #expect(answers.allSatisfy { $0.status == 400 })
                }
            }
            #expect(pool.waiting == 0)
            gate.signal()
            _ = try await held
        }
    }
}
