import Mustache
package import VinculaCore

extension MailTemplates {
    /// The longest template, in bytes.
    static let longest = 64 * 1024

    package func check(_ template: EmailSettings.Template) throws(AuthError) {
        for (name, source) in [("subject", template.subject), ("text", template.text), ("html", template.html)] {
            guard let source else { continue }
            guard !source.isEmpty else {
                throw .invalidConfig("A template's \(name) is empty; leave it out to use the built-in one.")
            }
            guard source.utf8.count <= Self.longest else {
                throw .invalidConfig("A template's \(name) may have at most \(Self.longest) bytes.")
            }
            let tags = TemplateTags(of: source)
            if let problem = tags.problem { throw .invalidConfig("A template's \(name) \(problem).") }
            guard MailLength.fits(tags) else {
                throw .invalidConfig(
                    """
                    A template's \(name) could produce an email of \(tags.length(MailLength.allowance)) bytes, but only \
                    \(MailLength.longest) are allowed, and a link alone may take \(MailLength.allowance(for: "link")). Use fewer variables.
                    """)
            }
            // Checked together with the pragma: a first character that combines with the one before it would break the pragma.
            guard (try? MustacheTemplate(string: Self.textPragma + source)) != nil,
                (try? MustacheTemplate(string: HTMLEscaping.pragma + source)) != nil
            else {
                throw .invalidConfig("A template's \(name) cannot be read: is each {{#section}} closed by its {{/section}}?")
            }
        }
    }
}

/// Checks a project's template before Mustache reads it.
///
/// It works on bytes, in one pass: a template is an administrator's text, and may be long and malformed.
struct TemplateTags {
    /// The maximum number of sections: Mustache's parser recurses for each.
    private static let mostSections = 32
    private static let longestTag = 100

    /// The number of times that each name is used.
    private(set) var counts: [String: Int] = [:]
    /// The number of bytes outside the tags.
    private(set) var literalLength = 0
    private var sections = 0
    /// The problem, as the rest of a sentence; `nil` if there is none.
    ///
    /// Tags may only contain the names of a mail's variables, in sections or by themselves: no partials, no unescaped values,
    /// no other delimiters, no transforms.
    private(set) var problem: String?

    init(of source: String) {
        var source = source
        source.makeContiguousUTF8()
        let problem = source.utf8.withContiguousStorageIfAvailable { bytes in
            read(UnsafeBufferPointer(rebasing: bytes[...]))
        }
        self.problem = problem ?? nil
        if self.problem == nil, sections > Self.mostSections { self.problem = "has more than \(Self.mostSections) sections" }
    }

    /// The maximum length of the result, in bytes, as if every section were rendered.
    ///
    /// - Parameter value: The length of a name's value.
    func length(_ value: (String) -> Int) -> Int {
        counts.reduce(literalLength) { sum, entry in
            let (product, overflows) = entry.value.multipliedReportingOverflow(by: value(entry.key))
            return overflows ? .max : Swift.min(sum, .max - product) + product
        }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var index = 0
        while index < bytes.count {
            guard bytes[index] == open, index + 1 < bytes.count, bytes[index + 1] == open else {
                literalLength += 1
                index += 1
                continue
            }
            let start = index + 2
            var end = start
            while end + 1 < bytes.count, end - start <= Self.longestTag, bytes[end] != close || bytes[end + 1] != close {
                end += 1
            }
            guard end - start <= Self.longestTag else { return "has a tag that is too long, or a {{ without its }}" }
            guard end + 1 < bytes.count else { return "has a {{ without its }}" }
            index = end + 2
            if let problem = read(tag: String(decoding: bytes[start..<end], as: UTF8.self)) { return problem }
            // To Mustache, a brace with a combining mark is not a brace, and the tag would continue.
            let next = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
            if let next, ("}" + String(next)).count == 1 { return "has a combining mark after a }}" }
        }
        return nil
    }

    private mutating func read(tag: String) -> String? {
        guard let first = tag.utf8.first else { return "has an empty tag" }
        if first == UInt8(ascii: "!") { return nil }
        if "{&".utf8.contains(first) { return "has {{{…}}} or {{&…}}, but values are always escaped" }
        let isSection = "#^".utf8.contains(first)
        let isEnd = first == UInt8(ascii: "/")
        let name = String(
            tag.unicodeScalars.dropFirst(isSection || isEnd ? 1 : 0).filter { !$0.properties.isWhitespace }.map(Character.init))
        guard MailVariables.names.contains(name) else {
            return "uses \(String(name.prefix(40))); it may use \(MailVariables.names.joined(separator: ", "))"
        }
        if isSection { sections += 1 } else if !isEnd { counts[name, default: 0] += 1 }
        return nil
    }
}
