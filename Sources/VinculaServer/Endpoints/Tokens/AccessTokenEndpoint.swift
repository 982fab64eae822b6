import HTTPTypes
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// OAuth's `token` for service accounts: exchanges an assertion for an access token (RFC 7523).
    func accessToken(_ call: Call) async throws -> Response {
        guard call.body.isForm else { return try refusal("invalid_request", "The body must be a form.") }
        let form = try FormFields(call.body)
        let fields = form.byName
        guard fields.count == form.all.count else { return try refusal("invalid_request", "Each field may appear only once.") }
        guard let grantType = fields["grant_type"], !grantType.isEmpty else {
            return try refusal("invalid_request", "grant_type is missing.")
        }
        guard grantType == "urn:ietf:params:oauth:grant-type:jwt-bearer" else {
            return try refusal("unsupported_grant_type", "Invalid grant_type.")
        }
        guard let assertion = fields["assertion"], !assertion.isEmpty else {
            return try refusal("invalid_request", "assertion is missing.")
        }
        do {
            let grant = try await engine.serviceAccess.grantAccessToken(assertion: assertion, audiences: audiences)
            return try Answer.json(AccessTokenResponse(accessToken: grant.accessToken, expiresIn: grant.expiresIn))
        } catch let refused as AssertionRefusal {
            return try refusal(refused.code, refused.text)
        }
    }

    /// The audiences that an assertion may have: this endpoint's URLs, and the one of Google's that its libraries write
    /// whatever the key file says.
    private var audiences: Set<String> {
        let ours = ["/token", "/oauth2.googleapis.com/token", "/oauth2/v4/token"].map { options.address.url + $0 }
        return Set(ours + ["https://oauth2.googleapis.com/token"])
    }

    private func refusal(_ code: String, _ text: String) throws -> Response {
        try Answer.json(OAuthErrorBody(error: code, description: text), status: .badRequest)
    }
}
