import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Tokens and passwords of the server that a project left: forged, stolen, somebody else's, or used for more than they are worth.
@Suite("Attacks: the former server", .tags(.attack))
struct FormerServerAttackTests {
    private static let ana: [String: JSONValue] = ["localId": "ana", "email": "ana@example.com", "emailVerified": true]

    private static func sessions(_ server: TestServer) async throws -> Int {
        let scope = ProjectScope(project: server.project)
        return try await server.engine.store.read { try $0.openSessions(of: AccountID("ana"), limit: nil, in: scope).count }
    }

    @Test("T270 the old server's answer is not believed: the ID token must be the old project's, and signed with its keys")
    func forged() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(Self.ana)
            let now = former.clock.now.seconds
            var forged = try former.idToken(of: "ana")
            forged.sign = { try TestKey.other.key.sign($0) }
            var unsigned = try former.idToken(of: "ana")
            unsigned.header = ["alg": "none", "typ": "JWT"]
            var symmetric = try former.idToken(of: "ana")
            symmetric.header = ["alg": "HS256", "kid": "good", "typ": "JWT"]
            var unknown = try former.idToken(of: "ana")
            unknown.header = ["alg": "RS256", "kid": "nobody's", "typ": "JWT"]
            var unnamed = try former.idToken(of: "ana")
            unnamed.header = ["alg": "RS256", "typ": "JWT"]
            let tokens: [(String, TestToken)] = [
                ("signed by somebody else", forged), ("unsigned", unsigned), ("symmetric", symmetric), ("unknown key", unknown),
                ("no key", unnamed),
                (
                    "another project",
                    try former.idToken(of: "ana", with: ["aud": "other", "iss": "https://securetoken.google.com/other"])
                ),
                ("another audience", try former.idToken(of: "ana", with: ["aud": "other"])),
                ("expired", try former.idToken(of: "ana", with: ["exp": .integer(now - 1)])),
                (
                    "from the future",
                    try former.idToken(of: "ana", with: ["iat": .integer(now + 600), "exp": .integer(now + 4000)])
                ),
                ("a sign-in in the future", try former.idToken(of: "ana", with: ["auth_time": .integer(now + 600)])),
                ("two people", try former.idToken(of: "ana", with: ["user_id": "bea"])),
            ]
            for (index, (what, token)) in tokens.enumerated() {
                try former.exchanges(for: token)
                let answer = try await server.refresh("AMf-\(index)")
                #expect(answer.status == 400 && answer.code == "INVALID_REFRESH_TOKEN", "\(what): \(answer.text)")
                let looked = try await server.call("accounts:lookup", ["idToken": .string(try token.text)])
                #expect(looked.status == 400 && looked.code == "INVALID_ID_TOKEN", "\(what): \(looked.text)")
            }
            #expect(try await Self.sessions(server) == 0)
        }
    }

    @Test("T270 what the old server refuses is refused; what it cannot say signs nobody out")
    func oldServersWord() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(Self.ana)
            let refusals = [
                "TOKEN_EXPIRED": "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN": "INVALID_REFRESH_TOKEN",
                "USER_DISABLED": "USER_DISABLED", "USER_NOT_FOUND": "USER_NOT_FOUND",
                "PROJECT_NUMBER_MISMATCH": "INVALID_REFRESH_TOKEN",
            ]
            for (theirs, ours) in refusals {
                former.refuses(FormerFirebase.tokenPath, theirs)
                let answer = try await server.refresh("AMf-\(theirs)")
                #expect(answer.status == 400 && answer.code == ours, "\(theirs): \(answer.text)")
            }
            let faults: [(String, HostileProvider.Answer)] = [
                ("not JSON", .init(headers: ["Content-Type": "text/html"], parts: [Data("<html>".utf8)])),
                ("no token", .json([:])), ("a list", .json([])),
                ("down", .init(status: .badGateway)),
                ("elsewhere", .init(status: .found, headers: ["Location": "https://x.example"])),
                ("too long", .json(["id_token": .string(String(repeating: "a", count: 300_000))])),
            ]
            for (what, fault) in faults {
                former.provider[FormerFirebase.tokenPath] = fault
                let answer = try await server.refresh("AMf-fault")
                #expect(answer.status == 503 && answer.code == "NETWORK_REQUEST_FAILED", "\(what): \(answer.text)")
                #expect(answer.headers["retry-after"] == "5", "\(what)")
            }
            for (message, status) in [("TOKEN_EXPIRED", 403), ("QUOTA_EXCEEDED", 429), ("API key not valid.", 400)] {
                former.refuses(FormerFirebase.tokenPath, message, status: status)
                #expect(try await server.refresh("AMf-key").status == 503, "\(message)")
            }
            // Nothing of it was used up.
            try former.exchanges(for: former.idToken(of: "ana"))
            #expect(try await server.refresh("AMf-fault").status == 200)
        }
    }

    private static let changes: [(String, @Sendable (TestServer, String) async throws -> HTTPAnswer)] = [
        (
            "password reset",
            { server, _ in try await server.admin("accounts:update", ["localId": "ana", "password": "new secret"]) }
        ),
        ("disabled", { server, _ in try await server.admin("accounts:update", ["localId": "ana", "disableUser": true]) }),
        (
            "new address",
            { server, _ in try await server.admin("accounts:update", ["localId": "ana", "email": "a@example.com"]) }
        ),
        (
            "revoked",
            { server, _ in
                let now = JSONValue.string("\(server.engine.clock.now.seconds)")
                return try await server.admin("accounts:update", ["localId": "ana", "validSince": now])
            }
        ),
        (
            "revoked for the time before yesterday",
            { server, _ in
                let time = JSONValue.string("\(server.engine.clock.now.seconds - 40_000)")
                return try await server.admin("accounts:update", ["localId": "ana", "validSince": time])
            }
        ),
        ("deleted", { server, _ in try await server.admin("accounts:delete", ["localId": "ana"]) }),
    ]

    @Test("T271 an account that ended its sessions here is not opened by an old session", arguments: changes.indices)
    func changedHere(index: Int) async throws {
        let (what, change) = Self.changes[index]
        try await FormerFirebase.run { server, former in
            try await server.importAccount(Self.ana)
            try former.exchanges(for: former.idToken(of: "ana"))
            let first = try await server.refresh("AMf-first")
            #expect(first.status == 200)
            let token = try former.idToken(of: "ana").text
            let changed = try await change(server, try #require(first["id_token"]))
            #expect(changed.status == 200, "\(what): \(changed.text)")
            for refresh in ["AMf-second", "AMf-first"] {
                let answer = try await server.refresh(refresh)
                #expect(
                    ["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND"].contains(answer.code),
                    "\(what) \(refresh): \(answer.text)")
            }
            #expect(try await server.call("accounts:lookup", ["idToken": .string(token)]).status == 400, "\(what)")
        }
    }

    @Test("T271 an account that was made here, with the id of one there, is not opened")
    func notImported() async throws {
        try await FormerFirebase.run { server, former in
            let made = try await server.admin("accounts", ["localId": "ana", "email": "ana@example.com"])
            #expect(made.status == 200)
            try former.exchanges(for: former.idToken(of: "ana"))
            #expect(try await server.refresh("AMf-ana").code == "TOKEN_EXPIRED")
            try former.exchanges(for: former.idToken(of: "nobody"))
            #expect(try await server.refresh("AMf-nobody").code == "USER_NOT_FOUND")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 1)
        }
    }

    @Test("T271 a session that was revoked at the old server before the import is not opened")
    func revokedThere() async throws {
        try await FormerFirebase.run { server, former in
            let revoked = former.clock.now.seconds - 3600
            try await server.importAccount(Self.ana.merging(["validSince": .string("\(revoked)")]) { $1 })
            try former.exchanges(for: former.idToken(of: "ana"))
            #expect(try await server.refresh("AMf-old").code == "TOKEN_EXPIRED")
            try former.exchanges(for: former.idToken(of: "ana", signedInSecondsAgo: 1800))
            #expect(try await server.refresh("AMf-new").status == 200)
        }
    }

    @Test("T271 nobody asks another server, once the period has ended, without permission, or for another project")
    func closed() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(Self.ana)
            try former.exchanges(for: former.idToken(of: "ana"))
            let other = try await HTTP.post(
                "\(server.url)/v1/token?key=any", .object(["grant_type": "refresh_token", "refresh_token": "AMf-ana"]))
            #expect(other.status == 200)
            await #expect(throws: AuthError.invalidRefreshToken) {
                _ = try await server.engine.exchangeRefreshToken("AMf-ana", in: ProjectScope(project: "another"))
            }
            try await former.begin(at: server, ["acceptRefreshTokens": false])
            #expect(try await server.refresh("AMf-ana").code == "INVALID_REFRESH_TOKEN")
            try await former.begin(at: server)
            former.clock.advance(seconds: 30 * 24 * 3600)
            #expect(try await server.refresh("AMf-bea").code == "INVALID_REFRESH_TOKEN")
            #expect(former.provider.count(of: FormerFirebase.tokenPath) == 1)
            for token in [String(repeating: "a", count: 5000), "a%20b", "a%00"] {
                #expect(try await server.refresh(token).code == "INVALID_REFRESH_TOKEN")
            }
        }
    }

    @Test("T272 floods of made-up tokens reach the old server only within limits, and sign nobody out")
    func flood() async throws {
        try await FormerFirebase.run(limits: true) { server, former in
            former.refuses(FormerFirebase.tokenPath, "INVALID_REFRESH_TOKEN")
            var answers: [String?: Int] = [:]
            for index in 0..<80 { answers[try await server.refresh("AMf-\(index)").code, default: 0] += 1 }
            #expect(answers == ["INVALID_REFRESH_TOKEN": 60, "NETWORK_REQUEST_FAILED": 20])
            #expect(former.provider.count(of: FormerFirebase.tokenPath) == 60)
        }
    }

    @Test("T272 guesses count here, and reach the old server only as long as they are allowed here")
    func guesses() async throws {
        try await FormerFirebase.run(limits: true, with: ["askPasswords": true]) { server, former in
            former.refuses(FormerFirebase.passwordPath, "INVALID_LOGIN_CREDENTIALS")
            var refused = 0
            for index in 0..<30 {
                let answer = try await server.call(
                    "accounts:signInWithPassword", ["email": "ana@example.com", "password": .string("guess \(index)")])
                if answer.code == "TOO_MANY_ATTEMPTS_TRY_LATER" { refused += 1 }
            }
            #expect(refused >= 15)
            #expect(former.provider.count(of: FormerFirebase.passwordPath) == 30 - refused)
            // Not even a right one gets through now.
            try former.knows(Self.ana, token: former.idToken(of: "ana"))
            let right = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "violet river"])
            #expect(right.code == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }

    @Test("T274 whoever knows no password learns nothing about an account by the old server: its failures, its time")
    func hiddenAccounts() async throws {
        try await GatewayFixture.run { old in
            try await FormerFirebase.run(settings: { $0.emailPrivacy = true }) { server, former in
                try await former.begin(at: server, ["askPasswords": true, "serverUrl": .string(old.address)])
                let disabled: [String: JSONValue] = ["localId": "cleo", "email": "cleo@example.com", "disabled": true]
                for account in [
                    ["localId": "here", "email": "here@example.com", "rawPassword": "green lake"], Self.ana, disabled,
                    disabled.merging(["localId": "dora", "email": "dora@example.com", "rawPassword": "green lake"]) { $1 },
                    ["localId": "eve", "email": "old@example.com"],
                ] as [[String: JSONValue]] { try await server.importAccount(account) }
                // Neither was made, nor is as it was, by an import: no password of the old server opens these.
                let gina = try await server.fakeIdp(
                    "google.com", ["sub": "g", "email": "gina@gmail.com", "email_verified": true])
                #expect(gina.status == 200, "\(gina.text)")
                let moved = try await server.admin("accounts:update", ["localId": "eve", "email": "eve@example.com"])
                #expect(moved.status == 200, "\(moved.text)")
                let people = ["here", "ana", "cleo", "dora", "eve", "nobody"].map { "\($0)@example.com" } + ["gina@gmail.com"]
                let states: [(GatewayFixture.Behaviour, Int, String)] = [
                    (.json(#"{"error":{"message":"INVALID_LOGIN_CREDENTIALS"}}"#, status: 400), 400, "INVALID_LOGIN_CREDENTIALS"),
                    (
                        .json(#"{"error":{"message":"TOO_MANY_ATTEMPTS_TRY_LATER"}}"#, status: 400), 400,
                        "TOO_MANY_ATTEMPTS_TRY_LATER"
                    ),
                    // It says so before it looks at the password.
                    (.json(#"{"error":{"message":"USER_DISABLED"}}"#, status: 400), 400, "INVALID_LOGIN_CREDENTIALS"),
                    (.json(#"{"error":{"message":"PASSWORD_LOGIN_DISABLED"}}"#, status: 400), 400, "INVALID_LOGIN_CREDENTIALS"),
                    (.answer(.badGateway), 503, "NETWORK_REQUEST_FAILED"), (.hangUp, 503, "NETWORK_REQUEST_FAILED"),
                ]
                for (behaviour, status, code) in states {
                    old.behaviour = behaviour
                    var texts: Set<String> = []
                    for email in people {
                        let before = old.requests.count
                        let answer = try await server.call(
                            "accounts:signInWithPassword", ["email": .string(email), "password": "violet river"])
                        #expect(answer.status == status && answer.code == code, "\(email): \(answer.text)")
                        texts.insert(answer.text)
                        // What takes the time.
                        let asked = old.requests.dropFirst(before)
                        #expect(asked.count == 1 && asked.first?.json["email"]?.string == email, "\(email)")
                        // Nobody else learns the words of a person whose account it could not open.
                        let isTheirs = asked.first?.json["password"] == "violet river"
                        #expect(isTheirs == ["ana@example.com", "nobody@example.com"].contains(email), "\(email)")
                        #expect(asked.first?.json["password"]?.string?.utf8.count == 12, "\(email)")
                    }
                    #expect(texts.count == 1, "\(texts)")
                }
                // A right password needs nobody else, and a project that does not hide addresses asks for no show.
                let before = old.requests.count
                let right = try await server.call(
                    "accounts:signInWithPassword", ["email": "here@example.com", "password": "green lake"])
                #expect(right.status == 200, "\(right.text)")
                _ = try await server.configure(
                    "emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]])
                for email in ["here@example.com", "eve@example.com", "gina@gmail.com"] {
                    let wrong = try await server.call(
                        "accounts:signInWithPassword", ["email": .string(email), "password": "violet river"])
                    #expect(wrong.code == "INVALID_PASSWORD" && old.requests.count == before, "\(email): \(wrong.text)")
                }
            }
        }
    }

    @Test("T274 nor does it help to use up the limit of questions")
    func hiddenAccountsBeyondLimits() async throws {
        try await FormerFirebase.run(
            limits: true, settings: { $0.emailPrivacy = true }, with: ["askPasswords": true]
        ) { server, former in
            try await server.importAccount(["localId": "here", "email": "here@example.com", "rawPassword": "green lake"])
            former.refuses(FormerFirebase.tokenPath, "INVALID_REFRESH_TOKEN")
            for index in 0..<60 { #expect(try await server.refresh("AMf-\(index)").status == 400) }
            for email in ["here@example.com", "nobody@example.com"] {
                let answer = try await server.call(
                    "accounts:signInWithPassword", ["email": .string(email), "password": "violet river"])
                #expect(answer.status == 503 && answer.code == "NETWORK_REQUEST_FAILED", "\(email): \(answer.text)")
            }
            #expect(former.provider.count(of: FormerFirebase.passwordPath) == 0)
        }
    }

    @Test("T273 the old server's word opens only the account that it names, and gives nobody another's address")
    func otherAccounts() async throws {
        try await FormerFirebase.run(with: ["askPasswords": true]) { server, former in
            func signIn(_ email: String) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithPassword",
                    ["email": .string(email), "password": "violet river", "returnSecureToken": true])
            }
            // Another address than was asked for, and another account than the token's.
            let token = try former.idToken(of: "ana", signedInSecondsAgo: 0)
            try former.knows(["localId": "ana", "email": "other@example.com"], token: token)
            #expect(try await signIn("ana@example.com").code == "EMAIL_NOT_FOUND")
            try former.knows(["localId": "bea", "email": "ana@example.com"], token: token)
            #expect(try await signIn("ana@example.com").code == "EMAIL_NOT_FOUND")
            // The address belongs to another account here, which has no password.
            try await server.importAccount(["localId": "cleo", "email": "ana@example.com"])
            try former.knows(Self.ana, token: token)
            #expect(try await signIn("ana@example.com").code == "INVALID_PASSWORD")
            // The account has another address here by now.
            _ = try await server.admin("accounts:delete", ["localId": "cleo"])
            try await server.importAccount(["localId": "ana", "email": "new@example.com"])
            #expect(try await signIn("ana@example.com").code == "EMAIL_NOT_FOUND")
            // Its Google identity belongs to somebody else here.
            _ = try await server.admin("accounts:delete", ["localId": "ana"])
            try await server.importAccount(["localId": "dora", "providerUserInfo": [["providerId": "google.com", "rawId": "g"]]])
            let google: JSONValue = [["providerId": "google.com", "rawId": "g"]]
            try former.knows(Self.ana.merging(["providerUserInfo": google]) { $1 }, token: token)
            #expect(try await signIn("ana@example.com").status == 400)
            let accounts = try await server.engine.accounts.listAccounts(
                after: nil, limit: 10, in: ProjectScope(project: server.project))
            #expect(accounts.map(\.id.value) == ["dora"])
        }
    }

    @Test("T273 neither tokens nor the API key are in the database, the audit log or an answer in clear")
    func secrets() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-moving-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await FormerFirebase.run(file: folder.appending(path: "test.sqlite")) { server, former in
            try await server.importAccount(Self.ana)
            try former.exchanges(for: former.idToken(of: "ana"))
            #expect(try await server.refresh("AMf-a-secret-of-anas").status == 200)
            let markers = ["AIza-of-the-old-project", "AMf-a-secret-of-anas"].map { Data($0.utf8) }
            #expect(try await server.engine.store.read { try $0.tablesHolding(markers) }.isEmpty)
            let shown = try await server.administer("GET", "config")
            #expect(!shown.text.contains("AIza-of"))
            #expect(former.provider.requests.allSatisfy { !$0.contains("AIza") && !$0.contains("AMf") })
            let records = try await server.engine.auditLog.entries(AuditQuery(limit: 100))
            #expect(records.contains { $0.action == .sessionMigrate })
        }
    }
}
