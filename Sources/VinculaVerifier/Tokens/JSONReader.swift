/// Reads JSON (RFC 8259) into values, strictly and in one pass: no name twice in an object, bounded in depth and in number.
///
/// Decoding a value of unknown shape through `Codable` tries one type after the other, which costs more than a signature.
struct JSONReader {
    private struct Refused: Error {}

    /// The longest name of a member, in bytes.
    private static let longestName = 1024

    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    private var values = 0
    private let maximumDepth: Int
    private let maximumValues: Int

    /// Reads a text.
    ///
    /// - Returns: `nil` if it is not JSON, or exceeds a limit.
    static func read(_ bytes: [UInt8], maximumDepth: Int = 32, maximumValues: Int = 10_000) -> ClaimValue? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
        guard let value = try? reader.value() else { return nil }
        reader.skipSpace()
        return reader.at == bytes.count ? value : nil
    }

    private init(bytes: [UInt8], maximumDepth: Int, maximumValues: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.maximumValues = maximumValues
    }

    private mutating func value() throws(Refused) -> ClaimValue {
        values += 1
        guard values <= maximumValues else { throw Refused() }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(Refused) -> ClaimValue {
        try open()
        var members: [String: ClaimValue] = [:]
        if !closes(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let name = try string()
                guard name.utf8.count <= Self.longestName else { throw Refused() }
                skipSpace()
                guard take(UInt8(ascii: ":")), members.updateValue(try value(), forKey: name) == nil else { throw Refused() }
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw Refused() }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array() throws(Refused) -> ClaimValue {
        try open()
        var items: [ClaimValue] = []
        if !closes(UInt8(ascii: "]")) {
            repeat {
                items.append(try value())
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw Refused() }
        }
        depth -= 1
        return .array(items)
    }

    private mutating func open() throws(Refused) {
        at += 1
        depth += 1
        guard depth <= maximumDepth else { throw Refused() }
    }

    private mutating func closes(_ end: UInt8) -> Bool {
        skipSpace()
        return take(end)
    }

    private mutating func string() throws(Refused) -> String {
        guard take(UInt8(ascii: "\"")) else { throw Refused() }
        let start = at
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
        guard peek == UInt8(ascii: "\\") else {
            let text = String(decoding: bytes[start..<at], as: UTF8.self)
            guard take(UInt8(ascii: "\"")) else { throw Refused() }
            return text
        }
        var text = Array(bytes[start..<at])
        while let byte = peek, byte >= 0x20 {
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
            default: text.append(byte)
            }
        }
        throw Refused()
    }

    private mutating func escape() throws(Refused) -> Character {
        guard let byte = peek else { throw Refused() }
        at += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var code = try codeUnit()
            if (0xD800..<0xDC00).contains(code) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw Refused() }
                let low = try codeUnit()
                guard (0xDC00..<0xE000).contains(low) else { throw Refused() }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            // A lone surrogate is not a character.
            guard let scalar = Unicode.Scalar(code) else { throw Refused() }
            return Character(scalar)
        default: throw Refused()
        }
    }

    private mutating func codeUnit() throws(Refused) -> UInt32 {
        guard at + 4 <= bytes.count else { throw Refused() }
        let digits = bytes[at..<(at + 4)]
        let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard isHexadecimal, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else { throw Refused() }
        at += 4
        return code
    }

    private mutating func word(_ word: StaticString, _ value: ClaimValue) throws(Refused) -> ClaimValue {
        let length = word.utf8CodeUnitCount
        guard at + length <= bytes.count, (0..<length).allSatisfy({ bytes[at + $0] == word.utf8Start[$0] }) else {
            throw Refused()
        }
        at += length
        return value
    }

    private mutating func number() throws(Refused) -> ClaimValue {
        let start = at
        _ = take(UInt8(ascii: "-"))
        let leading = peek
        guard digits() > 0, leading != UInt8(ascii: "0") || at - start <= (bytes[start] == UInt8(ascii: "-") ? 2 : 1) else {
            throw Refused()
        }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            guard digits() > 0 else { throw Refused() }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            guard digits() > 0 else { throw Refused() }
        }
        guard at - start <= 40 else { throw Refused() }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw Refused() }
        // Minus zero is written as an integer, and would be a different value when read again.
        return .number(double == 0 ? 0 : double)
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { at += 1 }
        return at - start
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
    }
}
