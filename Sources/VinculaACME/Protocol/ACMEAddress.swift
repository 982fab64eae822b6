import Foundation

/// An address that an ACME server names, or that of its directory: https, and short.
package struct ACMEAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The directory of Let's Encrypt.
    package static let letsEncrypt = ACMEAddress(known: "https://acme-v02.api.letsencrypt.org/directory")

    package let description: String

    private init(known text: String) { description = text }

    /// - Returns: `nil` for anything but an https address with a host, without a name, password or fragment.
    package init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
            url.scheme == "https", url.host()?.isEmpty == false, url.fragment == nil, url.user() == nil, url.password() == nil
        else { return nil }
        description = text
    }

    /// The host and, unless it is 443, the port.
    package var authority: String {
        let url = URL(string: description)
        return (url?.host() ?? "") + (url?.port.map { $0 == 443 ? "" : ":\($0)" } ?? "")
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = ACMEAddress(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no https address"))
        }
        self = address
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
