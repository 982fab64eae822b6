import Foundation

extension WebFlow {
    /// Returns the URL of the sign-in page. A Vincula server or an emulator has it at a fixed path; with Google's servers it
    /// is on one of the project's domains.
    ///
    /// - Parameters:
    ///   - serverURL: The URL of the Vincula server; nil for Google's servers.
    ///   - emulator: `host:port` of an emulator; takes precedence over `serverURL`.
    ///   - customDomain: The domain that the app has set.
    ///   - authorizedDomains: The project's domains as returned by `getProjectConfig`. Ignored if `serverURL` or `emulator` is
    ///     set, so that the caller need not fetch them.
    /// - Throws: `unauthorizedDomain` if the custom domain is not listed, or no listed domain has the page; `webInternalError`
    ///   if the address of the server or emulator is not valid.
    static func handler(
        serverURL: URL?, emulator: String?, customDomain: String?, authorizedDomains: [String]
    ) throws -> URL {
        if let emulator { return try address("http", emulator, path: "/emulator/auth/handler") }
        if let serverURL { return try page(of: serverURL) }
        return try address("https", domain(customDomain, authorizedDomains), path: "/__/auth/handler")
    }

    private static func domain(_ custom: String?, _ authorized: [String]) throws -> String {
        if let custom {
            guard authorized.contains(where: { $0.lowercased() == custom.lowercased() }) else {
                throw AuthFailure.make(
                    .unauthorizedDomain, message: "The custom domain \(custom) is not among the project's authorized domains.")
            }
            return custom
        }
        // The dot rejects a foreign domain that merely ends with the same letters.
        for suffix in [".firebaseapp.com", ".web.app"] {
            if let found = authorized.first(where: { $0.lowercased().hasSuffix(suffix) && $0.count > suffix.count }) {
                return found
            }
        }
        throw AuthFailure.make(
            .unauthorizedDomain,
            message: "None of the project's authorized domains has a sign-in page (firebaseapp.com, web.app).")
    }

    private static func page(of server: URL) throws -> URL {
        guard var components = URLComponents(url: server, resolvingAgainstBaseURL: true), components.host?.isEmpty == false else {
            throw notAnAddress(server.absoluteString)
        }
        // The server may be behind a path prefix of a proxy.
        while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
        components.percentEncodedPath += "/__/auth/handler"
        (components.query, components.fragment) = (nil, nil)
        guard let url = components.url else { throw notAnAddress(server.absoluteString) }
        return url
    }

    private static func address(_ scheme: String, _ authority: String, path: String) throws -> URL {
        let stranger = authority.contains { "/?#@\\".contains($0) || $0.isWhitespace }
        guard !stranger, let url = URL(string: "\(scheme)://\(authority)\(path)"), url.host?.isEmpty == false else {
            throw notAnAddress(authority)
        }
        return url
    }

    private static func notAnAddress(_ text: String) -> NSError {
        AuthFailure.make(.webInternalError, message: "\"\(text)\" is not a valid address for a sign-in page.")
    }
}
