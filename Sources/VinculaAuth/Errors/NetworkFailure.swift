import Foundation

extension AuthFailure {
    /// Creates an error for a server that could not be reached or did not respond.
    ///
    /// It includes the system's error, but without the request and without the URL's query, which contains the API key and
    /// possibly more.
    static func network(_ underlying: any Error) -> NSError {
        make(.networkError, reason: underlying.localizedDescription, underlying: withoutRequest(underlying))
    }

    private static func withoutRequest(_ error: any Error) -> any Error {
        let system = error as NSError
        // Other errors are left unchanged, so that an app recognizes what its own transport threw.
        guard system.userInfo.contains(where: { isAddress($0.key) || isTask($0.key) }) else { return error }
        var userInfo: [String: Any] = [:]
        for (key, value) in system.userInfo where !isTask(key) {
            switch value {
            case let url as URL where isAddress(key): userInfo[key] = withoutQuery(url.absoluteString).flatMap { URL(string: $0) }
            case let text as String where isAddress(key): userInfo[key] = withoutQuery(text)
            case let inner as any Error: userInfo[key] = withoutRequest(inner) as NSError
            default: userInfo[key] = value
            }
        }
        return NSError(domain: system.domain, code: system.code, userInfo: userInfo)
    }

    /// Matches `NSErrorFailingURLKey` and `NSErrorFailingURLStringKey`.
    private static func isAddress(_ key: String) -> Bool { key.hasPrefix("NSErrorFailingURL") }

    /// Matches the task that Apple's systems add, which contains the request and its body.
    private static func isTask(_ key: String) -> Bool { key.contains("URLSessionTask") }

    private static func withoutQuery(_ address: String) -> String? {
        address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }
}
