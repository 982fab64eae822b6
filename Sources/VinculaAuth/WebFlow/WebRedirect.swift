import Foundation

/// A browser's way back: which addresses are ours, and what they say.
struct WebRedirect: Sendable {
    let binding: FlowBinding
    /// The app's own scheme, if it has one.
    let scheme: String?
    /// The loopback listener's port, if there is one.
    let port: UInt16?

    /// Reads a whole address.
    ///
    /// - Returns: What the flow ends with; nil for an address that is not this flow's, for anyone may open one.
    func outcome(of url: URL) -> Swift.Result<String, any Error>? {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true), isOurs(components),
            let query = components.percentEncodedQuery
        else { return nil }
        return outcome(ofQuery: query)
    }

    /// Reads the query of an address that is known to be ours.
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

/// The fields of a query as they are on the wire.
private struct Query {
    private let fields: [(name: String, value: Substring)]

    init(_ percentEncoded: some StringProtocol) {
        fields = percentEncoded.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            return (name.removingPercentEncoding ?? name, Substring(parts.count == 2 ? parts[1] : ""))
        }
    }

    /// The query of an address that need not be a valid URL: what wrote it may have left characters unencoded.
    init?(ofAddress address: String) {
        let withoutFragment = address.prefix { $0 != "#" }
        guard let mark = withoutFragment.firstIndex(of: "?") else { return nil }
        self.init(withoutFragment[withoutFragment.index(after: mark)...])
    }

    /// The field's value; nil if it is not there, is there twice (which of them counts would be a guess) or is not decodable.
    ///
    /// - Parameter plusIsSpace: Forms write a space as "+". In addresses there is no space, and "+" is itself.
    func value(_ name: String, plusIsSpace: Bool = false) -> String? {
        let values = fields.filter { $0.name == name }
        guard let value = values.first?.value, values.count == 1 else { return nil }
        return (plusIsSpace ? value.replacingOccurrences(of: "+", with: " ") : String(value)).removingPercentEncoding
    }
}
