/// A code that the person is to enter next.
public struct AwaitedCode: Sendable {
    enum Purpose: Sendable {
        case signIn(verificationID: String)
        case link(verificationID: String)
        case newPhone(verificationID: String)
        case newAuthenticator(NewAuthenticator)
        /// The second factor of a sign-in; the verification ID is nil for an authenticator app.
        case challenge(SecondFactor, verificationID: String?)
    }

    let purpose: Purpose
    /// The number that the code was sent to; nil for the code of an authenticator app.
    public let number: String?

    /// Indicates whether a recovery code will do, too: in a sign-in, one takes the place of a second factor's code.
    public var takesRecoveryCode: Bool { if case .challenge = purpose { true } else { false } }

    /// The authenticator app that is being added, if this is about one.
    public var newAuthenticator: NewAuthenticator? {
        if case .newAuthenticator(let new) = purpose { new } else { nil }
    }
}
