import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The checks of every request to the console: who asks, whether they may, and whether their own page sent it.
extension Endpoints {
    /// A page or a form of the console.
    func console(_ route: ConsoleRoute) -> @Sendable (Call) async throws -> Response {
        { call in
            let cookie = ConsoleCookie(isSecure: options.isSecureConsole(authority: call.authority))
            var context = try await self.context(
                call, session: cookie.value(.session, in: call.headers[values: .cookie]), cookie,
                isUse: route.method != .get || !ConsoleContext.isRefresh(call),
                fields: route.method == .post && !route.takesPart ? try Self.fields(call) : [:])
            if let refusal = try await refusal(of: route, context) { return try await respond(refusal, context) }
            var cookies: [String] = []
            switch try await freshness(of: route, context) {
            case .isFresh: break
            case .isAsked(let answer): return try await respond(answer, context)
            case .isRenewed(let session):
                context = try await self.context(call, session: session, cookie, fields: context.fields)
                cookies = [cookie.set(.session, to: session)]
                // The operator may have been removed, or have lost the right, meanwhile.
                if let refusal = try await refusal(of: route, context, isSentByPage: true) {
                    return try await respond(refusal, context, cookies)
                }
            }
            do {
                return try await respond(try await route.answer(context), context, cookies)
            } catch let error as AuthError {
                return try await respond(.view(context.refused(error)), context, cookies)
            } catch let refusal as OperatorAdministration.Refusal {
                return try await respond(.view(context.refused(refusal)), context, cookies)
            } catch let refusal as AdministrationError {
                return try await respond(.view(context.refused(refusal)), context, cookies)
            } catch let refusal as ProjectAdministration.Refusal {
                return try await respond(.view(context.refused(refusal)), context, cookies)
            } catch let refusal as ConsoleImports.Refusal {
                return try await respond(.view(context.refused(refusal)), context, cookies)
            }
        }
    }

    /// A request as its page sees it, in a session.
    ///
    /// - Parameter isUse: `false` if the page asked by itself, which does not keep a session open.
    private func context(
        _ call: Call, session: String?, _ cookie: ConsoleCookie, isUse: Bool = true, fields: [String: String]
    ) async throws -> ConsoleContext {
        let visit = try await engine.visitConsole(session, isUse: isUse)
        let client = call.client == .unknown ? nil : call.client
        return ConsoleContext(
            call: call, visit: visit,
            engine: visit.map { visit in
                engine.acting(
                    as: .consoleOperator(visit.account.id), from: client, language: call.language, device: call.device,
                    request: call.requestID)
            } ?? engine,
            ownEngine: engine, fields: fields, language: call.query.language ?? call.language ?? .english, options: options,
            cookie: cookie, session: session, imports: options.imports)
    }

    /// The fields of a form, none of which comes twice.
    private static func fields(_ call: Call) throws(AuthError) -> [String: String] {
        guard call.body.isForm, let fields = try FormFields(call.body).once else {
            throw .invalidArgument("The body must be a form in which no field is repeated.")
        }
        return fields
    }

    /// The answer to somebody who may not use a route; `nil` if they may.
    ///
    /// - Parameter isSentByPage: `true` if it is known already that the operator's own page sent the form.
    private func refusal(
        of route: ConsoleRoute, _ context: ConsoleContext, isSentByPage: Bool = false
    ) async throws -> ConsoleAnswer? {
        guard route.door != .open else { return nil }
        guard let visit = context.visit else { return .goTo("\(ConsoleSite.root)/sign-in") }
        if visit.isForEnrollment, route.door != .enrollee { return .goTo("\(ConsoleSite.root)/enroll") }
        let token = route.takesPart ? context.call.headers[.formToken] : context.fields["token"]
        if route.method == .post, !isSentByPage, !FixedTime.areEqual(Array((token ?? "").utf8), Array(visit.formToken.utf8)) {
            return .view(context.denied("forged"))
        }
        guard case .act(let act) = route.door else { return nil }
        guard context.allows(act) else { return .view(context.denied("forbidden")) }
        if let project = context.project, !options.isDevelopment, project != options.project {
            guard try await engine.projects.knowsProject(project) else { return .view(context.missing()) }
        }
        guard context.tenant != nil else { return nil }
        do {
            _ = try await engine.projects.tenant(context.scope)
            return nil
        } catch AuthError.tenantNotFound {
            return .view(context.missing())
        }
    }

