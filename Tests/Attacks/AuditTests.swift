import Foundation
import GRDB
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// T174: the log of who changed what.
@Suite("Audit log")
struct AuditTests {
    /// The changes since a moment of the log, as `actor action`, oldest first.
    private func changes(_ server: TestServer, after mark: Int64) async throws -> [String] {
        try await entries(server, after: mark).map { "\($0.actor.kind.rawValue) \($0.action)" }
    }

    private func entries(_ server: TestServer, after mark: Int64) async throws -> [AuditEntry] {
        try await server.engine.auditLog.entries(AuditQuery(limit: 10_000)).reversed().filter { $0.sequence > mark }
    }

    private func mark(_ server: TestServer) async throws -> Int64 {
        try await server.engine.auditLog.entries(AuditQuery(limit: 1)).first?.sequence ?? 0
    }

    /// Does something and expects exactly these records of it.
    @discardableResult
    private func expect(
        _ expected: [String], _ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @Sendable () async throws -> HTTPAnswer
    ) async throws -> HTTPAnswer {
        let mark = try await mark(server)
        let answer = try await body()
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        let found = try await changes(server, after: mark)
        #expect(found == expected, sourceLocation: sourceLocation)
        return answer
    }

    /// An administrator's changes, and the records of each.
    private static let updates: [([String: JSONValue], [String])] = [
        (["password": "canary-password-2"], ["password.change", "sessions.revoke"]),
        (["email": "bea@example.com"], ["email.change", "sessions.revoke"]),
        (["emailVerified": true], ["email.verify"]),
        (["emailVerified": false], ["email.unverify"]),
        (["phoneNumber": "+4915112345678"], ["phone.change"]),
        (["disableUser": true], ["account.disable", "sessions.revoke"]),
        (["disableUser": false], ["account.enable"]),
        (["customAttributes": #"{"role":"admin"}"#], ["claims.change"]),
        (["displayName": "Ana"], ["account.update"]),
        (["linkProviderUserInfo": .object(["providerId": "google.com", "rawId": "g1"])], ["identity.link"]),
        (["deleteProvider": .array(["google.com"])], ["identity.unlink"]),
        (["validSince": .string("\(SystemClock().now.seconds + 3600)")], ["sessions.revoke"]),
        (["deleteProvider": .array(["password"])], ["password.remove", "email.change", "sessions.revoke"]),
    ]

    @Test("T174 audit trail: every change by an administrator has its record, with actor and account", .tags(.attack))
    func administrators() async throws {
        try await TestServer.with { server in
            let id = "person-1"
            let admin = "administrator "
            try await expect([admin + "account.create"], server) {
                try await server.admin(
                    "accounts", ["localId": .string(id), "email": "ana@example.com", "password": "canary-password-1"])
            }
            for (update, actions) in Self.updates {
                let body = update.merging(["localId": .string(id)]) { $1 }
                try await expect(actions.map { admin + $0 }, server) { try await server.admin("accounts:update", body) }
            }
            let records = try await entries(server, after: 0).filter { $0.account?.value == id }
            #expect(records.allSatisfy { $0.actor.id == "owner" && $0.scope?.project == server.project })
            // Both values are recorded, but no secrets and no complete addresses.
            let text = records.map(\.details).joined()
            #expect(text.contains(#""claims":{"from":null,"to":"{\"role\":\"admin\"}"}"#))
            #expect(text.contains(#""email":{"from":"a…@example.com","to":"b…@example.com"}"#))
            for secret in ["canary", "ana@", "bea@", "12345678", "argon2"] { #expect(!text.contains(secret), "\(secret)") }

            try await expect([admin + "account.delete"], server) {
                try await server.admin("accounts:delete", ["localId": .string(id)])
            }
            for number in 1...3 { _ = try await server.admin("accounts", ["localId": .string("b\(number)")]) }
            try await expect([admin + "account.delete", admin + "account.delete"], server) {
                try await server.admin(
                    "accounts:batchDelete", ["localIds": .array(["b1", "b2", "nobody"]), "force": true])
            }
            try await expect([admin + "account.delete-all"], server) {
                try await HTTP.send("DELETE", "\(server.url)/emulator/v1/projects/\(server.project)/accounts")
            }
        }
    }

    @Test("T174 audit trail: settings, providers and keys have their records, without secrets", .tags(.attack))
    func configuration() async throws {
        try await TestServer.with { server in
            let admin = "administrator "
            try await expect([admin + "config.update"], server) {
                try await server.configure(
                    "signIn.anonymous.enabled", ["signIn": .object(["anonymous": .object(["enabled": false])])])
            }
            let owner = ["Authorization": "Bearer owner"]
            let url = "\(server.url)/v2/projects/\(server.project)/oauthIdpConfigs"
            let config: JSONValue = .object([
                "issuer": "https://id.example", "clientId": "app", "enabled": true, "clientSecret": "canary-client-secret-1",
                "responseType": .object(["code": true]),
            ])
            try await expect([admin + "provider.create"], server) {
                try await HTTP.post("\(url)?oauthIdpConfigId=oidc.acme", config, headers: owner)
            }
            try await expect([admin + "provider.update"], server) {
                try await HTTP.post(
                    "\(url)/oidc.acme?updateMask=clientSecret,issuer",
                    .object(["issuer": "https://other.example", "clientSecret": "canary-client-secret-2"]), headers: owner,
                    method: "PATCH")
            }
            try await expect([admin + "provider.delete"], server) {
                try await HTTP.send("DELETE", "\(url)/oidc.acme", headers: owner)
            }
            let before = try await mark(server)
            _ = try await server.engine.signingKeys.rotate(immediately: true)
            let records = try await changes(server, after: before)
            #expect(records.contains("server signing-key.create") && records.contains("server signing-key.retire"))
            let text = try await entries(server, after: 0).map(\.details).joined()
            #expect(text.contains(#""signIn.anonymous.enabled":{"from":true,"to":false}"#))
            #expect(text.contains(#""issuer":{"from":"https://id.example","to":"https://other.example"}"#))
            #expect(text.contains(#""sealedClientSecret":"changed""#) && !text.contains("canary"))
        }
    }

    @Test("T174 audit trail: every change of a sign-in method has its record; routine events have none", .tags(.attack))
    func people() async throws {
        var settings = ProjectSettings.development
        settings.defaultTrust = .assertsVerified
        try await TestServer.with(settings: settings) { server in
            let person = "user "
            let made = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "violet river"])
            let id = try #require(made["localId"])
            let first = made["idToken"] ?? ""
            try await expect([], server) {
                try await server.call("accounts:signInWithPassword", ["email": "v@example.com", "password": "violet river"])
            }
            try await expect([], server) { try await server.refresh(made["refreshToken"] ?? "") }
            try await expect([], server) {
                try await server.call("accounts:update", ["idToken": .string(first), "displayName": "V"])
            }
            try await expect([], server) { try await server.call("accounts:signUp") }
            try await expect([person + "identity.link"], server) {
                try await server.fakeIdp("google.com", ["sub": "g1"], idToken: first)
            }
            try await expect([person + "identity.unlink"], server) {
                try await server.call("accounts:update", ["idToken": .string(first), "deleteProvider": .array(["google.com"])])
            }
            let second =
                try await expect([person + "password.change", person + "sessions.revoke"], server) {
                    try await server.call("accounts:update", ["idToken": .string(first), "password": "quiet harbour"])
                }["idToken"] ?? ""
            try await expect([person + "email.change", person + "sessions.revoke"], server) {
                try await server.call("accounts:update", ["idToken": .string(second), "email": "w@example.com"])
            }
            // The owner of an address arrives that nobody had proven.
            let purge = ["account.purge", "password.remove", "email.verify", "identity.link", "sessions.revoke"]
            try await expect(purge.map { person + $0 }, server) {
                try await server.fakeIdp("google.com", ["sub": "g2", "email": "w@example.com", "email_verified": true])
            }
            // The provider gives the address to somebody else.
            let recycle = ["account.recycle", "identity.unlink", "identity.link", "sessions.revoke"]
            let third =
                try await expect(recycle.map { person + $0 }, server) {
                    try await server.fakeIdp("google.com", ["sub": "g3", "email": "w@example.com", "email_verified": true])
                }["idToken"] ?? ""
            // A collision's credential is redeemed.
            let collision = try await server.fakeIdp(
                "github.com", ["sub": "h1", "email": "w@example.com", "email_verified": false])
            #expect(collision.json["needConfirmation"]?.bool == true, "\(collision.text)")
            try await expect([person + "pending-credential.redeem", person + "identity.link"], server) {
                try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost", "pendingToken": .string(collision["pendingToken"] ?? ""),
                        "idToken": .string(third),
                    ])
            }
            let records = try await entries(server, after: 0).filter { $0.actor == .endUser }
            #expect(!records.isEmpty && records.allSatisfy { $0.account?.value == id })
            try await expect([person + "account.delete"], server) {
                try await server.call("accounts:delete", ["idToken": .string(third)])
            }
        }
    }

    @Test("T174 audit trail: a copied refresh token leaves one record per session", .tags(.attack))
    func reuse() async throws {
        let clock = TestClock()
        var settings = ProjectSettings.development
        settings.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0))
        try await TestServer.with(settings: settings, clock: clock) { server in
            let first = try await server.call("accounts:signUp")
            var token = try #require(first["refreshToken"])
            for _ in 0..<3 {
                clock.advance(seconds: 1801)
                token = try #require(try await server.refresh(token)["refresh_token"])
            }
            let before = try await mark(server)
            for _ in 0..<3 { #expect(try await server.refresh(first["refreshToken"] ?? "").status == 400) }
            #expect(try await changes(server, after: before) == ["user session.reuse"])
            #expect(try await entries(server, after: before).first?.account?.value == first["localId"])
        }
    }

    @Test("T174 audit trail: a record has the address that the change came from; the server's own have none", .tags(.attack))
    func clients() async throws {
        try await TestServer.with(proxies: ["loopback"]) { server in
            let made = try await server.admin(
                "accounts", ["localId": "ana", "email": "ana@example.com", "password": "canary-password-1"])
            #expect(made.status == 200, "\(made.text)")
            var person = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "canary-password-1"])
            for (number, address) in ["203.0.113.7", "2001:db8::7"].enumerated() {
                let mark = try await mark(server)
                let change: [String: JSONValue] = [
                    "idToken": .string(try #require(person["idToken"])), "password": .string("canary-password-\(number + 2)"),
                    "returnSecureToken": true,
                ]
                person = try await HTTP.post(
                    "\(server.url)/v1/accounts:update?key=\(server.apiKey)", .object(change),
                    headers: ["X-Forwarded-For": address])
                #expect(person.status == 200, "\(person.text)")
                let records = try await entries(server, after: mark)
                #expect(!records.isEmpty && records.allSatisfy { $0.clientAddress == address }, "\(address)")
            }
            _ = try await server.engine.signingKeys.rotate(immediately: true)
            let records = try await entries(server, after: 0)
            #expect(records.filter { $0.actor.kind == .administrator }.map(\.clientAddress) == ["127.0.0.1"])
            let own = records.filter { $0.actor.kind == .server }
            #expect(!own.isEmpty && own.allSatisfy { $0.clientAddress == nil })
        }
    }

    @Test("T174 audit trail: the record is part of the change: if one fails, so does the other", .tags(.attack))
    func sameTransaction() async throws {
        try await TestServer.withDatabase { server, database in
            let made = try await server.admin("accounts", ["localId": "a", "email": "a@example.com"])
            #expect(made.status == 200)
            let before = try await mark(server)
            // A change that is refused leaves no record …
            #expect(try await server.admin("accounts", ["localId": "b", "email": "a@example.com"]).code == "EMAIL_EXISTS")
            #expect(try await changes(server, after: before).isEmpty)
            // … and a record that cannot be written lets no change through.
            try await database.write {
                try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'x'); END")
            }
            #expect(try await server.admin("accounts:update", ["localId": "a", "disableUser": true]).status == 500)
            #expect(
                try await server.engine.accounts.findAccounts(.ids(["a"]), in: ProjectScope(project: server.project)).first?
                    .isDisabled
                    == false)
            try await database.write { try $0.execute(sql: "DROP TRIGGER full") }
            #expect(try await server.admin("accounts:update", ["localId": "a", "disableUser": true]).status == 200)
            #expect(try await server.engine.auditLog.verify().fault == nil)
        }
    }
}

extension AccountSearch {
    fileprivate static func ids(_ ids: [String]) -> AccountSearch {
        var search = AccountSearch()
        search.ids = ids
        return search
    }
}
