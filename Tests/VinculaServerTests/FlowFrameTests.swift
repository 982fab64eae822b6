import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

@Suite("Sign-in pages: the frame and the scripts")
struct FlowFrameTests {
    @Test("T155: only pages of the project's domains may embed the frame; T066: a page of another domain cannot")
    func ancestors() async throws {
        try await FlowVisitor.with { visitor in
            for path in FlowPaths.frames {
                let frame = try await visitor.get("\(path)?apiKey=\(visitor.server.apiKey)&appName=a&v=12&eid=p")
                let policy = frame.headers["content-security-policy"] ?? ""
                #expect(frame.status == 200 && frame.headers["x-frame-options"] == nil)
                #expect(policy.hasSuffix("frame-ancestors 'self' https://app.example:* https://*.app.example:*"), "\(policy)")
                #expect(policy.contains("script-src 'self' https://apis.google.com;"))
            }
            let own = try await visitor.get("/__/auth/iframe?apiKey=\(visitor.server.apiKey)&appName=a&transport=vincula")
            #expect(own.headers["content-security-policy"]?.contains("script-src 'self';") == true, "no script of Google's")
            #expect(own.text.contains("/__/auth/gapi.js") && !own.text.contains("google"))
            let unknown = try await visitor.get("/__/auth/iframe?apiKey=x&appName=a")
            #expect(unknown.status == 400 && unknown.headers["x-frame-options"] == "DENY")
        }
        try await FlowVisitor.with(isProduction: false) { visitor in
            let frame = try await visitor.get("/emulator/auth/iframe?apiKey=any&appName=a")
            #expect(frame.headers["content-security-policy"]?.hasSuffix("frame-ancestors *") == true)
        }
    }

    @Test("The sources of frame-ancestors are what the project's domains mean, whatever somebody wrote there")
    func domains() {
        var settings = ProjectSettings()
        settings.authorizedDomains = ["localhost", "127.0.0.1", "Shop.Example", "a b; script-src *", "'unsafe-inline'"]
        #expect(
            FrameAncestors.of(settings) == [
                "'self'", "http://localhost:*", "https://localhost:*", "https://*.localhost:*", "http://127.0.0.1:*",
                "https://127.0.0.1:*", "https://shop.example:*", "https://*.shop.example:*",
            ])
    }

    @Test("Scripts are asked for anew each time, and sent again only if they have changed", arguments: PageScript.allCases)
    func scripts(_ script: PageScript) async throws {
        try await FlowVisitor.with { visitor in
            let first = try await visitor.get(script.path)
            #expect(first.status == 200 && (script.isModule || first.text.contains("\"use strict\"")), "Modules are strict.")
            #expect(first.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(first.headers["cache-control"] == "no-cache")
            let tag = try #require(first.headers["etag"])
            #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil, "\(tag)")
            let second = try await visitor.get(script.path, headers: ["If-None-Match": "\"x\", \(tag)"])
            #expect(second.status == 304 && second.data.isEmpty)
            #expect(try await visitor.get(script.path, headers: ["If-None-Match": "\"x\""]).status == 200)
        }
    }

    @Test("Six languages, all different, with the same variables in each text")
    func texts() {
        func all(_ language: Language) -> [String] {
            Mirror(reflecting: FlowTexts.of(language)).children.flatMap { child -> [String] in
                (child.value as? PageTexts.Notice).map { [$0.title, $0.text] } ?? [child.value as? String].compactMap(\.self)
            }
        }
        func variables(_ text: String) -> Set<String> { Set(text.matches(of: /\{\{\w+\}\}/).map { String($0.output) }) }
        let english = all(.english)
        #expect(english.count > 30)
        for language in Language.allCases where language != .english {
            let texts = all(language)
            #expect(texts.count == english.count)
            for (own, other) in zip(texts, english) {
                #expect(own != other && variables(own) == variables(other), "\(language): \(own)")
            }
        }
    }
}
