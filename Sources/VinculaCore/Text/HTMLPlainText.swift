/// The plain text of an HTML mail, for programs that show no HTML.
///
/// It reads what people write in templates: blocks become lines, and a link's address follows its text. It is no parser for
/// hostile documents, and its result is no HTML.
package struct HTMLPlainText {
    /// The elements whose content nobody reads.
    private static let hidden: Set<String> = ["head", "style", "script", "title", "template"]
    /// The elements that begin and end on a line of their own.
    private static let blocks: Set<String> = [
        "p", "div", "tr", "table", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "section", "header",
        "footer", "article", "center", "hr", "br", "body", "html",
    ]
    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "ndash": "–",
        "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "euro": "€",
    ]
    /// The longest tag, in scalars.
    private static let longestTag = 4096
    /// The longest entity that is looked at, in scalars, without `&` and `;`.
    private static let longestEntity = 10

    private var lines: [String] = []
    private var line = ""
    private var address: String?
    /// The place in ``line`` where the link's text begins, in bytes; `nil` outside of a link.
    private var linked: Int?

    /// Returns the plain text of an HTML text.
    ///
    /// It never has `{{`, which would begin a tag of ours, even if the HTML spells the braces as entities.
    package static func text(of html: String) -> String {
        var reader = HTMLPlainText()
        reader.read(Substring(html).unicodeScalars)
        reader.endLink()
        reader.endLine()
        return reader.lines.joined(separator: "\n").trimmingLines + "\n"
    }

    private mutating func read(_ html: Substring.UnicodeScalarView) {
        var rest = html
        while let start = rest.firstIndex(of: "<") {
            add(rest[..<start])
            rest = rest[start...]
            if rest.starts(with: "<!--".unicodeScalars) {
                rest = Self.after("-->", in: rest)
                continue
            }
            let following = rest.dropFirst().first
            guard following.map({ $0 == "/" || $0 == "!" || $0 == "?" || $0.properties.isAlphabetic }) == true else {
                append(["<"])
                rest = rest.dropFirst()
                continue
            }
            guard let end = Self.end(ofTag: rest) else {
                add(rest.prefix(Self.longestTag))
                rest = rest.dropFirst(Self.longestTag)
                continue
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let isClosing = tag.first == "/"
            let name = String(
                String.UnicodeScalarView(tag.drop { $0 == "/" }.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
            ).lowercased()
            if Self.hidden.contains(name), !isClosing {
                rest = Self.after("</\(name)", in: rest)
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if name == "a" {
                endLink()
                if !isClosing { (address, linked) = (Self.address(in: tag), line.utf8.count) }
            } else if Self.blocks.contains(name) {
                endLine()
            } else if name == "td" || name == "th" {
                append([" "])
            }
        }
        add(rest)
    }

    /// Adds text: its entities are read, and white space is one blank.
    private mutating func add(_ text: Substring.UnicodeScalarView) { append(Self.unescaped(text)) }

    private mutating func append(_ text: [Unicode.Scalar]) {
        for scalar in text {
            if scalar.properties.isWhitespace {
                if !line.isEmpty, line.unicodeScalars.last != " " { line.unicodeScalars.append(" ") }
            } else {
                if scalar == "{", line.unicodeScalars.last == "{" { line.unicodeScalars.append(" ") }
                line.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func endLink() {
        defer { (address, linked) = (nil, nil) }
        guard let address, let linked, !address.isEmpty else { return }
        guard !line.utf8.dropFirst(linked).elementsEqual(address.utf8) else { return }
        if let last = line.unicodeScalars.last, last != " " { line.unicodeScalars.append(" ") }
        append(Array(address.unicodeScalars))
    }

    private mutating func endLine() {
        if linked != nil { linked = 0 }
        if line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
        lines.append(line)
        line = ""
    }

    /// The address of a link's tag.
    private static func address(in tag: Substring.UnicodeScalarView) -> String? {
        let text = Substring(tag)
        guard let found = text.firstRange(of: #/(?i)\shref\s*=\s*/#) else { return nil }
        let value = text[found.upperBound...]
        guard let quote = value.first else { return nil }
        let inner = quote == "\"" || quote == "'" ? value.dropFirst().prefix { $0 != quote } : value.prefix { !$0.isWhitespace }
        let address = String(String.UnicodeScalarView(unescaped(inner.unicodeScalars)))
        return address.lowercased().hasPrefix("javascript:") || address.hasPrefix("#") ? nil : address
    }

    /// The place of the `>` that ends the tag at the beginning; one in quotes does not.
    private static func end(ofTag text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        let text = text.prefix(longestTag)
        var quote: Unicode.Scalar?
        for index in text.indices {
            let scalar = text[index]
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == ">" {
                return index
            }
        }
        return text.firstIndex(of: ">")
    }

    private static func after(_ mark: String, in text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let folded = Array(mark.lowercased().unicodeScalars)
        var index = text.startIndex
        while index != text.endIndex {
            let part = text[index...]
            if part.prefix(folded.count).elementsEqual(folded, by: { $0.properties.lowercaseMapping == String($1) }) {
                return part.dropFirst(folded.count)
            }
            index = text.index(after: index)
        }
        return text[text.endIndex...]
    }

    private static func unescaped(_ text: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var rest = text
        while let scalar = rest.popFirst() {
            guard scalar == "&", let end = rest.prefix(longestEntity + 1).firstIndex(of: ";") else {
                result.append(scalar)
                continue
            }
            let name = String(rest[..<end])
            guard let value = entities[name] ?? number(name) else {
                result.append(scalar)
                continue
            }
            result += Array(value.unicodeScalars)
            rest = rest[rest.index(after: end)...]
        }
        return result
    }

    /// The character of an entity such as `#65` or `#x41`.
    private static func number(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value >= 0x20, let scalar = Unicode.Scalar(value) else { return nil }
        return String(scalar)
    }
}

extension String {
    /// The text without empty lines at its ends, and with at most one in a row.
    fileprivate var trimmingLines: String {
        var kept: [Substring] = []
        for line in split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty || kept.last?.isEmpty == false {
            kept.append(line)
        }
        if kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }
}
