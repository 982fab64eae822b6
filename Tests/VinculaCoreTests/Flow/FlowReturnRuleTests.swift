import Foundation
import Testing
import VinculaCore

/// T066, T074: where the result of a sign-in at a provider's page may go.
struct FlowReturnRuleTests {
    private static let server = "https://auth.example.com"

    private static func web(_ url: String?, _ kind: FlowKind = .signInViaRedirect) -> FlowRequest {
        var request = FlowRequest(kind: kind, provider: .google, apiKey: "key")
        request.redirectURL = url
        return request
    }

    private static func native(_ change: (inout FlowRequest) -> Void) -> FlowRequest {
        var request = FlowRequest(kind: .signInWithRedirect, provider: .google, apiKey: "key")
        request.sessionHash = Data(repeating: 1, count: 32)
        change(&request)
        return request
    }

    private static func rule(
        dev: Bool = false, server: String = server, google: SupportedProvider? = nil, apple: SupportedProvider? = nil,
        playGames: SupportedProvider? = nil,
        _ change: (inout ProjectSettings, inout RegisteredApps) -> Void = { _, _ in }
    ) -> FlowReturnRule {
        var settings = dev ? ProjectSettings.development : .production
        settings.authorizedDomains = ["localhost", "app.test"]
        var apps = RegisteredApps()
        apps.bundleIDs = ["com.example.app"]
        apps.firebaseAppIDs = ["1:23:ios:ab"]
        apps.androidApps = ["com.example.android": ["AB:CD"]]
        apps.googleClientIDs = ["23-xyz.apps.googleusercontent.com"]
        change(&settings, &apps)
        return FlowReturnRule(
            server: server, settings: settings, apps: apps, apple: apple, google: google, playGames: playGames)
    }

    @Test(
        "T066 a web page of the project's, or the server's own",
        arguments: [
            ("https://app.test/", "https://app.test"), ("https://app.test/a?b=c#d", "https://app.test"),
            ("https://deep.app.test:8443/a", "https://deep.app.test:8443"), ("https://APP.test/", "https://app.test"),
            ("https://app.test:443/", "https://app.test"), ("http://localhost:5000/x", "http://localhost:5000"),
            ("https://auth.example.com/account?key=k", "https://auth.example.com"),
        ])
    func pages(_ url: String, _ origin: String) throws {
        #expect(try Self.rule().target(of: Self.web(url)) == .redirect(url: url))
        for kind in [FlowKind.signInViaPopup, .linkViaPopup, .reauthViaPopup] {
            #expect(try Self.rule().target(of: Self.web(url, kind)) == .popup(origin: origin))
        }
    }

    @Test(
        "T066 no other page, however it is written",
        arguments: [
            "https://evil.test/", "https://app.test.evil.test/", "https://evilapp.test/", "https://app.test@evil.test/",
            "https://user:password@app.test/", "http://app.test/", "//app.test/", "/relative", "app.test", "",
            "https://app.test\\@evil.test/", "https:\\\\evil.test", "https://evil.test/https://app.test/", "https://[::1]/",
            "javascript:alert(1)", "javascript://app.test/%0aalert(1)", "data:text/html,x", "file:///etc/passwd",
            "com.evil:/cb", "intent://app.test/", "blob:https://app.test/x", "https://app.test/\r\nLocation: x",
            "https://app.test/ x", "https://app。test.evil.test/", "https://ａpp.test/", "https://auth.example.com@evil.test/",
            "https://auth.example.com.evil.test/", "http://auth.example.com/", "https://auth.example.com:444/",
        ])
    func strangers(_ url: String) {
        for kind in [FlowKind.signInViaRedirect, .signInViaPopup] {
            #expect(throws: AuthError.self) { try Self.rule().target(of: Self.web(url, kind)) }
        }
    }

