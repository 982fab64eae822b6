import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The page that a development server shows in place of a provider's: the provider has no client here.
///
/// Its code is the unsigned assertion of ``FakeAssertion``, so it exists under `--dev` only.
struct DevelopmentPage: Sendable {
    let options: ProviderOptions

    /// - Returns: `nil` if the provider's own page is used.
    init?(for provider: ProviderID, client: ProviderClient?, options: ProviderOptions) {
        guard options.acceptsFakeAssertions, client == nil else { return nil }
        let isUnconfigured = BuiltInProvider[provider]?.make != nil && !options[provider].hasClient
        // A project's own client of `saml.*` is nil only if the project has not configured it.
        guard isUnconfigured || provider.isSAML else { return nil }
        self.options = options
    }

    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if the order does not say where this server is.
    func begin(_ order: ProviderPageOrder) throws(AuthError) -> ProviderPage {
        guard let server = order.server else {
            throw .operationNotAllowed(
                "\(order.provider) has no client here, and the address of this server's own page is unknown.")
        }
        let query = "?redirect_uri=\(order.redirectURI.percentEncoded)&state=\(order.state.percentEncoded)"
        return ProviderPage(url: "\(server)/__/dev/provider/\(order.provider.value.percentEncoded)\(query)")
    }

    func finish(_ answer: ProviderPageAnswer, trust: ProviderTrust) throws(AuthError) -> VerifiedIdentity {
        if let error = answer.fields["error"] { throw .providerRefused(code: PageRefusal.code(error)) }
        let claims = answer.fields["code"].flatMap { Data(base64URL: Substring($0)) }
        let credential = FederatedCredential(
            provider: answer.order.provider, idToken: String(decoding: claims ?? Data(), as: UTF8.self))
        guard let assertion = try FakeAssertion(credential) else {
            throw .invalidIDPResponse("The page came back without a code of its own.")
        }
        var identity = assertion.identity(of: credential, options: options, trust: trust)
        // SDKs make a credential of the access token alone, and it has to identify the same person.
        identity.oauthAccessToken = credential.idToken
        if answer.order.provider == .twitter { identity.oauthTokenSecret = "FirebaseAuthEmulatorFakeTokenSecret" }
        return identity
    }
}
