import IdentityToolkit
import VinculaEngine

/// A response to a sign-in: a session, or what is needed to complete it with a second factor.
protocol SignInAnswer {
    var idToken: String? { get set }
    var refreshToken: String? { get set }
    var expiresIn: Int64Text? { get set }
    var mfaPendingCredential: String? { get set }
    var mfaInfo: [MfaEnrollment]? { get set }
}

extension SignInWithPasswordResponse: SignInAnswer {}
extension SignInWithEmailLinkResponse: SignInAnswer {}
extension SignInWithIdpResponse: SignInAnswer {}

extension SignInAnswer {
    /// Fills in the outcome of a successful first factor: never tokens if a second factor is required.
    mutating func tell(_ outcome: SignInOutcome) {
        switch outcome {
        case .signedIn(let signedIn):
            idToken = signedIn.tokens.idToken
            refreshToken = signedIn.tokens.refreshToken
            expiresIn = Int64Text(signedIn.tokens.expiresIn)
        case .secondFactorRequired(let awaited):
            mfaPendingCredential = awaited.pendingCredential
            mfaInfo = MfaEnrollment.all(of: awaited.account, isProven: false)
        }
    }
}
