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
        if !standard.contains(UInt8(ascii: "=")) {
            standard += Array(repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        }
        self.init(base64Encoded: Data(standard))
    }
}
