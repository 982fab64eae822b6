import Foundation
package import VinculaCore
import VinculaCrypto
package import VinculaEngine

/// An unsigned assertion, as the Firebase emulator accepts it: a JSON object of claims, or a JWT of algorithm `none`.
///
/// Anyone who can write JSON can impersonate anyone with it. It is accepted only under `--dev`, and never for `oidc.*`, nor for
/// a `saml.*` that the project has configured.
package struct FakeAssertion {
    package let claims: JSONValue
    package let subject: String

    /// Reads the assertion from a client's credential.
    ///
    /// - Returns: `nil` if there is no token, or if the token needs a real provider: a signed token, or an access token that
    ///   is not JSON.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``.
    package init?(_ credential: FederatedCredential) throws(AuthError) {
        if let token = credential.presentIDToken {
            guard let claims = Self.claims(token) else {
                guard JSONWebToken(token) == nil else { return nil }
                throw .invalidIDPResponse("Unable to parse id_token: it is neither a JSON object nor a JWT.")
            }
            self.claims = claims
        } else if let claims = credential.accessToken.flatMap(Self.claims) {
            self.claims = claims
        } else {
            return nil
        }
        subject = try Self.subject(claims)
    }

    private static func subject(_ claims: JSONValue) throws(AuthError) -> String {
        let subject: String? =
            switch claims["sub"] {
            case .string(let text): text
            case .integer(let number): String(number)
            default: nil
            }
        guard let subject, IDTokenRules.isSubject(subject) else {
            throw .invalidIDPResponse(
                "Invalid Idp Response: id_token missing required fields. "
                    + "((Missing \"sub\" field. This field is required and must be a unique identifier.))")
        }
        return subject
    }

    private static func claims(_ text: String) -> JSONValue? { UnsignedToken(text)?.claims }

    /// Returns the identity that the claims and the emulator's `SAMLResponse` describe, whose assertion is JSON.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``.
    func person(
        of credential: FederatedCredential, options: ProviderOptions, trust: ProviderTrust
    ) throws(AuthError) -> VerifiedIdentity {
        var identity = identity(of: credential, options: options, trust: trust)
        guard let text = credential.samlResponse else { return identity }
        let response = JSONValue.parse(Data(text.utf8))
        guard let assertion = response?["assertion"] else { throw Self.missing("assertion in SAMLResponse") }
        guard let subject = assertion["subject"] else { throw Self.missing("assertion.subject in SAMLResponse") }
        guard let name = subject["nameId"]?.string, !name.isEmpty else {
            throw Self.missing("assertion.subject.nameId in SAMLResponse")
        }
        var facts = IdentityFacts(key: identity.presented.key, claims: claims)
        facts.email = EmailAddress(name)
        facts.saysVerified = true
        facts.details.rawUserInfo = assertion["attributeStatements"] ?? .object([:])
        let tokens = (identity.oauthIDToken, identity.oauthAccessToken)
        identity = facts.verified(trust: trust, idToken: tokens.0, accessToken: tokens.1)
        return identity
    }

    private static func missing(_ what: String) -> AuthError {
        .invalidIDPResponse("Invalid Idp Response: ((Missing \(what).))")
    }

    /// Returns the identity that the claims describe, in the shape of the provider that they pretend to be from.
    func identity(of credential: FederatedCredential, options: ProviderOptions, trust: ProviderTrust) -> VerifiedIdentity {
        let provider = credential.provider
        var facts: IdentityFacts
        switch provider {
        case .google:
            facts = Google(options: options[.google]).facts(claims: claims, subject: subject, user: nil)
        case .apple:
            facts = Apple(options: options[.apple], now: Timestamp(seconds: 0)).facts(
                claims: claims, subject: subject, user: credential.user)
            // As in the emulator, only a Boolean counts; a string, as in some real tokens, does not.
            facts.saysVerified = claims["email_verified"]?.bool == true
        default:
            let key = IdentityKey(provider: provider, issuer: provider.value, subject: subject)
            facts = IdentityFacts(key: key, claims: claims)
            facts.microsoftTenant = claims.text("tid")
        }
        return facts.verified(
            trust: trust, idToken: credential.presentIDToken,
            accessToken: credential.presentAccessToken ?? "FirebaseAuthEmulatorFakeAccessToken_\(provider.value)")
    }
}
