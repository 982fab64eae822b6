import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Accounts and passwords that come from the old server when their owners sign in.
@Suite("Lazy migration")
struct LazyMigrationTests {
    private static let user: [String: JSONValue] = [
        "localId": "ana", "email": "ana@example.com", "emailVerified": true, "displayName": "Ana",
        "photoUrl": "https://example.com/a.png", "passwordHash": "UkVEQUNURUQ=", "passwordUpdatedAt": .integer(1_500_000_000_000),
        "validSince": "1500000000", "createdAt": "1500000000000", "lastLoginAt": "1600000000000",
        "customAttributes": #"{"role":"editor"}"#,
        "providerUserInfo": [
            ["providerId": "password", "rawId": "ana@example.com", "federatedId": "ana@example.com"],
            ["providerId": "google.com", "rawId": "g", "federatedId": "g", "email": "ana@example.com"],
            ["providerId": "saml.corp", "rawId": "c", "federatedId": "c"],
        ],
    ]

    private static func signIn(
        at server: TestServer, _ password: String = "violet river", email: String = "ana@example.com"
    ) async throws -> HTTPAnswer {
        try await server.call(
            "accounts:signInWithPassword",
            ["email": .string(email), "password": .string(password), "returnSecureToken": true])
    }

    private static func run(
        limits: Bool = false, _ body: @escaping @Sendable (TestServer, FormerFirebase) async throws -> Void
    ) async throws {
        try await FormerFirebase.run(limits: limits, with: ["askPasswords": true], body)
    }

    private static func knowsAna(_ former: FormerFirebase, _ changes: [String: JSONValue] = [:]) throws {
        try former.knows(user.merging(changes) { $1 }, token: former.idToken(of: "ana", signedInSecondsAgo: 0))
    }

    @Test("An account that was deleted here, or created there since the move began, does not come along")
    func staysThere() async throws {
        try await Self.run { server, former in
            try Self.knowsAna(former)
            #expect(try await Self.signIn(at: server).status == 200)
            #expect(try await server.admin("accounts:delete", ["localId": "ana"]).status == 200)
            let again = try await Self.signIn(at: server)
            #expect(again.status == 400, "\(again.text)")
            let later = String(former.clock.now.milliseconds + 60_000)
            try former.knows(
                Self.user.merging(["localId": "ben", "email": "ben@example.com", "createdAt": .string(later)]) { $1 },
                token: former.idToken(of: "ben", signedInSecondsAgo: 0))
            let ben = try await Self.signIn(at: server, email: "ben@example.com")
            #expect(ben.status == 400, "\(ben.text)")
            let accounts = try await server.engine.accounts.listAccounts(
                after: nil, limit: 10, in: ProjectScope(project: server.project))
            #expect(accounts.isEmpty)
        }
    }

    @Test("The first sign-in brings the account with its password; the next one asks nobody")
    func story() async throws {
        try await Self.run { server, former in
            try Self.knowsAna(former)
            let first = try await Self.signIn(at: server)
            #expect(first.status == 200 && first["localId"] == "ana" && first["displayName"] == "Ana", "\(first.text)")
            let claims = first["idToken"].flatMap { JSONWebToken($0)?.claims }
            #expect(claims?["role"] == "editor" && claims?["email_verified"] == true)
            #expect(claims?["auth_time"]?.int == former.clock.now.seconds)
            let account = try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]
            #expect(account?["createdAt"] == "1500000000000" && account?["photoUrl"] == "https://example.com/a.png")
            guard case .array(let ways)? = account?["providerUserInfo"] else { return #expect(Bool(false)) }
            // Of providers that this project does not have, nothing comes along.
            #expect(Set(ways.compactMap { $0["providerId"]?.string }) == ["password", "google.com"])
            let questions = former.provider.requests.count
            former.refuses(FormerFirebase.passwordPath, "USER_NOT_FOUND")
            #expect(try await Self.signIn(at: server).status == 200)
            #expect(try await Self.signIn(at: server, "wrong").status == 400)
            #expect(former.provider.requests.count == questions)
            #expect(server.engine.migrationCounts(.account) == 1)
            // Another device is still signed in at the old server.
            try former.exchanges(for: former.idToken(of: "ana"))
            #expect(try await server.refresh("AMf-ana")["user_id"] == "ana")
        }
    }

    @Test("An imported account without a hash gets its password, and its owner no mail")
    func importedWithoutHash() async throws {
        try await Self.run { server, former in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com", "emailVerified": true])
            try Self.knowsAna(former)
            #expect(try await Self.signIn(at: server)["localId"] == "ana")
            former.refuses(FormerFirebase.passwordPath, "INVALID_LOGIN_CREDENTIALS")
            #expect(try await Self.signIn(at: server).status == 200)
            #expect(try await server.engine.outbox.keptMails(limit: 10).isEmpty)
        }
    }

    @Test("An account that is only signed in at the old server comes with its session")
    func bySession() async throws {
        try await Self.run { server, former in
            try Self.knowsAna(former)
            try former.exchanges(for: former.idToken(of: "ana"))
            let moved = try await server.refresh("AMf-ana")
            #expect(moved["user_id"] == "ana", "\(moved.text)")
            // Its password is asked for at the first sign-in.
            #expect(try await Self.signIn(at: server)["localId"] == "ana")
        }
    }

