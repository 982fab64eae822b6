import Foundation
import VinculaCore
import VinculaEngine

/// Stands in for the providers: the credential's ID token is the presented identity itself, as JSON.
struct ScriptedVerifier: IdentityVerifier {
    func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        guard let text = credential.idToken,
            let presented = try? JSONDecoder().decode(PresentedIdentity.self, from: Data(text.utf8)),
            presented.key.provider == credential.provider
        else { throw AuthError.invalidIDPResponse("unscripted") }
        return VerifiedIdentity(
            presented: presented,
            details: ProviderDetails(federatedID: presented.key.subject, rawUserInfo: .object([:])))
    }
}

extension FederatedCredential {
    init(_ presented: PresentedIdentity) throws {
        let json = try JSONEncoder().encode(presented)
        self.init(provider: presented.key.provider, idToken: String(decoding: json, as: UTF8.self))
    }
}

extension PresentedIdentity {
    /// An identity of a provider, its email proven for Google and claimed for everybody else unless said otherwise.
    static func of(
        _ provider: ProviderID, _ subject: String, email: String? = nil, _ ownership: EmailOwnership? = nil,
        name: String? = nil
    ) -> PresentedIdentity {
        PresentedIdentity(
            key: IdentityKey(provider: provider, issuer: provider.canonicalIssuer, subject: subject),
            email: email.map { EmailAddress(canonical: $0) }, ownership: ownership ?? (provider == .google ? .proven : .claimed),
            profile: Profile(displayName: name))
    }
}

extension ProviderID {
    static let acme = ProviderID("oidc.acme")
}
