import Foundation
import IdentityToolkit

/// Mails with links, and what the links are good for.
extension Auth {
    // MARK: Having mails sent

    /// Has a mail sent that lets a person set a new password.
    public func sendPasswordReset(withEmail email: String, completion: (((any Error)?) -> Void)? = nil) {
        sendPasswordReset(withEmail: email, actionCodeSettings: nil, completion: completion)
    }

    /// Has a mail sent that lets a person set a new password.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings) }
    }

    /// Has a mail sent that lets a person set a new password.
    ///
    /// - Parameters:
    ///   - email: Where to; whether an account has it is not told.
    ///   - actionCodeSettings: Where the link leads in the end.
    /// - Throws: `invalidEmail`, `unauthorizedDomain`, `tooManyRequests`.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await sendMail(.passwordReset, settings: actionCodeSettings) { $0.email = email }
    }

    /// Has a mail sent whose link signs a person in.
    public func sendSignInLink(
        toEmail email: String, actionCodeSettings: ActionCodeSettings, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings) }
    }

    /// Has a mail sent whose link signs a person in.
    ///
    /// - Parameters:
    ///   - email: Where to.
    ///   - actionCodeSettings: Where the link leads; its `handleCodeInApp` must be true, as only the app can finish.
    /// - Throws: `internalError` if it is not; `invalidEmail`, `missingContinueURI`, `unauthorizedDomain`.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        guard actionCodeSettings.handleCodeInApp else {
            throw AuthFailure.make(
                .internalError,
                message: "A link to sign in with is finished by the app: set handleCodeInApp of the ActionCodeSettings.")
        }
        try await sendMail(.emailLink, settings: actionCodeSettings) { $0.email = email }
    }

    /// Has a mail sent.
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

    // MARK: Using what a mail brought

    /// Whether a link is one to sign in with.
    ///
    /// - Parameter link: As the app received it, also one that is wrapped in another.
    public func isSignIn(withEmailLink link: String) -> Bool { EmailLink(link)?.isSignIn ?? false }

    /// Says what a code is good for.
    public func checkActionCode(_ code: String, completion: @escaping (ActionCodeInfo?, (any Error)?) -> Void) {
        answer(completion) { [self] in try await checkActionCode(code) }
    }

    /// Says what a code is good for, without using it up.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        let answer = try await reset(code, to: nil)
        return ActionCodeInfo(requestType: answer.requestType, email: answer.email, newEmail: answer.newEmail)
    }

    /// Says whose password a code is good for.
    public func verifyPasswordResetCode(_ code: String, completion: @escaping (String?, (any Error)?) -> Void) {
        answer(completion) { [self] in try await verifyPasswordResetCode(code) }
    }

    /// Says whose password a code is good for, without using it up.
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

    /// Sets a new password. Nobody is signed in by it.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `weakPassword`.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        guard !newPassword.isEmpty else { throw AuthFailure.make(.weakPassword) }
        _ = try await reset(code, to: newPassword)
    }

    /// Does what a code is good for, such as verifying an address.
    public func applyActionCode(_ code: String, completion: @escaping ((any Error)?) -> Void) {
        answer(completion) { [self] in try await applyActionCode(code) }
    }

    /// Does what a code is good for, such as verifying an address. Nobody is signed in by it.
    ///
    /// - Throws: `invalidActionCode`, `expiredActionCode`.
    public func applyActionCode(_ code: String) async throws {
        var request = UpdateRequest()
        request.oobCode = code
        request.tenantId = tenantID
        _ = try await backend().call(.update, request)
    }

    /// Shows a code.
    ///
    /// - Parameters:
    ///   - email: Whose digits they are; nil for the code of a link.
    ///   - newPassword: nil to ask what the code is good for.
    func reset(_ code: String, of email: String? = nil, to newPassword: String?) async throws -> ResetPasswordResponse {
        var request = ResetPasswordRequest()
        request.oobCode = code
        request.email = email
        request.newPassword = newPassword
        request.tenantId = tenantID
        return try await backend().call(.resetPassword, request)
    }

    // MARK: Which ways in there are

    /// Says how an email address may sign in.
    @available(
        *, deprecated,
        message: "Empty where addresses are kept private. Offer all ways in, and recover from a collision by its credential."
    )
    public func fetchSignInMethods(forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await signInMethods(of: email) }
    }

    /// Says how an email address may sign in.
    ///
    /// - Returns: Methods such as `password`, `emailLink` and `google.com`; none where the server keeps addresses private.
    /// - Throws: `invalidEmail`.
    @available(
        *, deprecated,
        message: "Empty where addresses are kept private. Offer all ways in, and recover from a collision by its credential."
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
