import Foundation
import Testing

@testable import VinculaAuth

@Suite struct WebFlowHandlerTests {
    @Test func everyFieldIsThere() throws {
        let binding = FlowBinding()
        let request = WebFlow.Request.sample.with {
            $0.clientID = "123-a.apps.googleusercontent.com"
            $0.bundleID = "com.example.App"
            $0.scopes = ["", "email", "a+b"]
            $0.customParameters = ["prompt": "select account", "login_hint": "ä+b@example.com"]
            $0.tenantID = "t-1"
            $0.languageCode = "de"
        }
        let query = try #require(try request.url(binding, redirect: "http://127.0.0.1:80/x").query(percentEncoded: true))
        #expect(
            query.components(separatedBy: "&") == [
                "apiKey=key", "authType=signInWithRedirect", "ibi=com.example.App", "sessionId=\(sha256(binding.sessionID))",
                "v=Vincula%2F1", "eventId=\(binding.eventID)", "providerId=github.com",
                "clientId=123-a.apps.googleusercontent.com",
                "tid=t-1", "scopes=email%2Ca%2Bb",
                "customParameters=%7B%22login_hint%22%3A%22%C3%A4%2Bb%40example.com%22%2C%22prompt%22%3A%22select%20account%22%7D",
                "hl=de", "redirect=http%3A%2F%2F127.0.0.1%3A80%2Fx",
            ])
    }

    @Test func whatIsUnknownIsLeftOut() throws {
        let request = WebFlow.Request.sample.with { $0.scopes = [""] }
        let url = try request.url(FlowBinding(), redirect: nil)
        let names = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.map(\.name)
        #expect(names == ["apiKey", "authType", "sessionId", "v", "eventId", "providerId", "appId"])
        let bindings = (0..<50).map { _ in FlowBinding() }
        #expect(Set(bindings.map(\.sessionID) + bindings.map(\.eventID) + bindings.map(\.loopbackPath)).count == 150)
    }

    @Test(
        arguments: [
            ("1:123:ios:abc", nil, "app-1-123-ios-abc"),
            ("1:2", "12-x.apps.googleusercontent.com", "com.googleusercontent.apps.12-x"),
            (nil, nil, nil), (nil, "12 x.example", nil), (nil, "a.1", nil), (nil, "https", nil), ("ä", nil, nil), (nil, "", nil),
        ] as [(String?, String?, String?)])
    func schemeOfTheApp(_ appID: String?, _ clientID: String?, _ scheme: String?) {
        let request = WebFlow.Request.sample.with { ($0.appID, $0.clientID) = (appID, clientID) }
        #expect(request.callbackScheme == scheme)
    }

    struct Place: Sendable {
        var server: String?
        var emulator: String?
        var custom: String?
        var domains: [String] = []
        var handler: String?
    }

    @Test(arguments: [
        Place(domains: ["localhost", "p.web.app", "p.firebaseapp.com"], handler: "https://p.firebaseapp.com/__/auth/handler"),
        Place(domains: ["example.com", "p.web.app"], handler: "https://p.web.app/__/auth/handler"),
        Place(domains: ["a.firebaseapp.com", "b.firebaseapp.com"], handler: "https://a.firebaseapp.com/__/auth/handler"),
        Place(domains: ["localhost", "evilfirebaseapp.com", ".firebaseapp.com", "web.app"]),
        Place(),
        Place(
            custom: "auth.example.com", domains: ["p.firebaseapp.com", "Auth.example.com"],
            handler: "https://auth.example.com/__/auth/handler"),
        Place(custom: "auth.example.com", domains: ["p.firebaseapp.com"]),
        Place(server: "https://id.example.com", custom: "x", handler: "https://id.example.com/__/auth/handler"),
        Place(server: "https://id.example.com/base/?a=b#c", handler: "https://id.example.com/base/__/auth/handler"),
        Place(server: "http://127.0.0.1:9100/", handler: "http://127.0.0.1:9100/__/auth/handler"),
        Place(server: "mailto:x"),
        Place(server: "https://id.example.com", emulator: "[::1]:9099", handler: "http://[::1]:9099/emulator/auth/handler"),
        Place(emulator: "localhost:9099", domains: ["p.web.app"], handler: "http://localhost:9099/emulator/auth/handler"),
        Place(emulator: "evil.example/x?"), Place(emulator: ""),
    ])
    func placeOfThePage(_ place: Place) throws {
        func find() throws -> URL {
            try WebFlow.handler(
                serverURL: place.server.flatMap { URL(string: $0) }, emulator: place.emulator, customDomain: place.custom,
                authorizedDomains: place.domains)
        }
        guard let handler = place.handler else {
            let error = #expect(throws: NSError.self) { try find() }
            let isOurs = error.flatMap { AuthErrorCode($0) }
            #expect(isOurs == (place.server == nil && place.emulator == nil ? .unauthorizedDomain : .webInternalError))
            return
        }
        #expect(try find().absoluteString == handler)
    }
}
