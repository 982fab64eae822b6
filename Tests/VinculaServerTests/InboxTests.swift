import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// A development server's inbox by HTTP; how it behaves in a browser, `pages.py` sees.
@Suite("The inbox of a development server")
struct InboxTests {
    private static let page = ["Accept": "text/html"]

    private static func inbox(
        _ server: TestServer, _ query: String = "", _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await HTTP.send("GET", "\(server.url)/emulator/inbox\(query)", headers: page.merging(headers) { $1 })
    }

    private static func rows(_ answer: HTTPAnswer) -> [String] {
        answer.text.components(separatedBy: "<li id=\"m-").dropFirst().map { $0 }
    }

    private static func sendText(_ server: TestServer, to number: String) async throws {
        let sent = try await HTTP.post(
            "\(server.url)/v1/accounts:sendVerificationCode?key=\(server.apiKey)", .object(["phoneNumber": .string(number)]))
        #expect(sent.status == 200, "\(sent.text)")
    }

    @Test("Each row has the code and the link, newest first, mails and text messages in one list")
    func rows() async throws {
        var settings = ProjectSettings.development
        settings.email.digitsEnabled = true
        let clock = TestClock()
        try await TestServer.with(settings: settings, clock: clock) { server in
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            clock.advance(seconds: 125)
            try await Self.sendText(server, to: "+34600111222")
            clock.advance(seconds: 1)
            let list = try await Self.inbox(server)
            let rows = Self.rows(list)
            try #require(rows.count == 2, "\(list.text)")
            let kept = try #require(try await server.engine.outbox.keptMails().first)
            let (link, digits) = (try #require(kept.link), try #require(kept.digits))
            #expect(rows[1].contains("href=\"\(HTMLText.escaped(link))\"") && rows[1].contains(">\(digits)</code>"), "\(rows[1])")
            #expect(rows[1].contains(">ana@example.com</span>") && rows[1].contains(">2 min ago</time>"))
            #expect(rows[1].contains("title=\"\(kept.message.createdAt.text(.english))\""))
            let text = try #require(try await server.engine.outbox.keptTexts().first)
            #expect(rows[0].contains(">\(text.code)</code>") && rows[0].contains(">just now</time>"), "\(rows[0])")
            #expect(rows[0].contains(HTMLText.escaped(text.text.text)) && rows[0].contains(">+34600111222</span>"))
            let mail = try await HTTP.send("GET", "\(server.url)/emulator/inbox/\(kept.message.id)", headers: Self.page)
            #expect(mail.text.contains(">\(digits)</code>") && mail.text.contains("<h2>As plain text</h2>"))
        }
    }

    @Test("The filter takes a part of the address, the number or the subject, and a kind")
    func filter() async throws {
        try await TestServer.with { server in
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "berta@example.org")
            try await Self.sendText(server, to: "+34600111222")
            for (query, count) in [
                ("", 3), ("?q=ANA%40example", 1), ("?q=example.org", 1), ("?q=%20sign%20in%20", 1), ("?q=600111", 1),
                ("?q=%25", 0),
                ("?kind=resetPassword", 1), ("?kind=text", 1), ("?kind=verifyEmail", 0), ("?kind=text&q=ana", 0),
            ] {
                let list = try await Self.inbox(server, query)
                #expect(list.status == 200 && Self.rows(list).count == count, "\(query)")
                #expect(list.text.contains("<p id=\"nothing\" hidden>") == (count > 0), "\(query)")
            }
            let hostile = try await Self.inbox(server, "?q=%22%3E%3Cscript%3E&kind=%22%3E%3Cscript%3E")
            #expect(!hostile.text.contains("\"><script>") && hostile.text.contains("&quot;&gt;&lt;script&gt;"))
            let long = try await Self.inbox(server, "?q=" + String(repeating: "a", count: 5000))
            #expect(!long.text.contains(String(repeating: "a", count: 255)))
        }
    }

