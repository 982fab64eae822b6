import HTTPTypes
import VinculaCore
import VinculaEngine

/// The operator's own account: the password, recovery codes, and where they are signed in.
extension ConsoleSite {
    /// The time for which a sign-in counts for a change of the operator's own account, in seconds: less than the engine's, since
    /// it looks a moment later.
    static let ownChangeSeconds = RecentSignIn.seconds - 30

    static let ownAccount: [ConsoleRoute] = [
        .page("/account", .member) { context in
            guard let visit = context.visit else { return .goTo(root) }
            let sessions = try await context.engine.operators.openSessions(of: visit.account.id)
            return .view(context.ownAccountView(visit, sessions))
        },
        .page("/account/password", .member, freshSeconds: ownChangeSeconds) { .view($0.ownPasswordView()) },
        .form("/account/password", .member, freshSeconds: ownChangeSeconds) { context in
            let password = context.fields["password"] ?? ""
            guard !password.isEmpty else { return .view(context.ownPasswordView(error: .missingPassword)) }
            do {
                var update = OwnAccountUpdate()
                update.password = password
                let updated = try await context.ownEngine.updateOwnAccount(
                    update, idToken: try await context.ownEngine.consoleIDToken(context.session), in: .operators,
                    from: context.call.client)
                let session = updated.tokens.map { context.cookie.set(.session, to: $0.refreshToken) }
                return .goTo("\(root)/account", notice: .passwordChanged, cookies: [session].compactMap(\.self))
            } catch AuthError.credentialTooOld {
                return .goTo("\(root)/account/password")
            } catch let error as AuthError {
                return .view(context.ownPasswordView(error: error))
            }
        },
        // As for people: somebody with a session that was left open does not sign its owner out.
        .form("/account/end-sessions", .member, freshSeconds: ownChangeSeconds) { context in
            if let visit = context.visit { try await context.engine.operators.endOtherSessions(visit) }
            return .goTo("\(root)/account", notice: .otherSessionsEnded)
        },
    ]
}

extension ConsoleContext {
    fileprivate func ownAccountView(_ visit: ConsoleVisit, _ sessions: [Session]) -> ConsoleView {
        let rows = sessions.map { session -> [HTML] in
            let device = session.place.device ?? texts["unknownDevice"]
            let own = session.id == visit.session ? " (\(texts["account.thisOne"]))" : ""
            return [
                "\(device)\(own)", "\(session.place.network ?? "–")", time(session.openedAt),
                time(session.lastUsedAt),
            ]
        }
        let end: HTML =
            sessions.count > 1 ? form("\(ConsoleSite.root)/account/end-sessions", texts["account.endOthers"]) : ""
        let left = visit.recoveryCodesLeft.map { texts("recovery.left", ["count": "\($0)"]) } ?? texts["recovery.none"]
        let role = texts["role.\(visit.grant.role.rawValue)"]
        let projects = visit.grant.reach.list.map { $0.joined(separator: ", ") } ?? texts["account.allProjects"]
        let body: HTML = """
            <dl class="facts">
            <div><dt>\(texts["email"])</dt><dd>\(visit.account.email?.value ?? "")</dd></div>
            <div><dt>\(texts["role"])</dt><dd>\(role) (\(projects))</dd></div>
            </dl>
            <h2>\(texts["password"])</h2>
            <p><a class="button quiet" href="\(ConsoleSite.root)/account/password">\(texts["account.changePassword"])</a></p>
            <h2>\(texts["recovery.title"])</h2>
            <p>\(left)</p>
            <p><a class="button quiet" href="\(ConsoleSite.root)/recovery-codes">\(texts["recovery.title"])</a></p>
            <h2>\(texts["sessions"])</h2>
            \(table(texts["sessions"], ["device", "network", "opened", "lastUsed"], rows))\(end)
            """
        return ConsoleView(title: texts["nav.ownAccount"], body: body)
    }

    fileprivate func ownPasswordView(error: AuthError? = nil) -> ConsoleView {
        let more: HTML = " autocomplete=\"new-password\" minlength=\"10\" required aria-describedby=\"rules\""
        let inputs: HTML = """
            \(field("password", "password.new", type: "password", more))<p id="rules">\(texts["password.rules"])</p>
            """
        return ConsoleView(
            title: texts["account.changePassword"],
            body: "<p>\(texts["account.passwordText"])</p>"
                + form("\(ConsoleSite.root)/account/password", texts["account.changePassword"], isQuiet: false, inputs),
            crumbs: [(texts["nav.ownAccount"], "\(ConsoleSite.root)/account")], error: error.map(words),
            status: error == nil ? .ok : .badRequest)
    }
}
