import VinculaCore

/// What a record of the audit log says besides: what changed, by names that people know.
extension ConsoleContext {
    /// The details of a record, in lines.
    func details(of entry: AuditEntry) -> HTML {
        let facts = entry.facts
        guard case .object(let members) = facts.details else {
            return "\(Self.short(facts.details.string ?? facts.details.text))"
        }
        var lines = members.sorted { $0.key < $1.key }.map { name, value -> HTML in
            if case .object(let change) = value, let from = change["from"], let to = change["to"], change.count == 2 {
                return line(name, "\(shown(from)) → \(shown(to))")
            }
            return line(name, shown(value, isNote: true))
        }
        if let tenant = entry.scope?.tenant, !tenant.isEmpty { lines.append(line("tenant", tenant)) }
        if let request = facts.request { lines.append(line(AuditEvent.requestName, request)) }
        return lines.isEmpty ? "–" : "<ul class=\"lines\">\(lines.joined())</ul>"
    }

    /// A line: a detail that the texts name is in words; the name of a setting, and what a newer version wrote, is code.
    private func line(_ name: String, _ value: String) -> HTML {
        guard let words = texts.byName["detail.\(name)"] else { return "<li><code>\(name)</code>: \(value)</li>" }
        return "<li>\(words): \(value)</li>"
    }

    /// A value as people read it.
    ///
    /// - Parameter isNote: `true` if it says something about a change, and is neither of the two values.
    private func shown(_ value: JSONValue, isNote: Bool = false) -> String {
        switch value {
        case .null: "–"
        case .bool(let isSo): texts[isSo ? "value.yes" : "value.no"]
        case .string("changed") where isNote: texts["value.changed"]
        case .array(let values):
            values.isEmpty ? "–" : Self.short(values.map { $0.string ?? $0.text }.joined(separator: ", "))
        case .object(let members): grant(members) ?? Self.short(value.text)
        default: Self.short(value.string ?? value.text)
        }
    }

    /// An operator's rights; `nil` if it is something else.
    private func grant(_ members: [String: JSONValue]) -> String? {
        guard members.count == 2, let role = members["role"]?.string, let projects = members["projects"] else { return nil }
        let reach = projects == "all" ? texts["account.allProjects"] : shown(projects)
        return "\(texts.byName["role.\(role)"] ?? role) (\(reach))"
    }

    private static func short(_ text: String) -> String { text.count > 300 ? "\(text.prefix(300))…" : text }
}
