import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// One provider: its form, what to enter at the provider, a test of the connection, and its switch.
extension ConsoleSite {
    static let providerActs: [ConsoleRoute] = settingsPlaces.flatMap { place -> [ConsoleRoute] in
        let one = "\(place)/providers/{provider}"
        return [
            .page(one, .act(.seeSettings)) { context in
                let scope = try await context.settingsScope()
                return .view(try await context.providerPage(scope))
            },
            .form(one, .act(.changeProviders), takesDocument: true) { context in
                try await context.change(.providerSaved) { id, scope in
                    _ = try await context.entry(id, in: scope)
                    try await context.save(id, isNew: false, in: scope)
                }
            },
            .form("\(one)/metadata", .act(.changeProviders), takesDocument: true) { context in
                let scope = try await context.settingsScope()
                guard case .own(let found) = try await context.entry(context.provider, in: scope), found.saml != nil else {
                    return .view(try await context.providerPage(scope))
                }
                do {
                    return .view(try await context.filledFromMetadata(over: found).providerPage(scope, isFilled: true))
                } catch {
                    return .view(try await context.providerPage(scope, reason: context.reason(error)))
                }
            },
            .form("\(one)/switch", .act(.changeProviders)) { context in
                guard let isOn = ["yes": true, "no": false][context.fields["on"] ?? ""] else {
                    throw AuthError.invalidArgument("on must be yes or no.")
                }
                return try await context.change(isOn ? .providerOn : .providerOff) { id, scope in
                    try await context.engine.projects.switchProvider(id, to: isOn, at: context.site, in: scope)
                }
            },
            .form("\(one)/delete", .act(.changeProviders)) { context in
                let scope = try await context.settingsScope()
                let refusal = try await context.refusal {
                    try await context.engine.projects.deleteProvider(context.provider, in: scope)
                }
                if let refusal { return .view(try await context.providerPage(scope, reason: refusal)) }
                return .goTo(context.place("/providers"), notice: .providerDeleted)
            },
            .form("\(one)/test", .act(.testSettings), limit: .consoleTest) { context in
                let scope = try await context.settingsScope()
                return .view(try await context.testPage(scope))
            },
        ]
    }
}

extension ConsoleContext {
    fileprivate var provider: ProviderID { ProviderID(String(part("provider").prefix(128))) }

    /// Makes a change of the provider, and leads back to its page.
    fileprivate func change(
        _ notice: ConsoleNotice, _ body: (ProviderID, ProjectScope) async throws -> Void
    ) async throws -> ConsoleAnswer {
        let scope = try await settingsScope()
        if let reason = try await refusal(of: { try await body(provider, scope) }) {
            return .view(try await providerPage(scope, reason: reason))
        }
        return .goTo(place("/providers/\(QueryText.escaped(provider.value))"), notice: notice)
    }

    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - said: What came of a test.
    ///   - isFilled: `true` if the fields were filled in from metadata.
    ///   - reason: Why something was not done.
    fileprivate func providerPage(
        _ scope: ProjectScope, said: String? = nil, isFilled: Bool = false, reason: Reason? = nil
    ) async throws -> ConsoleView {
        let found: ProviderEntry
        do {
            found = try await entry(provider, in: scope)
        } catch AuthError.configurationNotFound {
            var view = settingsView(
                texts["missing.title"], "", above: [(texts["providers.title"], place("/providers"))],
                reason: Reason(text: texts["error.noProvider"], language: nil))
            view.status = .notFound
            return view
        }
        let path = place("/providers/\(QueryText.escaped(found.id.value))")
        let hasServers = try await hasServerProviders(scope)
        let outcome: HTML = said.map { "<p class=\"notice\" role=\"status\">\($0)</p>" } ?? ""
        let entered = try await copies(found, in: scope)
        var body: HTML = "\(outcome)\(filledNotice(isFilled))\(facts(summary(of: found, hasServers)))\(entered)\(guide(found.id))"
        if allows(.testSettings) {
            body += "<h2>\(texts["provider.test"])</h2><p>\(texts["provider.test.text"])</p>"
            body += form("\(path)/test", texts["provider.test"])
        }
        if allows(.changeProviders) {
            body += """
                <h2>\(texts["provider.configuration"])</h2>
                \(found.id.isSAML ? metadataForm("\(path)/metadata", "saml") : "")
                <form class="broad" method="post" action="\(path)">\(tokenField)\
                \(fields(of: found, keepsTyped: isFilled || reason != nil && isForm))\
                <button>\(texts["save"])</button></form>
                """
            body += switches(found, path, hasServers)
        }
        return settingsView(
            title(of: found), body, above: [(texts["providers.title"], place("/providers"))], reason: reason)
    }

    /// Indicates whether the configuration's form was sent, and not a button beside it.
    private var isForm: Bool { ["clientID", "idpEntityID", "bundleIDs"].contains { fields[$0] != nil } }

    private func switches(_ entry: ProviderEntry, _ path: String, _ hasServers: Bool) -> HTML {
        let isServers = entry.isEnabled == nil && hasServers && engine.serverProviders.contains(entry.id)
        let isOn = entry.isEnabled ?? isServers
        var body: HTML = ""
        if entry.isEnabled != nil || isServers {
            body += form(
                "\(path)/switch", texts[isOn ? "turnOff" : "turnOn"],
                label: texts(isOn ? "turnOff.label" : "turnOn.label", ["method": title(of: entry)]),
                "<input type=\"hidden\" name=\"on\" value=\"\(isOn ? "no" : "yes")\">")
        }
        if entry.isEnabled != nil {
            body += "<p>\(texts["provider.delete.text"])</p>" + form("\(path)/delete", texts["provider.delete"], isDanger: true)
        }
        return body
    }

