import Foundation
package import VinculaCore
import VinculaCrypto

// Identity providers learn a key by its certificate, which an administrator gives them. So a key is changed in two steps: the
// next one is published beside the current one, and takes its place when the identity provider knows it.
extension ProjectAdministration {
    /// The time that a certificate is valid, in seconds: ten years.
    static let certificateSeconds: Int64 = 3650 * 86_400

    /// Makes the key that will sign a SAML provider's requests next, and publishes its certificate.
    ///
    /// - Throws: ``AuthError/configurationNotFound``, ``AuthError/invalidConfig(_:)`` if there is one already, or requests are
    ///   not signed.
    package func prepareSAMLKey(of id: ProviderID, in scope: ProjectScope) async throws -> OpenIDProvider {
        let made = try makeKey(of: id)
        return try await change(id, in: scope) { provider in
            guard let saml = provider.saml, saml.current != nil else {
                throw AuthError.invalidConfig("Requests to \(id) are not signed: there is no key to change.")
            }
            guard saml.next == nil else {
                throw AuthError.invalidConfig("\(id) has a next key already; activate it first.")
            }
            let sealed = try sealer.seal(Data(made.key.utf8), place: ProviderSecret.nextKey(of: id, in: scope))
            provider.saml?.sealedNextKey = sealed.base64EncodedString()
            provider.saml?.next = made.certificate
        }
    }

    /// Has a SAML provider's requests signed by the next key, and forgets the one before.
    ///
    /// - Throws: ``AuthError/configurationNotFound``, ``AuthError/invalidConfig(_:)`` if there is no next key.
    package func activateSAMLKey(of id: ProviderID, in scope: ProjectScope) async throws -> OpenIDProvider {
        try await change(id, in: scope) { provider in
            guard let saml = provider.saml, let next = saml.next,
                let key = try sealer.open(saml.sealedNextKey, place: ProviderSecret.nextKey(of: id, in: scope))
            else { throw AuthError.invalidConfig("\(id) has no next key; prepare one first.") }
            provider.sealedClientSecret = try sealer.apply(
                .replace(key), to: nil, place: ProviderSecret.client(of: id, in: scope))
            provider.saml?.current = next
            provider.saml?.next = nil
            provider.saml?.sealedNextKey = nil
        }
    }

    /// Makes the first key of a provider whose requests are signed.
    func sealFirstKey(of provider: inout OpenIDProvider, isAsked: Bool = false, in scope: ProjectScope) throws {
        guard let saml = provider.saml, saml.signsRequests || isAsked, saml.current == nil else { return }
        let made = try makeKey(of: provider.id)
        provider.sealedClientSecret = try sealer.apply(
            .replace(made.key), to: nil, place: ProviderSecret.client(of: provider.id, in: scope))
        provider.saml?.current = made.certificate
    }

    /// - Returns: The private key in base64, and its certificate.
    private func makeKey(of id: ProviderID) throws -> (key: String, certificate: SAMLConnection.Certificate) {
        let key = try keyMaker.makeRSA()
        let now = transactions.clock.now
        let pem = try SelfSignedCertificate.make(
            privateKeyDER: key, commonName: "Vincula \(id)", notBefore: Date(timeIntervalSince1970: Double(now.seconds)),
            validFor: TimeInterval(Self.certificateSeconds))
        let end = now.adding(seconds: Self.certificateSeconds)
        return (key.base64EncodedString(), SAMLConnection.Certificate(pem: pem, expiresAt: end))
    }

    private func change(
        _ id: ProviderID, in scope: ProjectScope, _ body: @escaping @Sendable (inout OpenIDProvider) throws -> Void
    ) async throws -> OpenIDProvider {
        try await write(in: scope) { work in
            guard var provider = try work.transaction.openIDProvider(id, in: scope), provider.saml != nil else {
                throw AuthError.configurationNotFound
            }
            let before = provider
            try body(&provider)
            try work.transaction.update(provider, in: scope)
            work.transaction.record(Self.event(.providerUpdate, from: before, to: provider, in: scope))
            return provider
        }
    }
}
