import VinculaCore
import VinculaCrypto
import VinculaEngine

extension ProviderRegistry {
    /// Verifies an ID token: its rules, then its signature with the keys of its issuer.
    func verifyIDToken(
        _ idToken: String, of credential: FederatedCredential, with provider: any IDTokenProvider
    ) async throws(AuthError) -> (token: JSONWebToken, facts: IdentityFacts) {
        guard let token = JSONWebToken(idToken) else {
            throw .invalidIDPResponse("The id_token is not a signed JWT.")
        }
        // Before the signature, so that a token that would be refused anyway causes no request for keys.
        let nonce = credential.nonce.flatMap { $0.isEmpty ? nil : $0 }
        let subject = try provider.rules(for: token.claims).check(token, nonce: nonce, now: clock.now)
        // A token that names no key is tried with all known keys, and with newer ones if none fits.
        let keys = try await keySets.keys(of: provider.keySource) { keys in
            token.keyID == nil ? token.isSigned(by: keys) : token.hasCandidate(in: keys)
        }
        guard token.isSigned(by: keys) else { throw .invalidIDPResponse("The id_token's signature is wrong.") }
        return (token, provider.facts(claims: token.claims, subject: subject, user: credential.user))
    }
}
