import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A way to go on in another session, which has the key of the one before.
enum WayOn: String, CaseIterable, Sendable {
    case phone, mailedLink, password, provider, authenticator, phoneFactor, withdrawal, recoveryCodes, newPassword

    /// A request that a test is about to send, once for each kind of proof.
    struct Request {
        let path: String
        let body: [String: JSONValue]
    }

    /// Signs a client in, and makes the request that goes on.
    func prepare(_ client: BoundClient, _ server: TestServer) async throws -> Request {
        switch self {
        case .phone:
            let info = try await server.sendCode(to: "+12025550100")
            return Request(
                "/v1/accounts:signInWithPhoneNumber", try await client.signUp(),
                ["sessionInfo": .string(info), "code": .string(try await server.digits(of: info))])
        case .mailedLink:
            let signedUp = try await client.call("accounts:signUp", ["returnSecureToken": true])
            let sent = try await server.sendMail("EMAIL_SIGNIN", to: "new@example.com", ["canHandleCodeInApp": true])
            try #require(sent.status == 200, "\(sent.text)")
            return Request(
                "/v1/accounts:signInWithEmailLink", signedUp,
                ["email": "new@example.com", "oobCode": try await server.code(.signIn, to: "new@example.com")])
        case .password:
            let signedUp = try await client.call("accounts:signUp", ["returnSecureToken": true])
            return Request(
                "/v1/accounts:signUp", signedUp,
                ["email": "new@example.com", "password": "correct horse", "returnSecureToken": true])
        case .provider:
            return Request("/v1/accounts:signInWithIdp", try await client.signUp(), Self.google)
        case .authenticator:
            let (signedIn, session, app) = try await Self.begin(client, server)
            return Request(
                "/v2/accounts/mfaEnrollment:finalize", signedIn, Self.totp(session, app.code(at: client.clock.now)))
        case .phoneFactor:
            let signedIn = try await Self.verified(client, server)
            let started = try await client.call2(
                "accounts/mfaEnrollment:start",
                ["idToken": .string(signedIn["idToken"] ?? ""), "phoneEnrollmentInfo": ["phoneNumber": "+12025550100"]])
            let info = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
            return Request(
                "/v2/accounts/mfaEnrollment:finalize", signedIn,
                ["phoneVerificationInfo": ["sessionInfo": .string(info), "code": .string(try await server.digits(of: info))]])
        case .withdrawal:
            let enrolled = try await Self.enrolled(client, server)
            let factor = try #require(enrolled.claims["firebase"]?["second_factor_identifier"])
            return Request("/v2/accounts/mfaEnrollment:withdraw", enrolled, ["mfaEnrollmentId": factor])
        case .recoveryCodes: return try await Self.signInByRecoveryCode(client, server)
        case .newPassword:
            return Request(
                "/v1/accounts:update", try await client.signUp(), ["password": "a better horse", "returnSecureToken": true])
        }
    }

    private static let google: [String: JSONValue] = [
        "postBody": "providerId=google.com&id_token={\"sub\":\"g\",\"email\":\"g@example.com\"}",
        "requestUri": "http://localhost",
        "returnSecureToken": true,
    ]

    private static func totp(_ session: JSONValue, _ code: String) -> [String: JSONValue] {
        ["totpVerificationInfo": ["sessionInfo": session, "verificationCode": .string(code)]]
    }

    /// Signs in to an account whose address is proven.
    private static func verified(_ client: BoundClient, _ server: TestServer) async throws -> HTTPAnswer {
        let signedUp = try await client.signUp()
        _ = try await server.admin("accounts:update", ["localId": .string(signedUp["localId"] ?? ""), "emailVerified": true])
        return try await client.signIn()
    }

    /// Begins to enrol an authenticator app.
    private static func begin(
        _ client: BoundClient, _ server: TestServer
    ) async throws -> (signedIn: HTTPAnswer, session: JSONValue, app: Authenticator) {
        let signedIn = try await verified(client, server)
        let started = try await client.call2(
            "accounts/mfaEnrollment:start", ["idToken": .string(signedIn["idToken"] ?? ""), "totpEnrollmentInfo": .object([:])])
        let info = try #require(started.json["totpSessionInfo"], "\(started.text)")
        let app = Authenticator(id: "", secret: info["sharedSecretKey"]?.string ?? "")
        return (signedIn, info["sessionInfo"] ?? .null, app)
    }

    private static func enrolled(_ client: BoundClient, _ server: TestServer) async throws -> HTTPAnswer {
        let (signedIn, session, app) = try await begin(client, server)
        let body = totp(session, app.code(at: client.clock.now)).merging(["idToken": .string(signedIn["idToken"] ?? "")]) { $1 }
        let enrolled = try await client.call2("accounts/mfaEnrollment:finalize", body)
        try #require(enrolled.status == 200, "\(enrolled.text)")
        return enrolled
    }

    /// Signs in with a recovery code, whose session goes on in another one when new codes are made.
    private static func signInByRecoveryCode(_ client: BoundClient, _ server: TestServer) async throws -> Request {
        let enrolled = try await enrolled(client, server)
        let made = try await client.send("/account/recovery-codes:new", ["idToken": .string(enrolled["idToken"] ?? "")])
        let awaited = try await client.signIn()
        let finished = try await client.call2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(awaited["mfaPendingCredential"] ?? ""),
                "recoveryCode": .string(made.recoveryCodes.first ?? ""),
            ])
        try #require(finished.status == 200, "\(made.text) \(finished.text)")
        return Request("/account/recovery-codes:new", finished, [:])
    }
}

