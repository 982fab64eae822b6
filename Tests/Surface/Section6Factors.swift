import FirebaseAuth
import Foundation

// §6: phones and second factors. Compiled, not run.

@MainActor
final class PhoneViewModel {
    var verificationID: String?
    var message = ""
    private let auth = Auth.auth()

    func send(_ delegate: AuthUIDelegate?, session: MultiFactorSession, hint: PhoneMultiFactorInfo) {
        PhoneAuthProvider.provider().verifyPhoneNumber("+34600000000", uiDelegate: nil) { verificationID, error in
            if let error = error {
                self.message = error.localizedDescription
                return
            }
            self.verificationID = verificationID
        }
        let provider: PhoneAuthProvider = PhoneAuthProvider.provider(auth: auth)
        provider.verifyPhoneNumber("+34600000000", uiDelegate: delegate, completion: nil)
        provider.verifyPhoneNumber("+34600000000", uiDelegate: nil, multiFactorSession: session) { [weak self] id, error in
            self?.verificationID = id
        }
        provider.verifyPhoneNumber("+34600000000", multiFactorSession: session, completion: nil)
        provider.verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: session) { id, error in
            self.verificationID = id
        }
        provider.verifyPhoneNumber(with: hint, multiFactorSession: session, completion: nil)
    }

    func sendAsync(_ delegate: AuthUIDelegate?, session: MultiFactorSession, hint: PhoneMultiFactorInfo) async throws {
        let provider = PhoneAuthProvider.provider()
        verificationID = try await provider.verifyPhoneNumber("+34600000000")
        verificationID = try await provider.verifyPhoneNumber("+34600000000", uiDelegate: delegate)
        verificationID = try await provider.verifyPhoneNumber("+34600000000", uiDelegate: nil, multiFactorSession: session)
        verificationID = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: session)
        verificationID = try await provider.verifyPhoneNumber(with: hint, uiDelegate: delegate, multiFactorSession: session)
        let credential: PhoneAuthCredential = provider.credential(
            withVerificationID: verificationID ?? "", verificationCode: "123456")
        try await auth.signIn(with: credential)
    }
}

func describe(_ info: MultiFactorInfo) -> String {
    let _: String = info.uid
    let _: String? = info.displayName
    let _: Date = info.enrollmentDate
    let _: String = info.factorID
    if info.factorID == TOTPMultiFactorID || info.factorID == PhoneMultiFactorInfo.TOTPMultiFactorID { return "app" }
    guard info.factorID == PhoneMultiFactorInfo.PhoneMultiFactorID, let phone = info as? PhoneMultiFactorInfo else { return "" }
    return phone.phoneNumber
}

@MainActor
final class FactorsViewModel {
    var message = ""
    var secret: TOTPSecret?
    var user: User?

    private func tell(_ error: Error?) { message = error?.localizedDescription ?? "" }

    func enroll(_ user: User, phone: PhoneAuthCredential) {
        let factors: MultiFactor = user.multiFactor
        let _: [MultiFactorInfo] = factors.enrolledFactors
        factors.getSessionWithCompletion { session, error in
            guard let session = session else { return }
            TOTPMultiFactorGenerator.generateSecret(with: session) { secret, error in
                self.secret = secret
                self.tell(error)
            }
        }
        factors.getSessionWithCompletion(nil)
        let assertion: PhoneMultiFactorAssertion = PhoneMultiFactorGenerator.assertion(with: phone)
        factors.enroll(with: assertion, displayName: "My phone") { error in self.tell(error) }
        factors.enroll(with: assertion, displayName: nil)
        for info in factors.enrolledFactors {
            factors.unenroll(with: info) { error in self.tell(error) }
            factors.unenroll(with: info)
            factors.unenroll(withFactorUID: info.uid) { error in self.tell(error) }
            factors.unenroll(withFactorUID: info.uid)
        }
    }

    func enrollAsync(_ user: User) async throws {
        let session: MultiFactorSession = try await user.multiFactor.session()
        let secret: TOTPSecret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        let _: String = secret.sharedSecretKey()
        let url: String = secret.generateQRCodeURL(withAccountName: user.email ?? "", issuer: "Example")
        secret.openInOTPApp(withQRCodeURL: url)
        let assertion: TOTPMultiFactorAssertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret, oneTimePassword: "123456")
        let plain: MultiFactorAssertion = assertion
        let _: String = plain.factorID
        try await user.multiFactor.enroll(with: assertion, displayName: "My app")
        guard let info = user.multiFactor.enrolledFactors.first else { return }
        try await user.multiFactor.unenroll(with: info)
        try await user.multiFactor.unenroll(withFactorUID: info.uid)
    }

    func resolve(_ error: NSError) {
        guard error.code == AuthErrorCode.secondFactorRequired.rawValue else { return }
        guard let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver else { return }
        let hint = resolver.hints.first as? PhoneMultiFactorInfo
        let _: Auth = resolver.auth
        guard let hint else { return }
        PhoneAuthProvider.provider()
            .verifyPhoneNumber(with: hint, uiDelegate: nil, multiFactorSession: resolver.session) { verificationID, error in
                let credential = PhoneAuthProvider.provider()
                    .credential(withVerificationID: verificationID ?? "", verificationCode: "123456")
                let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
                resolver.resolveSignIn(with: assertion) { authResult, error in
                    self.user = authResult?.user
                    self.tell(error)
                }
                resolver.resolveSignIn(with: assertion)
            }
    }

    func resolveAsync(_ resolver: MultiFactorResolver) async throws {
        let _: [MultiFactorInfo] = resolver.hints
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "id", oneTimePassword: "123456")
        let result: AuthDataResult = try await resolver.resolveSignIn(with: assertion)
        user = result.user
    }
}
