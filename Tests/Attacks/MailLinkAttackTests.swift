import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The contents of links, their destinations, and the pages behind them (Documentation/Threats.md §5).
@Suite("Mailed links", .tags(.attack))
struct MailLinkAttackTests {
    private static let domains = ["localhost", "a.localhost", "127.0.0.1", "192.0.2.7", "app.example"]

    @Test("T044 no link contains an address, and pages send no referrer")
    func noAddress() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            _ = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
            for kind in [MailKind.signIn, .resetPassword, .verifyEmail] {
                let link = try await server.link(kind, to: "v@x.example")
                #expect(!link.url.contains("x.example") && !link.url.contains("%40"))
                let names = Set(URLComponents(string: link.url)?.queryItems?.map(\.name) ?? [])
                #expect(names.isSubset(of: ["mode", "oobCode", "apiKey", "continueUrl", "lang", "tenantId"]))
                let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
                #expect(page.headers["referrer-policy"] == "no-referrer" && page.headers["cache-control"] == "no-store")
                let policy = page.headers["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("script-src") && !page.text.contains("<script"))
            }
        }
    }

    @Test("T051 reading a link does not use it up, however often; a button does, and only from the page itself")
    func scanners() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.signUp("v@x.example")
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
            let link = try await server.link(.verifyEmail, to: "v@x.example")
            for _ in 0..<5 {
                for method in ["GET", "HEAD"] {
                    let page = try await HTTP.send(
                        method, link.url, headers: ["Accept": "text/html", "X-Forwarded-For": "203.0.113.5"])
                    #expect(page.status == 200)
                }
            }
            let code = try #require(link["oobCode"])
            // A scanner's script that posts the form from elsewhere.
            let foreign = try await server.postPage(
                ["oobCode": code, "action": "verify"], headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == 403)
            #expect(try await target.account(person["localId"])["emailVerified"] == false)
            let done = try await server.postPage(
                ["oobCode": code, "action": "verify"], headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(done.text.contains("Address confirmed"))
            #expect(try await target.account(person["localId"])["emailVerified"] == true)
            let spent = try await server.call("accounts:update", ["oobCode": .string(code)])
            #expect(spent.code == "INVALID_OOB_CODE")
        }
    }

    @Test("T051 in production, programs that follow a link do not use it up either")
    func scannersInProduction() async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        try await TestServer.with(settings: settings, isProduction: true) { server in
            let person = try await server.call("accounts:signUp", ["email": "v@x.example", "password": "violet river"])
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
            let link = try await server.link(.verifyEmail, to: "v@x.example")
            #expect(link.url.hasPrefix("\(server.url)/__/auth/action?"))
            for accept in ["*/*", "application/json", "text/html"] {
                #expect(try await HTTP.send("GET", link.url, headers: ["Accept": accept]).status == 200)
            }
            let facts = try await server.call(
                "accounts:resetPassword", ["oobCode": try await server.code(.verifyEmail, to: "v@x.example")])
            #expect(facts["requestType"] == "VERIFY_EMAIL")
            #expect(try await HTTP.send("GET", "\(server.url)/emulator/action?oobCode=x").status == 404)
            #expect(try await HTTP.send("GET", "\(server.url)/emulator/inbox").status == 404)
        }
    }

    @Test("T052 another device: the page asks for the address, says where the request came from, and does not sign in by itself")
    func anotherDevice() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            let link = try await server.link(.signIn, to: "v@x.example")
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("Sign in to \(server.project)") && page.text.contains("127.0.0.1"))
            #expect(page.text.contains("name=\"email\"") && !page.text.contains("v@x.example"))
            let code = try #require(link["oobCode"])
            let wrong = try await server.postPage(["oobCode": code, "action": "address", "email": "a@x.example"])
            #expect(wrong.status == 200 && wrong.text.contains("The link was sent to a different address."))
            let right = try await server.postPage(["oobCode": code, "action": "address", "email": "v@x.example"])
            let location = MailedLink(right.headers["location"] ?? "")
            #expect(right.status == 303 && location.url.hasPrefix("http://localhost/done?"))
            #expect(location["oobCode"] == code && location["mode"] == "signIn" && !location.url.contains("x.example"))
            #expect(!right.hasTokens && right.headers["set-cookie"] == nil)
            for _ in 0..<5 { _ = try await server.postPage(["oobCode": code, "action": "address", "email": "a@x.example"]) }
            let burnt = try await server.call("accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": .string(code)])
            #expect(burnt.code == "INVALID_OOB_CODE")
        }
    }

    @Test(
        "T053 destinations of links: the project's domains, by https, whole labels",
        arguments: [
            ("https://app.example/x?y=1#z", true), ("https://sub.app.example", true), ("https://APP.EXAMPLE./", true),
            ("http://localhost:3000/", true), ("http://127.0.0.1:3000", false), ("https://evil.example", false),
            ("https://app.example.evil.example", false), ("https://evil.example/app.example", false),
            ("https://app.example@evil.example", false), ("https://user:pass@app.example", false),
            ("https://localhost.evil.example", false), ("https://notapp.example", false), ("//evil.example", false),
            ("javascript:alert(1)//app.example", false), ("data:text/html,x", false),
            ("https://app.example\\@evil.example", false),
            ("https:/\\evil.example", false), ("https://xn--pp-yia.example", false), ("https://аpp.example", false),
            ("http://[::ffff:127.0.0.1]", false), ("http://app.example", false), ("app.example", false),
            ("https://app.example\u{0}.evil.example", false), ("https://app.example\t.evil.example", false),
            ("https://evil.example%2f.app.example", false), ("https://app.example:443@evil.example/", false),
            ("ftp://app.example", false), ("https://", false), ("https:app.example", false), ("https://.app.example", false),
        ])
    func openRedirect(_ url: String, _ isAllowed: Bool) async throws {
        var settings = ProjectSettings.production
        settings.authorizedDomains = ["localhost", "app.example"]
        let domains = settings.continueDomains
        #expect(((try? domains.check(url)) != nil) == isAllowed, "\(url)")
        guard !isAllowed else { return }
        do {
            _ = try domains.check(url)
        } catch {
            guard case .unauthorizedDomain = error else {
                #expect(error == .invalidContinueURI)
                return
            }
        }
    }

    @Test("T053 over the wire: refused with a code that clients know, and nothing is sent")
    func openRedirectOverTheWire() async throws {
        try await MailPreHijackingTests.run(project: { $0.authorizedDomains = Self.domains }) { target in
            let server = target.server
            _ = try await target.verifiedPerson("v@x.example")
            for url in ["https://evil.example", "https://app.example.evil.example", "https://app.example@evil.example"] {
                let answer = try await server.sendMail("PASSWORD_RESET", to: "v@x.example", ["continueUrl": .string(url)])
                #expect(answer.code == "UNAUTHORIZED_DOMAIN" && answer.status == 400, "\(url)")
                let domain = try await server.sendMail(
                    "PASSWORD_RESET", to: "v@x.example",
                    ["linkDomain": .string(String(url.dropFirst(8))), "continueUrl": "https://app.example"])
                #expect(domain.code == "INVALID_HOSTING_LINK_DOMAIN", "\(url)")
            }
            // Listed or not: codes go there, and on the reader's own machine anybody may listen.
            for domain in ["localhost", "LOCALHOST", "127.0.0.1", "a.localhost", "192.0.2.7"] {
                let asked = ActionCode.Target.linking(to: domain)
                for byAdministrator in [false, true] {
                    var request = ActionCodeRequest(.resetPassword, target: asked)
                    request.email = "v@x.example"
                    let (engine, scope, sent) = (server.engine, target.scope, request)
                    await #expect(throws: AuthError.invalidLinkDomain, "\(domain)") {
                        if byAdministrator {
                            _ = try await engine.actionCodes.makeActionLink(sent, in: scope)
                        } else {
                            _ = try await engine.actionCodes.sendActionCode(sent, in: scope)
                        }
                    }
                }
                let answer = try await server.sendMail("PASSWORD_RESET", to: "v@x.example", ["linkDomain": .string(domain)])
                #expect(answer.code == "INVALID_HOSTING_LINK_DOMAIN", "\(domain)")
            }
            let nonsense = try await server.sendMail("PASSWORD_RESET", to: "v@x.example", ["continueUrl": "javascript:alert(1)"])
            #expect(["INVALID_CONTINUE_URI", "UNAUTHORIZED_DOMAIN"].contains(nonsense.code))
            #expect(try await server.mails(to: "v@x.example").isEmpty)
        }
    }

    @Test("T054 changes to a link's query after it was mailed are ignored")
    func tampering() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await target.verifiedPerson("v@x.example")
            _ = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            let code = try #require(try await server.link(.resetPassword, to: "v@x.example")["oobCode"])
            let tampered =
                "\(server.url)/__/auth/action?mode=signIn&oobCode=\(code)&apiKey=%22%3E%3Cscript%3E&lang=%22%3E%3Cscript%3E"
                + "&tenantId=evil&continueUrl=https%3A%2F%2Fevil.example"
            let page = try await HTTP.send("GET", tampered, headers: ["Accept": "text/html"])
            #expect(page.text.contains("Choose a new password") && !page.text.contains("evil") && !page.text.contains("<script"))
            let done = try await server.postPage(
                ["oobCode": code, "action": "reset", "password": "a new river", "continueUrl": "https://evil.example"])
            #expect(done.text.contains("http://localhost/done") && !done.text.contains("evil"))
        }
    }

    @Test("T055 a request's Host never gets into a link")
    func hostPoisoning() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await target.verifiedPerson("v@x.example")
            let body = #"{"requestType":"PASSWORD_RESET","email":"v@x.example"}"#
            let path = "/v1/accounts:sendOobCode?key=k"
            let heads = [
                "POST \(path) HTTP/1.1\r\nHost: evil.example",
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: evil.example",
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nForwarded: host=evil.example",
                "POST http://evil.example\(path) HTTP/1.1\r\nHost: evil.example",
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
            ]
            for head in heads {
                let rest = "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                _ = try await RawHTTP.exchange(head + rest + body, port: try #require(URL(string: server.url)?.port))
            }
            let mails = try await server.mails(to: "v@x.example")
            #expect(!mails.isEmpty)
            for mail in mails {
                #expect(!mail.mail.text.contains("evil") && !mail.mail.html.contains("evil"))
                #expect(mail.link?.url.hasPrefix("\(server.url)/") == true)
            }
        }
    }

    @Test("T056 one mailbox, the account's: lists, arrays, control characters and duplicate names are refused")
    func recipients() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await target.verifiedPerson("v@x.example")
            let bodies = [
                #"["v@x.example","a@x.example"]"#, #""v@x.example,a@x.example""#, #""v@x.example;a@x.example""#,
                #""v@x.example\u0000a@x.example""#, #""v@x.example\na@x.example""#, #""v@x.example\r\nRCPT TO:<a@x.example>""#,
                #""\"v@x.example\"@x.example""#, #""<v@x.example>""#, #""v@x.example "#, #"{"a":1}"#, "7", "true",
            ]
            for email in bodies {
                let answer = try await HTTP.send(
                    "POST", "\(server.url)/v1/accounts:sendOobCode?key=k", headers: ["Content-Type": "application/json"],
                    body: Data("{\"requestType\":\"PASSWORD_RESET\",\"email\":\(email)}".utf8))
                #expect(answer.status == 400, "\(email) \(answer.text)")
            }
            let doubled = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:sendOobCode?key=k", headers: ["Content-Type": "application/json"],
                body: Data(#"{"requestType":"PASSWORD_RESET","email":"v@x.example","email":"a@x.example"}"#.utf8))
            #expect(doubled.status == 400)
            #expect(try await server.engine.outbox.keptMails().isEmpty)
            // However it is written, the mail goes to the address as it stands in the database.
            _ = try await server.sendMail("PASSWORD_RESET", to: "V@X.Example")
            #expect(try await server.mails(to: "v@x.example").count == 1)
        }
    }

    @Test("T060 the old address is notified of every change: a new address, a new password, a removed sign-in method")
    func notices() async throws {
        try await MailPreHijackingTests.run(project: { $0.emailPrivacy = false }) { target in
            let server = target.server
            var person = try await target.verifiedPerson("v@x.example")
            _ = try await target.idp(Target.openID, ["sub": "v"], idToken: try person.text("idToken"))
            person = try await server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "password": "another river"])
            #expect(try await server.mail(.passwordChanged, to: "v@x.example").mail.text.contains("was changed"))
            let unlinked = try await server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "deleteProvider": .array(["oidc.h"])])
            #expect(unlinked.status == 200, "\(unlinked.text)")
            #expect(try await server.mail(.signInMethodRemoved, to: "v@x.example").mail.text.contains("oidc.h"))
            let changed = try await server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "email": "w@x.example"])
            #expect(changed.status == 200, "\(changed.text)")
            let mail = try await server.mail(.recoverEmail, to: "v@x.example")
            #expect(mail.mail.text.contains("w@x.example") && mail.link != nil)
            // An address that nobody proved learns of the change, and gets nothing to act on.
            let other = try await target.signUp("u@x.example")
            _ = try await server.call("accounts:update", ["idToken": try other.value("idToken"), "email": "t@x.example"])
            #expect(try await server.mail(.emailChanged, to: "u@x.example").link == nil)
        }
    }
}

extension ActionCode.Target {
    /// A link to an app, at a domain.
    fileprivate static func linking(to domain: String) -> ActionCode.Target {
        var target = ActionCode.Target()
        target.opensInApp = true
        target.linkDomain = domain
        return target
    }
}
