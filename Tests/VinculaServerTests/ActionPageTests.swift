import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The hosted pages by HTTP; how they look to people, `PagesTests` sees in a browser.
@Suite("Hosted pages")
struct ActionPageTests {
    private static func press(
        _ server: TestServer, _ code: String?, _ action: String, _ more: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let fields = more.merging(["oobCode": code ?? "", "action": action]) { $1 }
        let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        return try await HTTP.send(
            "POST", "\(server.url)/__/auth/action",
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"],
            body: Data(body.joined(separator: "&").utf8))
    }

    @Test("Failures are shown to people on a page, in their language, and to programs as before")
    func failures() async throws {
        try await TestServer.with { server in
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let link = try await server.link(.resetPassword, to: "ana@example.com").url
                .replacing("/emulator/action", with: "/__/auth/action")
            func foreign(_ accept: String, _ more: [String: String] = [:]) async throws -> HTTPAnswer {
                try await HTTP.send(
                    "POST", link, headers: ["Accept": accept, "Sec-Fetch-Site": "cross-site"].merging(more) { $1 }, body: Data())
            }
            let page = try await foreign("text/html")
            #expect(page.status == 403 && page.text.contains("<h1>Something went wrong</h1>"), "\(page.text)")
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            let program = try await foreign("application/json")
            #expect(program.status == 403 && program.json["error"]?["status"] == "PERMISSION_DENIED")
            try await server.engine.store.close()
            let broken = try await HTTP.send("GET", link, headers: ["Accept": "text/html", "Accept-Language": "it"])
            #expect(broken.status >= 500 && broken.text.contains("<html lang=\"en\">"), "the link's language: \(broken.text)")
            let other = try await HTTP.send(
                "GET", "\(server.url)/__/auth/action?oobCode=x", headers: ["Accept": "text/html", "Accept-Language": "it"])
            #expect(other.status >= 500 && other.text.contains("<html lang=\"it\">"), "\(other.text)")
        }
    }

