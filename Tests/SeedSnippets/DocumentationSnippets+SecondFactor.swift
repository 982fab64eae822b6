import FirebaseAuth
import Foundation

// The code blocks of the articles in VinculaAuth.docc, unchanged. Change both together.

@MainActor enum DocumentedSecondFactor {
    static func authenticator(_ user: User, askForCode: (String) async throws -> String) async throws {
        let session = try await user.multiFactor.session()
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        let address = secret.generateQRCodeURL(withAccountName: user.email ?? "", issuer: "My App")
        let code = try await askForCode("Scan this, then type the code that the app shows: \(address)")
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: code)
        try await user.multiFactor.enroll(with: assertion, displayName: "Authenticator")
    }

    static func phone(_ user: User, phoneNumber: String, askForCode: (String) async throws -> String) async throws {
        let session = try await user.multiFactor.session()
        let verificationID = try await PhoneAuthProvider.provider()
            .verifyPhoneNumber(phoneNumber, multiFactorSession: session)
        let code = try await askForCode("What does the message say?")
        let credential = PhoneAuthProvider.provider()
            .credential(withVerificationID: verificationID, verificationCode: code)
        try await user.multiFactor.enroll(with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: "My phone")
    }

    static func signIn(email: String, password: String, askForCode: (String) async throws -> String) async throws {
        do {
            try await Auth.auth().signIn(withEmail: email, password: password)
        } catch let error as NSError where AuthErrorCode(error) == .secondFactorRequired {
            guard let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver,
                let factor = resolver.hints.first
            else { throw error }
            let assertion: MultiFactorAssertion
            if let phone = factor as? PhoneMultiFactorInfo {
                let verificationID = try await PhoneAuthProvider.provider()
                    .verifyPhoneNumber(with: phone, multiFactorSession: resolver.session)
                let code = try await askForCode("What does the message to \(phone.phoneNumber) say?")
                assertion = PhoneMultiFactorGenerator.assertion(
                    with: PhoneAuthProvider.provider().credential(withVerificationID: verificationID, verificationCode: code))
            } else {
                let code = try await askForCode("What does the app show for \(factor.displayName ?? "My App")?")
                assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: factor.uid, oneTimePassword: code)
            }
            let result = try await resolver.resolveSignIn(with: assertion)
            print("Signed in as \(result.user.uid)")
        }
    }

    static func recoveryCodes(_ user: User) async throws -> [String] {
        let codes = try await user.multiFactor.newRecoveryCodes()
        print("Keep these: \(codes.joined(separator: " "))")
        return codes
    }

    static func signInWithRecoveryCode(
        email: String, password: String, askForCode: (String) async throws -> String
    ) async throws {
        do {
            try await Auth.auth().signIn(withEmail: email, password: password)
        } catch let error as NSError where AuthErrorCode(error) == .secondFactorRequired {
            guard let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
            else { throw error }
            let code = try await askForCode("Type one of your recovery codes.")
            let assertion = RecoveryCodeMultiFactorGenerator.assertion(withRecoveryCode: code)
            let result = try await resolver.resolveSignIn(with: assertion)
            print("Signed in as \(result.user.uid), with \(try await result.user.multiFactor.recoveryCodesLeft()) codes left")
        }
    }

    static func remove(_ user: User) async throws {
        for factor in user.multiFactor.enrolledFactors where factor.displayName == "My phone" {
            try await user.multiFactor.unenroll(with: factor)
        }
    }
}
