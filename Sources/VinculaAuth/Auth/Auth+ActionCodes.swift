import Foundation
import IdentityToolkit

/// Emails with links, and the operations of those links.
extension Auth {
    // MARK: Sending emails

    /// Sends an email that lets a person set a new password.
    public func sendPasswordReset(withEmail email: String, completion: (((any Error)?) -> Void)? = nil) {
        sendPasswordReset(withEmail: email, actionCodeSettings: nil, completion: completion)
    }

    /// Sends an email that lets a person set a new password.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings) }
    }

    /// Sends an email that lets a person set a new password.
    ///
    /// - Parameters:
    ///   - email: The address. The server does not reveal whether an account has it.
    ///   - actionCodeSettings: The destination of the link.
    /// - Throws: `invalidEmail`, `unauthorizedDomain`, `tooManyRequests`.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await sendMail(.passwordReset, settings: actionCodeSettings) { $0.email = email }
    }

    /// Sends an email with a sign-in link.
    public func sendSignInLink(
        toEmail email: String, actionCodeSettings: ActionCodeSettings, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings) }
    }

    /// Sends an email with a sign-in link.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - actionCodeSettings: The destination of the link. Its `handleCodeInApp` must be true, because only the app can
    ///     complete the sign-in.
    /// - Throws: `internalError` if it is false; `invalidEmail`, `missingContinueURI`, `unauthorizedDomain`.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        guard actionCodeSettings.handleCodeInApp else {
            throw AuthFailure.make(
                .internalError,
                message: "A sign-in link must be completed by the app: set handleCodeInApp of the ActionCodeSettings to true.")
        }
        try await sendMail(.emailLink, settings: actionCodeSettings) { $0.email = email }
    }

    /// Sends an email.
    func sendMail(
        _ operation: ActionCodeOperation, settings: ActionCodeSettings?, _ fill: (inout SendOobCodeRequest) -> Void
    ) async throws {
        var request = SendOobCodeRequest()
        request.requestType = operation.requestType
        request.clientType = .ios
        request.tenantId = tenantID
        if let settings = settings?.values {
            request.continueUrl = settings.url?.absoluteString
            request.canHandleCodeInApp = settings.handleCodeInApp
            request.iOSBundleId = settings.iOSBundleID
            request.androidPackageName = settings.androidPackageName
            request.androidMinimumVersion = settings.androidMinimumVersion
            request.androidInstallApp = settings.androidInstallIfNotAvailable
            request.linkDomain = settings.linkDomain
            request.dynamicLinkDomain = settings.dynamicLinkDomain
        }
        fill(&request)
        _ = try await backend().call(.sendOobCode, request)
    }

    // MARK: Using codes and links

    /// Returns whether a link is a sign-in link.
    ///
    /// - Parameter link: The link as received; it may be wrapped in another one.
    public func isSignIn(withEmailLink link: String) -> Bool { EmailLink(link)?.isSignIn ?? false }

    /// Returns information about a code.
    public func checkActionCode(_ code: String, completion: @escaping (ActionCodeInfo?, (any Error)?) -> Void) {
        answer(completion) { [self] in try await checkActionCode(code) }
    }

    /// Returns information about a code without using it up.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        let answer = try await reset(code, to: nil)
        return ActionCodeInfo(requestType: answer.requestType, email: answer.email, newEmail: answer.newEmail)
    }

    /// Returns the email address of the account whose password a code resets.
    public func verifyPasswordResetCode(_ code: String, completion: @escaping (String?, (any Error)?) -> Void) {
        answer(completion) { [self] in try await verifyPasswordResetCode(code) }
    }

    /// Returns the email address of the account whose password a code resets, without using the code up.
    ///
    /// - Returns: The account's email address.
    /// - Throws: `invalidActionCode`, `expiredActionCode`.
    public func verifyPasswordResetCode(_ code: String) async throws -> String {
        try await checkActionCode(code).email
    }

    /// Sets a new password.
    public func confirmPasswordReset(
        withCode code: String, newPassword: String, completion: @escaping ((any Error)?) -> Void
    ) {
        answer(completion) { [self] in try await confirmPasswordReset(withCode: code, newPassword: newPassword) }
    }

    /// Sets a new password. Does not sign in.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `weakPassword`.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        guard !newPassword.isEmpty else { throw AuthFailure.make(.weakPassword) }
        _ = try await reset(code, to: newPassword)
    }

    /// Applies a code, for example to verify an address.
    public func applyActionCode(_ code: String, completion: @escaping ((any Error)?) -> Void) {
        answer(completion) { [self] in try await applyActionCode(code) }
    }

    /// Applies a code, for example to verify an address. Does not sign in.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`.
    public func applyActionCode(_ code: String) async throws {
        var request = UpdateRequest()
        request.oobCode = code
        request.tenantId = tenantID
        _ = try await backend().call(.update, request)
    }

    /// Sends a code to the server.
    ///
    /// - Parameters:
    ///   - email: The address that the digits were sent to; nil for the code of a link.
    ///   - newPassword: nil to only look up the operation of the code.
    func reset(_ code: String, of email: String? = nil, to newPassword: String?) async throws -> ResetPasswordResponse {
        var request = ResetPasswordRequest()
        request.oobCode = code
        request.email = email
        request.newPassword = newPassword
        request.tenantId = tenantID
        return try await backend().call(.resetPassword, request)
    }

    // MARK: Sign-in methods of an address

    /// Returns the sign-in methods of an email address.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - completion: Receives methods such as `password`, `emailLink` and `google.com`, none if the server has email enumeration
    ///     protection on, or the error; on the main queue.
    @available(
        *, deprecated,
        message: "Empty where email enumeration protection is on. Offer all methods, and resolve a collision by its credential."
    )
    public func fetchSignInMethods(forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await signInMethods(of: email) }
    }

    /// Returns the sign-in methods of an email address.
    ///
    /// - Parameter email: The address.
    /// - Returns: Methods such as `password`, `emailLink` and `google.com`; none if the server has email enumeration
    ///   protection on.
    /// - Throws: `invalidEmail`.
    @available(
        *, deprecated,
        message: "Empty where email enumeration protection is on. Offer all methods, and resolve a collision by its credential."
    )
    public func fetchSignInMethods(forEmail email: String) async throws -> [String] { try await signInMethods(of: email) }

    func signInMethods(of email: String) async throws -> [String] {
        var request = CreateAuthUriRequest()
        request.identifier = email
        request.continueUri = "http://localhost"
        request.tenantId = tenantID
        return try await backend().call(.createAuthUri, request).signinMethods ?? []
    }
}
