import Foundation

/// The browser's redirect back to the app: recognizes the URLs of this flow, and parses them.
struct WebRedirect: Sendable {
    let binding: FlowBinding
    /// The app's own scheme, if it has one.
    let scheme: String?
    /// The loopback listener's port, if there is one.
    let port: UInt16?

    /// Parses a URL.
    ///
    /// - Returns: The outcome of the flow; nil for a URL of another flow, because anyone may open one.
    func outcome(of url: URL) -> Swift.Result<String, any Error>? {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true), isOurs(components),
            let query = components.percentEncodedQuery
        else { return nil }
        return outcome(ofQuery: query)
    }

    /// Parses the query of a URL that is known to belong to this flow.
    func outcome(ofQuery query: String) -> Swift.Result<String, any Error>? {
        guard let deepLink = Query(query).value("deep_link_id"), let inner = Query(ofAddress: deepLink),
            let eventID = inner.value("eventId"), let authType = inner.value("authType")
        else { return nil }
        let isOurEvent = eventID.equalsInConstantTime(binding.eventID)
        let isOurType = authType.equalsInConstantTime(binding.authType)
        guard isOurEvent, isOurType else { return nil }
        if let response = inner.value("link"), !response.isEmpty { return .success(response) }
        return .failure(Self.failure(inner.value("firebaseError", plusIsSpace: true)))
    }

    private func isOurs(_ components: URLComponents) -> Bool {
        guard let theirs = components.scheme?.lowercased(), components.user == nil, components.password == nil else {
            return false
        }
        if theirs == "http", let port {
            return components.host == "127.0.0.1" && components.port == Int(port)
                && components.percentEncodedPath.equalsInConstantTime(binding.loopbackPath)
        }
        guard let scheme else { return false }
        return theirs == scheme.lowercased() && components.host?.lowercased() == "firebaseauth" && components.port == nil
            && components.path == "/link"
    }

    private static func failure(_ text: String?) -> NSError {
        struct Reported: Decodable {
            let code: String?
            let message: String?
        }
        guard let text, let reported = try? JSONDecoder().decode(Reported.self, from: Data(text.utf8)) else {
            return AuthFailure.make(
                .webSignInUserInteractionFailure, reason: "The sign-in page reported neither a result nor a readable error.")
        }
        let message = reported.message.flatMap { $0.isEmpty ? nil : $0 }
        let code: AuthErrorCode
        switch reported.code {
        case "auth/invalid-oauth-client-id": code = .invalidClientID
        case "auth/network-request-failed": code = .webNetworkRequestFailed
        case "auth/internal-error": code = .webInternalError
        default: code = .webSignInUserInteractionFailure
        }
        return AuthFailure.make(code, message: message, reason: "[\(reported.code ?? "")] - \(message ?? "")")
    }
}

/// The fields of a query, still encoded.
private struct Query {
    private let fields: [(name: String, value: Substring)]

    init(_ percentEncoded: some StringProtocol) {
        fields = percentEncoded.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            return (name.removingPercentEncoding ?? name, Substring(parts.count == 2 ? parts[1] : ""))
        }
    }

    /// Parses the query of a URL that may be invalid: its author may have left characters unencoded.
    init?(ofAddress address: String) {
        let withoutFragment = address.prefix { $0 != "#" }
        guard let mark = withoutFragment.firstIndex(of: "?") else { return nil }
        self.init(withoutFragment[withoutFragment.index(after: mark)...])
    }

    /// Returns a field's value; nil if it is missing, appears twice (choosing one would be a guess) or cannot be decoded.
    ///
    /// - Parameter plusIsSpace: Forms encode a space as "+". URLs contain no space, and "+" stands for itself.
    func value(_ name: String, plusIsSpace: Bool = false) -> String? {
        let values = fields.filter { $0.name == name }
        guard let value = values.first?.value, values.count == 1 else { return nil }
        return (plusIsSpace ? value.replacingOccurrences(of: "+", with: " ") : String(value)).removingPercentEncoding
    }
}