    @Test("A page that loads looks its account up before it exchanges its refresh token: that brings the account, too")
    func byLookup() async throws {
        try await Self.run { server, former in
            let token = try former.idToken(of: "ana")
            try Self.knowsAna(former)
            let idToken = JSONValue.string(try token.text)
            let found = try await server.call("accounts:lookup", ["idToken": idToken])
            #expect(found.json["users"]?[0]?["localId"] == "ana", "\(found.text)")
            #expect(server.engine.migrationCounts(.account) == 1)
            let questions = former.provider.requests.count
            #expect(try await server.call("accounts:lookup", ["idToken": idToken]).status == 200)
            #expect(former.provider.requests.count == questions, "asked once")
            try former.exchanges(for: token)
            #expect(try await server.refresh("AMf-ana")["user_id"] == "ana")
            #expect(try await server.admin("accounts:delete", ["localId": "ana"]).status == 200)
            let gone = try await server.call("accounts:lookup", ["idToken": idToken])
            #expect(gone.code == "USER_NOT_FOUND", "\(gone.text)")
        }
    }

    @Test("A lookup brings nobody who could not move by a session, and signs nobody out while the old server is down")
    func lookupRefusals() async throws {
        try await Self.run { server, former in
            func look(_ token: TestToken) async throws -> HTTPAnswer {
                try await server.call("accounts:lookup", ["idToken": .string(try token.text)])
            }
            let token = try former.idToken(of: "ana")
            former.refuses(FormerFirebase.lookupPath, "INTERNAL", status: 500)
            #expect(try await look(token).code == "NETWORK_REQUEST_FAILED")
            let later = String(former.clock.now.milliseconds + 60_000)
            try Self.knowsAna(former, ["createdAt": .string(later)])
            #expect(try await look(token).code == "OPERATION_NOT_ALLOWED")
            try Self.knowsAna(former, ["disabled": true])
            #expect(try await look(token).code == "USER_DISABLED")
            try Self.knowsAna(former, ["localId": "ben"])
            #expect(try await look(token).code == "USER_NOT_FOUND")
            try Self.knowsAna(former)
            #expect(try await look(former.idToken(of: "ana", firebase: ["sign_in_provider": "oidc.none"])).status == 400)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 0)
            #expect(try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": false]]]).status == 200)
            #expect(try await look(token).status == 400)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 0)
        }
    }

    @Test("Wrong, disabled, two factors, down: each has its own answer, and nobody is created")
    func refusals() async throws {
        try await Self.run { server, former in
            let cases: [(String, Int, Int, String)] = [
                ("INVALID_LOGIN_CREDENTIALS", 400, 400, "EMAIL_NOT_FOUND"), ("INVALID_PASSWORD", 400, 400, "EMAIL_NOT_FOUND"),
                ("EMAIL_NOT_FOUND", 400, 400, "EMAIL_NOT_FOUND"), ("USER_DISABLED", 400, 400, "USER_DISABLED"),
                ("TOO_MANY_ATTEMPTS_TRY_LATER : x", 400, 400, "TOO_MANY_ATTEMPTS_TRY_LATER"),
                ("API key not valid. Please pass a valid API key.", 400, 503, "NETWORK_REQUEST_FAILED"),
                ("PASSWORD_LOGIN_DISABLED", 400, 400, "EMAIL_NOT_FOUND"),
                ("OPERATION_NOT_ALLOWED : x", 400, 400, "EMAIL_NOT_FOUND"),
                ("INVALID_PASSWORD", 403, 503, "NETWORK_REQUEST_FAILED"), ("INTERNAL", 500, 503, "NETWORK_REQUEST_FAILED"),
            ]
            for (theirs, status, ours, code) in cases {
                former.refuses(FormerFirebase.passwordPath, theirs, status: status)
                let answer = try await Self.signIn(at: server)
                #expect(answer.status == ours && answer.code == code, "\(theirs): \(answer.text)")
            }
            former.provider[FormerFirebase.passwordPath] = .json(["mfaPendingCredential": "m", "mfaInfo": [[:]]])
            let factors = try await Self.signIn(at: server)
            #expect(factors.code == "OPERATION_NOT_ALLOWED" && factors.text.contains("second factor"), "\(factors.text)")
            try Self.knowsAna(former, ["disabled": true])
            #expect(try await Self.signIn(at: server).code == "USER_DISABLED")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 0)
        }
    }

    @Test("Nobody is asked once the period has ended, for an account with a password, made here, or that removed it")
    func notAsked() async throws {
        try await Self.run { server, former in
            try Self.knowsAna(former)
            try await server.importAccount(["localId": "bea", "email": "bea@example.com", "rawPassword": "green lake"])
            #expect(try await Self.signIn(at: server, email: "bea@example.com").code == "INVALID_PASSWORD")
            #expect(try await server.admin("accounts", ["email": "dan@example.com"]).status == 200)
            #expect(try await Self.signIn(at: server, email: "dan@example.com").code == "INVALID_PASSWORD")
            #expect(former.provider.requests.isEmpty)
            // Ana signs in, adds Google, and removes her password.
            let ana = try await Self.signIn(at: server)
            let token = JSONValue.string(try #require(ana["idToken"]))
            let removed = try await server.call(
                "accounts:update", ["idToken": token, "deleteProvider": ["password"], "returnSecureToken": true])
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await Self.signIn(at: server).status == 400)
            #expect(try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]?["passwordHash"] == nil)
            former.clock.advance(seconds: 31 * 24 * 3600)
            let asked = former.provider.requests.count
            #expect(try await Self.signIn(at: server, email: "cleo@example.com").code == "EMAIL_NOT_FOUND")
            #expect(former.provider.requests.count == asked)
        }
    }
}
