import FirebaseAuth

extension AuthenticationFirebaseDatasource {
    /// Sends a code to a number, to sign in with it or to link it.
    ///
    /// - Returns: The verification ID, to be used with the code.
    func sendCode(to number: String) async throws(AuthenticationError) -> String {
        try await translating { try await PhoneAuthProvider.provider(auth: self.auth).verifyPhoneNumber(number) }
    }

    func login(verificationID: String, code: String) async throws(AuthenticationError) {
        try await signingIn { try await self.auth.signIn(with: self.credential(verificationID, code)) }
    }

    /// Links a number to the account, or puts it in the place of the account's number.
    func linkPhone(verificationID: String, code: String) async throws(AuthenticationError) {
        try await changing { user in
            let credential = self.credential(verificationID, code)
            if user.phoneNumber == nil {
                _ = try await user.link(with: credential)
            } else {
                try await user.updatePhoneNumber(credential)
            }
        }
    }

    // MARK: Second factors

    /// Returns the current user's second factors.
    func secondFactors() -> [SecondFactor] {
        auth.currentUser?.multiFactor.enrolledFactors.map(SecondFactor.init) ?? []
    }

    /// Sends a code to a number, to add it as a second factor.
    func sendEnrollmentCode(to number: String) async throws(AuthenticationError) -> String {
        try await changing { user in
            let session = try await user.multiFactor.session()
            return try await PhoneAuthProvider.provider(auth: self.auth)
                .verifyPhoneNumber(number, multiFactorSession: session)
        }
    }

    func enrollPhone(verificationID: String, code: String) async throws(AuthenticationError) {
        try await changing { user in
            let assertion = PhoneMultiFactorGenerator.assertion(with: self.credential(verificationID, code))
            try await user.multiFactor.enroll(with: assertion, displayName: nil)
        }
    }

    /// Creates the secret of a new authenticator app.
    func startAuthenticator() async throws(AuthenticationError) -> NewAuthenticator {
        try await changing { user in
            let session = try await user.multiFactor.session()
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
            return NewAuthenticator(secret, account: user.email ?? user.uid)
        }
    }

    func enroll(_ new: NewAuthenticator, code: String) async throws(AuthenticationError) {
        try await changing { user in
            let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: new.secret, oneTimePassword: code)
            try await user.multiFactor.enroll(with: assertion, displayName: nil)
        }
    }

    func remove(_ factor: SecondFactor) async throws(AuthenticationError) {
        try await changing { try await $0.multiFactor.unenroll(withFactorUID: factor.id) }
    }

    /// Sends a code to a phone that is a second factor, to complete a sign-in.
    func sendCode(
        to factor: SecondFactor, of challenge: SecondFactorChallenge
    ) async throws(AuthenticationError) -> String {
        try await translating {
            guard let info = challenge.resolver.hints.first(where: { $0.uid == factor.id }) as? PhoneMultiFactorInfo else {
                throw AuthenticationError.refused("\(factor.title) is not a phone.")
            }
            return try await PhoneAuthProvider.provider(auth: self.auth)
                .verifyPhoneNumber(with: info, multiFactorSession: challenge.resolver.session)
        }
    }

    /// Completes a sign-in with a code.
    ///
    /// - Parameter verificationID: Nil for the code of an authenticator app.
    func complete(
        _ challenge: SecondFactorChallenge, with factor: SecondFactor, verificationID: String?, code: String
    ) async throws(AuthenticationError) {
        try await translating {
            let assertion: MultiFactorAssertion =
                if let verificationID {
                    PhoneMultiFactorGenerator.assertion(with: self.credential(verificationID, code))
                } else {
                    TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: factor.id, oneTimePassword: code)
                }
            _ = try await challenge.resolver.resolveSignIn(with: assertion)
        }
    }

    private func credential(_ verificationID: String, _ code: String) -> PhoneAuthCredential {
        PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: verificationID, verificationCode: code)
    }
}
