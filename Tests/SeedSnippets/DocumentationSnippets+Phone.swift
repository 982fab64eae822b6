import FirebaseAuth
import Foundation

// The code blocks of the articles in VinculaAuth.docc, unchanged. Change both together.

@MainActor enum DocumentedPhone {
    static func signIn(phoneNumber: String, askForCode: (String) async throws -> String) async throws {
        let verificationID = try await PhoneAuthProvider.provider().verifyPhoneNumber(phoneNumber)
        let code = try await askForCode("What does the message to \(phoneNumber) say?")
        let credential = PhoneAuthProvider.provider()
            .credential(withVerificationID: verificationID, verificationCode: code)
        let result = try await Auth.auth().signIn(with: credential)
        print(result.additionalUserInfo?.isNewUser == true ? "Welcome" : "Welcome back")
    }

    static func add(_ credential: PhoneAuthCredential, to user: User) async throws {
        if user.phoneNumber == nil {
            try await user.link(with: credential)
        } else {
            try await user.updatePhoneNumber(credential)
        }
    }

    static func remove(_ user: User) async throws {
        _ = try await user.unlink(fromProvider: PhoneAuthProvider.id)
    }

    static func link(
        _ user: User, _ credential: PhoneAuthCredential, personWantsToSwitch: () async -> Bool
    ) async throws {
        do {
            try await user.link(with: credential)
        } catch let error as NSError where AuthErrorCode(error) == .credentialAlreadyInUse {
            guard let other = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential,
                await personWantsToSwitch()
            else { throw error }
            try await Auth.auth().signIn(with: other)
        }
    }
}