    private func respond(
        _ answer: ConsoleAnswer, _ context: ConsoleContext, _ before: [String] = []
    ) async throws -> Response {
        switch answer {
        case .view(var view):
            view.cookies = before + view.cookies
            let notice = context.cookie.value(.notice, in: context.cookies).flatMap(ConsoleNotice.init)
            let isInside = context.visit.map { !$0.isForEnrollment } ?? false
            return ConsoleShell(
                context: context, view: view, projects: isInside ? try await context.projects() : [], notice: notice
            ).response()
        case .raw(var response):
            for cookie in before { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
            return response
        case .goTo(let path, let notice, let own):
            var cookies = before + own
            if let notice { cookies.append(context.cookie.set(.notice, to: notice.rawValue, seconds: 60)) }
            var headers: HTTPFields = [.location: path, .cacheControl: "no-store"]
            for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
            return Response(status: .seeOther, headers: headers)
        }
    }
}

extension ConsoleContext {
    /// The page for somebody who may not do something.
    ///
    /// - Parameter text: The name of the text.
    func denied(_ text: String) -> ConsoleView {
        ConsoleView(title: texts["denied.title"], body: back, error: texts["denied.\(text)"], status: .forbidden)
    }

    /// The page for something that is not there.
    ///
    /// - Parameter text: The name of the text.
    func missing(_ text: String = "missing.text") -> ConsoleView {
        ConsoleView(title: texts["missing.title"], body: back, error: texts[text], status: .notFound)
    }

    /// The page about something that the engine refused.
    fileprivate func refused(_ error: AuthError) -> ConsoleView {
        let status: HTTPResponse.Status =
            switch error {
            case .tooManyAttempts: .tooManyRequests
            case .userNotFound: .notFound
            default: .badRequest
            }
        return ConsoleView(title: texts["refused.title"], body: back, error: words(error), status: status)
    }

    fileprivate func refused(_ refusal: OperatorAdministration.Refusal) -> ConsoleView {
        var status = HTTPResponse.Status.badRequest
        if refusal == .forbidden { status = .forbidden }
        return ConsoleView(title: texts["refused.title"], body: back, error: words(refusal), status: status)
    }

    fileprivate func refused(_ refusal: AdministrationError) -> ConsoleView {
        ConsoleView(title: texts["refused.title"], body: back, error: words(refusal), status: .badRequest)
    }

    fileprivate func refused(_ refusal: ProjectAdministration.Refusal) -> ConsoleView {
        let text =
            switch refusal {
            case .invalidName: texts["error.projectName"]
            case .exists(let name): texts("error.projectExists", ["project": name])
            case .noSuchProject(let name): texts("error.noProject", ["project": name])
            case .isBeingDeleted: texts["error.projectErased"]
            }
        return ConsoleView(title: texts["refused.title"], body: back, error: text, status: .badRequest)
    }

    fileprivate func refused(_ refusal: ConsoleImports.Refusal) -> ConsoleView {
        var status = HTTPResponse.Status.badRequest
        if refusal == .missing { status = .notFound }
        return ConsoleView(
            title: texts["refused.title"], body: back, error: texts["import.refused.\(refusal.rawValue)"], status: status)
    }

    private var back: HTML { "<p><a href=\"\(ConsoleSite.root)\">\(texts["backHome"])</a></p>" }

    /// The reason for a refusal, in words.
    func words(_ error: AuthError) -> String {
        switch error {
        case .tooManyAttempts: texts["error.tooMany"]
        case .userNotFound: texts["error.noAccount"]
        case .emailExists: texts["error.emailExists"]
        case .phoneNumberExists: texts["error.phoneExists"]
        case .invalidEmail, .missingEmail: texts["error.email"]
        case .invalidPhoneNumber: texts["error.phone"]
        case .missingPassword, .passwordTooLong, .weakPassword, .passwordRequirements: texts["error.password"]
        case .invalidClaims, .claimsTooLarge, .forbiddenClaim: texts["error.claims"]
        case .invalidCode, .missingCode: texts["error.code"]
        case .credentialTooOld: texts["error.old"]
        case .operationNotAllowed: texts["error.off"]
        case .tenantsNotAllowed: texts["error.tenants"]
        case .invalidTenantName: texts["error.tenantName"]
        case .invalidProfileAttribute: texts["error.profile"]
        case .userDisabled: texts["error.disabled"]
        case .invalidActionCode: texts["error.link"]
        default: texts["error.other"]
        }
    }

    private func words(_ refusal: OperatorAdministration.Refusal) -> String {
        switch refusal {
        case .invalidEmail: texts["error.email"]
        case .exists: texts["error.operatorExists"]
        case .noSuchOperator: texts["error.noOperator"]
        case .noSuchProject(let name): texts("error.noProject", ["project": name])
        case .tooManyProjects: texts["error.projects"]
        case .tooManyInvitations: texts["error.invitations"]
        case .lastOwner: texts["error.lastOwner"]
        case .ownRights: texts["error.ownRights"]
        case .forbidden: texts["denied.forbidden"]
        }
    }
}
