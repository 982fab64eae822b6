import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `securetoken` `token`: exchanges a refresh token, also one of the server that the project left.
    func token(_ call: Call) async throws -> Response {
        let request = try tokenRequest(call)
        guard let grantType = request.grantType, !grantType.isEmpty else { throw AuthError.missingGrantType }
        guard let refreshToken = request.refreshToken, !refreshToken.isEmpty else { throw AuthError.missingRefreshToken }
        guard grantType == "refresh_token" else {
            throw engine.isRefreshToken(refreshToken) ? AuthError.invalidGrantType : .invalidRefreshToken
        }
        let signedIn = try await engine.exchangeRefreshToken(refreshToken, in: call.scope, from: call.client)
        return try Answer.json(
            TokenResponse(
                idToken: signedIn.tokens.idToken, refreshToken: signedIn.tokens.refreshToken,
                expiresIn: signedIn.tokens.expiresIn, userID: signedIn.account.id.value, projectID: options.projectNumber))
    }

    /// Reads JSON, as the mobile SDKs send it, or a form, as browsers do.
    private func tokenRequest(_ call: Call) throws -> TokenRequest {
        guard call.body.isForm else { return try call.decode(TokenRequest.self) }
        let fields = try FormFields(call.body).byName
        return TokenRequest(
            grantType: fields["grant_type"] ?? fields["grantType"],
            refreshToken: fields["refresh_token"] ?? fields["refreshToken"])
    }
}
