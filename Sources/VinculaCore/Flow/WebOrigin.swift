import Foundation

/// The origin of a web address, as browsers compare and write it (RFC 6454).
package enum WebOrigin {
    /// - Returns: `https://host` with a port that is not the scheme's own; `nil` for anything but an http or https address
    ///   with a host and without credentials.
    package static func of(_ url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parts.user == nil, parts.password == nil,
            let host = parts.encodedHost.map(HostName.lowercased), !host.isEmpty
        else { return nil }
        let standard = scheme == "https" ? 443 : 80
        return "\(scheme)://\(host)" + (parts.port.map { $0 == standard ? "" : ":\($0)" } ?? "")
    }
}
