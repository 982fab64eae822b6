import Foundation

/// Looks a project's template over before Mustache reads it.
enum TemplateTags {
    /// How many sections a template may have: Mustache's reader calls itself for each.
    private static let mostSections = 32

    /// What is wrong with a template's tags, as the rest of a sentence; `nil` if nothing is.
    ///
    /// Nothing stands in them but the names of what a mail has, in sections or by themselves: no partials, no values that are not
    /// escaped, no other delimiters, no transforms.
    static func problem(in source: String) -> String? {
        var rest = Substring(source)
        var sections = 0
        while let start = rest.range(of: "{{") {
            rest = rest[start.upperBound...]
            guard let end = rest.range(of: "}}") else { return "has a {{ without its }}" }
            let tag = rest[..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard let first = tag.first, tag.utf8.count <= 100 else { return "has an empty tag, or one that is too long" }
            if first == "!" { continue }
            if first == "{" || first == "&" { return "has {{{…}}} or {{&…}}, and values are always escaped" }
            let isSection = "#^".contains(first)
            let name = isSection || first == "/" ? tag.dropFirst() : tag
            let plain = name.filter { !$0.isWhitespace }
            guard MailVariables.names.contains(plain) else {
                return "names \(String(plain.prefix(40))); there is \(MailVariables.names.joined(separator: ", "))"
            }
            if isSection { sections += 1 }
        }
        return sections <= mostSections ? nil : "has more than \(mostSections) sections"
    }
}
