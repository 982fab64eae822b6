/// Where the result of a browser flow may go, decided before the browser leaves for the provider.
package enum FlowReturn: Hashable, Sendable, Codable {
    /// To the frame that the page at this origin embeds, from the popup that it opened.
    case popup(origin: String)
    /// Into the browser's session storage, and then back to this address.
    case redirect(url: String)
    /// To a program on the person's machine that listens on loopback (RFC 8252 §7.3).
    case loopback(url: String)
    /// To an app of Apple's platforms that owns the URL scheme.
    case appScheme(scheme: String, bundleID: String)
    /// To an Android app, by an `intent:` URL. The certificate is the first that the operator listed, as SHA-256; `nil` under
    /// `--dev`.
    case androidApp(package: String, certificate: String?)
    /// To the app's own address, which the provider itself sends the browser to (`createAuthUri`).
    case client

    /// A program outside the browser that receives a result.
    ///
    /// Any such program can begin a flow, and the provider may answer without asking the person, so a person must be told
    /// its name and agree before it receives anything (RFC 8252 §8.6).
    package enum Program: Hashable, Sendable {
        /// - Parameter id: The bundle id or the package.
        case app(id: String)
        /// A program on the person's machine.
        ///
        /// - Parameter authority: The address and port at which it listens.
        case listener(authority: String)
    }

    /// The program outside the browser that receives the result; `nil` for a web page.
    package var program: Program? {
        switch self {
        case .popup, .redirect, .client: nil
        case .loopback(let url): .listener(authority: String(url.dropFirst("http://".utf8.count).prefix { $0 != "/" }))
        case .appScheme(_, let bundleID): .app(id: bundleID)
        case .androidApp(let package, _): .app(id: package)
        }
    }
}
