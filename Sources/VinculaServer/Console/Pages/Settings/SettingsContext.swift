import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// What the pages of settings share: whose settings they are about, and words for what is refused.
extension ConsoleContext {
    /// The project or tenant whose settings a page is about.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    func settingsScope() async throws -> ProjectScope {
        guard let text = call.parameters.get("tenant") else { return scope }
        let tenant = PercentEncoding.decoded(text.utf8)
        guard TenantID.isWellFormed(tenant) else { throw AuthError.tenantNotFound }
        let scope = ProjectScope(project: scope.project, tenant: tenant)
        _ = try await engine.projects.tenant(scope)
        return scope
    }

    /// The path of a page about the same project or tenant.
    func place(_ rest: String) -> String {
        let tenant = call.parameters.get("tenant").map { "/tenants/" + QueryText.escaped(PercentEncoding.decoded($0.utf8)) }
        return path((tenant ?? "") + rest)
    }

    func settingsEditor(in scope: ProjectScope) -> ProjectSettingsEditor {
        ProjectSettingsEditor(engine, in: scope, isDevelopment: options.isDevelopment)
    }

    /// A part of a path that is named in its route.
    func part(_ name: String) -> String { call.parameters.get(name).map { PercentEncoding.decoded($0.utf8) } ?? "" }

    /// A field of the form, without spaces around it.
    func given(_ name: String) -> String { (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The lines of a field of the form that are not empty.
    func lines(_ name: String) -> [String] {
        (fields[name] ?? "").split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    /// Indicates whether a box of the form is ticked.
    func isTicked(_ name: String) -> Bool { fields[name] != nil }

    // MARK: Refusals

    /// The reason why something was not done.
    struct Reason: Sendable {
        let text: String
        /// `nil` for the page's language.
        let language: Language?
    }

    /// Makes a change.
    ///
    /// - Returns: The reason why it is refused; `nil` if it was made.
    /// - Throws: The store's errors.
    func refusal(of change: () async throws -> Void) async throws -> Reason? {
        do {
            try await change()
            return nil
        } catch let refusal as ProjectSettingRefusal {
            return Reason(text: refusal.description, language: .english)
        } catch let error as AuthError {
            return reason(error)
        }
    }

    /// The reason for a refusal; the rules of settings are in the words of `vincula config`.
    func reason(_ error: AuthError) -> Reason {
        switch error {
        case .tooManyAttempts, .invalidPhoneNumber: Reason(text: words(error), language: nil)
        case .phoneRegionNotEnabled: Reason(text: texts["error.region"], language: nil)
        case .configurationNotFound, .providerNotConfigured: Reason(text: texts["error.noProvider"], language: nil)
        case .duplicateConfig: Reason(text: texts["error.providerExists"], language: nil)
        case .invalidConfigID: Reason(text: texts["error.providerID"], language: nil)
        case .missingClientID: Reason(text: texts["error.clientID"], language: nil)
        case .missingClientSecret: Reason(text: texts["error.clientSecret"], language: nil)
        case .missingIssuer: Reason(text: texts["error.issuer"], language: nil)
        case .operationNotAllowed(let text?): Reason(text: text, language: .english)
        case .providerUnavailable(let text): Reason(text: text, language: .english)
        default: Reason(text: error.words, language: .english)
        }
    }

    // MARK: Views

    /// Returns a page of settings.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - body: Its content.
    ///   - above: The pages between it and the project's, outermost first.
    ///   - reason: Why something was not done, if it was not.
    ///   - frames: `true` if it frames a preview.
    func settingsView(
        _ title: String, _ body: HTML, above: [(title: String, path: String)] = [], reason: Reason? = nil, frames: Bool = false
    ) -> ConsoleView {
        var view = ConsoleView(title: title, body: body, crumbs: crumbs(depth: 1) + above)
        view.error = reason?.text
        view.errorLanguage = reason?.language
        view.status = reason == nil ? .ok : .badRequest
        view.frames = frames
        return view
    }

    /// The session's token, for a form with parts of its own.
    var tokenField: HTML { "<input type=\"hidden\" name=\"token\" value=\"\(visit?.formToken ?? "")\">" }

    /// Returns a labelled field for several lines.
    func area(_ name: String, label: String, value: String, rows: Int = 4, _ more: HTML = "") -> HTML {
        """
        <label for="\(name)">\(label)</label>\
        <textarea id="\(name)" name="\(name)" rows="\(String(rows))" spellcheck="false"\(more)>\n\(value)</textarea>
        """
    }

    /// Returns a labelled field; its label is not the name of a text.
    func line(_ name: String, label: String, value: String = "", type: String = "text", _ more: HTML = "") -> HTML {
        """
        <label for="\(name)">\(label)</label>\
        <input id="\(name)" name="\(name)" type="\(type)" value="\(value)" autocomplete="off"\(more)>
        """
    }

    /// Returns a field for a secret, which is empty: what is kept is never shown.
    ///
    /// - Parameter isKept: `true` if there is one.
    func secretField(_ name: String, label: String, isKept: Bool) -> HTML {
        let hint = texts[isKept ? "secret.kept" : "secret.none"]
        return """
            <label for="\(name)">\(label)</label>\
            <input id="\(name)" name="\(name)" type="password" autocomplete="new-password" aria-describedby="\(name)-hint">\
            <p class="meta" id="\(name)-hint">\(hint)</p>
            """
    }

    /// Returns a labelled choice.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - label: Its label.
    ///   - values: What can be chosen.
    ///   - chosen: What is chosen at first.
    ///   - id: The field's id; `nil` for its name.
    func choice(
        _ name: String, label: String, _ values: [(value: String, label: String)], chosen: String, id: String? = nil
    ) -> HTML {
        let id = id ?? name
        let list = values.map { value, label -> HTML in
            let selected: HTML = value == chosen ? " selected" : ""
            return "<option value=\"\(value)\"\(selected)>\(label)</option>"
        }.joined()
        return "<label for=\"\(id)\">\(label)</label><select id=\"\(id)\" name=\"\(name)\">\(list)</select>"
    }

    /// Returns a box to tick.
    func box(_ name: String, label: String, isOn: Bool) -> HTML {
        let checked: HTML = isOn ? " checked" : ""
        return """
            <p class="tick"><input id="\(name)" name="\(name)" type="checkbox"\(checked)><label for="\(name)">\(label)</label></p>
            """
    }

    /// Returns facts, each with its name.
    func facts(_ rows: [(name: String, value: HTML)]) -> HTML {
        let list = rows.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML }.joined()
        return "<dl class=\"facts\">\(list)</dl>"
    }

    /// Returns a text to be entered elsewhere, with a button that copies it where scripts run.
    func copied(_ text: String, of what: String, id: String) -> HTML {
        """
        <span class="copied"><code id="\(id)">\(text)</code> \
        <button type="button" class="small quiet" hidden data-copy="\(id)" data-copied="\(texts["copied"])" \
        aria-label="\(texts("copy.label", ["what": what]))">\(texts["copy"])</button></span>
        """
    }

    /// Returns a text whose parts in backticks are code.
    func marked(_ text: String) -> HTML {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part -> HTML in
            index % 2 == 0 ? "\(String(part))" : "<code>\(String(part))</code>"
        }.joined()
    }
}
