package import Foundation

extension Data {
    /// Reads base64 as protobuf's JSON has it: in the standard or the URL alphabet, with or without padding.
    ///
    /// - Returns: `nil` for anything else.
    package init?(anyBase64 text: String) {
        var standard: [UInt8] = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = UInt8(ascii: "=")
        let digits = standard.prefix { $0 != padding }.count
        // Foundation passes over what follows the padding.
        guard standard[digits...].allSatisfy({ $0 == padding }), digits % 4 != 1 else { return nil }
        if digits == standard.count { standard += Array(repeating: padding, count: (4 - digits % 4) % 4) }
        self.init(base64Encoded: Data(standard))
    }
}
