import Foundation
import IdentityToolkit

/// Changes of the account itself.
extension User {
    /// Reloads the account from the server.
    public func reload(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await reload() }
    }

    /// Reloads the account from the server.
    ///
    /// - Throws: `networkError`; `userNotFound`, `userDisabled`, `userTokenExpired` or `invalidUserToken`, which sign the user
    ///   out.
    public func reload() async throws {
        let auth = try owner()
        // Repeated if something else, such as a link, has changed the account meanwhile: the response may be older than that.
        for _ in 0..<3 {
            let view = beginView()
            let account = try await withSession { try await auth.lookUp($0, of: uid) }
            let isNewest = try await auth.storing { [self] in
                try auth.change(self) { state in
                    guard take(view) else { return false }
                    state.adopt(account)
                    return true
                }
            }
            if isNewest { return }
        }
    }

    /// Changes the email address.
    @available(*, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:), which verifies the new address first.")
    public func updateEmail(to email: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await change(email: email) }
    }

    /// Changes the email address.
    ///
    /// - Throws: `requiresRecentLogin`, `emailAlreadyInUse`, `invalidEmail`.
    @available(*, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:), which verifies the new address first.")
    public func updateEmail(to email: String) async throws { try await change(email: email) }

    private func change(email: String) async throws {
        try await update {
            $0.email = email
        } locally: {
            $0.email = email
        }
        try await reloadAfterChange()
    }

    /// Changes the password, or sets the account's first one.
    public func updatePassword(to password: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await updatePassword(to: password) }
    }

    /// Changes the password, or sets the account's first one.
    ///
    /// - Throws: `requiresRecentLogin`, `weakPassword`.
    public func updatePassword(to password: String) async throws {
        guard !password.isEmpty else { throw AuthFailure.make(.weakPassword) }
        try await update {
            $0.password = password
        } locally: {
            $0.hasPassword = true
        }
        try await reloadAfterChange()
    }

    /// Changes the phone number.
    public func updatePhoneNumber(
        _ phoneNumberCredential: PhoneAuthCredential, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await updatePhoneNumber(phoneNumberCredential) }
    }

    /// Changes the phone number.
    ///
    /// - Throws: `credentialAlreadyInUse`, `invalidVerificationCode`, `sessionExpired`.
    public func updatePhoneNumber(_ phoneNumberCredential: PhoneAuthCredential) async throws {
        let auth = try owner()
        let signedIn = try await withSession { idToken in
            var signedIn = try await auth.show(phoneNumberCredential, for: .update, idToken: idToken)
            signedIn.replacedToken = idToken
            return signedIn
        }
        try await takeSession(signedIn, auth)
    }

    /// Creates a request to change the name or the picture.
    public func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(user: self) }

    /// Deletes the account, and signs out.
    public func delete(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await delete() }
    }

    /// Deletes the account, and signs out.
    ///
    /// - Throws: `requiresRecentLogin`.
    public func delete() async throws {
        let auth = try owner()
        var request = DeleteRequest()
        try await withSession(isAboutSession: false) { idToken in
            request.idToken = idToken
            do {
                _ = try await auth.backend().call(.delete, request)
            } catch  where AuthFailure.code(of: error) == .userNotFound && AuthFailure.endsSession(error) {
                // It was deleted before, by a call whose response was lost or on another device.
            }
        }
        await auth.storing { [self] in auth.forget(self) }
    }

    // MARK: Steps

    /// Changes the account at the server, and applies the result.
    ///
    /// - Parameters:
    ///   - fill: Sets the changes in the request.
    ///   - locally: Applies the part of the change that is known without asking the server again.
    func update(_ fill: (inout UpdateRequest) -> Void, locally: @escaping @Sendable (inout UserState) -> Void) async throws {
        let auth = try owner()
        var request = UpdateRequest()
        fill(&request)
        request.returnSecureToken = true
        request.tenantId = auth.tenantID
        let answer = try await withSession { idToken in
            request.idToken = idToken
            return try await auth.backend().call(.update, request)
        }
        var tokens: Tokens?
        if let idToken = answer.idToken, !idToken.isEmpty, let refreshToken = answer.refreshToken, !refreshToken.isEmpty {
            tokens = Tokens(idToken: idToken, refreshToken: refreshToken, expiresIn: answer.expiresIn?.value)
            try tokens?.require(uid, said: answer.localId)
        }
        try await auth.storing { [self, tokens] in
            try auth.change(self) { state in
                if let tokens { state.tokens = tokens }
                _ = take(beginView())
                locally(&state)
                return true
            }
        }
    }

    /// Reloads the account after a successful change: a failed reload is not a failure of the change.
    private func reloadAfterChange() async throws {
        do {
            try await reload()
        } catch {
            if AuthFailure.endsSession(error) { throw error }
        }
    }
}
