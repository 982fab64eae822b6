import Foundation

/// Host names in canonical form: lower case, international ones as A-labels (`xn--…`, UTS #46).
enum HostName {
    /// The name in ASCII.
    ///
    /// - Returns: `nil` for an invalid international name, or one that folds to plain ASCII (full-width letters, soft
    ///   hyphens) and so only appears to be international.
    static func ascii(_ name: some StringProtocol) -> String? {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased(name) }
        guard name.unicodeScalars.allSatisfy({ $0.value > 0x7F || $0.isHostCharacter }),
            let host = URLComponents(string: "http://\(name)/")?.encodedHost, host.contains("xn--")
        else { return nil }
        return lowercased(host)
    }

    /// Converts only A–Z to lower case, so that no locale or Unicode rule can make two names or addresses equal.
    static func lowercased(_ name: some StringProtocol) -> String {
        String(decoding: name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    fileprivate var isHostCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        default: false
        }
    }
}
