import VinculaCore
import VinculaEngine

/// The content of a mailed link's page. Nothing here changes any state.
struct ActionPageContent: Sendable {
    let view: ActionCodeView
    let code: String
    let language: Language
    /// The page's own path, which its forms are sent to.
    let path: String
    let isDevelopment: Bool
    let catalogue: ProviderCatalogue
    /// The API key in the link that was opened, which the app gets along with the code.
    let apiKey: String?

    var texts: PageTexts { .of(language) }

    /// True if the second factor that the page is about is a phone.
    var isPhoneFactor: Bool { view.target.isPhoneFactor == true }

    private var brand: PageBrand { PageBrand(view.settings, of: view.scope.project) }

    private var values: [String: String] {
        var values = ["app": brand.name]
        values["email"] = view.email?.value
        // An address that was removed has no new one in its place.
        values["newEmail"] = view.newEmail?.value ?? "–"
        values["date"] = (view.purpose == .signIn ? view.askedAt : view.accountSince ?? view.askedAt).text(language)
        let identity = view.target.addedIdentity ?? view.target.removedIdentity?.key
        values["provider"] = identity.map { catalogue.title(of: $0.provider) }
        values["address"] = view.target.requestedFrom ?? "?"
        return values
    }

    // MARK: Questions

    /// Returns the page with the question that an open link asks.
    ///
    /// - Parameters:
    ///   - disowns: `true` if the reader says that the account is not theirs.
    ///   - error: The error in the reader's input.
    ///   - typed: The reader's input, if it is not a secret.
    ///   - shortfalls: What the password lacks that was refused; `nil` if none was.
    func question(
        disowns: Bool = false, error: String? = nil, typed: String = "", shortfalls: [PasswordShortfall]? = nil
    ) -> HostedPage {
        switch view.purpose {
        case .verifyEmail where disowns: ask(texts.disown, action: "disown")
        case .verifyEmail: ask(texts.verify, action: "verify", second: (texts.disown.title, "ask-disown"))
        case .verifyAndChangeEmail:
            ask(texts.change, action: "change", values: ["email": view.email?.masked ?? "—"])
        case .recoverEmail: ask(texts.recover, action: "recover")
        case .revertSecondFactorAddition:
            ask(isPhoneFactor ? texts.revertPhoneFactor : texts.revertSecondFactor, action: "revert-second-factor")
        case .revertSignInMethodAddition: ask(texts.revertSignInMethod, action: "revert-sign-in-method")
        case .revertSignInMethodRemoval: ask(texts.revertSignInMethodRemoval, action: "revert-sign-in-method-removal")
        case .revertPasswordChange: ask(texts.revertPasswordChange, action: "revert-password-change")
        case .revertRecoveryCodes: ask(texts.revertRecoveryCodes, action: "revert-recovery-codes")
        case .revertSignIn: ask(texts.revertSignIn, action: "revert-sign-in")
        case .resetPassword: reset(shortfalls)
        case .signIn: signIn(error: error, typed: typed)
        }
    }

    private func ask(
        _ question: PageTexts.Question, action: String, second: (text: String, action: String)? = nil,
        values more: [String: String] = [:]
    ) -> HostedPage {
        let text = filled(question.text, values.merging(more) { $1 })
        let other: HTML =
            second.map { form($0.action, "<button class=\"quiet\">\($0.text)</button>") } ?? ""
        return page(
            question.title,
            "<p>\(text)</p>\n\(elsewhere)\(removals)\(form(action, "<button>\(filled(question.button, values))</button>"))\n\(other)"
        )
    }

    /// The list of what the button removes from the account, as it is now.
    private var removals: HTML {
        guard !view.removes.isEmpty else { return "" }
        let list = view.removes.map { "<li>\(name(of: $0))</li>" as HTML }.joined()
        return "<p id=\"removals\">\(texts.removesNow)</p>\n<ul aria-labelledby=\"removals\">\(list)</ul>\n"
    }

    private func name(of part: AccountPart) -> String {
        switch part {
        case .password: texts.aPassword
        case .wayIn(let provider): catalogue.title(of: provider)
        case .authenticator(let since): filled(texts.anAuthenticator, ["date": since.text(language)])
        case .phoneFactor(let since): filled(texts.aPhoneFactor, ["date": since.text(language)])
        case .recoveryCodes(let since): filled(texts.theRecoveryCodes, ["date": since.text(language)])
        }
    }

    /// The sentence that the way in cannot be restored, where that is so.
    private var elsewhere: HTML {
        view.isRestoredElsewhere ? "<p>\(filled(texts.signInMethodIsTaken, values))</p>\n" : ""
    }

    private func reset(_ shortfalls: [PasswordShortfall]?) -> HostedPage {
        func list(_ rules: [String]) -> HTML { "<ul>\(rules.map { "<li>\($0)</li>" as HTML }.joined())</ul>" }
        let attributes: HTML =
            shortfalls == nil
            ? " aria-describedby=\"rules\"" : " aria-invalid=\"true\" aria-describedby=\"problem rules\""
        let alert: HTML =
            shortfalls.map { missing -> HTML in
                """
                <div id="problem" class="error" role="alert"><p>\(texts.rules.broken)</p>\
                \(list(missing.map(texts.rules.words)))</div>
                """
            } ?? ""
        let rules = view.settings.passwordPolicy.rules(texts.rules)
        let fields: HTML = """
            <input class="away" type="email" name="username" autocomplete="username" value="\(view.email?.value ?? "")" \
            readonly tabindex="-1" aria-hidden="true">
            \(alert)
            <label for="password">\(texts.newPassword)</label>
            <input id="password" name="password" type="password" autocomplete="new-password" required\(attributes) autofocus>
            <div id="rules"><p>\(texts.rules.heading)</p>\(list(rules))</div>
            <button>\(texts.reset.button)</button>
            """
        return page(texts.reset.title, "<p>\(filled(texts.reset.text, values))</p>\n\(form("reset", fields))")
    }

