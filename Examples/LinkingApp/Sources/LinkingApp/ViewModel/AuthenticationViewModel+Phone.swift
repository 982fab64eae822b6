extension AuthenticationViewModel {
    /// Sends a code to a number: to sign in with it or, if already signed in, to link it. ``enterCode(_:)`` comes next.
    ///
    /// - Parameter number: The number with its country code, such as +34 600 000 000.
    public func sendPhoneCode(to number: String) async {
        let number = Self.plain(number)
        await perform {
            let id = try await authenticationRepository.sendCode(to: number)
            awaitedCode = AwaitedCode(
                purpose: user == nil ? .signIn(verificationID: id) : .link(verificationID: id), number: number)
        }
    }

    /// Does what the code is for: signs in, links the number, adds the second factor, or completes the sign-in.
    ///
    /// - Parameter code: The code, from a text message or an authenticator app.
    public func enterCode(_ code: String) async {
        guard let awaitedCode else {
            error = .refused("No code is awaited. Have one sent first.")
            return
        }
        switch awaitedCode.purpose {
        case .signIn(let id):
            await signIn { try await authenticationRepository.login(verificationID: id, code: code) }
        case .link(let id):
            await link { try await authenticationRepository.linkPhone(verificationID: id, code: code) }
        case .newPhone(let id):
            await perform { try await authenticationRepository.enrollPhone(verificationID: id, code: code) }
        case .newAuthenticator(let new):
            await perform { try await authenticationRepository.enroll(new, code: code) }
        case .challenge(let factor, let id):
            guard let challenge else { return }
            await complete(challenge) {
                try await authenticationRepository.complete(challenge, with: factor, verificationID: id, code: code)
            }
        }
        // After a wrong code, the person may try again.
        if error == nil { self.awaitedCode = nil }
    }

    /// Forgets the code that is awaited.
    public func dismissCode() { awaitedCode = nil }

    // MARK: Second factors

    /// Sends a code to a number, to add it as a second factor. ``enterCode(_:)`` comes next.
    ///
    /// - Parameter number: The number with its country code.
    public func addPhoneFactor(_ number: String) async {
        let number = Self.plain(number)
        await perform {
            let id = try await authenticationRepository.sendEnrollmentCode(to: number)
            awaitedCode = AwaitedCode(purpose: .newPhone(verificationID: id), number: number)
        }
    }

    /// Creates the key of an authenticator app, to add it as a second factor. ``enterCode(_:)`` comes next.
    public func addAuthenticator() async {
        await perform {
            awaitedCode = AwaitedCode(
                purpose: .newAuthenticator(try await authenticationRepository.startAuthenticator()), number: nil)
        }
    }

    /// Removes a second factor.
    public func remove(_ factor: SecondFactor) async {
        await perform { try await authenticationRepository.remove(factor) }
    }

    /// Chooses the second factor to complete the sign-in with; a phone is sent a code. ``enterCode(_:)`` comes next.
    public func choose(_ factor: SecondFactor) async {
        guard let challenge else { return }
        await perform {
            let id = factor.isPhone ? try await authenticationRepository.sendCode(to: factor, of: challenge) : nil
            awaitedCode = AwaitedCode(
                purpose: .challenge(factor, verificationID: id), number: factor.isPhone ? factor.title : nil)
        }
    }

    /// Gives up the sign-in that waits for a second factor.
    public func dismissChallenge() {
        challenge = nil
        awaitedCode = nil
    }

    /// People write numbers with spaces and brackets; the server takes `+` and digits.
    private static func plain(_ number: String) -> String { number.filter { !" ()-./".contains($0) } }
}
