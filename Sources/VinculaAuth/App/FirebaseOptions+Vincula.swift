public import Foundation

// What FirebaseCore's options do not have.
extension FirebaseOptions {
    /// Where Vincula runs (`VINCULA_SERVER_URL` in the property list), such as `https://auth.example.com`.
    ///
    /// It must be `https`; plain `http` is for this machine only (`localhost`, `127.0.0.1`, `[::1]`).
    /// ``FirebaseApp/configure(options:)`` refuses any other, and nil too if it was set: that is what `URL(string:)` makes of what is no
    /// address. Options that never heard of a server mean Google's own.
    public var serverURL: URL? {
        get { values.withLock { $0.serverURL } }
        set {
            values.withLock { values in
                values.serverURL = newValue
                values.lacksServer = newValue == nil
            }
        }
    }

    /// Where sessions are kept; nil means the Keychain on Apple's platforms and a private file elsewhere.
    public var storage: (any AuthStorage)? {
        get { values.withLock { $0.storage } }
        set { values.withLock { $0.storage = newValue } }
    }

    /// What carries requests to the server; nil means ``HTTPTransport``.
    public var transport: (any AuthTransport)? {
        get { values.withLock { $0.transport } }
        set { values.withLock { $0.transport = newValue } }
    }
}

extension FirebaseOptions.Values {
    /// Whether an app can be made of these.
    ///
    /// - Throws: ``ConfigurationFailure`` as an `NSError`.
    func check() throws {
        if googleAppID.isEmpty { throw ConfigurationFailure.missing("GOOGLE_APP_ID", "googleAppID").error }
        if apiKey?.isEmpty ?? true { throw ConfigurationFailure.missing("API_KEY", "apiKey").error }
        if lacksServer { throw ConfigurationFailure.malformedServerURL.error }
        if let serverURL { try Self.check(serverURL: serverURL) }
    }

    /// Whether passwords and tokens may be sent there.
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

    /// Whether a host is this machine whatever a name server says.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // Not *.localhost: some resolvers ask a name server for those.
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.allSatisfy { $0.isASCII && $0.isNumber } && UInt8(part) != nil }
    }
}