    @Test("It is made anew only if something has come or gone")
    func unchanged() async throws {
        try await TestServer.with { server in
            func tag(_ query: String = "", _ headers: [String: String] = [:]) async throws -> String {
                let list = try await Self.inbox(server, query, headers).text
                return String(try #require(list.firstMatch(of: /data-tag="([^"]+)"/)).output.1)
            }
            let first = try await tag()
            let asked = try await Self.inbox(server, "", ["If-None-Match": "\"\(first)\""])
            #expect(asked.status == 304 && asked.text.isEmpty)
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let fresh = try await Self.inbox(server, "", ["If-None-Match": "\"\(first)\""])
            #expect(fresh.status == 200 && Self.rows(fresh).count == 1)
            let second = try await tag()
            let others = [try await tag("?q=x"), try await tag("?kind=text"), try await tag("", ["Accept-Language": "de"])]
            #expect(Set(others + [first, second]).count == 5)
        }
    }

    @Test("A button clears it; no other site's page can, and mails that wait stay")
    func clearing() async throws {
        try await TestServer.with { server in
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            func clear(_ headers: [String: String], _ body: String = "action=clear") async throws -> Int {
                let form = ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 }
                return try await HTTP.send("POST", "\(server.url)/emulator/inbox", headers: form, body: Data(body.utf8)).status
            }
            for headers in [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"], ["Host": "evil.example"],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
            ] { #expect(try await clear(headers) == 403, "\(headers)") }
            #expect(try await clear([:], "action=other") == 400)
            #expect(Self.rows(try await Self.inbox(server)).count == 1)
            #expect(try await Self.inbox(server).text.contains("<meta name=\"referrer\" content=\"same-origin\">"))
            #expect(try await clear(["Sec-Fetch-Site": "same-origin", "Origin": server.url]) == 303)
            let empty = try await Self.inbox(server)
            #expect(Self.rows(empty).isEmpty && empty.text.contains("No messages yet"), "\(empty.text)")
            // The link still works: only its copy is gone.
            let codes = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/\(server.project)/oobCodes")
            #expect(codes.text.contains("ana@example.com"))
        }
    }

    @Test("Every language has its own words, with the same variables")
    func languages() async throws {
        func texts(_ value: some Translated, _ prefix: String = "") -> [String: String] { Self.texts(in: value, prefix) }
        for (english, all) in [
            (texts(InboxTexts.english), Language.allCases.map { texts(InboxTexts.of($0)) }),
            (texts(StartTexts.english), Language.allCases.map { texts(StartTexts.of($0)) }),
        ] {
            #expect(english.count >= 18)
            for other in all {
                for (name, text) in english {
                    let own = try #require(other[name])
                    #expect(Self.variables(own) == Self.variables(text) && !own.isEmpty, "\(name): \(own)")
                }
            }
        }
        try await TestServer.with { server in
            for language in Language.allCases {
                let page = try await Self.inbox(server, "", ["Accept-Language": language.rawValue])
                #expect(page.text.contains("<html lang=\"\(language.rawValue)\">"))
                #expect(page.text.contains(HTMLText.escaped(InboxTexts.of(language).nothing)))
            }
        }
    }

    private static func texts(in value: Any, _ prefix: String) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: value).children.flatMap { child -> [(String, String)] in
                let name = prefix + (child.label ?? "")
                if let text = child.value as? String { return [(name, text)] }
                return texts(in: child.value, name + ".").map { ($0.key, $0.value) }
            })
    }

    private static func variables(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{\{(\w+)\}\}/).map { String($0.output.1) })
    }

    @Test(
        "Times in a few words",
        arguments: [
            (-5, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"), (86_399, "23 h ago"),
            (86_400, "1 day ago"), (172_800, "2 days ago"),
        ] as [(Int64, String)])
    func ago(seconds: Int64, words: String) {
        let now = Timestamp(seconds: 1_800_000_000)
        #expect(InboxTexts.english.ago(now.adding(seconds: -seconds), now: now) == words)
    }
}
