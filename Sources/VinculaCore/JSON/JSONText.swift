extension [UInt8] {
    /// Appends a text as a JSON string, in quotes.
    ///
    /// Whatever needs no escape is copied in one piece: tokens, most names and most addresses are nothing else.
    package mutating func append(jsonText text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var rest = utf8[...]
            while let index = rest.firstIndex(where: Self.needsEscape) {
                append(contentsOf: rest[..<index])
                append(escaped: rest[index])
                rest = rest[(index + 1)...]
            }
            append(contentsOf: rest)
        }
        append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0..<0x20:
            append(contentsOf: "\\u00".utf8)
            let digits = Array("0123456789abcdef".utf8)
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        default:
            append(UInt8(ascii: "\\"))
            append(byte)
        }
    }
}
