import Foundation
import VinculaCore
import VinculaEngine

/// Providers whose page is `http://provider.example/authorize`, where everybody is Ana: for tests of what comes before and after
/// it, whose browsers answer for the page.
struct OnePerson: ProviderPages {
    func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool { true }

    func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        let fields = [("redirect_uri", order.redirectURI), ("state", order.state)]
        return ProviderPage(url: "http://provider.example/authorize?" + QueryText.encode(fields))
    }

    func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if let error = answer.fields["error"] { throw AuthError.providerRefused(code: error) }
        guard answer.fields["code"] == "right" else { throw AuthError.invalidIDPResponse("invalid_grant") }
        let key = IdentityKey(provider: .google, issuer: ProviderID.google.canonicalIssuer, subject: "ana")
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: EmailAddress("ana@gmail.com"), ownership: .proven),
            details: ProviderDetails(federatedID: "ana", rawUserInfo: .object([:])))
    }
}
