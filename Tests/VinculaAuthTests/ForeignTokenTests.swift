import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Answers with another person's tokens, or with invalid ones: a proxy mixed them up, or somebody is attacking.
@Suite("Another user's tokens") struct ForeignTokenTests {
    /// The fault of an answer's tokens.
    enum Wrong: CaseIterable {
        case otherToken, otherID, noToken
    }

    private static func body(_ wrong: Wrong, _ names: (token: String, refresh: String, id: String, lifetime: String)) -> String {
        let idToken =
            switch wrong {
            case .otherToken: ScriptedServer.idToken(1, of: "v")
            case .otherID: ScriptedServer.idToken(1)
            case .noToken: "opaque"
            }
        let id = wrong == .otherID ? "v" : "u"
        return #"{"\#(names.token)":"\#(idToken)","\#(names.refresh)":"r9","\#(names.id)":"\#(id)","\#(names.lifetime)":"3600"}"#
    }

    private static func isUnexpected(_ error: NSError?) -> Bool {
        let inner = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        return error?.code == AuthErrorCode.internalError.rawValue
            && inner?.code == AuthFailure.InternalCode.unexpectedResponse.rawValue
    }

    @Test("A refresh takes none of them", arguments: Wrong.allCases)
    func refresh(wrong: Wrong) async throws {
        let device = Device(
            ScriptedServer { request in
                guard request.method == "token" else { return nil }
                return .init(body: Self.body(wrong, ("id_token", "refresh_token", "user_id", "expires_in")))
            })
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        let before = user.state.withLock { $0 }
        let error = await #expect(throws: NSError.self) { try await user.getIDToken(forcingRefresh: true) }
        #expect(Self.isUnexpected(error), "\(String(describing: error))")
        #expect(user.state.withLock { $0 } == before && auth.currentUser === user)
        try auth.expectAgreement()
    }

    @Test("A change of the account takes none of them", arguments: Wrong.allCases)
    func update(wrong: Wrong) async throws {
        let device = Device(
            ScriptedServer { request in
                guard request.method == "accounts:update" else { return nil }
                return .init(body: Self.body(wrong, ("idToken", "refreshToken", "localId", "expiresIn")))
            })
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        let before = user.state.withLock { $0 }
        let change = user.createProfileChangeRequest()
        change.displayName = "Ana"
        let error = await #expect(throws: NSError.self) { try await change.commitChanges() }
        #expect(Self.isUnexpected(error), "\(String(describing: error))")
        #expect(user.state.withLock { $0 } == before && auth.currentUser === user)
        try auth.expectAgreement()
    }

    @Test("An answer without a lifetime: the token says when it ends")
    func noLifetime() async throws {
        let end = Int(Date().timeIntervalSince1970) + 1800
        let idToken = ScriptedServer.idToken(1, expiresAt: "\(end)")
        let device = Device(
            ScriptedServer { request in
                switch request.method {
                case "accounts:signInWithPassword", "accounts:update":
                    .init(body: #"{"idToken":"\#(idToken)","refreshToken":"r0"}"#)
                case "token": .init(body: #"{"id_token":"\#(idToken)","refresh_token":"r1"}"#)
                default: nil
                }
            })
        let user = try await device.signIn(device.start())
        func expiresAt() -> Double? { user.state.withLock { $0.tokens.expiresAt?.timeIntervalSince1970 } }
        #expect(expiresAt() == Double(end))
        _ = try await user.getIDToken(forcingRefresh: true)
        #expect(expiresAt() == Double(end))
        let change = user.createProfileChangeRequest()
        change.displayName = "Ana"
        try await change.commitChanges()
        #expect(expiresAt() == Double(end))
    }
}
