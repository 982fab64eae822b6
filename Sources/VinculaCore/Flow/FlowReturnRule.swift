/// The rule that decides where the result of a browser flow may go, before the browser leaves for the provider.
///
/// A result is worth a sign-in to whoever gets it along with the session's secret, so it goes only to places that the project
/// or the operator named.
package struct FlowReturnRule: Hashable, Sendable {
    /// The least length of a loopback address's path: nobody guesses it who listens on the same machine.
    package static let shortestLoopbackPath = 16

    private let server: String
    private let settings: ProjectSettings
    private let apps: RegisteredApps
    private let appleBundleIDs: Set<String>
    private let googleClientIDs: Set<String>

    /// - Parameters:
    ///   - server: The server's own address.
    ///   - settings: The project's settings.
    ///   - apps: The native apps that the operator listed.
    ///   - apple: The project's own configuration of Apple.
    ///   - google: The project's own configuration of Google; without one, the operator's client ids apply.
    ///   - playGames: The project's own configuration of Play Games, whose client is a web client at Google.
    package init(
        server: String, settings: ProjectSettings, apps: RegisteredApps, apple: SupportedProvider?, google: SupportedProvider?,
        playGames: SupportedProvider? = nil
    ) {
        self.server = server
        self.settings = settings
        self.apps = apps
        appleBundleIDs = apps.bundleIDs.union(apple?.apple.bundleIDs ?? [])
        // The reversed id of a client that has a secret belongs to no app, so any app could claim it.
        let native = google.map { Set($0.clientIDsWithoutSecret) } ?? apps.googleClientIDs
        googleClientIDs = native.subtracting(apps.googleWebClientIDs).subtracting(playGames?.clientIDsWithSecret ?? [])
    }

    /// - Throws: ``AuthError/unauthorizedDomain(_:)``, ``AuthError/invalidContinueURI``, ``AuthError/operationNotAllowed(_:)``,
    ///   ``AuthError/invalidArgument(_:)``.
    package func target(of request: FlowRequest) throws(AuthError) -> FlowReturn {
        if request.kind == .createAuthUri {
            guard let url = request.redirectURL else { throw .missingContinueURI }
            // Sent to the provider as it is, so it must be written as it is meant.
            guard try settings.continueDomains.check(url) == url, !url.contains("#") else { throw .invalidContinueURI }
            return .client
        }
        // The SDK names the app's bundle as well when it listens itself; the result then goes to the listener only.
        if let url = request.loopbackRedirect { return try loopback(url) }
        if let bundleID = request.bundleID { return try appleApp(bundleID, request) }
        if let package = request.androidPackage { return try androidApp(package) }
        guard let url = request.redirectURL else { throw FlowQuery.malformed("redirectUrl") }
        return try web(url, isPopup: request.kind.isPopup)
    }

    private func web(_ text: String, isPopup: Bool) throws(AuthError) -> FlowReturn {
        // Everything that two parsers could read differently is refused, for the server's own pages, too.
        let url = try AuthorizedDomains([], allowsAll: true).check(text)
        guard let origin = WebOrigin.of(url) else { throw .invalidContinueURI }
        if origin != WebOrigin.of(server) { _ = try settings.continueDomains.check(url) }
        return isPopup ? .popup(origin: origin) : .redirect(url: url)
    }

    private func loopback(_ text: String) throws(AuthError) -> FlowReturn {
        guard settings.signInPages.loopbackRedirects else {
            throw .operationNotAllowed("This project does not let programs on a person's machine receive a sign-in.")
        }
        let refusal = AuthError.unauthorizedDomain("a program's own address must be http://127.0.0.1:PORT/ or http://[::1]:PORT/")
        // Read by hand: there is exactly one way to write such an address, and no parser's tolerance matters.
        guard let host = ["http://127.0.0.1:", "http://[::1]:"].first(where: { text.hasPrefix($0) }) else { throw refusal }
        let rest = text.dropFirst(host.count)
        guard let slash = rest.firstIndex(of: "/") else { throw refusal }
        let (port, path) = (rest[..<slash], rest[rest.index(after: slash)...])
        let isPort = (4...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPort, port.first != "0", let number = Int(port), (1024...65535).contains(number) else { throw refusal }
        let isPath = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._~/".utf8.contains(byte)
        }
        guard isPath, (Self.shortestLoopbackPath...256).contains(path.utf8.count), !path.contains("..") else {
            throw .unauthorizedDomain(
                "the path of a program's own address must have at least \(Self.shortestLoopbackPath) letters or digits")
        }
        return .loopback(url: text)
    }

    private func appleApp(_ bundleID: String, _ request: FlowRequest) throws(AuthError) -> FlowReturn {
        let allowsAny = settings.allowsAnyContinueURL
        guard allowsAny || appleBundleIDs.contains(bundleID) else {
            throw .unauthorizedDomain("the app \(bundleID.prefix(100)) is not registered with this server")
        }
        let scheme: String
        if let clientID = request.clientID {
            guard allowsAny || googleClientIDs.contains(clientID) else {
                throw .unauthorizedDomain("the client id is not one of this project's native apps' at google.com")
            }
            scheme = clientID.split(separator: ".").reversed().joined(separator: ".")
            // A scheme without a dot may be the system's own, or run as a script (RFC 8252 §7.1).
            guard scheme.contains(".") else { throw .unauthorizedDomain("the client id makes no URL scheme") }
        } else if let appID = request.appID {
            guard allowsAny || apps.firebaseAppIDs.contains(appID) else {
                throw .unauthorizedDomain("the app id is not registered with this server")
            }
            guard allowsAny || apps.bundleIDsOfApps[appID].map({ $0 == bundleID }) ?? true else {
                throw .unauthorizedDomain("the app id is registered for another app than \(bundleID.prefix(100))")
            }
            scheme = "app-" + appID.replacing(":", with: "-")
        } else {
            throw FlowQuery.malformed("clientId")
        }
        let isScheme =
            scheme.utf8.first.map { (0x61...0x7A).contains($0 | 0x20) } == true
            && scheme.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
            }
        guard isScheme, Self.isName(bundleID) else { throw .unauthorizedDomain("the app's ids make no URL scheme") }
        return .appScheme(scheme: HostName.lowercased(scheme), bundleID: bundleID)
    }

    private func androidApp(_ package: String) throws(AuthError) -> FlowReturn {
        guard Self.isName(package), settings.allowsAnyContinueURL || apps.androidApps[package] != nil else {
            throw .unauthorizedDomain("the app \(package.prefix(100)) is not registered with this server")
        }
        return .androidApp(package: package, certificate: apps.androidApps[package]?.first)
    }

    /// Indicates whether a text is a bundle id or package name, and so needs no escaping anywhere.
    private static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._".utf8.contains(byte)
            }
    }
}
