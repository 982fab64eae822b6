/// SQL as PostgreSQL takes it: its arguments have numbers.
enum NumberedSQL {
    /// Replaces each question mark outside of quotation marks by the next number.
    static func from(_ sql: String) -> String {
        var numbered: [UInt8] = []
        numbered.reserveCapacity(sql.utf8.count + 32)
        var quote: UInt8?
        var count = 0
        for byte in sql.utf8 {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "?") {
                count += 1
                numbered.append(UInt8(ascii: "$"))
                numbered.append(contentsOf: String(count).utf8)
                continue
            }
            numbered.append(byte)
        }
        return String(decoding: numbered, as: UTF8.self)
    }
}
