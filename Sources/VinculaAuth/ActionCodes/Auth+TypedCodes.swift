import Foundation
import IdentityToolkit

/// The six digits in an email, used in place of its link by people who read their mail on another device.
///
/// FirebaseAuth has no such calls, and Google's servers and emulator reject them with `invalidActionCode`. A Vincula server
/// adds the digits to its emails if the project enables them. After five wrong attempts the digits become invalid; the
/// link still works.
extension Auth {
    /// Signs in with the six digits from an email.
    ///
    /// - Parameters:
    ///   - email: The address that the email was sent to.
    ///   - code: The digits from the latest email of ``sendSignInLink(toEmail:actionCodeSettings:)``.
    ///   - completion: Receives either the result or the error, on the main queue.
    public func signIn(
        withEmail email: String, code: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withEmail: email, code: code) }
    }

    /// Signs in with the six digits from an email.
    ///
    /// - Parameters:
    ///   - email: The address that the email was sent to.
    ///   - code: The digits from the latest email of ``sendSignInLink(toEmail:actionCodeSettings:)``.
    /// - Throws: `invalidActionCode` if the digits are wrong, or their email is too old or already used; `missingEmail`,
    ///   `invalidEmail`, `userDisabled`, `tooManyRequests`.
    @discardableResult
    public func signIn(withEmail email: String, code: String) async throws -> AuthDataResult {
        try await finish(open(typedCode: code, email: email))
    }

    /// Sets a new password with the six digits from an email.
    ///
    /// - Parameters:
    ///   - code: The digits from the latest email of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
    ///   - email: The address that the email was sent to.
    ///   - newPassword: The new password.
    ///   - completion: Receives the error, or nil, on the main queue.
    public func confirmPasswordReset(
        withCode code: String, email: String, newPassword: String, completion: @escaping ((any Error)?) -> Void
    ) {
        answer(completion) { [self] in try await confirmPasswordReset(withCode: code, email: email, newPassword: newPassword) }
    }

    /// Sets a new password with the six digits from an email. Does not sign in.
    ///
    /// - Parameters:
    ///   - code: The digits from the latest email of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
    ///   - email: The address that the email was sent to.
    ///   - newPassword: The new password.
    /// - Throws: `invalidActionCode` if the digits are wrong, or their email is too old or already used; `missingEmail`,
    ///   `weakPassword`, `userDisabled`.
    public func confirmPasswordReset(withCode code: String, email: String, newPassword: String) async throws {
        guard !newPassword.isEmpty else { throw AuthFailure.make(.weakPassword) }
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        _ = try await reset(TypedCode(checking: code).digits, of: email, to: newPassword)
    }
}

extension User {
    /// Applies a code from an email about the user's address.
    ///
    /// - Parameters:
    ///   - code: The six digits from the latest such email, or the code from its link.
    ///   - completion: Receives the error, or nil, on the main queue.
    public func applyActionCode(_ code: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await applyActionCode(code) }
    }

    /// Applies a code from an email about the user's address: verifies the address, or changes it to the new one.
    ///
    /// FirebaseAuth has no such call. ``Auth/applyActionCode(_:)`` is not tied to a signed-in user, so it does not accept
    /// digits: there are few combinations of six digits, and only their owner may try them.
    ///
    /// A change of address ends all sessions of the account, including this one: the user is signed out, and signs in with
    /// the new address. After a verification, ``isEmailVerified`` is true immediately.
    ///
    /// - Parameter code: The six digits from the latest email of ``sendEmailVerification(with:)`` or
    ///   ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``, or the code from its link.
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
        // The code was applied. If that ended the session, or the account's details cannot be loaded now, the call still
        // succeeded.
        try? await reload()
    }
}
