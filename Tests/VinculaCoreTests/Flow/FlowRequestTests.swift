import Foundation
import Testing
import VinculaCore

/// The handler's query, as Firebase's SDKs write it and as anybody may.
struct FlowRequestTests {
    private static let web = [
        "apiKey": "key", "appName": "[DEFAULT]", "authType": "signInViaPopup", "redirectUrl": "https://app.test/",
        "v": "12.18.0", "eventId": "1234567890", "providerId": "google.com", "scopes": "profile,email",
        "customParameters": #"{"prompt":"select_account"}"#,
    ]
    private static let hash = String(repeating: "0a", count: 32)
    private static let program = [
        "apiKey": "key", "authType": "signInWithRedirect", "sessionId": hash, "v": "X", "eventId": "ABCDEFGHIJ",
        "providerId": "twitter.com", "redirect": "http://127.0.0.1:40123/abcdefghijklmnop", "hl": "de-AT", "ibi": "com.example",
        "appId": "1:2:ios:3",
    ]

    @Test("A web app's query, and a native app's")
    func read() throws {
        let web = try FlowRequest(query: Self.web)
        #expect(web.kind == .signInViaPopup && web.provider == .google && web.apiKey == "key" && web.appName == "[DEFAULT]")
        #expect(web.eventID == "1234567890" && web.redirectURL == "https://app.test/" && !web.bringsSession)
        #expect(web.scopes == ["profile", "email"] && web.customParameters == ["prompt": "select_account"])
        let program = try FlowRequest(query: Self.program)
        #expect(program.kind == .signInWithRedirect && program.provider == .twitter && program.language == .german)
        #expect(program.sessionHash == Data(repeating: 10, count: 32) && program.bringsSession)
        #expect(program.loopbackRedirect == "http://127.0.0.1:40123/abcdefghijklmnop")
        for request in [web, program] {
            let fields = (URLComponents(string: "https://x/?" + request.query)?.queryItems ?? []).map {
                ($0.name, $0.value ?? "")
            }
            #expect(try FlowRequest(query: Dictionary(uniqueKeysWithValues: fields)) == request)
        }
    }

    @Test("What is missing, malformed or does not go together is refused by name")
    func refused() {
        let long = String(repeating: "x", count: 9000)
        let web: [(String, String?)] = [
            ("apiKey", nil), ("apiKey", ""), ("apiKey", "a\nb"), ("apiKey", String(repeating: "k", count: 129)),
            ("authType", nil), ("authType", "createAuthUri"), ("authType", "signInWithRedirect"), ("authType", "SIGNINVIAPOPUP"),
            ("authType", "x"), ("providerId", nil), ("providerId", "goo gle"), ("providerId", "g/../x"),
            ("providerId", "faceboo\u{212A}.com"), ("providerId", long), ("appName", nil), ("appName", long),
            ("eventId", nil), ("eventId", "a\r\nb"), ("eventId", long), ("redirectUrl", nil), ("redirectUrl", long),
            ("redirectUrl", "https://app.test/\u{0}"), ("scopes", long), ("scopes", "a\"b"), ("scopes", "a\\b"), ("scopes", "é"),
            ("scopes", (0...50).map { "s\($0)" }.joined(separator: ",")), ("customParameters", "x"), ("customParameters", "[]"),
            ("customParameters", #"{"a":1}"#), ("customParameters", #"{"a":{"b":"c"}}"#), ("customParameters", #"{"":"a"}"#),
            ("customParameters", #"{"a b":"c"}"#), ("customParameters", #"{"a":"\u0000"}"#),
            ("customParameters", #"{"a":"\#(String(repeating: "x", count: 2000))"}"#), ("sessionId", Self.hash), ("hl", long),
            ("tid", "a.b"), ("tid", long), ("tenantId", "a/b"),
        ]
        for (name, value) in web {
            var fields = Self.web
            fields[name] = value
            #expect(throws: AuthError.self, "\(name)=\(value?.prefix(60) ?? "nil")") { try FlowRequest(query: fields) }
        }
        let program: [(String, String?)] = [
            ("sessionId", nil), ("sessionId", "x"), ("sessionId", String(repeating: "g", count: 64)),
            ("sessionId", Self.hash + "00"),
            ("eventId", nil), ("authType", "signInViaPopup"), ("apn", "com.example"),
        ]
        for (name, value) in program {
            var fields = Self.program
            fields[name] = value
            #expect(throws: AuthError.self, "\(name)=\(value ?? "nil")") { try FlowRequest(query: fields) }
        }
    }

    @Test("A redirect that signs in needs no event id; one that links does")
    func eventIDs() throws {
        var fields = Self.web
        fields["eventId"] = nil
        fields["authType"] = "signInViaRedirect"
        #expect(try FlowRequest(query: fields).eventID == nil)
        fields["authType"] = "linkViaRedirect"
        #expect(throws: AuthError.self) { try FlowRequest(query: fields) }
        fields["eventId"] = "uid:::123"
        #expect(try FlowRequest(query: fields).eventID == "uid:::123")
        // Cordova's apps say so, and receive the result by their scheme.
        fields["sessionId"] = Self.hash
        fields["ibi"] = "com.example"
        #expect(try FlowRequest(query: fields).bundleID == "com.example")
    }
}
