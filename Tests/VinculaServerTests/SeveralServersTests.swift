import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaServer

/// Four servers over HTTP on one PostgreSQL.
@Suite("Several servers")
struct SeveralServersTests {
    /// Runs a closure with four servers.
    private static func run(
        settings: ProjectSettings = .development, limits: Bool = false, clock: any Clock = SystemClock(),
        isProduction: Bool = true, _ body: @escaping @Sendable ([TestServer], SharedStores) async throws -> Void
    ) async throws {
        let key = SecureRandom.bytes(Sealer.keyLength)
        try await SharedStores.with { shared in
            @Sendable func start(_ servers: [TestServer]) async throws {
                guard servers.count < shared.stores.count else { return try await body(servers, shared) }
                try await TestServer.with(
                    shared: shared.stores[servers.count], settings: settings, clock: clock, isProduction: isProduction,
                    masterKey: key, limits: limits, proxies: limits ? ["loopback"] : []
                ) { server in try await start(servers + [server]) }
            }
            try await start([])
        }
    }

    /// Waits until something holds at every server.
    ///
    /// - Parameters:
    ///   - bound: The longest time that it may take.
    ///   - holds: Asks one server.
    private static func everywhere(
        _ what: String, _ servers: [TestServer], within bound: Duration = .seconds(1),
        sourceLocation: SourceLocation = #_sourceLocation, _ holds: @escaping @Sendable (TestServer) async throws -> Bool
    ) async throws {
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup(of: Duration?.self) { group in
            for server in servers {
                group.addTask {
                    while ContinuousClock.now - start < .seconds(20) {
                        if try await holds(server) { return ContinuousClock.now - start }
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    return nil
                }
            }
            return try await group.reduce(into: [Duration?]()) { $0.append($1) }
        }
        let slowest = times.contains(nil) ? nil : times.compactMap(\.self).max()
        print("\(what): after \(slowest.map { "\($0)" } ?? "never") at the last of \(servers.count) servers")
        #expect(slowest.map { $0 < bound } ?? false, "\(what)", sourceLocation: sourceLocation)
    }

    private static func signUp(_ server: TestServer, apiKey: String? = nil) async throws -> HTTPAnswer {
        try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(apiKey ?? server.apiKey)", ["returnSecureToken": true])
    }

    private static func lookUp(_ server: TestServer, _ idToken: String) async throws -> HTTPAnswer {
        try await server.call("accounts:lookup", ["idToken": .string(idToken)])
    }

    private static func signer(_ answer: HTTPAnswer) -> String? { answer["idToken"].flatMap { JSONWebToken($0)?.keyID } }

    /// The keys that a server publishes.
    private static func published(_ server: TestServer) async throws -> Set<String> {
        let keys = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json").json["keys"]
        guard case .array(let list)? = keys else { return [] }
        return Set(list.compactMap { $0["kid"]?.string })
    }

    @Test("T352 a proof counts once on all of them, and a session that one bound is bound for all")
    func proofs() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock, isProduction: false) { servers, _ in
            let clients = servers.map { BoundClient($0, clock) }
            let owner = clients[0]
            let token = try #require(try await owner.signUp()["refreshToken"])
            for other in clients.dropFirst() {
                #expect(try await other.refresh(token).reason == "SESSION_KEY_MISMATCH")
                #expect(try await other.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            }
            // Each has an address of its own here, as servers behind one name have not: the client names the first.
            for server in servers { server.address.set("http://auth.example.com") }
            let proof = owner.proof("http://auth.example.com/v1/token")
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for client in clients { group.addTask { try await client.refresh(token, .header(proof)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.text))")
            #expect(try await servers[0].engine.auditLog.entries(AuditQuery(action: .sessionKeyRefuse, limit: 9)).count == 1)
        }
    }

    @Test(
        "A revocation, a disabled account, a deleted API key, a disabled service account and a changed setting count everywhere")
    func changes() async throws {
        try await Self.run { servers, _ in
            let person = try await Self.signUp(servers[0])
            let (idToken, refreshToken) = (try #require(person["idToken"]), try #require(person["refreshToken"]))
            let id = try #require(person["localId"])
            for server in servers { #expect(try await Self.lookUp(server, idToken).status == 200) }

            let later = JSONValue.string(String(servers[0].engine.clock.now.seconds + 1))
            _ = try await servers[1].admin("accounts:update", ["localId": .string(id), "validSince": later])
            try await Self.everywhere("a revocation", servers) { server in
                let (lookUp, refresh) = (try await Self.lookUp(server, idToken), try await server.refresh(refreshToken))
                return lookUp.code == "TOKEN_EXPIRED" && refresh.code == "TOKEN_EXPIRED"
            }
            _ = try await servers[2].admin("accounts:update", ["localId": .string(id), "disableUser": true])
            try await Self.everywhere("a disabled account", servers) {
                try await Self.lookUp($0, idToken).code == "USER_DISABLED"
            }

            let key = try await servers[0].engine.serviceAccess.createAPIKey(label: "app", of: "example").key
            for server in servers { #expect(try await Self.signUp(server, apiKey: key).status == 200) }
            try await servers[3].engine.serviceAccess.deleteAPIKey(key, of: "example")
            try await Self.everywhere("a deleted API key", servers) { try await Self.signUp($0, apiKey: key).status == 400 }

            let credentials = try await servers[0].engine.serviceAccess.createServiceAccount(
                named: "backend", role: .owner, of: "example")
            let token = try await servers[0].accessToken(credentials)
            @Sendable func ask(_ server: TestServer) async throws -> Int {
                try await HTTP.send(
                    "GET", "\(server.url)/identitytoolkit.googleapis.com/v2/projects/example/config",
                    headers: ["Authorization": "Bearer \(token)"]
                ).status
            }
            for server in servers { #expect(try await ask(server) == 200) }
            _ = try await servers[1].engine.serviceAccess.setServiceAccount("backend", isDisabled: true, in: "example")
            try await Self.everywhere("a disabled service account", servers) { try await ask($0) == 401 }

            _ = try await servers[2].configure("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
            try await Self.everywhere("a changed setting", servers) { try await Self.signUp($0).status == 400 }
        }
    }

    @Test("A new signing key is known at once where its tokens come, and signs and is published everywhere within a second")
    func keys() async throws {
        try await Self.run { servers, _ in
            let old = try await Self.signUp(servers[0])
            let oldToken = try #require(old["idToken"])
            for (round, rotating) in servers.enumerated() {
                let status = try await rotating.engine.signingKeys.rotate(immediately: true)
                let new = try #require(status.last { $0.purpose == .idToken && $0.state == .active }?.id)
                // The first token of the new key, at servers that may not have heard of it.
                let token = try #require(try await Self.signUp(rotating)["idToken"])
                if JSONWebToken(token)?.keyID == new, round == 0 {
                    for server in servers { #expect(try await Self.lookUp(server, token).status == 200) }
                }
                try await Self.everywhere("a rotated signing key", servers) { server in
                    let (published, signedUp) = (try await Self.published(server), try await Self.signUp(server))
                    return published.contains(new) && Self.signer(signedUp) == new
                }
                for server in servers { #expect(try await Self.lookUp(server, oldToken).status == 200) }
                try await Task.sleep(for: .milliseconds(1100))
            }
            _ = try await servers[1].engine.signingKeys.rotate(immediately: true, revokingOld: true)
            try await Self.everywhere("a revoked signing key", servers) { server in
                let (lookUp, published) = (try await Self.lookUp(server, oldToken), try await Self.published(server))
                return lookUp.code == "INVALID_ID_TOKEN" && published.count == 1
            }
        }
    }

    /// Makes a database swallow what servers tell each other, or pass it on again.
    private static func muffle(_ isMuffled: Bool, _ shared: SharedStores) async throws {
        let place = "ROLE postgres IN DATABASE \(try #require(try await shared.run("SELECT current_database()")))"
        let change =
            isMuffled
            ? "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''; "
                + "ALTER \(place) SET search_path = public, pg_catalog"
            : "DROP FUNCTION public.pg_notify(text, text); ALTER \(place) RESET search_path"
        try await shared.run(
            """
            \(change);
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    @Test("Servers that cannot hear each other look every two seconds")
    func deaf() async throws {
        try await Self.run { servers, shared in
            try await Self.muffle(true, shared)
            // All connections are new.
            try await Task.sleep(for: .seconds(1))
            _ = try await servers[3].engine.signingKeys.rotate(immediately: true)
            // Nobody has told them, but a token of the new key makes them look.
            let token = try #require(try await Self.signUp(servers[3])["idToken"])
            for server in servers { #expect(try await Self.lookUp(server, token).status == 200) }
            let answer = try await Self.signUp(servers[0])
            let old = try #require(answer["idToken"], "\(answer.text)")
            _ = try await servers[1].engine.signingKeys.rotate(immediately: true, revokingOld: true)
            try await Self.everywhere("a revoked signing key, nobody told", servers, within: .seconds(4)) { server in
                try await Self.lookUp(server, old).code == "INVALID_ID_TOKEN"
            }
            let key = try await servers[0].engine.serviceAccess.createAPIKey(label: "app", of: "example").key
            for server in servers { #expect(try await Self.signUp(server, apiKey: key).status == 200) }
            try await servers[3].engine.serviceAccess.deleteAPIKey(key, of: "example")
            try await Self.everywhere("a deleted API key, nobody told", servers) { server in
                try await Self.signUp(server, apiKey: key).status == 400
            }
            try await Self.muffle(false, shared)
            // Their connections come back by themselves.
            try await Task.sleep(for: .milliseconds(1500))
            #expect(try await shared.endListening() == 4)
            _ = try await servers[2].engine.signingKeys.rotate(immediately: true, revokingOld: true)
            try await Self.everywhere("a revoked signing key, listening again", servers) {
                try await Self.published($0).count == 1
            }
        }
    }

    @Test("Only changes of what servers keep in memory are told, and no sign-in is")
    func messages() async throws {
        try await Self.run { servers, shared in
            @Sendable func counts() async throws -> [ChangeTopic: Int64] {
                try await shared.stores[0].read { try $0.changeCounts() }
            }
            let before = try await counts()
            let person = try await Self.signUp(servers[0])
            _ = try await servers[1].refresh(try #require(person["refreshToken"]))
            _ = try await servers[2].call(
                "accounts:update", ["idToken": .string(try #require(person["idToken"])), "displayName": "Ana"])
            _ = try await servers[3].admin(
                "accounts:update", ["localId": .string(try #require(person["localId"])), "disableUser": true])
            #expect(try await counts() == before)
            _ = try await servers[2].configure("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
            #expect(try await counts()[.settings, default: 0] == before[.settings, default: 0] + 1)
        }
    }

    // MARK: Limits

    @Test("Wrong passwords count over all servers")
    func guesses() async throws {
        try await Self.run(limits: true) { servers, _ in
            let email: JSONValue = "ana@example.com"
            @Sendable func signIn(_ server: TestServer, _ password: String) async throws -> HTTPAnswer {
                try await HTTP.post(
                    "\(server.url)/v1/accounts:signInWithPassword?key=\(server.apiKey)",
                    ["email": email, "password": .string(password)],
                    headers: ["X-Forwarded-For": "198.51.100.1"])
            }
            _ = try await servers[0].call("accounts:signUp", ["email": email, "password": "a long password"])
            for number in 0..<10 { #expect(try await signIn(servers[number % 4], "wrong").status == 400) }
            for server in servers {
                #expect(try await signIn(server, "a long password").code == "TOO_MANY_ATTEMPTS_TRY_LATER")
            }
        }
    }

    @Test("A project's quota of sign-ups is for all servers together")
    func quota() async throws {
        let clock = TestClock()
        try await Self.run(limits: true, clock: clock) { servers, _ in
            _ = try await servers[0].engine.projects.updateSettings(of: "example") { settings in
                settings.signUpQuota = try SignUpQuota(quota: 6, startsAt: clock.now, duration: 7200)
            }
            @Sendable func admitted(_ count: Int, from address: String) async throws -> Int {
                var admitted = 0
                for number in 0..<count {
                    let server = servers[number % 4]
                    let answer = try await HTTP.post(
                        "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:], headers: ["X-Forwarded-For": address])
                    if answer.status == 200 { admitted += 1 }
                    #expect(answer.status == 200 || answer.code == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(answer.text)")
                }
                return admitted
            }
            #expect(try await admitted(16, from: "198.51.100.1") == 6)
            #expect(try await admitted(16, from: "198.51.100.2") == 6)
            #expect(try await admitted(4, from: "2001:db8:1:1::1") == 4)
            #expect(try await admitted(16, from: "2001:db8:1:2::1") == 6)
            clock.advance(seconds: 3600)
            #expect(try await admitted(16, from: "198.51.100.1") == 6)
        }
    }

    @Test("An assertion with an id is used once, at whichever server")
    func assertions() async throws {
        try await Self.run { servers, _ in
            let owner = try #require(servers[0].serviceAccount)
            var claims = servers[0].claims(of: owner)
            claims["jti"] = "one"
            claims["aud"] = "https://oauth2.googleapis.com/token"
            let assertion = try owner.assertion(claims)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for number in 0..<16 { group.addTask { try await servers[number % 4].exchange(assertion) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0["access_token"] != nil } == 1, "\(answers.map(\.text))")
        }
    }
}
