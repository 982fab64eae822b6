import FirebaseAuth
import Foundation

/// A second factor of an account: a code that is asked for after the first sign-in method.
public struct SecondFactor: Hashable, Identifiable, Sendable {
    /// The factor's ID.
    public let id: String
    /// The name that the person gave it, or else the phone number or "Authenticator app".
    public let title: String
    /// Indicates whether codes are sent to a phone; an authenticator app shows them by itself.
    public let isPhone: Bool

    init(_ info: MultiFactorInfo) {
        id = info.uid
        let phone = info as? PhoneMultiFactorInfo
        isPhone = phone != nil
        if let name = info.displayName, !name.isEmpty {
            title = name
        } else {
            title = phone?.phoneNumber ?? "Authenticator app"
        }
    }
}

/// A sign-in that waits for a code of one of the account's second factors.
public struct SecondFactorChallenge: Sendable {
    /// The factors to choose from; any of them completes the sign-in.
    public let factors: [SecondFactor]
    let resolver: MultiFactorResolver

    /// Returns nil for errors that are not such a question.
    init?(_ error: any Error) {
        guard AuthErrorCode(error) == .secondFactorRequired,
            let resolver = (error as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
        else { return nil }
        self.resolver = resolver
        factors = resolver.hints.map(SecondFactor.init)
    }
}

/// An authenticator app that is being added.
public struct NewAuthenticator: Sendable {
    /// The key to type into the app.
    public let key: String
    /// The address to show as a QR code.
    public let address: String
    let secret: TOTPSecret

    init(_ secret: TOTPSecret, account: String) {
        self.secret = secret
        key = secret.sharedSecretKey()
        address = secret.generateQRCodeURL(withAccountName: account, issuer: "LinkingApp")
    }
}
