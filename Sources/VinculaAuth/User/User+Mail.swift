import Foundation
import IdentityToolkit

/// Emails about the user's own address.
extension User {
    /// Sends an email that verifies the user's address.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil, completion: (((any Error)?) -> Void)?) {
        answer(completion) { [self] in try await sendEmailVerification(with: actionCodeSettings) }
    }

    /// Sends an email that verifies the user's address.
    public func sendEmailVerification(completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(with: nil, completion: completion)
    }

    /// Sends an email that verifies the user's address.
    ///
    /// - Parameter actionCodeSettings: The destination of the link.
    /// - Throws: `missingEmail`, `unauthorizedDomain`, `tooManyRequests`.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        let auth = try owner()
        try await withSession { idToken in
            try await auth.sendMail(.verifyEmail, settings: actionCodeSettings) { $0.idToken = idToken }
        }
    }

    /// Sends an email to a new address, which becomes the user's when its link is opened.
    public func sendEmailVerification(
        beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in
            try await sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// Sends an email to a new address, which becomes the user's when its link is opened.
    ///
    /// - Parameters:
    ///   - newEmail: The new address.
    ///   - actionCodeSettings: The destination of the link.
    /// - Throws: `requiresRecentLogin`, `invalidEmail`, `emailAlreadyInUse`.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        let auth = try owner()
        try await withSession { idToken in
            try await auth.sendMail(.verifyAndChangeEmail, settings: actionCodeSettings) { request in
                request.idToken = idToken
                request.newEmail = newEmail
            }
        }
    }

    /// The Objective-C name of ``sendEmailVerification(completion:)``, which FirebaseAuth exposes to Swift.
    public func __sendEmailVerification(withCompletion completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(with: nil, completion: completion)
    }

    /// The Objective-C name of ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:completion:)``, which
    /// FirebaseAuth exposes to Swift.
    public func __sendEmailVerificationBeforeUpdating(email: String, completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(beforeUpdatingEmail: email, completion: completion)
    }
}