    /// The page of a link that signs in: in the browser that asked for it by one button, in any other by the address, too.
    private func signIn(error: String?, typed: String) -> HostedPage {
        let alert: HTML = error.map { "<p class=\"error\" id=\"problem\" role=\"alert\">\($0)</p>" } ?? ""
        let attributes: HTML = error == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"problem\" autofocus"
        let fields: HTML = """
            <p>\(texts.otherDevice)</p>
            \(alert)
            <label for="email">\(texts.yourAddress)</label>
            <input id="email" name="email" type="email" autocomplete="email" value="\(typed)" required\(attributes)>
            <button class="quiet">\(texts.continueWithAddress)</button>
            """
        let onwards: HTML =
            signInTarget.map { "<p><a class=\"button\" href=\"\($0)\" rel=\"noreferrer\">\(texts.signIn.button)</a></p>" } ?? ""
        var page = page(
            filled(texts.signIn.title, values),
            "<p>\(filled(texts.signIn.text, values))</p>\n\(onwards)\n\(form("address", fields))")
        page.formTarget = view.target.continueURL.flatMap(ContinueURL.origin)
        return page
    }

    // MARK: Results

    /// Returns a page that says what has happened.
    ///
    /// - Parameter leadsOn: `true` to offer a link to the app, or else to the account page.
    func done(_ notice: PageTexts.Notice, leadsOn: Bool = true) -> HostedPage {
        let end: HTML = "<p>\(texts.closePage)</p>"
        return page(notice.title, "<p>\(filled(notice.text, values))</p>\n\(leadsOn ? wayOn(isMain: true) ?? end : end)")
    }

    /// Returns a page that says that a change was reverted, and offers a new password if one gives access to the account.
    ///
    /// - Parameter isBack: `false` if a way in could not be restored.
    func takenBack(_ notice: PageTexts.Notice, isBack: Bool = true) -> HostedPage {
        let taken: HTML = isBack ? "" : "<p>\(filled(texts.signInMethodIsTaken, values))</p>\n"
        guard view.offersReset else {
            return page(notice.title, "\(taken)<p>\(filled(texts.signInAsBefore, values))</p>\n\(wayOn(isMain: true) ?? "")")
        }
        let reset = form("send-reset", "<button>\(texts.sendPasswordLink)</button>")
        return page(notice.title, "\(taken)<p>\(filled(notice.text, values))</p>\n\(reset)\n\(wayOn() ?? "")")
    }

    /// Returns a page that says why a link does not work, and offers a new one if there can be one.
    func over(_ notice: PageTexts.Notice? = nil) -> HostedPage {
        let said =
            notice
            ?? {
                switch view.state {
                case .open, .spent: texts.used
                case .expired: texts.expired
                case .disabled: texts.disabled
                }
            }()
        let next: HTML =
            view.canBeRenewed
            ? form("renew", "<button>\(texts.sendNewLink)</button>")
            : view.state == .disabled || notice != nil || !view.canBeAskedFor
                ? "" : "<p>\(filled(texts.askInTheApp, values))</p>"
        return page(said.title, "<p>\(filled(said.text, values))</p>\n\(next)\n\(wayOn() ?? "")")
    }

    // MARK: Links back to the app

    /// The URL where a sign-in continues: the app's own page, with the code.
    var signInTarget: String? {
        view.target.continueURL.map {
            // Clients compare the tenant with their own before they redeem the code.
            let tenant = view.scope.tenant.isEmpty ? [] : [("tenantId", view.scope.tenant)]
            let key = apiKey.map { [("apiKey", $0)] } ?? []
            return ContinueURL.adding(
                [("mode", "signIn"), ("lang", language.rawValue), ("oobCode", code)] + key + tenant, to: $0)
        }
    }

    /// The link that leads on: to the app, or else to the account page, if the link that was opened names an API key.
    ///
    /// - Parameter isMain: `true` if there is nothing else to do on the page.
    private func wayOn(isMain: Bool = false) -> HTML? {
        let place: (url: String, text: String)? =
            if let url = view.target.continueURL {
                (url, filled(texts.continueTo, ["place": ContinueURL.host(url) ?? ""]))
            } else {
                accountPage.map { ($0, texts.goToAccount) }
            }
        guard let place else { return nil }
        let look: HTML = isMain ? "button" : "button quiet"
        return "<p><a class=\"\(look)\" href=\"\(place.url)\" rel=\"noreferrer\">\(place.text)</a></p>"
    }

    /// The address of the account page; `nil` if nobody can sign in there.
    private var accountPage: String? {
        guard view.state != .disabled, let key = apiKey ?? (isDevelopment ? "vincula" : nil) else { return nil }
        let tenant = view.scope.tenant.isEmpty ? [] : [("tenantId", view.scope.tenant)]
        return AccountPagePaths.page + "?" + QueryText.encode([("key", key), ("hl", language.rawValue)] + tenant)
    }

    private func form(_ action: String, _ fields: HTML) -> HTML {
        """
        <form method="post" action="\(path)">
        <input type="hidden" name="oobCode" value="\(code)">
        <input type="hidden" name="lang" value="\(language.rawValue)">
        \(apiKey.map { "<input type=\"hidden\" name=\"apiKey\" value=\"\($0)\">" as HTML } ?? "")
        <input type="hidden" name="action" value="\(action)">
        \(fields)
        </form>
        """
    }

    private func page(_ title: String, _ body: HTML) -> HostedPage {
        HostedPage(
            language: language, title: title, body: body, banner: isDevelopment ? texts.developmentServer : nil, brand: brand)
    }
}
