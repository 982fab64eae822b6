import Foundation
import IdentityToolkit

/// Mails about the user's own address.
extension User {
    /// Has a mail sent that proves the user's address.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil, completion: (((any Error)?) -> Void)?) {
        answer(completion) { [self] in try await sendEmailVerification(with: actionCodeSettings) }
    }

    /// Has a mail sent that proves the user's address.
    public func sendEmailVerification(completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(with: nil, completion: completion)
    }

    /// Has a mail sent that proves the user's address.
    ///
    /// - Parameter actionCodeSettings: Where the link leads in the end.
    /// - Throws: `missingEmail`, `unauthorizedDomain`, `tooManyRequests`.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        let auth = try owner()
        try await withSession { idToken in
            try await auth.sendMail(.verifyEmail, settings: actionCodeSettings) { $0.idToken = idToken }
        }
    }

    /// Has a mail sent to a new address, which becomes the user's when its link is opened.
    public func sendEmailVerification(
        beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in
            try await sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// Has a mail sent to a new address, which becomes the user's when its link is opened.
    ///
    /// - Parameters:
    ///   - newEmail: The new address.
    ///   - actionCodeSettings: Where the link leads in the end.
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

    /// Objective-C's name of ``sendEmailVerification(completion:)``, which is visible in Swift.
    public func __sendEmailVerification(withCompletion completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(with: nil, completion: completion)
    }

    /// Objective-C's name of ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:completion:)``, which is visible in Swift.
    public func __sendEmailVerificationBeforeUpdating(email: String, completion: (((any Error)?) -> Void)?) {
        sendEmailVerification(beforeUpdatingEmail: email, completion: completion)
    }
}