    /// What everybody who may look sees: no secrets.
    private func summary(of entry: ProviderEntry, _ hasServers: Bool) -> [(name: String, value: HTML)] {
        func set(_ sealed: String?) -> HTML { "\(sealed == nil ? "–" : texts["secret.set"])" }
        var rows: [(name: String, value: HTML)] = [
            ("ID", "<code>\(entry.id.value)</code>"), (texts["state"], "\(state(of: entry, hasServers))"),
        ]
        switch entry {
        case .builtIn(let id, .some(let provider)):
            if !provider.clientID.isEmpty { rows.append((texts["provider.clientID"], "\(provider.clientID)")) }
            if !provider.otherClientIDs.isEmpty {
                rows.append((texts["provider.otherClientIDs"], "\(provider.otherClientIDs.joined(separator: ", "))"))
            }
            if id == .apple {
                rows.append((texts["provider.privateKey"], set(provider.apple.sealedPrivateKey)))
            } else if id != .gameCenter {
                rows.append((texts["provider.secret"], set(provider.sealedClientSecret)))
            }
            if !provider.apple.bundleIDs.isEmpty {
                rows.append((texts["provider.bundleIDs"], "\(provider.apple.bundleIDs.joined(separator: ", "))"))
            }
        case .builtIn(let id, .none):
            let clients = hasServers ? options.services.clientIDs[id] ?? [] : []
            if !clients.isEmpty { rows.append((texts["provider.clientID"], "\(clients.joined(separator: ", "))")) }
        case .own(let provider):
            rows.append((texts[provider.saml == nil ? "provider.clientID" : "provider.spEntityID"], "\(provider.clientID)"))
            if provider.endpoints == nil {
                rows.append((texts[provider.saml == nil ? "provider.issuer" : "provider.idpEntityID"], "\(provider.issuer)"))
            }
            if let endpoints = provider.endpoints { rows.append((texts["provider.tokenURL"], "\(endpoints.tokenURL)")) }
            if provider.saml == nil { rows.append((texts["provider.secret"], set(provider.sealedClientSecret))) }
        }
        return rows
    }

    /// What to enter at the provider.
    private func copies(_ entry: ProviderEntry, in scope: ProjectScope) async throws -> HTML {
        let server = options.address.url
        var rows: [(name: String, value: HTML)] = []
        func add(_ name: String, _ text: String, _ id: String) {
            rows.append((texts[name], copied(text, of: texts[name], id: id)))
        }
        switch entry {
        case .own(let provider) where provider.saml != nil:
            add("provider.spEntityID", provider.clientID, "copy-entity")
            add("copy.acs", FlowCallback.url(of: provider, in: scope, server: server), "copy-acs")
            add("copy.metadata", FlowCallback.metadataURL(of: provider.id, in: scope, server: server), "copy-metadata")
        case .builtIn(.gameCenter, _), .builtIn(.playGames, _): return ""
        default:
            add("copy.redirect", FlowCallback.url(of: entry.id, in: scope, server: server), "copy-redirect")
            if entry.id == .apple, let host = URL(string: server)?.host() { add("copy.domain", host, "copy-domain") }
            guard entry.id == .google else { break }
            let domains = try await engine.projects.settings(of: scope.project).authorizedDomains
            let origins = ([server] + domains.filter(AuthorizedDomains.isPublic).map { "https://\($0)" }).prefix(20)
            for (index, origin) in origins.enumerated() {
                rows.append((texts["copy.origin"], copied(origin, of: origin, id: "copy-origin-\(index)")))
            }
        }
        return "<h2>\(texts["copy.title"])</h2>" + facts(rows)
    }

    /// The steps at a well-known provider.
    private func guide(_ id: ProviderID) -> HTML {
        let name = "guide.\(id.value)"
        let text = texts[name]
        guard text != name else { return "" }
        let steps = text.split(separator: "\n").map { "<li>\(marked(String($0)))</li>" as HTML }.joined()
        return "<details class=\"guide\"><summary>\(texts["guide"])</summary><ol>\(steps)</ol></details>"
    }

    /// The page after a test, with what the provider answered.
    fileprivate func testPage(_ scope: ProjectScope) async throws -> ConsoleView {
        guard let tester = visit?.account.id else { throw AuthError.userNotFound }
        do {
            switch try await engine.flows.test(provider, server: options.address.url, by: tester, in: scope) {
            case .works: return try await providerPage(scope, said: texts["test.works"])
            case .found: return try await providerPage(scope, said: texts["test.found"])
            case .nothingToAsk: return try await providerPage(scope, said: texts["test.nothing"])
            case .clientRefused(let word): return try await refused("test.clientRefused", word, scope)
            case .refused(let word): return try await refused("test.refused", word, scope)
            }
        } catch let error as AuthError {
            return try await providerPage(scope, reason: reason(error))
        }
    }

    private func refused(_ text: String, _ word: String, _ scope: ProjectScope) async throws -> ConsoleView {
        try await providerPage(scope, reason: Reason(text: texts(text, ["word": word]), language: nil))
    }
}
