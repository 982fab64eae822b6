import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaEngine
@testable import VinculaServer

@Suite("Sign-in pages: the way back to the app")
struct FlowCallbackTests {
    @Test("A popup's event is for the origin that the flow began for, and its result is redeemed once")
    func popup() async throws {
        try await FlowVisitor.with { visitor in
            let page = try await visitor.finish(["hl": "de"])
            #expect(page.status == 200 && page.text.contains("<html lang=\"de\">"), "\(page.text)")
            #expect(page.order["way"] == "popup" && page.order["origin"] == "https://app.example")
            #expect(page.order["isAtOnce"] == .bool(true) && page.order["appName"] == "[DEFAULT]")
            let event = try #require(page.order["event"])
            #expect(event["type"] == "signInViaPopup" && event["eventId"] == "1234567890" && event["error"] == .null)
            let body: [String: JSONValue] = [
                "requestUri": event["urlResponse"] ?? .null, "sessionId": event["sessionId"] ?? .null,
                "returnSecureToken": .bool(true),
            ]
            let signedIn = try await visitor.server.call("accounts:signInWithIdp", body)
            #expect(signedIn.status == 200 && signedIn["idToken"] != nil, "\(signedIn.text)")
            #expect(try await visitor.server.call("accounts:signInWithIdp", body).status == 400)
        }
    }

    @Test("A redirect's event waits in the browser for five minutes; a form of the provider's own site is taken, too")
    func redirect() async throws {
        try await FlowVisitor.with { visitor in
            for (provider, asForm) in [("google.com", false), ("apple.com", true)] {
                let page = try await visitor.finish(
                    ["authType": "signInViaRedirect", "eventId": "", "providerId": provider], asForm: asForm)
                #expect(page.order["way"] == "redirect" && page.order["to"] == "https://app.example/start", "\(page.text)")
                #expect(page.order["origin"] == "https://app.example" && page.order["seconds"] == .integer(300))
                #expect(page.order["event"]?["eventId"] == .null)
            }
        }
    }

