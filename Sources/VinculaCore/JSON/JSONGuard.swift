import Foundation

/// Checks a JSON text before it is decoded: encoding, depth, number of values, duplicate names, length of numbers and names,
/// runs of combining marks.
///
/// One pass without recursion, so that no nesting can exhaust the stack. Duplicate names are refused because two readers of
/// one text could each use another value. The rest of the grammar is left to the decoder.
package struct JSONGuard {
    /// A fault in a text, in the words of the response.
    package struct Complaint: Error, Hashable {
        package let text: String
    }

    private struct Container {
        let isObject: Bool
        var expectsName: Bool
        /// Compared as the decoder's dictionaries do, to which "é" is one name in two spellings.
        var names: Set<String> = []
    }

    private static let longestNumber = 40

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private let maximumValues: Int
    private var values = 1
    private var stack: [Container] = []

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - maximumDepth: The greatest nesting depth of objects and arrays.
    ///   - maximumValues: The greatest number of values, those in all objects and arrays included.
    /// - Throws: ``Complaint``.
    package static func check(_ bytes: [UInt8], maximumDepth: Int, maximumValues: Int) throws(Complaint) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Complaint(text: "The text is not valid UTF-8") }
        var guardian = JSONGuard(bytes: bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
        try guardian.run()
    }

    private init(bytes: [UInt8], maximumDepth: Int, maximumValues: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }

    private mutating func run() throws(Complaint) {
        // A byte order mark: RFC 8259 §8.1 lets a reader refuse it, but the decoder would skip it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw unexpected(0) }
        var at = 0
        var numberStart: Int?
        // The last byte other than white space: decoders differ on trailing commas.
        var previous: UInt8 = 0
        while at < bytes.count {
            let byte = bytes[at]
            if !Self.isNumeric(byte) {
                numberStart = nil
            } else if let start = numberStart {
                guard at - start < Self.longestNumber else { throw Complaint(text: "A number is too long") }
            } else {
                numberStart = at
            }
            switch byte {
            // Outside of strings JSON is ASCII.
            case 0, 0x80...: throw unexpected(at)
            case UInt8(ascii: "{"), UInt8(ascii: "["): try open(isObject: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard previous != UInt8(ascii: ","), stack.popLast()?.isObject == (byte == UInt8(ascii: "}")) else {
                    throw unexpected(at)
                }
            case UInt8(ascii: ","):
                guard let last = stack.indices.last else { throw unexpected(at) }
                stack[last].expectsName = stack[last].isObject
                try count()
            case UInt8(ascii: "\""):
                let end = try endOfString(from: at + 1)
                try note(bytes[(at + 1)..<end])
                at = end
            default: break
            }
            if byte > 0x20 { previous = byte }
            at += 1
        }
        guard stack.isEmpty, !bytes.isEmpty else { throw Complaint(text: "Unexpected end of JSON input") }
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func open(isObject: Bool) throws(Complaint) {
        guard stack.count < maximumDepth else { throw Complaint(text: "Nested deeper than \(maximumDepth) levels") }
        stack.append(Container(isObject: isObject, expectsName: isObject))
        try count()
    }

    /// Each comma and each opening bracket counts as one more value, even if none follows.
    private mutating func count() throws(Complaint) {
        values += 1
        guard values <= maximumValues else { throw Complaint(text: "More than \(maximumValues) values") }
    }

    /// Checks a string, as a member's name where one is expected.
    private mutating func note(_ string: ArraySlice<UInt8>) throws(Complaint) {
        let isName = stack.last?.expectsName ?? false
        guard let text = Self.unescaped(string) else {
            // In a value, the decoder reports it.
            guard isName else { return }
            throw Complaint(text: "A name has an invalid escape sequence")
        }
        // Must be checked before the text is compared with anything.
        guard text.isStreamSafe else { throw Complaint(text: StreamSafeText.complaint) }
        if isName { try note(name: text) }
    }

    private mutating func note(name: String) throws(Complaint) {
        guard let last = stack.indices.last else { return }
        stack[last].expectsName = false
        guard name.utf8.count <= JSONParser.longestName else {
            throw Complaint(text: "A name is longer than \(JSONParser.longestName) bytes")
        }
        guard stack[last].names.insert(name).inserted else {
            throw Complaint(text: "Duplicate name \"\(name.prefix(64))\"")
        }
    }

    /// A string as the decoder will read it: with escapes, another spelling could be the same name.
    ///
    /// - Returns: `nil` for an invalid escape sequence.
    private static func unescaped(_ string: ArraySlice<UInt8>) -> String? {
        let escape = UInt8(ascii: "\\")
        guard string.contains(escape) else { return String(decoding: string, as: UTF8.self) }
        let quote = [UInt8(ascii: "\"")]
        return try? JSONDecoder().decode(String.self, from: Data(quote + string + quote))
    }

    private func endOfString(from start: Int) throws(Complaint) -> Int {
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): return at
            case UInt8(ascii: "\\"): at += 2
            case 0..<0x20: throw unexpected(at)
            default: at += 1
            }
        }
        throw Complaint(text: "Unexpected end of JSON input")
    }

    private func unexpected(_ at: Int) -> Complaint { Complaint(text: "Unexpected token in JSON at position \(at)") }
}
