/// Percent-encoding (RFC 3986 §2.1), read by bytes: Foundation's costs several times as much.
enum PercentEncoding {
    /// Returns the decoded text; what is not a valid encoding of UTF-8 is returned as it is.
    ///
    /// - Parameter plusIsSpace: `true` if `+` is a space, as in forms.
    static func decoded(_ encoded: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        let percent = UInt8(ascii: "%")
        let plus = UInt8(ascii: "+")
        guard encoded.contains(where: { $0 == percent || plusIsSpace && $0 == plus }) else {
            return String(decoding: encoded, as: UTF8.self)
        }
        let written = encoded.map { plusIsSpace && $0 == plus ? UInt8(ascii: " ") : $0 }
        guard let bytes = bytes(written), let text = String(validating: bytes, as: UTF8.self) else {
            return String(decoding: written, as: UTF8.self)
        }
        return text
    }

    private static func bytes(_ written: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(written.count)
        var at = 0
        while at < written.count {
            guard written[at] == UInt8(ascii: "%") else {
                bytes.append(written[at])
                at += 1
                continue
            }
            guard at + 2 < written.count, let high = digit(written[at + 1]), let low = digit(written[at + 2]) else { return nil }
            bytes.append(high << 4 | low)
            at += 3
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
