import Foundation
import HTTPTypes
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/action` and `/emulator/action`: the page of a mailed link.
    ///
    /// Loading it changes nothing, however often and whoever does it (mail scanners, previews, scripts): only a button does,
    /// by POST.
    func actionPage(_ call: Call) async throws -> Response {
        let isPost = call.method == .post
        if isPost, call.isCrossSite { throw RequestRefusal.foreignOrigin }
        let fields = try isPost ? FormFields(call.body).byName : [:]
        let code = (isPost ? fields["oobCode"] : call.query["oobCode"]) ?? ""
        let wished = isPost ? fields["lang"].flatMap(Language.init(tag:)) : call.query.language
        if call.method == .get, options.isDevelopment, call.path == ActionLinks.emulatorPage, !call.wantsHTML {
            return try await emulatorAction(code, call)
        }
        var page: HostedPage
        do {
            // Checked here so that a refused caller also gets a page.
            if isPost { try engine.limits.admit(.actionPage, from: call.client) }
            if let view = try await engine.actionCodes.viewActionCode(code) {
                let language = wished ?? view.target.language ?? call.language ?? view.settings.email.language
                let content = ActionPageContent(
                    view: view, code: code, language: language, path: call.path, isDevelopment: options.isDevelopment,
                    catalogue: engine.catalogue, apiKey: QueryParameters.key(isPost ? fields["apiKey"] : call.query["apiKey"]))
                guard isPost else {
                    return onwards(content) ?? read(content, disowns: call.query["answer"] == "no").response()
                }
                // Mails that result from this action are in the page's language.
                let acting = Endpoints(
                    engine: engine.acting(
                        as: .endUser, from: call.client == .unknown ? nil : call.client, language: language, device: call.device,
                        request: call.requestID),
                    options: options, metrics: metrics, readiness: readiness)
                return try await acting.act(fields["action"] ?? "", fields, content, call)
            }
            page = notice(\.unknown, wished ?? call.language ?? .english)
        } catch let error as AuthError {
            guard case .tooManyAttempts = error else { throw error }
            page = notice(\.tooOften, wished ?? call.language ?? .english)
        }
        return page.response()
    }

    /// Returns a redirect to this server's account page if a sign-in continues there: the page redeems the code by itself in
    /// the browser that asked for it, and asks for the address in any other.
    private func onwards(_ content: ActionPageContent) -> Response? {
        guard content.view.purpose == .signIn, content.view.state == .open, let url = content.view.target.continueURL,
            engine.actionLinks.isAccountPage(url), let target = content.signInTarget
        else { return nil }
        return Response(status: .seeOther, headers: [.location: target, .cacheControl: "no-store"])
    }

    private func read(_ content: ActionPageContent, disowns: Bool) -> HostedPage {
        if content.view.isDone { return content.done(content.texts.verified) }
        return content.view.state == .open ? content.question(disowns: disowns) : content.over()
    }

    /// Performs a button's action and shows the result.
    private func act(
        _ action: String, _ fields: [String: String], _ content: ActionPageContent, _ call: Call
    ) async throws -> Response {
        let (view, code, texts) = (content.view, content.code, content.texts)
        // The page has no button then.
        guard view.state != .disabled else { return content.over().response() }
        do {
            switch (action, view.purpose) {
            case ("renew", _):
                try await engine.actionCodes.renewActionCode(code, apiKey: content.apiKey)
                return content.done(texts.newLinkSent).response()
            case ("ask-disown", .verifyEmail) where view.state == .open && !view.isDone:
                return content.question(disowns: true).response()
            case ("disown", .verifyEmail):
                try await engine.actionCodes.disownAddress(code, in: view.scope)
                return content.done(texts.disowned, leadsOn: false).response()
            case ("verify", .verifyEmail):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.done(texts.verified).response()
            case ("change", .verifyAndChangeEmail):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.done(texts.changed).response()
            case ("recover", .recoverEmail):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.takenBack(texts.recovered).response()
            case ("revert-second-factor", .revertSecondFactorAddition):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                let said = content.isPhoneFactor ? texts.phoneFactorReverted : texts.secondFactorReverted
                return content.takenBack(said).response()
            case ("revert-sign-in-method", .revertSignInMethodAddition):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.takenBack(texts.signInMethodReverted).response()
            case ("revert-sign-in-method-removal", .revertSignInMethodRemoval):
                let account = try await engine.actionCodes.applyActionCode(code, in: view.scope).account
                let isBack = account.identities.contains { $0.key == view.target.removedIdentity?.key }
                let said = texts.signInMethodRestored
                return content.takenBack(
                    isBack ? said : PageTexts.Notice(title: texts.passwordReverted.title, text: said.text), isBack: isBack
                ).response()
            case ("revert-password-change", .revertPasswordChange):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.takenBack(texts.passwordReverted).response()
            case ("revert-recovery-codes", .revertRecoveryCodes):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.takenBack(texts.recoveryCodesReverted).response()
            case ("revert-sign-in", .revertSignIn):
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return content.takenBack(texts.signInReverted).response()
            case ("send-reset", _) where view.purpose.takesBack:
                return try await sendReset(content, call)
            case ("reset", .resetPassword):
                let password = fields["password"] ?? ""
                do {
                    guard !password.isEmpty else { throw AuthError.missingPassword }
                    try await engine.actionCodes.resetPassword(code, to: password, in: view.scope, from: call.client)
                } catch let error as AuthError where error.isAboutPassword {
                    return content.question(shortfalls: content.shortfalls(of: password)).response()
                }
                return content.done(texts.wasReset).response()
            case ("address", .signIn): return try await checkAddress(fields["email"] ?? "", content)
            default: return read(content, disowns: false).response()
            }
        } catch let error as AuthError {
            return try await refused(error, content).response()
        }
    }

    /// Lets a user continue who opened the link on a device that does not know their address.
    private func checkAddress(_ text: String, _ content: ActionPageContent) async throws -> Response {
        guard let email = EmailAddress(text.trimmingCharacters(in: .whitespaces)),
            try await engine.actionCodes.checkAddress(email, ofLink: content.code, in: content.view.scope)
        else {
            guard let now = try await engine.actionCodes.viewActionCode(content.code) else { return content.over().response() }
            guard now.state == .open else {
                let notice = PageTexts.Notice(title: content.texts.used.title, text: content.texts.tooManyAddresses)
                return content.with(now).over(notice).response()
            }
            return content.question(error: content.texts.otherAddress, typed: String(text.prefix(254))).response()
        }
        guard let target = content.signInTarget else { return content.over().response() }
        return Response(status: .seeOther, headers: [.location: target, .cacheControl: "no-store"])
    }

    /// Mails a password reset link to a user who has just reverted somebody else's change.
    private func sendReset(_ content: ActionPageContent, _ call: Call) async throws -> Response {
        guard content.view.state == .spent, let email = content.view.email else { return content.over().response() }
        var target = content.view.target.onwards
        target.language = content.language
        var request = ActionCodeRequest(.resetPassword, target: target)
        request.email = email.value
        do {
            _ = try await engine.actionCodes.sendActionCode(request, in: content.view.scope, from: call.client)
        } catch AuthError.emailNotFound {
            // The address no longer belongs to an account; the caller need not learn that.
        }
        return content.done(content.texts.newLinkSent).response()
    }

    /// Shows why an action was refused.
    private func refused(_ error: AuthError, _ content: ActionPageContent) async throws -> HostedPage {
        let texts = content.texts
        switch error {
        case .emailExists: return content.over(texts.taken)
        case .tooManyAttempts: return content.over(texts.tooOften)
        case .invalidActionCode, .expiredActionCode, .userDisabled, .userNotFound:
            // The code may have been used or cancelled since the page was shown.
            guard let view = try await engine.actionCodes.viewActionCode(content.code) else { return content.over() }
            return view.isDone ? content.done(texts.verified) : content.with(view).over()
        default: return content.over(texts.failed)
        }
    }

    func notice(_ notice: KeyPath<PageTexts, PageTexts.Notice>, _ language: Language) -> HostedPage {
        let texts = PageTexts.of(language)
        let said = texts[keyPath: notice]
        return HostedPage(
            language: language, title: said.title, body: "<p>\(filled(said.text, ["app": options.project]))</p>",
            banner: options.isDevelopment ? texts.developmentServer : nil)
    }
}

extension ActionPageContent {
    /// What a password lacks that the engine refused.
    fileprivate func shortfalls(of password: String) -> [PasswordShortfall] {
        view.settings.passwordPolicy.shortfalls(of: password, email: view.email, project: view.scope.project)
    }

    /// Returns the same page for the code's current state.
    fileprivate func with(_ view: ActionCodeView) -> ActionPageContent {
        ActionPageContent(
            view: view, code: code, language: language, path: path, isDevelopment: isDevelopment, catalogue: catalogue,
            apiKey: apiKey)
    }
}

extension AuthError {
    /// Indicates whether a new password was refused for what it is.
    fileprivate var isAboutPassword: Bool {
        switch self {
        case .weakPassword, .passwordRequirements, .passwordTooLong, .missingPassword: true
        default: false
        }
    }
}

extension Call {
    /// Indicates whether a browser reports that another site's page sends the request. `Origin` cannot be used: without a
    /// referrer it is `null`.
    var isCrossSite: Bool { FetchMetadata(headers).isCrossSite }

    /// Indicates whether the caller is a browser that wants a page.
    var wantsHTML: Bool { headers[.accept]?.contains("text/html") ?? false }
}
