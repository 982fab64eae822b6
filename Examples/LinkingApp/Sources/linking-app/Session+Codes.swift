import LinkingApp

/// Phone numbers and second factors: commands that need a code.
extension Session {
    /// Signs in with a number, or links it.
    ///
    /// - Returns: True if anything was tried.
    func phone(_ arguments: [String]) async -> Bool {
        guard let number = arguments.first ?? console.ask("Phone number: ") else { return false }
        await viewModel.sendPhoneCode(to: number)
        return await enterCode(arguments.dropFirst().first)
    }

    /// Completes a sign-in.
    ///
    /// - Returns: True if anything was tried.
    func secondFactor(_ arguments: [String]) async -> Bool {
        guard let factors = viewModel.challenge?.factors, let factor = factor(arguments.first, of: factors) else { return false }
        await viewModel.choose(factor)
        return await enterCode(arguments.dropFirst().first)
    }

    /// Adds a second factor.
    ///
    /// - Returns: True if anything was tried.
    func addFactor(_ arguments: [String]) async -> Bool {
        guard let kind = arguments.first ?? console.ask("Which: phone, app? ") else { return false }
        switch kind.lowercased() {
        case "phone":
            guard let number = arguments.dropFirst().first ?? console.ask("Phone number: ") else { return false }
            await viewModel.addPhoneFactor(number)
            return await enterCode(arguments.dropFirst(2).first)
        case "app":
            await viewModel.addAuthenticator()
            if let new = viewModel.awaitedCode?.newAuthenticator {
                console.write("Type this key into the authenticator app: \(new.key)")
                console.write("Apps that open addresses take this one: \(new.address)")
            }
            return await enterCode(arguments.dropFirst().first)
        default:
            console.write("\(kind.isEmpty ? "That" : kind) is not one of phone, app.")
            return false
        }
    }

    /// Removes a second factor, after asking.
    ///
    /// - Returns: True if anything was tried.
    func removeFactor(_ arguments: [String]) async -> Bool {
        guard let factor = factor(arguments.first, of: viewModel.secondFactors) else { return false }
        let question = "Signing in will no longer ask for codes of \(factor.title). Remove it? Type yes: "
        guard (arguments.dropFirst().first ?? console.ask(question))?.lowercased() == "yes" else {
            console.write("\(factor.title) stays.")
            return false
        }
        await viewModel.remove(factor)
        return true
    }

    /// Asks for the code that is awaited, unless sending it has failed.
    private func enterCode(_ given: String?) async -> Bool {
        guard viewModel.error == nil, let awaited = viewModel.awaitedCode else { return true }
        if let number = awaited.number {
            console.write("A text message was sent to \(number).")
            if options.isDevelopment {
                console.write("A development server shows its messages here: \(options.server)/emulator/inbox")
            }
        }
        let question = awaited.takesRecoveryCode ? "Code, or one of your recovery codes: " : "Code: "
        guard let code = given ?? console.ask(question), !code.isEmpty else {
            viewModel.dismissCode()
            return false
        }
        await viewModel.enterCode(code)
        // One attempt for each command; the next one has another code sent.
        viewModel.dismissCode()
        return true
    }

    /// The factor with a number in the list; the only one needs none.
    private func factor(_ given: String?, of factors: [SecondFactor]) -> SecondFactor? {
        if given == nil, factors.count == 1 { return factors[0] }
        if given == nil {
            for (index, factor) in factors.enumerated() { console.write("  \(index + 1)  \(factor.title)") }
        }
        guard let answer = given ?? console.ask("Which: 1 to \(factors.count)? ") else { return nil }
        if let number = Int(answer), factors.indices.contains(number - 1) { return factors[number - 1] }
        console.write("\(answer.isEmpty ? "That" : answer) is not a number from 1 to \(factors.count).")
        return nil
    }
}
