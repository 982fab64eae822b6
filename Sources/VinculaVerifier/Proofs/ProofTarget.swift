import Foundation

/// The address of a request, in the form in which two spellings of it are equal (RFC 3986 §6.2): without query and fragment, the
/// host in lower case, no default port, no needless percent-encoding.
struct ProofTarget: Hashable, Sendable {
    private static let longest = 4096

    private let text: String

    /// - Returns: `nil` if it is no address of a web server.
    init?(_ address: String) {
        guard address.utf8.count <= Self.longest,
            let parts = URLComponents(string: address, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil,
            let path = Self.normal(parts.percentEncodedPath)
        else { return nil }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        text = "\(scheme)://\(host)\(port)\(path)"
    }

    /// A path whose escapes are in upper case, and only where they are needed.
    private static func normal(_ path: String) -> String? {
        if path.isEmpty { return "/" }
        let bytes = Array(path.utf8)
        var normal: [UInt8] = []
        var at = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "%") else {
                normal.append(bytes[at])
                at += 1
                continue
            }
            guard at + 2 < bytes.count, let high = digit(bytes[at + 1]), let low = digit(bytes[at + 2]) else { return nil }
            let byte = high << 4 | low
            if isUnreserved(byte) {
                normal.append(byte)
            } else {
                normal.append(contentsOf: [UInt8(ascii: "%"), hex(high), hex(low)])
            }
            at += 3
        }
        return String(decoding: normal, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
