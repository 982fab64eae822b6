import VinculaCore

/// The details of a record of the audit log, such as the changes, by names that people know.
extension ConsoleContext {
    /// The details of a record, in lines.
    func details(of entry: AuditEntry) -> HTML {
        let facts = entry.facts
        guard case .object(let members) = facts.details else {
            return "\(Self.short(facts.details.string ?? facts.details.text))"
        }
        var lines = members.sorted { $0.key < $1.key }.compactMap { name, value -> HTML? in
            guard case .object(let change) = value, let from = change["from"], let to = change["to"], change.count == 2 else {
                return line(name, value == "changed" && name != "label" ? texts["value.changed"] : shown(value, of: name))
            }
            let (before, after) = (shown(from, of: name), shown(to, of: name))
            // None and empty are the same to people.
            return before == after ? nil : line(name, "\(before) → \(after)")
        }
        if let tenant = entry.scope?.tenant, !tenant.isEmpty { lines.append(line("tenant", tenant)) }
        if let request = facts.request { lines.append(line(AuditEvent.requestName, request)) }
        return lines.isEmpty ? "–" : "<ul class=\"lines\">\(lines.joined())</ul>"
    }

    /// A line: a detail that the texts name is in words; the name of a setting, and what a newer version wrote, is code.
    private func line(_ name: String, _ value: String) -> HTML {
        guard let words = words(ofDetail: name) else { return "<li><code>\(name)</code>: \(value)</li>" }
        return "<li>\(words): \(value)</li>"
    }

    /// The name of a detail in words; `nil` for settings, which have names of their own.
    private func words(ofDetail name: String) -> String? { texts.byName["detail.\(name)"] }

    /// A value as people read it.
    ///
    /// - Parameter name: The detail's name.
    private func shown(_ value: JSONValue, of name: String) -> String {
        switch value {
        case .null, "", .array([]): "–"
        // As the pages of settings say it.
        case .bool(let isSo) where words(ofDetail: name) == nil: texts[isSo ? "on" : "off"]
        case .bool(let isSo): texts[isSo ? "value.yes" : "value.no"]
        case "set" where name.contains("sealed"): texts["value.set"]
        case .array(let values): Self.short(values.map { $0.string ?? $0.text }.joined(separator: ", "))
        case .object(let members): grant(members) ?? Self.short(value.text)
        default: Self.short(value.string ?? value.text)
        }
    }

    /// An operator's rights; `nil` if it is something else.
    private func grant(_ members: [String: JSONValue]) -> String? {
        guard members.count == 2, let role = members["role"]?.string, let projects = members["projects"] else { return nil }
        let reach = projects == "all" ? texts["account.allProjects"] : shown(projects, of: "projects")
        return "\(texts.byName["role.\(role)"] ?? role) (\(reach))"
    }

    private static func short(_ text: String) -> String { text.count > 300 ? "\(text.prefix(300))…" : text }
}
