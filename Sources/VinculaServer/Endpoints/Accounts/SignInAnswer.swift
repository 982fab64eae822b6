import IdentityToolkit
import VinculaEngine

/// An answer to a sign-in: a session, or what finishes it with a second factor.
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
    /// Tells what a good first factor led to: never tokens where a second one is due.
    mutating func tell(_ outcome: SignInOutcome) {
        switch outcome {
        case .signedIn(let signedIn):
            idToken = signedIn.tokens.idToken
            refreshToken = signedIn.tokens.refreshToken
            expiresIn = Int64Text(signedIn.tokens.expiresIn)
        case .secondFactorRequired(let awaited):
            mfaPendingCredential = awaited.pendingCredential
            mfaInfo = MfaEnrollment.all(of: awaited.account)
        }
    }
}
