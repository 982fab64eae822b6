import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `account/handover`: makes the address that hands the caller over to a web app.
    func handOver(_ call: Call) async throws -> Response {
        let request = try call.decode(HandoverRequest.self)
        let url = try await engine.handOver(
            HandoverOrder(
                refreshToken: request.refreshToken, continueURL: request.continueUrl,
                codeChallenge: request.codeChallenge, state: request.state), in: call.scope)
        return try Answer.json(HandoverResponse(url: url))
    }

    /// `account/token`: exchanges the code of a hand-over for a session.
    func redeemHandover(_ call: Call) async throws -> Response {
        let request = try call.decode(RedeemHandoverRequest.self)
        let signedIn = try await engine.redeemHandover(request.code, verifier: request.codeVerifier, in: call.scope)
        return try Answer.json(
            RedeemHandoverResponse(
                idToken: signedIn.tokens.idToken, refreshToken: signedIn.tokens.refreshToken,
                expiresIn: signedIn.tokens.expiresIn, localId: signedIn.account.id.value))
    }
}
