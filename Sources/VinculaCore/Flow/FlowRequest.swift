package import Foundation

/// An app's request to begin a browser flow, as checked values.
///
/// It is stored, sealed, until the provider answers, so the names of the properties are part of the stored format.
package struct FlowRequest: Hashable, Sendable, Codable {
    package var kind: FlowKind
    package var provider: ProviderID
    package var apiKey: String
    /// The tenant to sign in to; `nil` for the project itself.
    package var tenant: String?
    /// The name of the web app's instance of the SDK.
    package var appName: String?
    /// The app's own id of the flow, returned to it unchanged.
    package var eventID: String?
    /// The scopes that the app asks for, besides those that a sign-in needs.
    package var scopes: [String] = []
    package var customParameters: [String: String] = [:]
    package var language: Language?
    /// The web page that opened the flow.
    package var redirectURL: String?
    /// The address at which a program on the person's machine listens.
    package var loopbackRedirect: String?
    /// SHA-256 of the secret with which a native app redeems the result.
    package var sessionHash: Data?
    /// An app of Apple's platforms (`ibi`).
    package var bundleID: String?
    /// An Android app (`apn`).
    package var androidPackage: String?
    /// The app's client id at Google, from which its URL scheme follows.
    package var clientID: String?
    /// Firebase's id of the app, from which its URL scheme follows if it has no client id.
    package var appID: String?

    package init(kind: FlowKind, provider: ProviderID, apiKey: String) {
        self.kind = kind
        self.provider = provider
        self.apiKey = apiKey
    }

    /// True if the app redeems the result with a secret of its own; for others this server makes one.
    package var bringsSession: Bool { sessionHash != nil }
}

extension FlowRequest {
    /// Reads the handler's query.
    ///
    /// - Parameter fields: The query's fields, each of which came once. Those that are not part of the protocol are ignored.
    /// - Throws: ``AuthError/missingAPIKey``, ``AuthError/invalidTenantID``,
    ///   ``AuthError/invalidCredentialOrProviderID(_:)`` without a provider, ``AuthError/invalidArgument(_:)`` that names a
    ///   field that is missing or malformed.
    package init(query fields: [String: String]) throws(AuthError) {
        let query = FlowQuery(fields)
        guard let apiKey = try query.text("apiKey", longest: 128) else { throw .missingAPIKey }
        let tenant = try query.tenant()
        guard let authType = try query.text("authType", longest: 64), let kind = FlowKind(authType: authType) else {
            throw FlowQuery.malformed("authType")
        }
        // It is about no provider's page.
        self.init(kind: kind, provider: kind == .verifyApp ? .phone : try query.provider(), apiKey: apiKey)
        self.tenant = tenant
        appName = try query.text("appName", longest: 256)
        eventID = try query.text("eventId", longest: 256)
        scopes = try query.scopes()
        customParameters = try query.customParameters()
        language = try query.text("hl", longest: 64).flatMap(Language.init(tag:))
        redirectURL = try query.text("redirectUrl", longest: 4096, isASCII: false)
        loopbackRedirect = try query.text("redirect", longest: 512)
        sessionHash = try query.digest("sessionId")
        bundleID = try query.text("ibi", longest: 255)
        androidPackage = try query.text("apn", longest: 255)
        clientID = try query.text("clientId", longest: 255)
        appID = try query.text("appId", longest: 255)
        try requireWhole()
    }

    /// Checks that the fields make one kind of flow, so that no two readers can take it for different ones.
    private func requireWhole() throws(AuthError) {
        guard kind != .verifyApp else { return try requireVerifiable() }
        let isOfApp = loopbackRedirect != nil || bundleID != nil || androidPackage != nil
        guard isOfApp else {
            guard kind != .signInWithRedirect else { throw FlowQuery.malformed("authType") }
            guard sessionHash == nil else { throw FlowQuery.malformed("sessionId") }
            guard redirectURL != nil else { throw FlowQuery.malformed("redirectUrl") }
            guard appName != nil else { throw FlowQuery.malformed("appName") }
            guard eventID != nil || kind == .signInViaRedirect else { throw FlowQuery.malformed("eventId") }
            return
        }
        guard !kind.isPopup else { throw FlowQuery.malformed("authType") }
        guard bundleID == nil || androidPackage == nil else { throw FlowQuery.malformed("apn") }
        guard sessionHash != nil else { throw FlowQuery.malformed("sessionId") }
        guard eventID != nil else { throw FlowQuery.malformed("eventId") }
    }

    /// Checks that the app that wants a proof is named: exactly one.
    private func requireVerifiable() throws(AuthError) {
        guard bundleID == nil || androidPackage == nil else { throw FlowQuery.malformed("apn") }
        guard bundleID != nil || androidPackage != nil else { throw FlowQuery.malformed("ibi") }
        guard loopbackRedirect == nil else { throw FlowQuery.malformed("redirect") }
        guard eventID != nil else { throw FlowQuery.malformed("eventId") }
    }

    /// The handler's query for the same request again.
    package var query: String {
        var fields = [("apiKey", apiKey), ("authType", kind.rawValue), ("providerId", provider.value)]
        func add(_ name: String, _ value: String?) { if let value { fields.append((name, value)) } }
        add("tid", tenant)
        add("appName", appName)
        add("eventId", eventID)
        add("scopes", scopes.isEmpty ? nil : scopes.joined(separator: ","))
        let parameters = JSONValue.object(customParameters.mapValues { .string($0) })
        add("customParameters", customParameters.isEmpty ? nil : parameters.text)
        add("hl", language?.rawValue)
        add("redirectUrl", redirectURL)
        add("redirect", loopbackRedirect)
        add("sessionId", sessionHash.map { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() })
        add("ibi", bundleID)
        add("apn", androidPackage)
        add("clientId", clientID)
        add("appId", appID)
        return QueryText.encode(fields)
    }
}
