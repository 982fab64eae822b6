import Foundation
import IdentityToolkit

/// What the six digits of a mail are good for, in the place of its link: for people whose mail is on another device.
///
/// FirebaseAuth has none of this, nor do Google's servers or its emulator, which answer with `invalidActionCode`. A Vincula server puts
/// the digits into its mails where the project wants them. Few wrong ones are borne; then the mail is worth nothing, its link either.
extension Auth {
    /// Signs in with the six digits from a mail.
    ///
    /// - Parameters:
    ///   - email: The address that the mail went to.
    ///   - code: The digits of the newest mail that ``sendSignInLink(toEmail:actionCodeSettings:)`` had sent.
    ///   - completion: Gets the result or the error, never both, on the main queue.
    public func signIn(
        withEmail email: String, code: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withEmail: email, code: code) }
    }

    /// Signs in with the six digits from a mail.
    ///
    /// - Parameters:
    ///   - email: The address that the mail went to.
    ///   - code: The digits of the newest mail that ``sendSignInLink(toEmail:actionCodeSettings:)`` had sent.
    /// - Throws: `invalidActionCode` for other digits, and for those of a mail that is too old or was used; `missingEmail`,
    ///   `invalidEmail`, `userDisabled`, `tooManyRequests`.
    @discardableResult
    public func signIn(withEmail email: String, code: String) async throws -> AuthDataResult {
        try await finish(open(typedCode: code, email: email))
    }

    /// Sets a new password by the six digits from a mail.
    ///
    /// - Parameters:
    ///   - code: The digits of the newest mail that ``sendPasswordReset(withEmail:actionCodeSettings:)`` had sent.
    ///   - email: The address that the mail went to.
    ///   - newPassword: The new password.
    ///   - completion: Gets the error, or nil, on the main queue.
    public func confirmPasswordReset(
        withCode code: String, email: String, newPassword: String, completion: @escaping ((any Error)?) -> Void
    ) {
        answer(completion) { [self] in try await confirmPasswordReset(withCode: code, email: email, newPassword: newPassword) }
    }

    /// Sets a new password by the six digits from a mail. Nobody is signed in by it.
    ///
    /// - Parameters:
    ///   - code: The digits of the newest mail that ``sendPasswordReset(withEmail:actionCodeSettings:)`` had sent.
    ///   - email: The address that the mail went to.
    ///   - newPassword: The new password.
    /// - Throws: `invalidActionCode` for other digits, and for those of a mail that is too old or was used; `missingEmail`,
    ///   `weakPassword`, `userDisabled`.
    public func confirmPasswordReset(withCode code: String, email: String, newPassword: String) async throws {
        guard !newPassword.isEmpty else { throw AuthFailure.make(.weakPassword) }
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        _ = try await reset(TypedCode(checking: code).digits, of: email, to: newPassword)
    }
}

extension User {
    /// Does what a code from a mail about the user's address is good for.
    ///
    /// - Parameters:
    ///   - code: The six digits of the newest such mail, or the code of its link.
    ///   - completion: Gets the error, or nil, on the main queue.
    public func applyActionCode(_ code: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await applyActionCode(code) }
    }

    /// Does what a code from a mail about the user's address is good for: verifies the address, or changes it to the new one.
    ///
    /// FirebaseAuth has no such call. ``Auth/applyActionCode(_:)`` knows of nobody who is signed in, so it takes no digits: six digits
    /// are few, and only their owner may try them.
    ///
    /// A change of the address ends all sessions of the account, this one, too: the user is signed out, and signs in with the new
    /// address. After a verification, ``isEmailVerified`` is true at once.
    ///
    /// - Parameter code: The six digits of the newest mail that ``sendEmailVerification(with:)`` or
    ///   ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)`` had sent, or the code of its link.
    /// - Throws: `invalidActionCode`, `expiredActionCode`, `emailAlreadyInUse`.
    public func applyActionCode(_ code: String) async throws {
        let auth = try owner()
        var request = UpdateRequest()
        request.oobCode = TypedCode(code)?.digits ?? code
        request.tenantId = auth.tenantID
        let answer = try await withSession { idToken in
            request.idToken = idToken
            return try await auth.backend().call(.update, request)
        }
        try await auth.storing { [self] in
            try auth.change(self) { state in
                guard answer.emailVerified == true, let email = answer.email, state.email == email else { return false }
                state.isEmailVerified = true
                return true
            }
        }
        // The code did its part: that the session is over by it, or that the details cannot be had now, is no failure of it.
        try? await reload()
    }
}
