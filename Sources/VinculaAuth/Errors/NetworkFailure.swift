import Foundation

extension AuthFailure {
    /// The server could not be reached, or did not answer.
    ///
    /// Of the system's error the app gets everything but the query of the address, which has the API key and may have more, and the
    /// request itself.
    static func network(_ underlying: any Error) -> NSError {
        make(.networkError, reason: underlying.localizedDescription, underlying: withoutRequest(underlying))
    }

    private static func withoutRequest(_ error: any Error) -> any Error {
        let system = error as NSError
        // Others stay what they are, so that an app finds what its own transport threw.
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

    /// `NSErrorFailingURLKey` and `NSErrorFailingURLStringKey`.
    private static func isAddress(_ key: String) -> Bool { key.hasPrefix("NSErrorFailingURL") }

    /// Apple's systems add the task, and with it the request and its body.
    private static func isTask(_ key: String) -> Bool { key.contains("URLSessionTask") }

    private static func withoutQuery(_ address: String) -> String? {
        address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }
}
