import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// People who were signed in at Firebase, and go on in a project that wants keys.
@Suite("Moving sessions and keys")
struct MovingBoundSessionTests {
    /// Runs a server with somebody who has signed in with Google at the former server a moment ago.
    private static func run(
        _ keys: String, until: Int64? = nil, factor: Bool = false, gaveFactor: Bool = false,
        _ body: @escaping @Sendable (BoundClient, BoundClient, TestServer, FormerFirebase) async throws -> Void
    ) async throws {
        try await FormerFirebase.run { server, former in
            var person: [String: JSONValue] = [
                "localId": "ana", "email": "ana@example.com", "emailVerified": true,
                "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "ana@example.com"]],
            ]
            if factor { person["mfaInfo"] = [["mfaEnrollmentId": "f", "phoneInfo": "+12025550100"]] }
            try await server.importAccount(person)
            var firebase: [String: JSONValue] = ["sign_in_provider": "google.com"]
            if gaveFactor {
                firebase["sign_in_second_factor"] = "phone"
                firebase["second_factor_identifier"] = "f"
            }
            try former.exchanges(for: former.idToken(of: "ana", signedInSecondsAgo: 10, firebase: firebase))
            var sessions: [String: JSONValue] = ["keys": .string(keys), "unboundUntil": .null]
            if let until {
                let time = Date(timeIntervalSince1970: Double(former.clock.now.adding(seconds: until).seconds))
                sessions["unboundUntil"] = .string(time.formatted(.iso8601))
            }
            let set = try await server.configure(
                "vincula.sessions.keys,vincula.sessions.unboundUntil", ["vincula": ["sessions": .object(sessions)]])
            try #require(set.status == 200, "\(set.text)")
            try await body(BoundClient(server, former.clock), BoundClient(server, former.clock), server, former)
        }
    }

    private static let google: [String: JSONValue] = [
        "postBody": "providerId=google.com&id_token={\"sub\":\"g\",\"email\":\"ana@example.com\",\"email_verified\":true}",
        "requestUri": "http://localhost", "returnSecureToken": true,
    ]

    private static func link(_ idToken: String) -> [String: JSONValue] {
        [
            "postBody": "providerId=github.com&id_token={\"sub\":\"h\"}", "requestUri": "http://localhost",
            "returnSecureToken": true, "idToken": .string(idToken),
        ]
    }

    @Test("T391 where keys are required, a moved session is bound to the key of whoever moves it, and a copy is refused")
    func required() async throws {
        try await Self.run("required") { app, other, server, _ in
            // Nothing is used up: the app can be updated first.
            for _ in 0..<2 {
                let bare = try await server.refresh("AMf-ana")
                #expect(bare.code == "OPERATION_NOT_ALLOWED", "\(bare.text)")
                #expect(bare.reason == "SESSION_KEY_REQUIRED_BY_PROJECT", "\(bare.text)")
            }
            let moved = try await app.refresh("AMf-ana")
            #expect(moved.status == 200 && moved.boundTo == app.thumbprint, "\(moved.text)")
            let token = try #require(moved["refresh_token"])
            // A retry, or another process of the same installation.
            let again = try await app.refresh("AMf-ana")
            #expect(again["refresh_token"] == token && again.boundTo == app.thumbprint, "\(again.text)")
            for copied in ["AMf-ana", token] {
                let bare = try await other.refresh(copied, .nothing)
                #expect(bare.code == "TOKEN_EXPIRED" && bare.reason == "SESSION_KEY_REQUIRED", "\(bare.text)")
                let foreign = try await other.refresh(copied)
                #expect(foreign.code == "TOKEN_EXPIRED" && foreign.reason == "SESSION_KEY_MISMATCH", "\(foreign.text)")
            }
            let linked = try await app.call("accounts:signInWithIdp", Self.link(again["id_token"] ?? ""))
            #expect(linked.status == 200 && linked.boundTo == app.thumbprint, "\(linked.text)")
            #expect(try await app.refresh(token).boundTo == app.thumbprint)
        }
    }

