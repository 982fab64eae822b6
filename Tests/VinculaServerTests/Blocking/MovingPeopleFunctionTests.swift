import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Blocking functions and webhooks about people who come from the server that the project left.
@Suite("Blocking functions: people who move here")
struct MovingPeopleFunctionTests {
    private static let user: [String: JSONValue] = [
        "localId": "ana", "email": "ana@example.com", "emailVerified": true, "displayName": "Ana",
        "createdAt": "1500000000000", "customAttributes": #"{"role":"editor"}"#,
        "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "ana@example.com"]],
    ]

    /// Ways in which Ana comes for the first time, with the session's tokens.
    private static let ways: [(name: String, come: @Sendable (TestServer) async throws -> HTTPAnswer)] = [
        (
            "password",
            { server in
                try await server.call(
                    "accounts:signInWithPassword",
                    ["email": "ana@example.com", "password": "violet river", "returnSecureToken": true])
            }
        ), ("session", { server in try await server.refresh("AMf-ana") }),
    ]

    private static func run(
        _ body: @escaping @Sendable (TestServer, FormerFirebase, GatewayFixture) async throws -> Void
    ) async throws {
        try await GatewayFixture.run { gateway in
            try await FormerFirebase.run(with: ["askPasswords": true]) { server, former in
                try former.knows(user, token: former.idToken(of: "ana", signedInSecondsAgo: 0))
                try former.exchanges(for: former.idToken(of: "ana"))
                try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
                try await body(server, former, gateway)
            }
        }
    }

    private static func claims(_ answer: HTTPAnswer) -> JSONValue {
        (answer["idToken"] ?? answer["id_token"]).flatMap { JSONWebToken($0)?.claims } ?? .null
    }

