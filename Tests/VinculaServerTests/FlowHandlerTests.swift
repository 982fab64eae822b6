import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaEngine
@testable import VinculaServer

/// The pages of a sign-in at a provider's page, by HTTP; in a browser, `FlowsTests` opens them.
@Suite("Sign-in pages: the way to the provider")
struct FlowHandlerTests {
    @Test("The browser is sent to the provider, with a cookie of its own, from both paths", arguments: FlowPaths.handlers)
    func begins(_ path: String) async throws {
        try await FlowVisitor.with { visitor in
            let answer = try await visitor.begin(path: path)
            #expect(answer.status == 303, "\(answer.text)")
            #expect(answer.headers["location"]?.hasPrefix("https://provider.example/authorize?state=") == true)
            #expect(answer.headers["referrer-policy"] == "no-referrer" && answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["cross-origin-opener-policy"] == nil, "It would cut the popup off from the app.")
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("vincula-flow=") && cookie.hasSuffix("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax"))
            // A second flow of the same browser keeps its secret.
            let second = try await visitor.begin(headers: ["Cookie": String(cookie.prefix { $0 != ";" })])
            #expect(second.headers["set-cookie"] == cookie && second.headers["location"] != answer.headers["location"])
        }
    }

    @Test("T073: over https the cookie is __Host-, and only a provider that posts a form gets one that other sites send")
    func cookies() {
        func cookies(_ answersByForm: Bool, isSecure: Bool) -> [String] {
            FlowCookie.values(
                for: FlowBeginning(url: "", browserSecret: "s", answersByForm: answersByForm, expiresInSeconds: 600),
                isSecure: isSecure)
        }
        let lax = "__Host-vincula-flow=s; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"
        #expect(cookies(false, isSecure: true) == [lax])
        #expect(
            cookies(true, isSecure: true) == [
                lax, "__Host-vincula-flow-form=s; Path=/; Max-Age=600; HttpOnly; SameSite=None; Secure",
            ])
        func read(_ text: String) -> String? { FlowCookie.secret(in: [text], isSecure: true) }
        #expect(read("a=b; __Host-vincula-flow-form=s") == "s" && read("__Host-vincula-flow=t;__Host-vincula-flow-form=s") == "t")
        #expect(read("vincula-flow=planted") == nil, "Another host of the site may have set it.")
        #expect(read("__Host-vincula-flow=a; __Host-vincula-flow=b") == nil)
        #expect(read("__Host-vincula-flow=\(String(repeating: "x", count: 65))") == nil)
    }

    struct Refused: Sendable {
        let fields: [String: String]
        let title: String
        /// What the app learns when its button is pressed.
        var code: String?
    }

    @Test(
        "T066: what is not allowed is refused by a page, before anything leaves for the provider",
        arguments: [
            Refused(fields: ["apiKey": "unknown"], title: "Unknown app"),
            Refused(fields: ["apiKey": ""], title: "Unknown app"),
            Refused(fields: ["authType": "signInViaMagic"], title: "This link does not work"),
            Refused(fields: ["eventId": ""], title: "This link does not work"),
            Refused(fields: ["redirectUrl": ""], title: "This link does not work"),
            Refused(fields: ["tid": "tenant"], title: "This link does not work"),
            Refused(fields: ["customParameters": "[1]"], title: "This link does not work"),
            Refused(fields: ["a.b": "c"], title: "This link does not work"),
            Refused(fields: ["redirectUrl": "https://evil.example/"], title: "Not allowed from there"),
            Refused(fields: ["redirectUrl": "https://app.example.evil.example/"], title: "Not allowed from there"),
            Refused(fields: ["redirectUrl": "http://app.example/"], title: "Not allowed from there"),
            Refused(fields: ["redirectUrl": "javascript:alert(1)"], title: "Not allowed from there"),
            Refused(
                fields: ["providerId": "facebook.com"], title: "Facebook cannot be used here", code: "auth/operation-not-allowed"),
            // A web page has no use for it: only native apps are handed a proof.
            Refused(fields: ["authType": "verifyApp"], title: "This link does not work"),
        ])
    func refused(_ refused: Refused) async throws {
        try await FlowVisitor.with { visitor in
            let answer = try await visitor.begin(refused.fields)
            #expect(answer.status == 400 && answer.headers["location"] == nil, "\(answer.status) \(answer.text)")
            let title = refused.title.replacing("Facebook", with: "facebook.com")
            let found = answer.text.contains("<h1>\(refused.title)</h1>") || answer.text.contains("<h1>\(title)</h1>")
            #expect(found, "\(answer.text)")
            #expect(answer.order["event"]?["error"]?["code"]?.string == refused.code, "\(answer.text)")
            #expect(answer.order["isAtOnce"] != .bool(true))
            #expect(answer.headers["set-cookie"] == nil)
        }
    }

    @Test("A repeated parameter is refused, whichever of them might have been meant")
    func repeated() async throws {
        try await FlowVisitor.with { visitor in
            let query = FlowVisitor.query(["apiKey": visitor.server.apiKey].merging(FlowVisitor.web) { $1 })
            let answer = try await visitor.get("/__/auth/handler?\(query)&redirectUrl=https%3A%2F%2Fapp.example%2F")
            #expect(answer.status == 400 && answer.text.contains("This link does not work"))
        }
    }

    @Test("T142: line breaks in parameters, and in what a provider's configuration makes of them, reach no header field")
    func lineBreaks() async throws {
        try await FlowVisitor.with { visitor in
            for name in ["hl", "eventId", "appName", "redirectUrl", "scopes", "customParameters", "providerId", "authType"] {
                let answer = try await visitor.begin([name: "x\r\nSet-Cookie: a=b"])
                #expect(answer.headers["set-cookie"]?.contains("a=b") != true, "\(name)")
                #expect(answer.status == 400, "\(name): \(answer.status)")
            }
        }
        try await FlowVisitor.with(pages: ScriptedPages(url: "https://provider.example/\r\nSet-Cookie: a=b")) { visitor in
            let answer = try await visitor.begin()
            #expect(answer.status == 400 && answer.headers["set-cookie"] == nil && answer.headers["location"] == nil)
        }
    }

    @Test("T160: no page is cached, sent on as a referrer, or read as another type; T155: none can be framed")
    func headers() async throws {
        try await FlowVisitor.with { visitor in
            for answer in [
                try await visitor.begin(["apiKey": "x"]), try await visitor.finish(),
                try await visitor.finish(answer: ["error": "access_denied"]),
                try await visitor.get("/__/auth/callback/google.com"),
            ] {
                #expect(answer.headers["cache-control"] == "no-store" && answer.headers["pragma"] == "no-cache")
                #expect(
                    answer.headers["referrer-policy"] == "no-referrer" && answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["x-frame-options"] == "DENY")
                let policy = answer.headers["content-security-policy"] ?? ""
                for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
                    #expect(policy.contains(part), "\(policy)")
                }
                #expect(!policy.contains("unsafe") && !policy.contains("*"), "\(policy)")
                #expect(answer.headers["cross-origin-opener-policy"] == nil)
            }
        }
    }
}
