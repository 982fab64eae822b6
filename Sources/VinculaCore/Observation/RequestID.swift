/// The name of a request, in the answer, the log, traces and the audit log.
package enum RequestID {
    /// The maximum length of a name that a proxy gives, in bytes.
    package static let longest = 128

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// A random name of 64 bits, which is one question to the system. It is so short that Swift keeps it without allocating memory.
    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        var bits: UInt64 = generator.next()
        return String(unsafeUninitializedCapacity: 13) { buffer in
            for index in 0..<13 {
                buffer[index] = digits[Int(bits & 31)]
                bits >>= 5
            }
            return 13
        }
    }

    /// Indicates whether a text may name a request: short, and nothing that a log, a terminal or a query would read otherwise.
    package static func isWellFormed(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "="), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}
