import Foundation

/// The address of a web app that a signed-in person is handed over to, checked.
///
/// A code goes there, so the rules are stricter than for a link: https, and a host that the project lists itself. A
/// subdomain may belong to somebody else. Under `--dev` http on this machine is accepted, too.
package struct HandoverTarget: Hashable, Sendable {
    /// The longest `state`, in bytes.
    package static let longestState = 512

    /// The address without the code.
    private let url: String
    /// The canonical host.
    package let host: String
    private let state: String?

    /// - Parameters:
    ///   - url: The app's address, as received.
    ///   - state: The text that the app gets back with the code, as received.
    ///   - settings: The project's settings.
    /// - Throws: ``AuthError/missingContinueURI``; ``AuthError/invalidContinueURI``, also for an address with a fragment, or
    ///   with a `code` or `state` of its own; ``AuthError/unauthorizedDomain(_:)``; ``AuthError/invalidArgument(_:)`` for the
    ///   state.
    package init(_ url: String?, state: String?, settings: ProjectSettings) throws(AuthError) {
        guard let url, !url.isEmpty else { throw .missingContinueURI }
        let checked = try settings.continueDomains.check(url)
        guard let parts = URLComponents(string: checked), let host = parts.encodedHost.flatMap(AuthorizedDomains.host),
            let scheme = parts.scheme?.lowercased(), parts.fragment == nil
        else { throw .invalidContinueURI }
        // An app that reads the first of two codes would read somebody else's.
        guard parts.queryItems?.contains(where: { $0.name == "code" || $0.name == "state" }) != true else {
            throw .invalidContinueURI
        }
        guard Self.mayReceiveCodes(host, scheme: scheme, settings) else { throw .unauthorizedDomain(host) }
        if let state, state.utf8.count > Self.longestState || !state.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw .invalidArgument("state must be at most \(Self.longestState) visible ASCII characters.")
        }
        self.url = checked
        self.host = host
        self.state = state
    }

    private static func mayReceiveCodes(_ host: String, scheme: String, _ settings: ProjectSettings) -> Bool {
        if settings.allowsAnyContinueURL, host == "localhost" || host == "127.0.0.1" { return true }
        return scheme == "https" && AuthorizedDomains.isPublic(host)
            && settings.authorizedDomains.contains { AuthorizedDomains.host($0) == host }
    }

    /// Returns the address with a code, and with the app's state if there is one.
    package func url(with code: String) -> String {
        let fields = [("code", code)] + (state.map { [("state", $0)] } ?? [])
        let separator = !url.contains("?") ? "?" : url.hasSuffix("?") || url.hasSuffix("&") ? "" : "&"
        return url + separator + QueryText.encode(fields)
    }
}
