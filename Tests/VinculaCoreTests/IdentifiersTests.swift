import Testing
import VinculaCore

struct IdentifiersTests {
    @Test(
        "only a named oidc provider is one",
        arguments: [("oidc.acme", true), ("oidc.", false), ("oidc", false), ("OIDC.acme", false), ("google.com", false)])
    func openIDConnect(id: String, isOne: Bool) {
        #expect(ProviderID(id).isOpenIDConnect == isOne)
    }

    @Test func `what is built in has an issuer and is not configured`() {
        #expect(ProviderID.google.canonicalIssuer == "https://accounts.google.com")
        #expect(ProviderID.apple.canonicalIssuer == "https://appleid.apple.com")
        #expect(ProviderID.github.canonicalIssuer == "github.com")
        #expect(ProviderID.builtIn.allSatisfy { !$0.isOpenIDConnect })
        #expect(ProviderID.builtIn.isDisjoint(with: [.password, .phone, .anonymous]))
    }
}
