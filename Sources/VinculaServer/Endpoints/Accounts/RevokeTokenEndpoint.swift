import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `accounts:revokeToken`: has Apple revoke a token that it issued to an app.
    func revokeToken(_ call: Call) async throws -> Response {
        let request = try call.decode(RevokeTokenRequest.self)
        let kind: ProviderToken.Kind
        switch request.tokenType {
        case .refreshToken: kind = .refreshToken
        case .accessToken: kind = .accessToken
        case .code: kind = .code
        case .unspecified, nil: throw AuthError.invalidArgument("tokenType must be REFRESH_TOKEN, ACCESS_TOKEN or CODE.")
        }
        let token = ProviderToken(
            provider: ProviderID(request.providerId ?? ""), kind: kind, value: request.token ?? "",
            redirectURI: request.redirectUri.flatMap { $0.isEmpty ? nil : $0 })
        try await engine.revokeProviderToken(token, idToken: request.idToken, in: call.scope)
        return try Answer.json([String: String]())
    }
}
