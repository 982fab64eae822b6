import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which a person looks after their own sessions and recovery codes. Firebase has nothing like them.
extension Routes {
    static let ownSessions = [
        own(
            "sessions", limit: .ownSessions,
            OpenAPIOperation(
                "account.sessions", "Lists where the user is signed in.", takes: ListSessionsRequest.self,
                gives: .shape(ListSessionsResponse.self))
        ) { $0.listSessions },
        own(
            "sessions:end", limit: .ownSessions,
            OpenAPIOperation(
                "account.sessions.end", "Ends sessions of the user: by handle, or all others.",
                takes: EndSessionsRequest.self, gives: .nothing)
        ) { $0.endSessions },
        own(
            "recovery-codes", limit: .other,
            OpenAPIOperation(
                "account.recoveryCodes", "Tells how many recovery codes the user has left.",
                takes: CountRecoveryCodesRequest.self, gives: .shape(CountRecoveryCodesResponse.self))
        ) { $0.countRecoveryCodes },
        own(
            "recovery-codes:new", limit: .mfaEnrollment,
            OpenAPIOperation(
                "account.recoveryCodes.new", "Makes new recovery codes in place of those before.",
                takes: NewRecoveryCodesRequest.self, gives: .shape(NewRecoveryCodesResponse.self))
        ) { $0.newRecoveryCodes },
        own(
            "handover", limit: .handover,
            OpenAPIOperation(
                "account.handover", "Makes the address that hands the signed-in user over to a web app.",
                takes: HandoverRequest.self, gives: .shape(HandoverResponse.self))
        ) { $0.handOver },
        // An app's backend redeems for all of its users, as it exchanges refresh tokens.
        own(
            "token", limit: .token,
            OpenAPIOperation(
                "account.token", "Exchanges the code of a hand-over, with its verifier, for a session.",
                takes: RedeemHandoverRequest.self, gives: .shape(RedeemHandoverResponse.self))
        ) { $0.redeemHandover },
    ]

    private static func own(
        _ name: String, limit: LimitedRPC, _ operation: OpenAPIOperation, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: .post, paths: ["/account/\(name)"], access: .app, limit: limit, operation: operation, handler: handler)
    }
}
