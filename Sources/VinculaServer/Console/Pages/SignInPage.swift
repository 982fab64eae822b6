import HTTPTypes
import VinculaCore
import VinculaEngine

/// Signing in: email and password, then a code, and signing out.
extension ConsoleSite {
    static let signIn: [ConsoleRoute] = [
        .page("/sign-in", .open) { context in
            context.visit == nil ? .view(context.signInView()) : .goTo(root)
        },
        .form("/sign-in", .open, limit: .signInWithPassword) { context in
            let email = context.fields["email"] ?? ""
            do {
                let outcome = try await context.ownEngine.signInWithPassword(
                    email: email, password: context.fields["password"], in: .operators, from: context.call.client)
                return try await context.begun(outcome)
            } catch let error as AuthError {
                return .view(context.signInView(email: email, error: error))
            }
        },
        .page("/code", .open) { context in
            guard context.cookie.value(.pending, in: context.cookies) != nil else { return .goTo("\(root)/sign-in") }
            return .view(context.codeView())
        },
        .form("/code", .open, limit: .mfaSignIn) { context in
            let pending = context.cookie.value(.pending, in: context.cookies)
            do {
                let signedIn = try await context.ownEngine.finishSignIn(
                    pending, anyFactorCode: context.fields["code"], in: .operators)
                return try await context.signedIn(signedIn)
            } catch AuthError.invalidPendingSignIn, AuthError.missingPendingSignIn, AuthError.userDisabled {
                // Too many wrong codes, or too late.
                return .goTo("\(root)/sign-in", cookies: [context.cookie.set(.pending, to: nil)])
            } catch let error as AuthError {
                return .view(context.codeView(error: error))
            }
        },
        .form("/sign-out", .enrollee) { context in
            try await context.engine.leaveConsole(context.session)
            return .goTo("\(root)/sign-in", notice: .signedOut, cookies: [context.cookie.set(.session, to: nil)])
        },
    ]
}

extension ConsoleContext {
    fileprivate func signInView(email: String = "", error: AuthError? = nil) -> ConsoleView {
        let body: HTML = """
            <form method="post" action="\(ConsoleSite.root)/sign-in">
            \(field("email", "email", type: "email", value: String(email.prefix(254)), " autocomplete=\"username\" required autofocus"))
            \(field("password", "password", type: "password", " autocomplete=\"current-password\" required"))
            <button>\(texts["signIn"])</button>
            </form>
            <p>\(texts["signIn.lost"])</p>
            """
        return ConsoleView(
            title: texts["signIn.title"], body: body, error: error.map(signInWords), status: status(of: error))
    }

    fileprivate func codeView(error: AuthError? = nil) -> ConsoleView {
        let body: HTML = """
            <p>\(texts["code.text"])</p>
            <form method="post" action="\(ConsoleSite.root)/code">
            \(field("code", "code", " autocomplete=\"one-time-code\" maxlength=\"64\" required autofocus"))
            <button>\(texts["continue"])</button>
            </form>
            <p><a href="\(ConsoleSite.root)/sign-in">\(texts["startAgain"])</a></p>
            """
        return ConsoleView(title: texts["code.title"], body: body, error: error.map(words), status: status(of: error))
    }

    private func status(of error: AuthError?) -> HTTPResponse.Status {
        guard let error else { return .ok }
        if case .tooManyAttempts = error { return .tooManyRequests }
        return .badRequest
    }

    /// Nobody learns whether there is such an operator.
    private func signInWords(_ error: AuthError) -> String {
        if case .tooManyAttempts = error { return words(error) }
        return texts["error.signIn"]
    }

    /// Goes on after a right password.
    fileprivate func begun(_ outcome: SignInOutcome) async throws -> ConsoleAnswer {
        switch outcome {
        case .signedIn(let signedIn): return try await self.signedIn(signedIn)
        case .secondFactorRequired(let awaited):
            let pending = cookie.set(
                .pending, to: awaited.pendingCredential, seconds: Int(PendingSignIn.lifetimeSeconds))
            return .goTo("\(ConsoleSite.root)/code", cookies: [pending])
        }
    }

    /// Goes on after a sign-in, which the audit log then has under the operator's name.
    fileprivate func signedIn(_ signedIn: SignedIn) async throws -> ConsoleAnswer {
        let client = call.client == .unknown ? nil : call.client
        let own = ownEngine.acting(as: .consoleOperator(signedIn.account.id), from: client, request: call.requestID)
        try await own.operators.recordSignIn(of: signedIn.account.id)
        return entered(signedIn)
    }

    /// Goes on in a new session.
    func entered(_ signedIn: SignedIn, notice: ConsoleNotice? = nil, at path: String = ConsoleSite.root) -> ConsoleAnswer {
        .goTo(
            path, notice: notice,
            cookies: [cookie.set(.session, to: signedIn.tokens.refreshToken), cookie.set(.pending, to: nil)])
    }
}
