import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// API keys: what they are restricted to, when they were used, and how administrators manage them.
@Suite("API keys")
struct APIKeyTests {
    private static func manage(
        _ server: TestServer, _ method: String, _ rest: String = "", _ body: JSONValue? = nil, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let bearer = ["Authorization": "Bearer \(try await server.administratorToken())", "Content-Type": "application/json"]
        return try await HTTP.send(
            method, "\(server.url)/v2/projects/\(server.project)/apiKeys\(rest)", headers: bearer,
            body: body.map { Data($0.text.utf8) })
    }

    @Test("Administrators create, list, restrict and delete keys; what cannot be honoured is refused by name")
    func administration() async throws {
        try await TestServer.with(isProduction: true) { server in
            let made = try await Self.manage(
                server, "POST", "",
                ["displayName": "web", "restrictions": ["methods": ["accounts.signUp"], "allowedIps": ["127.0.0.1"]]])
            let key = try #require(made["keyString"], "\(made.text)")
            #expect(made["createTime"] != nil && made["lastUseTime"] == nil)
            let list = try await Self.manage(server, "GET")
            #expect(list.text.matches(of: /"keyString"/).count == 2, "\(list.text)")
            let read = try await Self.manage(server, "GET", "/\(key)")
            #expect(read.json["restrictions"]?["methods"] == .array(["accounts.signUp"]), "\(read.text)")
            let taken = try await Self.manage(server, "POST", "", ["keyString": .string(key)])
            #expect(taken.status == 409, "\(taken.text)")

            // A part that is left out is kept, unless the mask asks for it.
            let part = try await Self.manage(server, "PATCH", "/\(key)", ["restrictions": ["allowedIps": ["192.0.2.0/24"]]])
            #expect(
                part.json["restrictions"] == ["methods": ["accounts.signUp"], "allowedIps": ["192.0.2.0/24"]], "\(part.text)")
            let masked = try await Self.manage(
                server, "PATCH", "/\(key)?updateMask=restrictions", ["restrictions": ["methods": ["token"]], "displayName": "x"])
            #expect(masked.json["restrictions"] == ["methods": ["token"]] && masked["displayName"] == "web", "\(masked.text)")
            let name = try await Self.manage(server, "PATCH", "/\(key)?updateMask=displayName", ["displayName": "app"])
            #expect(name.json["restrictions"] == ["methods": ["token"]] && name["displayName"] == "app", "\(name.text)")

            for (body, words) in [
                (["restrictions": ["methods": ["accounts.signup"]]], "accounts.signUp"),
                (["restrictions": ["allowedIps": ["shop.example"]]], "shop.example"),
                (["restrictions": ["browserKeyRestrictions": ["allowedReferrers": ["shop.example"]]]], "browserKeyRestrictions"),
                (["keyString": "AIza-other"], "keyString"), (["displayName": .string(String(repeating: "x", count: 101))], "100"),
            ] as [(JSONValue, String)] {
                let refused = try await Self.manage(server, "PATCH", "/\(key)", body)
                #expect(refused.status == 400 && refused.text.contains(words), "\(refused.text)")
            }
            #expect(try await Self.manage(server, "GET", "/\(key)").json == name.json, "Nothing was changed.")
            let elsewhere = try await server.engine.serviceAccess.createAPIKey(label: "", of: "elsewhere").key
            for method in ["GET", "PATCH", "DELETE"] {
                let missing = try await Self.manage(
                    server, method, "/\(elsewhere)", method == "PATCH" ? ["displayName": "mine"] : nil)
                #expect(missing.status == 404, "\(method): \(missing.text)")
            }
            #expect(try await Self.manage(server, "DELETE", "/\(key)").status == 200)
            #expect(try await Self.manage(server, "GET", "/\(key)").status == 404)
            let entries = try await server.engine.auditLog.entries(AuditQuery(action: .apiKeyUpdate, limit: 9))
            #expect(entries.count == 3 && entries.allSatisfy { !"\($0)".contains(key) }, "\(entries)")
        }
    }

    @Test("The last use is known to the hour, by the first use of each, and refused ones do not count")
    func lastUse() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            @Sendable func lastUse() async throws -> Timestamp? {
                try await server.engine.upkeep.writeLastUses()
                return try await server.engine.serviceAccess.apiKeys(of: server.project).first?.lastUsedAt
            }
            #expect(try await lastUse() == nil)
            let first = clock.now
            _ = try await server.call("accounts:signUp")
            clock.advance(seconds: 60)
            _ = try await server.call("accounts:signUp")
            #expect(try await lastUse() == first.adding(seconds: 60))
            // What was read before the write is kept for less than a second.
            try await server.engine.serviceAccess.updateAPIKey(server.apiKey, of: server.project) { $0.label = "again" }
            clock.advance(seconds: 3599)
            _ = try await server.call("accounts:signUp")
            #expect(try await lastUse() == first.adding(seconds: 60))
            let restrictions = try APIKeyRestrictions(methods: ["token"], networks: [])
            try await server.engine.serviceAccess.updateAPIKey(server.apiKey, of: server.project) {
                $0.restrictions = restrictions
            }
            clock.advance(seconds: 1)
            #expect(try await server.call("accounts:signUp").status == 403)
            #expect(try await lastUse() == first.adding(seconds: 60))
            _ = try await server.refresh("nothing")
            #expect(try await lastUse() == first.adding(seconds: 3660))
        }
    }

    @Test("Every method that apps call with a key can be named, and nothing else")
    func names() {
        let absent = Set(AbsentRoute.all.map(\.route.operation.name))
        let apps = Set(Routes.all.filter { $0.access == .app }.map(\.operation.name)).subtracting(absent)
        #expect(Set(APIKeyMethods.all) == apps.union(["account.page", "flow.handler", "flow.iframe"]))
        #expect(APIKeyMethods.all == APIKeyMethods.all.sorted())
    }

    @Test("The console shows a key's last use and restrictions, and changes them; a refusal keeps what was typed")
    func console() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let page = "/console/projects/example/keys"
            let form = try await browser.get("\(page)/restrict?key=\(server.apiKey)")
            #expect(form.status == 200 && form.text.contains("accounts.signUp"), "\(form.text)")
            let refused = try await browser.post(
                "\(page)/restrict", ["key": server.apiKey, "label": "shop", "methods": "tokem", "networks": "10.0.0.0/8"])
            #expect(refused.status == 400 && refused.text.contains("Did you mean token?") && refused.text.contains("tokem"))
            let typed = [
                "key": server.apiKey, "label": String(repeating: "é", count: 51), "methods": "token", "networks": "10.0.0.x",
            ]
            for (field, words) in [("networks", "10.0.0.x ist weder"), ("label", "Die Bezeichnung ist zu lang: 100 Byte")] {
                var fields = typed
                if field == "label" { fields["networks"] = "10.0.0.0/8" }
                let german = try await browser.post("\(page)/restrict", fields, headers: ["Accept-Language": "de"])
                #expect(german.status == 400 && german.text.contains("id=\"\(field)-problem\">\(words)"), "\(german.text)")
                let marked = german.text.firstMatch(of: /<(input|textarea) id="(\w+)"[^>]+aria-invalid="true"[^>]+>/)
                #expect(marked.map { String($0.output.2) } == field, "\(german.text)")
                #expect(german.text.contains(typed["label"] ?? "") && !german.text.contains("Did you mean"))
            }
            for (path, fields, field) in [
                ("keys/create", ["label": typed["label"] ?? "", "key": ""], "label"),
                ("keys/create", ["label": "shop", "key": "AIza"], "key"),
                ("keys/create", ["label": "", "key": server.apiKey], "key"),
                ("service-accounts/create", ["name": "Über", "role": "viewer"], "name"),
            ] {
                let refused = try await browser.post("/console/projects/example/\(path)", fields)
                #expect(refused.status == 400 && refused.text.contains("id=\"\(field)-problem\""), "\(path) \(refused.text)")
                let other = fields.first { $0.key != field }?.value ?? ""
                #expect(
                    refused.text.contains("value=\"\(fields[field] ?? "")\"") && (other.isEmpty || refused.text.contains(other)),
                    "\(path)")
            }
            let done = try await browser.post(
                "\(page)/restrict", ["key": server.apiKey, "label": "shop", "methods": "token\r\n\r\n", "networks": "10.0.0.0/8"])
            #expect(done.status == 303 && done.headers["location"] == page, "\(done.text)")
            let list = try await browser.get(page)
            #expect(list.text.contains("The key is changed.") && list.text.contains("<code>10.0.0.0/8</code>"), "\(list.text)")
            let key = try #require(try await server.engine.serviceAccess.apiKeys(of: "example").first)
            #expect(key.restrictions.methods == ["token"] && key.label == "shop")
            let none = try await browser.get("\(page)/restrict?key=AIza")
            #expect(none.status == 404)
        }
    }
}