    @Test("Native apps get an address: a program's own, an app's scheme, an intent; with the SDK's field names")
    func native() async throws {
        let request: [String: String] = [
            "authType": "signInWithRedirect", "sessionId": String(repeating: "ab", count: 32), "redirectUrl": "", "appName": "",
        ]
        try await FlowVisitor.with(isProduction: false) { visitor in
            let loopback = "http://127.0.0.1:50123/abcdefghijklmnop"
            let program = try await visitor.finish(request.merging(["redirect": loopback]) { $1 })
            let address = program.order["to"]?.string ?? ""
            #expect(address.hasPrefix("\(loopback)?deep_link_id="), "\(program.text)")
            let link = URLComponents(string: address)?.queryItems?.first?.value ?? ""
            let inner = URLComponents(string: link)?.queryItems ?? []
            #expect(inner.map(\.name) == ["authType", "eventId", "link"], "\(link)")
            #expect(
                inner.last?.value?.hasPrefix("\(visitor.server.url)/__/auth/callback?providerId=google.com&flowCode=") == true)
            #expect(program.text.contains("<a class=\"button\" id=\"back\" href=\"http://127.0.0.1:50123/"))
            #expect(program.text.contains("A program on this computer (127.0.0.1:50123) asked"))

            let declined = try await visitor.finish(
                request.merging(["ibi": "com.example.app", "appId": "1:2:ios:3"]) { $1 }, answer: ["error": "access_denied"])
            let scheme = declined.order["to"]?.string ?? ""
            #expect(scheme.hasPrefix("app-1-2-ios-3://firebaseauth/link?deep_link_id="), "\(declined.text)")
            #expect(scheme.removingPercentEncoding?.removingPercentEncoding?.contains("auth/user-cancelled") == true)

            let android = try await visitor.finish(request.merging(["apn": "com.example.app"]) { $1 })
            let intent = android.order["to"]?.string ?? ""
            #expect(intent.hasPrefix("intent://firebase.auth/#Intent;scheme=genericidp;package=com.example.app;"), "\(intent)")
            #expect(android.text.contains("The app com.example.app asked"))
        }
    }

    @Test("T074: no program outside the browser gets a sign-in before the person was told its name and pressed a button")
    func asked() async throws {
        let request: [String: String] = [
            "authType": "signInWithRedirect", "sessionId": String(repeating: "ab", count: 32), "redirectUrl": "", "appName": "",
        ]
        let programs: [([String: String], String)] = [
            (["redirect": "http://127.0.0.1:50123/abcdefghijklmnop"], "127.0.0.1:50123"),
            (["redirect": "http://[::1]:50123/abcdefghijklmnop"], "[::1]:50123"),
            (["ibi": "com.example.app", "appId": "1:2:ios:3"], "com.example.app"),
            (["apn": "com.example.app"], "com.example.app"),
        ]
        try await FlowVisitor.with(isProduction: false) { visitor in
            for language in ["en", "de", "fr", "it", "es", "pt"] {
                for (fields, name) in programs {
                    let page = try await visitor.finish(request.merging(fields.merging(["hl": language]) { $1 }) { $1 })
                    #expect(page.status == 200 && page.text.contains(name), "\(page.text)")
                    #expect(page.order["isAtOnce"] == .bool(false) && page.order["isAsked"] == .bool(true), "\(page.text)")
                    #expect(page.text.contains("<a class=\"button\" id=\"back\"") && !page.text.contains("autofocus"))
                    #expect(page.headers["refresh"] == nil && page.headers["location"] == nil)
                }
            }
            let web = try await visitor.finish()
            #expect(web.order["isAtOnce"] == .bool(true) && web.order["isAsked"] == .bool(false))
        }
    }

    @Test("A busy server says so, and the same answer is taken a moment later: from a link, and from a provider's form")
    func busy() async throws {
        try await FlowVisitor.with(limits: true) { visitor in
            for provider in ["google.com", "apple.com"] {
                let begun = try await visitor.begin(["providerId": provider])
                let state = URLComponents(string: begun.headers["location"] ?? "")?.queryItems?.first?.value ?? ""
                let cookie = String((begun.headers["set-cookie"] ?? "").prefix { $0 != ";" })
                let scope = ProjectScope(project: visitor.server.project)
                let places = try (0..<RateLimitPolicy.inFlightPerProvider).compactMap { _ in
                    try visitor.server.engine.limits.enter(ProviderID(provider), in: scope, for: .finishFlow)
                }
                let isForm = provider == "apple.com"
                let fields = "code=a%26b%22&state=\(state)"
                func send(_ path: String, _ fields: String) async throws -> HTTPAnswer {
                    guard isForm else { return try await visitor.get("\(path)?\(fields)", headers: ["Cookie": cookie]) }
                    return try await HTTP.send(
                        "POST", visitor.server.url + path,
                        headers: ["Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"], body: Data(fields.utf8))
                }
                let path = "/__/auth/callback/\(provider)"
                let busy = try await send(path, fields)
                #expect(busy.status == 503 && busy.headers["retry-after"] == "1" && busy.text.contains("The server is busy"))
                if isForm {
                    #expect(busy.text.contains("<form method=\"post\" action=\"\(path)\">"), "\(busy.text)")
                    #expect(busy.text.contains("name=\"code\" value=\"a&amp;b&quot;\""), "\(busy.text)")
                } else {
                    #expect(busy.text.contains("href=\"\(path)?code=a%26b%22&amp;state=\(state)\""), "\(busy.text)")
                }
                places.forEach { $0.leave() }
                let taken = try await send(path, fields)
                #expect(taken.status == 200 && taken.order["event"]?["urlResponse"] != .null, "\(taken.text)")
            }
        }
    }

    @Test("What went wrong at the provider is said in words, with a way to try again and one back to the app")
    func failures() async throws {
        try await FlowVisitor.with { visitor in
            for (answer, title, code) in [
                (["error": "access_denied"], "Sign-in cancelled", "auth/user-cancelled"),
                (["error": "server_error"], "did not sign you in", "auth/invalid-credential"),
                (["code": "down"], "cannot be reached", "auth/network-request-failed"),
            ] {
                let page = try await visitor.finish(answer: answer)
                #expect(page.text.contains(title) && page.order["event"]?["error"]?["code"]?.string == code, "\(page.text)")
                #expect(page.order["isAtOnce"] == .bool(false) && page.text.contains(">Try again</a>"))
                #expect(page.text.contains("id=\"back\"") && page.text.contains("<noscript>"))
            }
        }
    }

    @Test("T061: a state of nobody, another browser's, or a used one, is refused by a page, and the app gets nothing")
    func states() async throws {
        try await FlowVisitor.with { visitor in
            let begun = try await visitor.begin()
            let state = URLComponents(string: begun.headers["location"] ?? "")?.queryItems?.first?.value ?? ""
            let cookie = String((begun.headers["set-cookie"] ?? "").prefix { $0 != ";" })
            let path = "/__/auth/callback/google.com?code=c&state=\(state)"
            func open(_ path: String, _ cookie: String?) async throws -> HTTPAnswer {
                try await visitor.get(path, headers: cookie.map { ["Cookie": $0] } ?? [:])
            }
            for (path, cookie) in [
                ("/__/auth/callback/google.com", cookie), ("/__/auth/callback/google.com?code=c&state=x", cookie), (path, nil),
                (path, "vincula-flow=\(String(repeating: "A", count: 43))"), ("\(path)&state=\(state)", cookie),
            ] as [(String, String?)] {
                let answer = try await open(path, cookie)
                #expect(answer.status == 400 && answer.text.contains("no longer open") && answer.order == .null, "\(answer.text)")
            }
            // None of them used it up; a link checker does not, either.
            _ = try await HTTP.send("HEAD", visitor.server.url + path, headers: ["Cookie": cookie])
            #expect(try await open(path, cookie).status == 200)
            #expect(try await open(path, cookie).status == 400)
        }
    }

    @Test("T070: what a provider says is written as text")
    func reflection() async throws {
        try await FlowVisitor.with { visitor in
            // The second leaves the block open to the end of the page, without any ">".
            for attack in ["</script><script>alert(1)</script>", "<!--<script </script x"] {
                for answer in [["error": attack, "error_description": attack], ["error": "x", "state_": attack]] {
                    let page = try await visitor.finish(["eventId": attack, "appName": attack], answer: answer)
                    #expect(!page.text.contains("<script>alert") && page.text.contains("auth/"), "\(page.text)")
                    #expect(page.order["event"]?["eventId"]?.string == attack, "\(page.text)")
                    let data = try #require(page.text.firstMatch(of: /id="flow">(.*?)<\/script>/)).output.1
                    #expect(!data.contains { "<>&".contains($0) }, "\(data)")
                }
            }
        }
    }
}