    @Test("T391 until the project's time, a session moves without a key, links without one, and is bound by the first proof")
    func until() async throws {
        try await Self.run("required", until: 3600) { app, _, server, former in
            let moved = try await server.refresh("AMf-ana")
            #expect(moved.status == 200 && moved.boundTo == nil, "\(moved.text)")
            let linked = try await server.call("accounts:signInWithIdp", Self.link(moved["id_token"] ?? ""))
            #expect(linked.status == 200 && linked.boundTo == nil, "\(linked.text)")
            let tokens = [moved["refresh_token"], linked["refreshToken"]].compactMap(\.self)
            #expect(try await app.refresh(tokens[0]).boundTo == app.thumbprint)
            #expect(try await app.refresh(tokens[0], .nothing).reason == "SESSION_KEY_REQUIRED")
            former.clock.advance(seconds: 3600)
            let late = try await app.refresh(tokens[1], .nothing)
            #expect(late.reason == "SESSION_KEY_REQUIRED_BY_PROJECT", "\(late.text)")
            #expect(try await app.refresh(tokens[1]).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T391 two installations with copies of one token of the former server: one moves it, and only that one has it")
    func race() async throws {
        try await Self.run("required") { app, other, _, _ in
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for client in [app, other, app, other, app, other] {
                    group.addTask { try await client.refresh("AMf-ana") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let good = answers.filter { $0.status == 200 }
            #expect(good.count == 3 && Set(good.map { $0["refresh_token"] }).count == 1)
            #expect(Set(good.map(\.boundTo)).count == 1)
            #expect(answers.count { $0.reason == "SESSION_KEY_MISMATCH" } == 3, "\(answers.map(\.text))")
        }
    }

    @Test("Where keys are only welcome, a moved session is not bound: a refresh never binds one there")
    func optional() async throws {
        try await Self.run("optional") { app, other, server, _ in
            let moved = try await app.refresh("AMf-ana")
            #expect(moved.status == 200 && moved.boundTo == nil, "\(moved.text)")
            #expect(try await server.refresh(moved["refresh_token"] ?? "").status == 200)
            // The next sign-in is.
            let signedIn = try await app.call("accounts:signInWithIdp", Self.google)
            #expect(signedIn.boundTo == app.thumbprint, "\(signedIn.text)")
            #expect(try await other.refresh(signedIn["refreshToken"] ?? "").reason == "SESSION_KEY_MISMATCH")
        }
    }

    @Test("A moved session that gave the second factor there links here, with its key")
    func gaveFactor() async throws {
        try await Self.run("required", factor: true, gaveFactor: true) { app, other, _, _ in
            let moved = try await app.refresh("AMf-ana")
            let link = Self.link(moved["id_token"] ?? "")
            #expect(try await other.call("accounts:signInWithIdp", link).reason == "SESSION_KEY_MISMATCH")
            let linked = try await app.call("accounts:signInWithIdp", link)
            #expect(linked.status == 200 && linked.boundTo == app.thumbprint, "\(linked.text)")
        }
    }

    @Test("T391 a moved session without the second factor links once the person has given it, in a session of the same key")
    func givesFactor() async throws {
        try await Self.run("required", until: 3600, factor: true) { app, other, server, _ in
            let moved = try await server.refresh("AMf-ana")
            let idToken = try #require(moved["id_token"], "\(moved.text)")
            for carries in [BoundClient.Carries.nothing, .proof] {
                let refused = try await app.call("accounts:signInWithIdp", Self.link(idToken), carries)
                #expect(refused.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" && refused.reason == nil, "\(refused.text)")
            }
            // Signing in again is a sign-in, for which the project requires a key before anybody is asked for the second factor.
            let bare = try await app.call("accounts:signInWithIdp", Self.google, .nothing)
            #expect(bare.reason == "SESSION_KEY_REQUIRED_BY_PROJECT", "\(bare.text)")
            let awaited = try await app.call("accounts:signInWithIdp", Self.google)
            let pending = try #require(awaited["mfaPendingCredential"], "\(awaited.text)")
            #expect(try await Self.finish(pending, awaited, other, server).reason == "SESSION_KEY_MISMATCH")
            let finished = try await Self.finish(pending, awaited, app, server)
            #expect(finished.status == 200 && finished.boundTo == app.thumbprint, "\(finished.text)")
            let linked = try await app.call("accounts:signInWithIdp", Self.link(finished["idToken"] ?? ""))
            #expect(linked.status == 200 && linked.boundTo == app.thumbprint, "\(linked.text)")
            // The moved session goes on.
            #expect(try await app.refresh(moved["refresh_token"] ?? "").boundTo == app.thumbprint)
        }
    }

    /// Gives the second factor of a pending sign-in, a text message.
    private static func finish(
        _ pending: String, _ awaited: HTTPAnswer, _ client: BoundClient, _ server: TestServer
    ) async throws -> HTTPAnswer {
        let started = try await client.call2(
            "accounts/mfaSignIn:start",
            [
                "mfaPendingCredential": .string(pending),
                "mfaEnrollmentId": awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null, "phoneSignInInfo": .object([:]),
            ])
        guard let info = started.json["phoneResponseInfo"]?["sessionInfo"]?.string else { return started }
        return try await client.call2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending),
                "phoneVerificationInfo": ["sessionInfo": .string(info), "code": .string(try await server.digits(of: info))],
            ])
    }
}