    @Test("Under --dev any page may have it, as in the emulator, but only a web page")
    func development() throws {
        #expect(
            try Self.rule(dev: true).target(of: Self.web("http://192.0.2.1:3000/")) == .redirect(url: "http://192.0.2.1:3000/"))
        for url in ["javascript:alert(1)", "com.evil:/cb", "https://a@b.test/", "file:///x", ""] {
            #expect(throws: AuthError.self) { try Self.rule(dev: true).target(of: Self.web(url)) }
        }
    }

    @Test(
        "T074 loopback by its literal address, with a port and a path that nobody guesses",
        arguments: [
            ("http://127.0.0.1:40123/abcdefghijklmnop", true), ("http://[::1]:1024/abcdefghijklmnop", true),
            ("http://127.0.0.1:65535/abcdefgh/ijklmno-._~", true), ("http://127.0.0.1:65536/abcdefghijklmnop", false),
            ("http://127.0.0.1:1023/abcdefghijklmnop", false), ("http://127.0.0.1:080/abcdefghijklmnop", false),
            ("http://127.0.0.1:99999999/abcdefghijklmnop", false), ("http://127.0.0.1/abcdefghijklmnop", false),
            ("http://127.0.0.1:40123/abcdefghijklmno", false), ("http://127.0.0.1:40123", false),
            ("http://127.0.0.1:40123/", false), ("http://127.0.0.1:40123/abcdefghijklmnop?a=b", false),
            ("http://127.0.0.1:40123/abcdefghijklmnop#a", false), ("http://127.0.0.1:40123/abcdefghijkl%2Fmnop", false),
            ("http://127.0.0.1:40123/../abcdefghijklmnop", false), ("http://localhost:40123/abcdefghijklmnop", false),
            ("http://127.0.0.2:40123/abcdefghijklmnop", false), ("http://127.1:40123/abcdefghijklmnop", false),
            ("http://2130706433:40123/abcdefghijklmnop", false), ("http://0x7f.1:40123/abcdefghijklmnop", false),
            ("http://[::ffff:127.0.0.1]:40123/abcdefghijklmnop", false), ("http://[0:0::1]:40123/abcdefghijklmnop", false),
            ("http://a@127.0.0.1:40123/abcdefghijklmnop", false), ("http://127.0.0.1:40123@evil.test/abcdefghijklmnop", false),
            ("http://127.0.0.1:40123.evil.test/abcdefghijklmnop", false), ("https://127.0.0.1:40123/abcdefghijklmnop", false),
            ("HTTP://127.0.0.1:40123/abcdefghijklmnop", false), ("http://127.0.0.1:4０123/abcdefghijklmnop", false),
            ("com.evil:/abcdefghijklmnopqrst", false), ("http://127.0.0.1:40123/abcdefghijklmnop\r\nx", false),
        ])
    func loopback(_ url: String, _ isAllowed: Bool) {
        let request = Self.native { $0.loopbackRedirect = url }
        for dev in [true, false] {
            let rule = Self.rule(dev: dev) { settings, _ in settings.signInPages.loopbackRedirects = true }
            #expect((try? rule.target(of: request)) == (isAllowed ? .loopback(url: url) : nil), "\(url)")
        }
    }

    @Test("T074 loopback only if the project allows it: off in production until somebody switches it on")
    func loopbackSetting() {
        let request = Self.native { $0.loopbackRedirect = "http://127.0.0.1:40123/abcdefghijklmnop" }
        #expect(throws: AuthError.self) { try Self.rule().target(of: request) }
        #expect((try? Self.rule(dev: true).target(of: request)) != nil)
        let off = Self.rule(dev: true) { settings, _ in settings.signInPages.loopbackRedirects = false }
        #expect(throws: AuthError.self) { try off.target(of: request) }
        // The app's bundle, which the SDK names as well, opens no other way.
        let both = Self.native {
            $0.loopbackRedirect = "http://evil.test/abcdefghijklmnop"
            ($0.bundleID, $0.appID) = ("com.example.app", "1:23:ios:ab")
        }
        #expect(throws: AuthError.self) { try Self.rule(dev: true).target(of: both) }
    }

    @Test("T074 an app of Apple's platforms: listed, and with the scheme of a listed client or app id")
    func apple() throws {
        let client = "23-xyz.apps.googleusercontent.com"
        let byClient = FlowReturn.appScheme(scheme: "com.googleusercontent.apps.23-xyz", bundleID: "com.example.app")
        let byApp = FlowReturn.appScheme(scheme: "app-1-23-ios-ab", bundleID: "com.example.app")
        let cases: [(String?, String?, String?, FlowReturn?)] = [
            ("com.example.app", client, nil, byClient), ("com.example.app", nil, "1:23:ios:ab", byApp),
            ("com.example.app", client, "1:99:ios:ab", byClient), ("com.evil", client, nil, nil),
            ("com.example.app", "evil.example", nil, nil), ("com.example.app", nil, "1:99:ios:ab", nil),
            ("com.example.app", nil, nil, nil), ("com.example.APP", client, nil, nil),
            ("com.example.app", "evil.example", "1:23:ios:ab", nil), (nil, client, "1:23:ios:ab", nil),
        ]
        for (bundle, clientID, appID, target) in cases {
            let request = Self.native { ($0.bundleID, $0.clientID, $0.appID) = (bundle, clientID, appID) }
            #expect((try? Self.rule().target(of: request)) == target, "\(request)")
        }
        // The project's own configuration takes the place of the operator's clients, and adds its apps.
        let google = SupportedProvider(id: .google, clientID: "own.apps.googleusercontent.com")
        var apple = SupportedProvider(id: .apple)
        apple.apple.bundleIDs = ["com.example.own"]
        let rule = Self.rule(google: google, apple: apple)
        let own = Self.native { ($0.bundleID, $0.clientID) = ("com.example.own", "own.apps.googleusercontent.com") }
        #expect(try rule.target(of: own) == .appScheme(scheme: "com.googleusercontent.apps.own", bundleID: "com.example.own"))
        let operators = Self.native { ($0.bundleID, $0.clientID) = ("com.example.own", client) }
        #expect(throws: AuthError.self) { try rule.target(of: operators) }
    }

    @Test("T074 a web client's reversed id is no app's scheme: clients with a secret give none")
    func webClients() {
        let (web, native) = ("web.apps.googleusercontent.com", "ios.apps.googleusercontent.com")
        func goes(to client: String, _ rule: FlowReturnRule) -> Bool {
            (try? rule.target(of: Self.native { ($0.bundleID, $0.clientID) = ("com.example.app", client) })) != nil
        }
        let operators = Self.rule { _, apps in
            apps.googleClientIDs = [web, native]
            apps.googleWebClientIDs = [web]
        }
        #expect(!goes(to: web, operators) && goes(to: native, operators))
        for secret in [nil, "sealed"] {
            let google = SupportedProvider(
                id: .google, clientID: web, otherClientIDs: [native, web], sealedClientSecret: secret)
            #expect(goes(to: web, Self.rule(google: google)) == (secret == nil))
            #expect(goes(to: native, Self.rule(google: google)))
            // The same client, configured for games with its secret.
            let games = SupportedProvider(id: .playGames, clientID: native, sealedClientSecret: secret)
            #expect(goes(to: native, Self.rule(google: google, playGames: games)) == (secret == nil))
        }
    }

    @Test("T074 an app id that is listed with its app is for no other")
    func listedWithBundle() {
        let rule = Self.rule { _, apps in
            apps.bundleIDs = ["com.example.app", "com.example.other"]
            apps.bundleIDsOfApps = ["1:23:ios:ab": "com.example.app"]
        }
        for (bundle, isIts) in [("com.example.app", true), ("com.example.other", false)] {
            let request = Self.native { ($0.bundleID, $0.appID) = (bundle, "1:23:ios:ab") }
            #expect(((try? rule.target(of: request)) != nil) == isIts, "\(bundle)")
        }
    }

    @Test("T074 programs outside the browser are named, web pages are not")
    func programs() {
        #expect(FlowReturn.popup(origin: "https://app.test").program == nil)
        #expect(FlowReturn.redirect(url: "https://app.test/").program == nil && FlowReturn.client.program == nil)
        for (url, authority) in [
            ("http://127.0.0.1:40123/abcdefghijklmnop", "127.0.0.1:40123"), ("http://[::1]:1024/abcdefghijklmnop", "[::1]:1024"),
        ] {
            #expect(FlowReturn.loopback(url: url).program == .listener(authority: authority))
        }
        #expect(FlowReturn.appScheme(scheme: "a.b", bundleID: "com.example.app").program == .app(id: "com.example.app"))
        #expect(FlowReturn.androidApp(package: "com.example", certificate: nil).program == .app(id: "com.example"))
    }

    @Test("Under --dev any app may have it, by a scheme that is an app's own")
    func appleDevelopment() throws {
        let rule = Self.rule(dev: true)
        let any = Self.native { ($0.bundleID, $0.clientID) = ("any.app", "5-a.apps.googleusercontent.com") }
        #expect(try rule.target(of: any) == .appScheme(scheme: "com.googleusercontent.apps.5-a", bundleID: "any.app"))
        for client in ["javascript", "https", "a b.c", "x.1", ".", "…", "a/b.c", "tel.", "a:b.c"] {
            let request = Self.native { ($0.bundleID, $0.clientID) = ("any.app", client) }
            #expect(throws: AuthError.self, "\(client)") { try rule.target(of: request) }
        }
        for app in ["1:2:ios:a/b", "1 2", "%0a", "é"] {
            let request = Self.native { ($0.bundleID, $0.appID) = ("any.app", app) }
            #expect(throws: AuthError.self, "\(app)") { try rule.target(of: request) }
        }
        let odd = Self.native { ($0.bundleID, $0.appID) = ("any app;", "1:23:ios:ab") }
        #expect(throws: AuthError.self) { try rule.target(of: odd) }
    }

    @Test("T074 an Android app: listed with its certificate")
    func android() throws {
        let listed = Self.native { $0.androidPackage = "com.example.android" }
        #expect(try Self.rule().target(of: listed) == .androidApp(package: "com.example.android", certificate: "AB:CD"))
        let other = Self.native { $0.androidPackage = "com.evil" }
        #expect(throws: AuthError.self) { try Self.rule().target(of: other) }
        #expect(try Self.rule(dev: true).target(of: other) == .androidApp(package: "com.evil", certificate: nil))
        for package in ["com.evil;end", "a b", "a/b", "é"] {
            let request = Self.native { $0.androidPackage = package }
            #expect(throws: AuthError.self, "\(package)") { try Self.rule(dev: true).target(of: request) }
        }
    }

    @Test("createAuthUri: one of the project's domains, as it is written")
    func client() throws {
        func request(_ url: String) throws -> FlowRequest {
            try FlowRequest(
                authURIOf: .google, apiKey: "k", continueURL: url, session: Data(repeating: 1, count: 32), scope: nil,
                parameters: [:])
        }
        #expect(try Self.rule().target(of: request("https://app.test/back?a=b")) == .client)
        for url in ["https://evil.test/", "https://app.test/#a", "https://app.test/é", "com.evil:/cb", "http://app.test/", ""] {
            #expect(throws: AuthError.self, "\(url)") { try Self.rule().target(of: request(url)) }
        }
        // The server's own pages are not an app's.
        #expect(throws: AuthError.self) { try Self.rule().target(of: request("https://auth.example.com/account")) }
    }
}
