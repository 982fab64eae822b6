import Foundation

extension WebFlow.Request {
    /// Returns the URL of the page that the browser opens.
    ///
    /// - Parameters:
    ///   - binding: The binding between the browser and this flow.
    ///   - redirect: The URL of the loopback listener, to which the page sends its result; nil for the app's own scheme.
    /// - Throws: `webInternalError` if a query cannot be added to the handler's URL.
    func url(_ binding: FlowBinding, redirect: String?) throws -> URL {
        var query: [(String, String)] = [("apiKey", apiKey), ("authType", binding.authType)]
        if let bundleID { query.append(("ibi", bundleID)) }
        query += [("sessionId", binding.sessionHash), ("v", version), ("eventId", binding.eventID), ("providerId", providerID)]
        if let clientID {
            query.append(("clientId", clientID))
        } else if let appID {
            query.append(("appId", appID))
        }
        if let tenantID { query.append(("tid", tenantID)) }
        // A provider's scopes default to [""].
        let scopes = scopes.filter { !$0.isEmpty }
        if !scopes.isEmpty { query.append(("scopes", scopes.joined(separator: ","))) }
        if !customParameters.isEmpty { query.append(("customParameters", try customParametersText())) }
        if let languageCode { query.append(("hl", languageCode)) }
        if let redirect { query.append(("redirect", redirect)) }

        var components = URLComponents(url: handler, resolvingAgainstBaseURL: true)
        components?.percentEncodedQuery = query.map { "\($0)=\(Self.encode($1))" }.joined(separator: "&")
        guard let url = components?.url else {
            throw AuthFailure.make(.webInternalError, message: "The address of the sign-in page is not valid: \(handler).")
        }
        return url
    }

    /// The URL scheme that redirects the browser back to the app; nil if neither the app ID nor the client ID yields one.
    var callbackScheme: String? {
        let scheme: String
        if let clientID {
            scheme = clientID.split(separator: ".").reversed().joined(separator: ".")
        } else if let appID {
            scheme = "app-" + appID.replacingOccurrences(of: ":", with: "-")
        } else {
            return nil
        }
        let isScheme =
            scheme.first.map { $0.isASCII && $0.isLetter } == true
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        // System schemes cannot belong to an app; Apple's session raises an exception for them.
        return isScheme && !["http", "https"].contains(scheme.lowercased()) ? scheme : nil
    }

    private func customParametersText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(customParameters), as: UTF8.self)
    }

    /// Percent-encodes everything but RFC 3986's unreserved characters, in particular "+", which would be decoded as a space.
    private static func encode(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
