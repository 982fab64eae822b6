public import Foundation

// Options that FirebaseCore does not have.
extension FirebaseOptions {
    /// The URL of the Vincula server (`VINCULA_SERVER_URL` in the property list), such as `https://auth.example.com`.
    ///
    /// It must be `https`; plain `http` is allowed only for this machine (`localhost`, `127.0.0.1`, `[::1]`).
    /// ``FirebaseApp/configure(options:)`` rejects any other, and also an explicit nil, because `URL(string:)` returns nil
    /// for a malformed address. Options in which a server was never set mean Google's own servers.
    public var serverURL: URL? {
        get { values.withLock { $0.serverURL } }
        set {
            values.withLock { values in
                values.serverURL = newValue
                values.lacksServer = newValue == nil
            }
        }
    }

    /// The storage for sessions; nil for the Keychain on Apple platforms and a private file elsewhere.
    public var storage: (any AuthStorage)? {
        get { values.withLock { $0.storage } }
        set { values.withLock { $0.storage = newValue } }
    }

    /// The transport for requests to the server; nil for ``HTTPTransport``.
    public var transport: (any AuthTransport)? {
        get { values.withLock { $0.transport } }
        set { values.withLock { $0.transport = newValue } }
    }

    /// Indicates whether new sessions are bound to this installation's key, so that a stolen refresh token is worth nothing
    /// elsewhere. On by default.
    ///
    /// Turn it off only for an app that gives its sessions away on purpose, such as ``User/refreshToken`` to a program on
    /// another device, or while a version of the app from before there were keys uses the same storage: it would be signed out.
    public var bindsSessions: Bool {
        get { values.withLock { $0.bindsSessions } }
        set { values.withLock { $0.bindsSessions = newValue } }
    }
}

extension FirebaseOptions.Values {
    /// Checks that an app can be configured with these options.
    ///
    /// - Throws: ``ConfigurationFailure`` as an `NSError`.
    func check() throws {
        if googleAppID.isEmpty { throw ConfigurationFailure.missing("GOOGLE_APP_ID", "googleAppID").error }
        if apiKey?.isEmpty ?? true { throw ConfigurationFailure.missing("API_KEY", "apiKey").error }
        if lacksServer { throw ConfigurationFailure.malformedServerURL.error }
        if let serverURL { try Self.check(serverURL: serverURL) }
    }

    /// Checks that passwords and tokens may be sent to a URL.
    static func check(serverURL url: URL) throws {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        guard let parts, let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil
        else {
            throw ConfigurationFailure.malformedServerURL.error
        }
        switch parts.scheme?.lowercased() {
        case "https": return
        case "http" where isLoopback(host): return
        case "http": throw ConfigurationFailure.plainServerURL(host: host).error
        default: throw ConfigurationFailure.malformedServerURL.error
        }
    }

    /// Returns whether a host is this machine regardless of DNS.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // Not *.localhost: some resolvers look those up in DNS.
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.allSatisfy { $0.isASCII && $0.isNumber } && UInt8(part) != nil }
    }
}
