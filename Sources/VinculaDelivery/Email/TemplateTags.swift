import VinculaCore

/// Looks a project's template over before Mustache reads it.
///
/// It goes by bytes, in one pass: a template is an administrator's text, and may be long and strange.
struct TemplateTags {
    /// How many sections a template may have: Mustache's reader calls itself for each.
    private static let mostSections = 32
    private static let longestTag = 100

    /// How often each name is written out.
    private(set) var counts: [String: Int] = [:]
    /// The bytes that stand around the tags.
    private(set) var literalLength = 0
    private var sections = 0
    /// What is wrong, as the rest of a sentence; `nil` if nothing is.
    ///
    /// Nothing stands in tags but the names of what a mail has, in sections or by themselves: no partials, no values that are
    /// not escaped, no other delimiters, no transforms.
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

    /// The length of what is written, in bytes, at most: as if every section were.
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
            // To Mustache a brace that a mark joins is no brace, and the tag would go on.
            let next = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
            if let next, ("}" + String(next)).count == 1 { return "has a mark that joins a }}" }
        }
        return nil
    }

    private mutating func read(tag: String) -> String? {
        guard let first = tag.utf8.first else { return "has an empty tag" }
        if first == UInt8(ascii: "!") { return nil }
        if "{&".utf8.contains(first) { return "has {{{…}}} or {{&…}}, and values are always escaped" }
        let isSection = "#^".utf8.contains(first)
        let isEnd = first == UInt8(ascii: "/")
        let name = String(
            tag.unicodeScalars.dropFirst(isSection || isEnd ? 1 : 0).filter { !$0.properties.isWhitespace }.map(Character.init))
        guard MailVariables.names.contains(name) else {
            return "names \(String(name.prefix(40))); there is \(MailVariables.names.joined(separator: ", "))"
        }
        if isSection { sections += 1 } else if !isEnd { counts[name, default: 0] += 1 }
        return nil
    }
}
