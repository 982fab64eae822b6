import IdentityToolkit
import VinculaCore

extension AppProof {
    /// The proofs in `sendVerificationCode`.
    init(_ request: SendVerificationCodeRequest) {
        self.init()
        recaptchaToken = request.recaptchaToken
        captchaResponse = request.captchaResponse
        iosReceipt = request.iosReceipt
        iosSecret = request.iosSecret
        playIntegrityToken = request.playIntegrityToken
        safetyNetToken = request.safetyNetToken
    }

    /// The proofs at the start of an enrolment, or of a sign-in with a second factor.
    init(_ info: StartMfaPhoneRequestInfo) {
        self.init()
        recaptchaToken = info.recaptchaToken
        captchaResponse = info.captchaResponse
        iosReceipt = info.iosReceipt
        iosSecret = info.iosSecret
        playIntegrityToken = info.playIntegrityToken
        safetyNetToken = info.safetyNetToken
    }
}