extension WayOn.Request {
    fileprivate init(_ path: String, _ signedIn: HTTPAnswer, _ body: [String: JSONValue]) {
        self.path = path
        self.body = body.merging(["idToken": .string(signedIn["idToken"] ?? "")]) { $1 }
    }
}

@Suite("Bound sessions that go on")
struct BoundChainTests {
    @Test(
        "T389 whoever goes on in another session proves the key of the one before, and a refusal uses nothing up",
        arguments: WayOn.allCases)
    func chain(way: WayOn) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let (owner, other) = (BoundClient(server, clock), BoundClient(server, clock))
            let request = try await way.prepare(owner, server)
            let bare = try await other.send(request.path, request.body, .nothing)
            #expect(bare.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" && bare.reason == "SESSION_KEY_REQUIRED", "\(bare.text)")
            let foreign = try await other.send(request.path, request.body)
            #expect(foreign.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(foreign.text)")
            #expect(foreign.reason == "SESSION_KEY_MISMATCH", "\(foreign.text)")
            let done = try await owner.send(request.path, request.body)
            #expect(done.status == 200 && done.boundTo == owner.thumbprint, "\(done.text)")
            let token = try #require(done["refreshToken"])
            #expect(try await other.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await other.refresh(token).reason == "SESSION_KEY_MISMATCH")
            #expect(try await owner.refresh(token).boundTo == owner.thumbprint)
        }
    }
}

/// Servers of two versions on one database: what one of before there were keys leaves behind.
@Suite("Bound sessions and older servers")
struct OlderServerTests {
    @Test("T393 a token that an older server signed for a bound session names no key, and this server asks for it all the same")
    func tokens() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let (owner, thief) = (BoundClient(server, clock), BoundClient(server, clock))
            let signedUp = try await owner.signUp()
            let token = try #require(signedUp["refreshToken"])
            let account = AccountID(try #require(signedUp["localId"]))
            let older = try await OlderServer.refresh(token, of: account, server)
            let idToken = JSONValue.string(try #require(older["id_token"], "\(older.text)"))
            #expect(older.boundTo == nil)
            for carries in [BoundClient.Carries.nothing, .proof] {
                let refused = try await thief.call("accounts:update", ["idToken": idToken, "displayName": "Thief"], carries)
                #expect(refused.reason?.hasPrefix("SESSION_KEY_") == true, "\(refused.text)")
            }
            #expect(try await thief.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            // Its owner notices nothing.
            let changed = try await owner.call(
                "accounts:update", ["idToken": idToken, "password": "a better horse", "returnSecureToken": true])
            #expect(changed.status == 200 && changed.boundTo == owner.thumbprint, "\(changed.text)")
            #expect(try await owner.refresh(changed["refreshToken"] ?? "").boundTo == owner.thumbprint)
        }
    }

    @Test("T393 a session that an older server opened has no key: it goes on, and where keys are required it gets one")
    func sessions() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let owner = BoundClient(server, clock)
            let account = AccountID(try #require(try await owner.signUp()["localId"]))
            // As the older server does with a proof: it does not look at it.
            let opened = try await owner.signIn("ana@example.com", .nothing)
            let token = try #require(opened["refreshToken"])
            #expect(try await owner.refresh(token).boundTo == nil)
            let required = try await server.configure(
                "vincula.sessions.keys", ["vincula": ["sessions": ["keys": "required"]]])
            try #require(required.status == 200, "\(required.text)")
            let bare = try await owner.refresh(token, .nothing)
            #expect(bare.reason == "SESSION_KEY_REQUIRED_BY_PROJECT", "\(bare.text)")
            #expect(try await owner.refresh(token).boundTo == owner.thumbprint)
            // Back at an older server, the session is refreshed without its key, and keeps it.
            _ = try await server.configure("vincula.sessions.keys", ["vincula": ["sessions": ["keys": "optional"]]])
            let older = try await OlderServer.refresh(token, of: account, server)
            #expect(older.status == 200 && older.boundTo == nil, "\(older.text)")
            #expect(try await owner.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await owner.refresh(token).boundTo == owner.thumbprint)
        }
    }
}

/// A server of before there were keys, which does not read the column of the sessions' keys.
private enum OlderServer {
    /// Refreshes a bound session there, with no proof that it would look at.
    static func refresh(_ token: String, of account: AccountID, _ server: TestServer) async throws -> HTTPAnswer {
        let scope = ProjectScope(project: server.project)
        let bound = try await server.engine.store.read { reads in
            try reads.openSessions(of: account, limit: nil, in: scope).filter { $0.key != nil }
        }
        func put(_ change: @escaping @Sendable (inout Session) -> Void) async throws {
            try await server.engine.store.write { transaction in
                for var session in bound {
                    change(&session)
                    try transaction.deleteSession(session.id)
                    try transaction.insert(session)
                }
            }
        }
        try await put { $0.key = nil }
        let answer = try await server.refresh(token)
        try await put { _ in }
        return answer
    }
}
