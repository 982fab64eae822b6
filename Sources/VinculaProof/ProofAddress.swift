/// The address of a request as proofs are compared by it: normalised (RFC 3986 §6.2.2, §6.2.3), without query and fragment.
package struct ProofAddress: Hashable, Sendable {
    /// The longest accepted address, in bytes.
    private static let longest = 2048

    /// The normalised address.
    package let text: String
    /// Its scheme, host and port.
    package let origin: String

    /// Normalises an address.
    ///
    /// - Returns: `nil` unless it is an `http` or `https` address with a host and without a user, in ASCII.
    package init?(_ address: String) {
        let bytes = Array(address.utf8)
        guard bytes.count <= Self.longest, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 3 <= end,
            bytes[(colon + 1)..<(colon + 3)].elementsEqual("//".utf8)
        else { return nil }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard ["http", "https"].contains(scheme) else { return nil }
        let rest = bytes[(colon + 3)..<end]
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? end
        guard let authority = Self.authority(rest[..<slash], scheme: scheme),
            let path = Self.path(slash == end ? Array("/".utf8)[...] : rest[slash...])
        else { return nil }
        origin = "\(scheme)://\(authority)"
        text = origin + path
    }

    /// Reads host and port: lower case, without the scheme's own port.
    private static func authority(_ bytes: ArraySlice<UInt8>, scheme: String) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        guard !text.isEmpty, !text.contains("@"), !text.contains("%"), !text.contains("\\") else { return nil }
        // The port begins behind the brackets of an IPv6 address.
        let bracket = text.lastIndex(of: "]")
        guard let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true else { return isHost(text) ? text : nil }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        guard isHost(host), port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard let number = Int(port) else { return String(host) }
        return number == (scheme == "https" ? 443 : 80) ? String(host) : "\(host):\(number)"
    }

    /// Indicates whether a text may be a host: colons are in the brackets of an IPv6 address only.
    private static func isHost(_ text: some StringProtocol) -> Bool {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        let isBracketed = inner.count < text.count
        return !inner.isEmpty && !inner.contains { $0 == "[" || $0 == "]" || $0 == ":" && !isBracketed }
    }

    /// Normalises the percent-encodings of a path. Dots stay: no address of ours has segments of dots.
    private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
        var path: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            let value = high << 4 | low
            if isUnreserved(value) {
                path.append(value)
            } else {
                let hex = Array("0123456789ABCDEF".utf8)
                path += [byte, hex[Int(high)], hex[Int(low)]]
            }
        }
        return String(decoding: path, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
