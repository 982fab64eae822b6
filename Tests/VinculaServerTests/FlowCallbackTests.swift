import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

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

            let declined = try await visitor.finish(
                request.merging(["ibi": "com.example.app", "appId": "1:2:ios:3"]) { $1 }, answer: ["error": "access_denied"])
            let scheme = declined.order["to"]?.string ?? ""
            #expect(scheme.hasPrefix("app-1-2-ios-3://firebaseauth/link?deep_link_id="), "\(declined.text)")
            #expect(scheme.removingPercentEncoding?.removingPercentEncoding?.contains("auth/user-cancelled") == true)

            let android = try await visitor.finish(request.merging(["apn": "com.example.app"]) { $1 })
            let intent = android.order["to"]?.string ?? ""
            #expect(intent.hasPrefix("intent://firebase.auth/#Intent;scheme=genericidp;package=com.example.app;"), "\(intent)")
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
