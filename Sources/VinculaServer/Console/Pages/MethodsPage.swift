import VinculaCore
import VinculaEngine

/// A setting of a project's sign-in that has a switch.
enum ConsoleMethod: String, CaseIterable, Sendable {
    case email, emailLink, phone, anonymous, signUp, authenticators, phoneFactors, mandatoryFactor

    /// Indicates whether people sign in with it.
    var isWayIn: Bool { [.email, .emailLink, .phone, .anonymous].contains(self) }

    func isOn(in settings: ProjectSettings) -> Bool {
        switch self {
        case .email: settings.emailEnabled
        case .emailLink: settings.emailLinkEnabled
        case .phone: settings.phone.isEnabled
        case .anonymous: settings.anonymousEnabled
        case .signUp: !settings.disabledUserSignUp
        case .authenticators: settings.secondFactors.authenticatorsEnabled
        case .phoneFactors: settings.secondFactors.phonesEnabled
        case .mandatoryFactor: settings.secondFactors.isMandatory
        }
    }

    /// Turns it on or off. Mailed links need email to be on, as for `vincula sign-in`; a factor that everybody must have needs a
    /// kind that can be enrolled.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)``.
    func set(_ isOn: Bool, in settings: inout ProjectSettings) throws(AuthError) {
        switch self {
        case .email: settings.emailEnabled = isOn
        case .emailLink:
            settings.passwordRequired = !isOn
            if isOn { settings.emailEnabled = true }
        case .phone: settings.phone.isEnabled = isOn
        case .anonymous: settings.anonymousEnabled = isOn
        case .signUp: settings.disabledUserSignUp = !isOn
        case .authenticators: settings.secondFactors.authenticatorsEnabled = isOn
        case .phoneFactors: settings.secondFactors.phonesEnabled = isOn
        case .mandatoryFactor: settings.secondFactors.isMandatory = isOn
        }
        if settings.secondFactors.isMandatory, !settings.secondFactors.hasKind {
            throw .operationNotAllowed("A second factor cannot be required while none can be enrolled.")
        }
    }
}

/// The sign-in methods of a project, as switches.
extension ConsoleSite {
    static let methods: [ConsoleRoute] = [
        .page("/projects/{project}/methods", .act(.seeProject)) { context in
            let settings = try await context.engine.projects.settings(of: context.scope.project)
            let texts = context.texts
            let mayChange = context.allows(.changeSignInMethods)
            let rows = ConsoleMethod.allCases.map { method -> [HTML] in
                let isOn = method.isOn(in: settings)
                let title = texts["method.\(method.rawValue)"]
                let name: HTML = "\(title)" + context.needs(of: method, settings)
                let state = texts[isOn ? "on" : "off"]
                guard mayChange else { return [name, "\(state)"] }
                let button = context.form(
                    context.path("/methods"), texts[isOn ? "turnOff" : "turnOn"],
                    label: texts(isOn ? "turnOff.label" : "turnOn.label", ["method": title]),
                    """
                    <input type="hidden" name="method" value="\(method.rawValue)">\
                    <input type="hidden" name="on" value="\(isOn ? "no" : "yes")">
                    """)
                return [name, "\(state)", button]
            }
            let offered = try await context.engine.flows.offered(in: context.scope)
            let providers = offered.map { "<li>\(context.mark(of: $0.id)) \($0.title)</li>" as HTML }.joined()
            let list: HTML = offered.isEmpty ? "<p>\(texts["methods.noProviders"])</p>" : "<ul class=\"list\">\(providers)</ul>"
            let body: HTML = """
                \(context.table(texts["methods.title"], ["method", "state"] + (mayChange ? [""] : []), rows))
                <h2>\(texts["methods.providers"])</h2>
                \(list)
                <p><a href="\(context.path("/providers"))">\(texts["methods.configure"])</a></p>
                """
            return .view(ConsoleView(title: texts["methods.title"], body: body, crumbs: context.crumbs(depth: 1)))
        },
        .form("/projects/{project}/methods", .act(.changeSignInMethods)) { context in
            guard let method = context.fields["method"].flatMap(ConsoleMethod.init),
                let isOn = ["yes": true, "no": false][context.fields["on"] ?? ""]
            else { throw AuthError.invalidArgument("method and on must name a switch and its state.") }
            _ = try await context.engine.projects.updateSettings(of: context.scope.project) { try method.set(isOn, in: &$0) }
            return .goTo(context.path("/methods"), notice: .methodsChanged)
        },
    ]
}

extension ConsoleContext {
    /// What a method needs and does not have, each with a link to where it is set.
    fileprivate func needs(of method: ConsoleMethod, _ settings: ProjectSettings) -> HTML {
        var needs: [(name: String, path: String)] = []
        switch method {
        case .email, .emailLink:
            if !engine.sendsMail(settings) { needs.append(("methods.needsMail", "/settings/delivery")) }
            let hasDomain =
                settings.allowsAnyContinueURL || settings.authorizedDomains.contains(where: AuthorizedDomains.isPublic)
            if method == .emailLink, !hasDomain { needs.append(("methods.needsDomain", "/settings/domains")) }
        case .phone, .phoneFactors:
            if engine.textDelivery == .none { needs.append(("methods.needsTexts", "/settings/delivery")) }
            if settings.phone.regions == .off {
                needs.append(("methods.needsRegions", "/settings/one/smsRegionConfig.allowlistOnly.allowedRegions"))
            }
        case .anonymous, .signUp, .authenticators, .mandatoryFactor: break
        }
        return needs.map { "<p class=\"meta\"><a href=\"\(path($0.path))\">\(texts[$0.name])</a></p>" as HTML }.joined()
    }

    /// A provider's mark; empty for one without.
    func mark(of provider: ProviderID) -> HTML {
        engine.catalogue[provider]?.mark.map { "<span class=\"mark\" aria-hidden=\"true\">\(HTML(stringLiteral: $0))</span>" }
            ?? ""
    }
}
