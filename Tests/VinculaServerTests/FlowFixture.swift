import Foundation
import TestSupport
import VinculaCore
import VinculaEngine

/// Providers' pages that are never opened: every person is `ana`, unless the answer says otherwise.
struct ScriptedPages: ProviderPages {
    var url = "https://provider.example/authorize"

    func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool { true }

    func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        if order.provider == .facebook { throw AuthError.providerNotConfigured }
        return ProviderPage(url: "\(url)?state=\(order.state)", answersByForm: order.provider == .apple)
    }

    func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if let error = answer.fields["error"] { throw AuthError.providerRefused(code: error) }
        if answer.fields["code"] == "down" { throw AuthError.providerUnavailable("it is down") }
        let key = IdentityKey(provider: answer.order.provider, issuer: "https://provider.example", subject: "ana")
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: nil, ownership: .claimed),
            details: ProviderDetails(federatedID: "ana", rawUserInfo: .object(["sub": "ana"])))
    }
}

/// A browser at the flow's paths, without the browser.
struct FlowVisitor: Sendable {
    let server: TestServer

    static let web: [String: String] = [
        "appName": "[DEFAULT]", "authType": "signInViaPopup", "eventId": "1234567890", "providerId": "google.com",
        "redirectUrl": "https://app.example/start",
    ]

    static func query(_ fields: [String: String]) -> String {
        QueryText.encode(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// A production server for the domain `app.example`, with scripted providers.
    static func with(
        isProduction: Bool = true, pages: ScriptedPages = ScriptedPages(), limits: Bool = false,
        _ body: @escaping @Sendable (FlowVisitor) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.development
        if isProduction {
            settings.allowsAnyContinueURL = false
            settings.authorizedDomains = ["app.example"]
        }
        try await TestServer.with(settings: settings, isProduction: isProduction, limits: limits, pages: pages) { server in
            try await body(FlowVisitor(server: server))
        }
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await HTTP.send("GET", server.url + path, headers: ["Accept": "text/html"].merging(headers) { $1 })
    }

    /// Opens the handler.
    func begin(
        _ more: [String: String] = [:], path: String = "/__/auth/handler", headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let fields = ["apiKey": server.apiKey].merging(Self.web) { $1 }.merging(more) { $1 }.filter { !$0.value.isEmpty }
        return try await get("\(path)?\(Self.query(fields))", headers: headers)
    }

    /// Opens the handler, and comes back from the provider.
    func finish(
        _ more: [String: String] = [:], answer: [String: String] = ["code": "c"], asForm: Bool = false
    ) async throws -> HTTPAnswer {
        let begun = try await begin(more)
        let location = begun.headers["location"] ?? ""
        let state = URLComponents(string: location)?.queryItems?.first { $0.name == "state" }?.value ?? ""
        let cookie = String((begun.headers["set-cookie"] ?? "").prefix { $0 != ";" })
        let path = "/__/auth/callback/\(more["providerId"] ?? "google.com")"
        let fields = Self.query(answer.merging(["state": state]) { $1 })
        guard asForm else { return try await get("\(path)?\(fields)", headers: ["Cookie": "other=1; \(cookie)"]) }
        return try await HTTP.send(
            "POST", server.url + path,
            headers: [
                "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "Origin": "https://provider.example",
                "Sec-Fetch-Site": "cross-site",
            ], body: Data(fields.utf8))
    }
}

extension HTTPAnswer {
    /// What the page's script is told.
    var order: JSONValue {
        guard let found = text.firstMatch(of: /<script type="application\/json" id="flow">(.*?)<\/script>/) else { return .null }
        return JSONValue.parse(Data(found.output.1.utf8)) ?? .null
    }
}
