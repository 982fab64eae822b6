public import Foundation

extension Data {
    /// Reads base64url without padding, strictly: no other characters, no left-over bits.
    ///
    /// - Parameter text: The text, as in a JWT's segments (RFC 7515 §2).
    /// - Returns: `nil` if it is not exactly what ``base64URL`` would write.
    public init?(base64URL text: some StringProtocol) {
        guard !text.contains(where: { $0 == "+" || $0 == "/" || $0 == "=" }) else { return nil }
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), data.base64URL == text else { return nil }
        self = data
    }

    /// Base64url without padding.
    public var base64URL: String {
        String(
            decoding: base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map {
                switch $0 {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: $0
                }
            }, as: UTF8.self)
    }
}