    @Test("Reset on the page: weak passwords are refused with the rules, a good one signs in, and the way back is offered")
    func reset() async throws {
        try await TestServer.with { server in
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.sendMail(
                "PASSWORD_RESET", to: "ana@example.com", ["continueUrl": "https://app.example/done?a=1"])
            let code = try await server.link(.resetPassword, to: "ana@example.com")["oobCode"]
            _ = try await server.engine.projects.updateSettings(of: server.project) {
                $0.passwordPolicy = .production
                $0.passwordPolicy.needsNumeric = true
            }
            let rules = try await HTTP.send(
                "GET", "\(server.url)/__/auth/action?oobCode=\(code ?? "")", headers: ["Accept": "text/html"])
            #expect(
                rules.text.contains("<li>8 characters or more</li><li>a digit</li>") && !rules.text.contains("role=\"alert\""))
            let guessable = "to be harder to guess: it is one of the most common passwords"
            for (weak, missing) in [
                ("", ["8 characters or more", "a digit"]), ("short", ["8 characters or more", "a digit"]),
                ("longer than eight", ["a digit"]), ("password1", [guessable]),
                ("ana@example.com", ["a digit", "to be more than your address or the name of the app"]),
            ] {
                let answer = try await Self.press(server, code, "reset", ["password": weak])
                let list = missing.map { "<li>\($0)</li>" }.joined()
                let alert = "role=\"alert\"><p>This password is not strong enough yet. It needs:</p><ul>\(list)</ul></div>"
                #expect(answer.text.contains(alert), "\(weak): \(answer.text)")
                #expect(answer.text.contains("aria-invalid=\"true\" aria-describedby=\"problem rules\" autofocus"))
            }
            _ = try await server.engine.projects.updateSettings(of: server.project) { $0.passwordPolicy = PasswordPolicy() }
            let done = try await Self.press(server, code, "reset", ["password": "a new river"])
            #expect(done.text.contains("Your new password is set"))
            #expect(done.text.contains("href=\"https://app.example/done?a=1\"") && done.text.contains("Continue to app.example"))
            let signedIn = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "a new river"])
            #expect(signedIn.status == 200)
            let again = try await Self.press(server, code, "reset", ["password": "attacker's"])
            #expect(again.text.contains("This link no longer works"))
        }
    }

    @Test("After success there is always a way on: to the app, else to the account page; not for an account of somebody else")
    func wayOn() async throws {
        try await TestServer.with(settings: .development, isProduction: true) { server in
            func pressed(_ address: String, _ action: String, _ more: [String: String]) async throws -> String {
                let person = try await server.call("accounts:signUp", ["email": .string(address), "password": "violet river"])
                _ = try await server.call(
                    "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": .string(try #require(person["idToken"]))])
                return try await Self.press(
                    server, try await server.link(.verifyEmail, to: address)["oobCode"], action, more
                ).text
            }
            let verified = try await pressed("ana@example.com", "verify", ["apiKey": server.apiKey])
            let page = "/account?key=\(server.apiKey)&amp;hl=en"
            #expect(
                verified.contains("<a class=\"button\" href=\"\(page)\" rel=\"noreferrer\">Go to your account</a>"), "\(verified)"
            )
            let plain = try await pressed("eve@example.com", "verify", [:])
            #expect(plain.contains("You can close this page now.") && !plain.contains("/account?"), "\(plain)")
            let disowned = try await pressed("dan@example.com", "disown", ["apiKey": server.apiKey])
            #expect(disowned.contains("Address removed") && !disowned.contains("/account?"), "\(disowned)")
        }
    }

    @Test("A link that signs in goes on by one button in the browser that asked for it; the address is the other way")
    func sameDevice() async throws {
        try await TestServer.with { server in
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com", ["continueUrl": "http://localhost/app"])
            let link = try await server.link(.signIn, to: "ana@example.com")
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"]).text
            let main = try #require(page.range(of: "<a class=\"button\" href=\"http://localhost/app?"))
            let form = try #require(page.range(of: "<form method=\"post\""))
            #expect(
                main.lowerBound < form.lowerBound && page.contains("<button class=\"quiet\">Continue with this address</button>"))
            let wrong = try await Self.press(server, link["oobCode"], "address", ["email": "eve@example.com"]).text
            #expect(wrong.contains("aria-describedby=\"problem\" autofocus"), "\(wrong)")
        }
    }

    @Test("A used or expired link says why, and mails a new one to the same address, within the limits of mails")
    func renewal() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let link = try await server.link(.resetPassword, to: "ana@example.com")
            // One that works needs no other.
            _ = try await Self.press(server, link["oobCode"], "renew")
            #expect(try await server.mails(to: "ana@example.com").count == 1)
            clock.advance(seconds: 3600)
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("This link has expired") && page.text.contains("Email me a new link"))
            let renewed = try await Self.press(server, link["oobCode"], "renew")
            #expect(renewed.text.contains("Check your email") && !renewed.text.contains("ana@example.com"))
            #expect(try await server.mails(to: "ana@example.com").count == 2)
            let fresh = try await server.link(.resetPassword, to: "ana@example.com")
            #expect(fresh["oobCode"] != link["oobCode"])
            let opened = try await HTTP.send("GET", fresh.url, headers: ["Accept": "text/html"])
            #expect(opened.text.contains("Choose a new password"))
        }
    }

    @Test("Opening a verification twice shows success; a disabled account is reported")
    func twice() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": .string(try #require(person["idToken"]))])
            let link = try await server.link(.verifyEmail, to: "ana@example.com")
            for _ in 0..<2 {
                #expect(try await Self.press(server, link["oobCode"], "verify").text.contains("Address confirmed"))
            }
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("Address confirmed"))
            _ = try await server.admin(
                "accounts:update", ["localId": .string(try #require(person["localId"])), "disableUser": true])
            let disabled = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(disabled.text.contains("This account is disabled"))
        }
    }

    @Test("A change of the address, and its recovery, each by a button")
    func changeAndRecover() async throws {
        try await TestServer.with { server in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            _ = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(try #require(person["idToken"])), "newEmail": "ana@example.com"])
            let change = try await server.link(.verifyAndChangeEmail, to: "ana@example.com")
            let asked = try await HTTP.send("GET", change.url, headers: ["Accept": "text/html"])
            #expect(asked.text.contains("a…@gmail.com") && !asked.text.contains("ana@gmail.com"))
            #expect(try await Self.press(server, change["oobCode"], "change").text.contains("Address changed"))
            let recover = try await server.link(.recoverEmail, to: "ana@gmail.com")
            let done = try await Self.press(server, recover["oobCode"], "recover")
            #expect(done.text.contains("Change undone") && done.text.contains("Email me a link to set a new password"))
            let sent = try await Self.press(server, recover["oobCode"], "send-reset")
            #expect(sent.text.contains("Check your email"))
            #expect(try await server.mails(to: "ana@gmail.com").last?.kind == .resetPassword)
        }
    }

    @Test("A button removes an added sign-in method, and a new password is offered")
    func revertSignInMethod() async throws {
        try await TestServer.with { server in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            _ = try await server.fakeIdp(
                "facebook.com", ["sub": "f"], more: ["idToken": .string(try #require(person["idToken"]))])
            let mail = try await server.mail(.signInMethodAdded, to: "ana@gmail.com")
            #expect(mail.mail.text.contains("Remove Facebook") && mail.mail.text.contains("7 days"), "\(mail.mail.text)")
            let link = try #require(mail.link)
            #expect(link["mode"] == "recoverEmail", "what clients' own pages know")
            let told = try await server.call("accounts:resetPassword", ["oobCode": .string(try #require(link["oobCode"]))])
            #expect(told["requestType"] == "RECOVER_EMAIL" && told["email"] == "ana@gmail.com", "\(told.text)")
            let asked = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(
                asked.text.contains("Facebook will no longer work for signing in")
                    && asked.text.contains("<button>Remove Facebook</button>"))
            #expect(try await Self.press(server, link["oobCode"], "recover").text.contains("Remove this sign-in method?"))
            let done = try await Self.press(server, link["oobCode"], "revert-sign-in-method")
            #expect(done.text.contains("Sign-in method removed") && done.text.contains("Email me a link to set a new password"))
            let sent = try await Self.press(server, link["oobCode"], "send-reset")
            #expect(sent.text.contains("Check your email"))
            #expect(try await server.fakeIdp("google.com", ["sub": "g"])["localId"] == person["localId"])
            #expect(try await server.fakeIdp("facebook.com", ["sub": "f"])["localId"] != person["localId"])
            let again = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(again.text.contains("no longer works"), "\(again.text)")
        }
    }

    @Test("The mail and the page that undo a change have the project's name, logo and colour")
    func look() async throws {
        try await TestServer.with { server in
            let page: JSONValue = ["name": "Wool & Yarn", "logo": "https://cdn.example.com/l.png", "color": "#7a1fa2"]
            #expect(try await server.configure("vincula.page", ["vincula": ["page": page]]).status == 200)
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            _ = try await server.fakeIdp(
                "facebook.com", ["sub": "f"], more: ["idToken": .string(try #require(person["idToken"]))])
            let mail = try await server.mail(.signInMethodAdded, to: "ana@gmail.com")
            #expect(mail.mail.senderName == "Wool & Yarn" && mail.mail.text.contains("Wool & Yarn"), "\(mail.mail.text)")
            #expect(mail.mail.html.contains("background:#7a1fa2;color:#ffffff"), "\(mail.mail.html)")
            let asked = try await HTTP.send("GET", try #require(mail.link).url, headers: ["Accept": "text/html"])
            #expect(asked.text.contains("<header class=\"brand\"><img src=\"https://cdn.example.com/l.png\""), "\(asked.text)")
            #expect(asked.text.contains("<span>Wool &amp; Yarn</span></header>"), "\(asked.text)")
            let policy = asked.headers["content-security-policy"]
            #expect(policy?.contains("img-src data: https://cdn.example.com;") == true, "\(policy ?? "")")
            let style = try #require(asked.text.firstMatch(of: /href="(\/__\/auth\/style\.css\?[^"]+)"/)?.output.1)
            let sheet = try await HTTP.send("GET", server.url + style)
            #expect(sheet.text.contains(":root{--action:#7a1fa2;--on-action:#ffffff}"), "\(sheet.text.suffix(300))")
            let plain = try await HTTP.send("GET", "\(server.url)/__/auth/style.css?color=red;}body%7B")
            #expect(!plain.text.contains("body{}") && plain.text.hasSuffix("}}"), "\(plain.text.suffix(100))")
        }
    }

    @Test("If password sign-in is off, the recovery page offers no password, and an old link's page no new link")
    func onlyWhatLeadsBack() async throws {
        var settings = ProjectSettings.development
        settings.emailEnabled = false
        try await TestServer.with(settings: settings) { server in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            _ = try await server.fakeIdp(
                "facebook.com", ["sub": "f"], more: ["idToken": .string(try #require(person["idToken"]))])
            let link = try await server.link(.signInMethodAdded, to: "ana@gmail.com")
            let done = try await Self.press(server, link["oobCode"], "revert-sign-in-method")
            #expect(done.text.contains("Sign-in method removed") && done.text.contains("the way you did before"), "\(done.text)")
            #expect(!done.text.contains("password"))
            // A link of a time when it was on, which somebody opens now.
            _ = try await server.engine.projects.updateSettings(of: server.project) { $0.emailEnabled = true }
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@gmail.com")
            let reset = try await server.link(.resetPassword, to: "ana@gmail.com")
            _ = try await Self.press(server, reset["oobCode"], "reset", ["password": "violet river"])
            let used = try await HTTP.send("GET", reset.url, headers: ["Accept": "text/html"])
            #expect(used.text.contains("Email me a new link"), "\(used.text)")
            _ = try await server.engine.projects.updateSettings(of: server.project) { $0.emailEnabled = false }
            let off = try await HTTP.send("GET", reset.url, headers: ["Accept": "text/html"])
            #expect(!off.text.contains("<button") && !off.text.contains("Request a new one"), "\(off.text)")
        }
    }

    @Test("Programs that follow a development server's link are answered as the emulator does")
    func emulator() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await HTTP.post(
                "\(server.url)/v1/accounts:sendOobCode?key=k",
                .object(["requestType": "VERIFY_EMAIL", "idToken": .string(try #require(person["idToken"]))]))
            let codes = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/\(server.project)/oobCodes")
            guard case .array(let open)? = codes.json["oobCodes"], let link = open.first?["oobLink"]?.string else {
                Issue.record("\(codes.text)")
                return
            }
            #expect(open.first?["requestType"] == "VERIFY_EMAIL" && open.first?["email"] == "ana@example.com")
            let told = try await HTTP.send("GET", link)
            #expect(told.json["authEmulator"]?["success"] == "The email has been successfully verified.", "\(told.text)")
            let again = try await HTTP.send("GET", link)
            #expect(again.status == 400 && again.json["authEmulator"]?["error"] != nil)
            let spent = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/\(server.project)/oobCodes")
            #expect(spent.json["oobCodes"] == .array([]))
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let reset = try await server.link(.resetPassword, to: "ana@example.com")
            #expect(try await HTTP.send("GET", reset.url).status == 400)
            let done = try await HTTP.send("GET", reset.url + "&newPassword=a-new-river")
            #expect(done.status == 303 && done.headers["location"] == "http://localhost/done")
        }
    }

    @Test("Apps: links that they open themselves, the files that declare it, and a page for other devices")
    func apps() async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        settings.authorizedDomains = ["localhost", "links.example.com"]
        let apps = LinkedApps(
            apple: ["ABCDE12345.com.example.ios"], android: [.init(package: "com.example.android", fingerprints: ["AB:CD"])])
        try await TestServer.with(settings: settings, isProduction: true, options: { $0.apps = apps }) { server in
            let apple = try await HTTP.send("GET", "\(server.url)/.well-known/apple-app-site-association")
            #expect(apple.text.contains("\"appIDs\":[\"ABCDE12345.com.example.ios\"]") && apple.text.contains("/__/auth/links"))
            #expect(apple.headers["content-type"]?.hasPrefix("application/json") == true)
            let android = try await HTTP.send("GET", "\(server.url)/.well-known/assetlinks.json")
            #expect(android.text.contains("\"package_name\":\"com.example.android\"") && android.text.contains("AB:CD"))

            func link(_ more: [String: JSONValue], to email: String = "ana@example.com") async throws -> String {
                let sent = try await server.sendMail(
                    "EMAIL_SIGNIN", to: email, more.merging(["canHandleCodeInApp": true]) { $1 })
                #expect(sent.status == 200, "\(sent.text)")
                let mail = try await server.mail(.signIn, to: email).mail.text
                return try #require(mail.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.hasPrefix("http") })
            }
            #expect(try await link(["iOSBundleId": "com.unknown"]).hasPrefix("\(server.url)/__/auth/action?"))
            let wrapped = try await link(["iOSBundleId": "com.example.ios", "androidPackageName": "com.example.android"])
            #expect(wrapped.hasPrefix("\(server.url)/__/auth/links?link=http"))
            let named = try await link(["linkDomain": "links.example.com"])
            #expect(named.hasPrefix("https://links.example.com/__/auth/links?link="))
            #expect(
                try await server.sendMail("EMAIL_SIGNIN", to: "a@example.com", ["dynamicLinkDomain": "evil.example"]).code
                    == "INVALID_HOSTING_LINK_DOMAIN")

            let page = try await HTTP.send("GET", wrapped, headers: ["Accept": "text/html", "User-Agent": "iPhone"])
            #expect(page.text.contains("com.example.ios://google/link/?deep_link_id=http"), "\(page.text)")
            let other = try await HTTP.send("GET", wrapped, headers: ["Accept": "text/html", "User-Agent": "Android"])
            #expect(other.text.contains("intent://") && other.text.contains("package=com.example.android"))
            #expect(!other.text.contains("play.google.com"), "nobody asked for it")
            for (app, agent, isOffered) in [
                ("com.example.android", "Android", true), ("com.example.android", "iPhone", false),
                ("com.unknown", "Android", false),
            ] {
                let settings: [String: JSONValue] = [
                    "androidPackageName": .string(app), "androidInstallApp": true, "linkDomain": "links.example.com",
                ]
                // A mailbox gets three mails in ten minutes.
                let store = try await link(settings, to: "\(app).\(agent)@example.com".lowercased())
                    .replacing("https://links.example.com", with: server.url)
                let page = try await HTTP.send("GET", store, headers: ["Accept": "text/html", "User-Agent": agent])
                let offers = page.text.contains("https://play.google.com/store/apps/details?id=com.example.android")
                #expect(page.status == 200 && offers == isOffered, "\(app) \(agent) \(page.text)")
            }
            for link in ["https://evil.example/?oobCode=x", "javascript:alert(1)", ""] {
                let escaped = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let foreign = try await HTTP.send("GET", "\(server.url)/__/auth/links?link=\(escaped)")
                #expect(foreign.text.contains("This link does not work") && !foreign.text.contains("evil"))
            }
        }
    }

    @Test("The inbox shows mails, and nothing in them runs")
    func inbox() async throws {
        try await TestServer.with { server in
            let empty = try await HTTP.send("GET", "\(server.url)/emulator/inbox")
            #expect(empty.text.contains("No messages yet"))
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let list = try await HTTP.send("GET", "\(server.url)/emulator/inbox")
            #expect(list.text.contains("ana@example.com") && list.text.contains("Sign in to example"))
            let id = try await server.mail(.signIn, to: "ana@example.com").id
            let mail = try await HTTP.send("GET", "\(server.url)/emulator/inbox/\(id)")
            #expect(mail.text.contains("/emulator/inbox/\(id)/html") && mail.text.contains("sandbox="))
            let html = try await HTTP.send("GET", "\(server.url)/emulator/inbox/\(id)/html")
            #expect(
                html.headers["content-security-policy"]?.contains("frame-ancestors 'self'; sandbox") == true
                    && html.text.contains("<base target=\"_top\">"))
            #expect(try await HTTP.send("GET", "\(server.url)/emulator/inbox/unknown").status == 404)
        }
    }

    @Test("Values are escaped, scalar by scalar")
    func escaping() {
        let value = "<a href=\"x\">'&\"\u{301}"
        let html: HTML = "<p title=\"\(value)\">\(value)</p>"
        #expect(html.text.count { $0 == "\"" } == 2 && !html.text.contains("<a"))
        #expect(html.text.unicodeScalars.count { $0 == "\"" } == 2)
    }

    @Test("Templates are expanded once")
    func filling() {
        #expect(filled("{{a}} and {{b}}{{c}} {{", ["a": "{{b}}", "b": "B"]) == "{{b}} and B {{")
    }
}
