import Foundation

extension WebFlow.Request {
    /// The page that the browser opens.
    ///
    /// - Parameters:
    ///   - binding: What ties the browser to this flow.
    ///   - redirect: Where the page sends its result if not to the app's own scheme: the loopback listener's address.
    /// - Throws: `webInternalError` if the handler is no address that a query can be added to.
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
        // A provider's scopes begin as [""].
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

    /// The scheme that brings the browser back to an app which has one; nil without an app id and client id that make a scheme.
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
        // The system's own schemes are not an app's; Apple's session raises an exception for them.
        return isScheme && !["http", "https"].contains(scheme.lowercased()) ? scheme : nil
    }

    private func customParametersText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(customParameters), as: UTF8.self)
    }

    /// Everything but RFC 3986's unreserved characters is encoded, "+" above all: it would be read as a space.
    private static func encode(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