    private static func people(_ server: TestServer) async throws -> Int {
        Int(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)))
    }

    @Test("beforeSignIn is asked once, about the account as it comes, and its answer counts; beforeCreate is not asked")
    func asked() async throws {
        for (name, come) in Self.ways {
            try await Self.run { server, _, gateway in
                gateway.answer([.beforeSignIn: ["displayName": "Anna", "sessionClaims": ["visit": "first"]]])
                let first = try await come(server)
                #expect(first.status == 200, "\(name): \(first.text)")
                #expect(gateway.asked == ["beforeSignIn"], "\(name): \(gateway.asked)")
                let event = try #require(gateway.requests.first).event
                #expect(event["sub"] == "ana" && event["sign_in_method"] == "password", "\(event.text)")
                let record = event["user_record"]
                #expect(record?["custom_claims"] == ["role": "editor"] && record?["display_name"] == "Ana", "\(event.text)")
                #expect(record?["metadata"]?["creation_time"] == 1_500_000_000_000, "\(event.text)")
                let claims = Self.claims(first)
                #expect(claims["visit"] == "first" && claims["name"] == "Anna" && claims["role"] == "editor", "\(claims.text)")
                // A retry of the exchange and a refresh open no other session.
                if name == "session" { #expect(try await come(server).status == 200) }
                let token = try #require(first["refreshToken"] ?? first["refresh_token"])
                #expect(Self.claims(try await server.refresh(token))["visit"] == "first")
                #expect(gateway.requests.count == 1, "\(name)")
            }
        }
    }

    @Test("A refusal leaves nobody behind and uses nothing up")
    func refusals() async throws {
        for (name, come) in Self.ways {
            try await Self.run { server, former, gateway in
                for (word, status) in [("PERMISSION_DENIED", 403), ("RESOURCE_EXHAUSTED", 429)] {
                    gateway.behaviour = .json("{\"error\":{\"status\":\"\(word)\",\"message\":\"Not yet.\"}}", status: status)
                    let refused = try await come(server)
                    #expect(
                        refused.status == 400 && refused.code == "BLOCKING_FUNCTION_ERROR_RESPONSE"
                            && refused.text.contains("Not yet."), "\(name): \(refused.text)")
                    #expect(try await Self.people(server) == 0, "\(name)")
                }
                gateway.answer([:])
                #expect(try await come(server).status == 200, "\(name)")
            }
        }
    }

    @Test("A function that fails signs nobody out whose session moves")
    func failures() async throws {
        try await Self.run { server, former, gateway in
            let failures: [GatewayFixture.Behaviour] = [
                .hangUp, .json("rubbish"), .json(#"{"error":{"status":"INTERNAL","message":"x"}}"#, status: 500),
                // Something before the function answers in its place.
                .answer(.notFound, body: "<html>Not found</html>"), .answer(.forbidden, body: "<html>Forbidden</html>"),
                .answer(.tooManyRequests, body: "Rate exceeded."), .json(#"{"error":{"message":"x"}}"#, status: 403),
                .json(#"{"error":"x"}"#, status: 400),
            ]
            for failure in failures {
                gateway.behaviour = failure
                let answer = try await server.refresh("AMf-ana")
                #expect(answer.status == 503 && answer.code == "NETWORK_REQUEST_FAILED", "\(answer.text)")
                let signIn = try await Self.ways[0].come(server)
                #expect(signIn.code == "BLOCKING_FUNCTION_ERROR_RESPONSE", "A sign-in: \(signIn.text)")
            }
            #expect(try await Self.people(server) == 0)
            gateway.answer([:])
            #expect(try await server.refresh("AMf-ana").status == 200)
        }
    }

    @Test("An account that never stops changing while the function is asked signs nobody out whose session moves")
    func changing() async throws {
        try await Self.run { server, _, gateway in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com", "emailVerified": true])
            gateway.behaviour = .respond { request in
                let name = (request.event["user_record"]?["display_name"]?.string ?? "") + "x"
                _ = try await server.admin("accounts:update", ["localId": "ana", "displayName": .string(name)])
                return (200, "{}")
            }
            let answer = try await server.refresh("AMf-ana")
            #expect(answer.status == 503 && answer.code == "NETWORK_REQUEST_FAILED", "\(answer.text)")
            #expect(gateway.requests.count == 4)
            gateway.answer([:])
            #expect(try await server.refresh("AMf-ana").status == 200)
        }
    }

    @Test("Ids and times of factors that are chosen here do not make the account another one: the function is asked once")
    func chosenHere() async throws {
        try await Self.run { server, former, gateway in
            try await server.importAccount([
                "localId": "bea", "email": "bea@example.com", "emailVerified": true,
                "mfaInfo": [["mfaEnrollmentId": "taken", "phoneInfo": "+12025550101"]],
            ])
            let factors: JSONValue = [
                ["mfaEnrollmentId": "taken", "phoneInfo": "+12025550102"], ["phoneInfo": "+12025550103"],
                ["mfaEnrollmentId": "free", "phoneInfo": "+12025550104"],
            ]
            try former.knows(
                Self.user.merging(["mfaInfo": factors]) { $1 }, token: former.idToken(of: "ana", signedInSecondsAgo: 0))
            gateway.behaviour = .respond { _ in
                former.clock.advance(seconds: 2)
                return (200, "{}")
            }
            let moved = try await server.refresh("AMf-ana")
            #expect(moved.status == 200 && gateway.requests.count == 1, "\(moved.text)")
            let record = gateway.requests.first?.event["user_record"]
            let account = try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]
            let told = (0..<3).compactMap { record?["multi_factor"]?["enrolled_factors"]?[$0]?["uid"]?.string }
            let kept = (0..<3).compactMap { account?["mfaInfo"]?[$0]?["mfaEnrollmentId"]?.string }
            #expect(Set(kept).count == 3 && Set(kept) == Set(told), "\(kept) \(told)")
            #expect(kept.contains("free") && !kept.contains("taken"), "\(kept)")
        }
    }

    @Test("A function that disables the account keeps it so, and opens no session")
    func disabled() async throws {
        for (name, come) in Self.ways {
            try await Self.run { server, _, gateway in
                gateway.answer([.beforeSignIn: ["disabled": true]])
                let answer = try await come(server)
                #expect(answer.status == 400 && answer.code == "USER_DISABLED", "\(name): \(answer.text)")
                let account = try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]
                #expect(account?["disabled"] == true, "\(name)")
                let scope = ProjectScope(project: server.project)
                let open = try await server.engine.store.read {
                    try $0.openSessions(of: AccountID("ana"), limit: nil, in: scope).count
                }
                #expect(open == 0)
            }
        }
    }

    @Test("Nobody is asked about the session of a custom token")
    func customToken() async throws {
        try await Self.run { server, former, gateway in
            gateway.behaviour = .json("rubbish")
            try former.exchanges(for: former.idToken(of: "ana", firebase: ["sign_in_provider": "custom"]))
            try former.knows(
                Self.user.merging(["customAuth": true]) { $1 }, token: former.idToken(of: "ana", signedInSecondsAgo: 0))
            let moved = try await server.refresh("AMf-ana")
            #expect(moved.status == 200 && gateway.requests.isEmpty, "\(moved.text)")
        }
    }

    @Test("A session that is anonymous there is asked about if the account here is not, as when the person got a way in later")
    func anonymousSession() async throws {
        try await Self.run { server, former, gateway in
            let anonymous: [String: JSONValue] = ["sign_in_provider": "anonymous"]
            gateway.behaviour = .json(#"{"error":{"status":"PERMISSION_DENIED","message":"Not yet."}}"#, status: 403)
            try former.exchanges(for: former.idToken(of: "ana", firebase: anonymous))
            let refused = try await server.refresh("AMf-ana")
            #expect(refused.code == "BLOCKING_FUNCTION_ERROR_RESPONSE" && gateway.asked == ["beforeSignIn"], "\(refused.text)")
            gateway.answer([:])
            #expect(try await server.refresh("AMf-ana").status == 200)
            #expect(gateway.requests.last?.event["sign_in_method"] == "anonymous")
            let count = gateway.requests.count
            try await server.importAccount(["localId": "zoe"])
            try former.exchanges(for: former.idToken(of: "zoe", firebase: anonymous))
            let moved = try await server.refresh("AMf-zoe")
            #expect(moved.status == 200 && gateway.requests.count == count, "\(moved.text)")
        }
    }

    @Test("Webhooks hear nothing of the account that comes, and everything that changes with it")
    func webhooks() async throws {
        for (name, come) in Self.ways {
            for isImported in [false, true] {
                try await Self.run { server, _, gateway in
                    if isImported {
                        try await server.importAccount(
                            ["localId": "ana", "email": "ana@example.com", "emailVerified": true, "displayName": "Ana"])
                    }
                    _ = try await server.engine.webhooks.create(
                        url: "\(gateway.address)/hook", events: [], in: ProjectScope(project: server.project))
                    gateway.answer([.beforeSignIn: ["customClaims": ["role": "guest"]]])
                    #expect(try await come(server).status == 200)
                    var types: [String] = []
                    for row in try await server.engine.outbox.messages(.waiting) {
                        guard let message = try await server.engine.outbox.webhookMessage(row) else { continue }
                        types.append(JSONValue.parse(Data(message.payload.utf8))?["type"]?.string ?? "")
                    }
                    #expect(types == ["account.claims_changed"], "\(name), \(isImported)")
                    #expect(try await server.engine.outbox.keptMails(limit: 10).isEmpty)
                }
            }
        }
    }
}
