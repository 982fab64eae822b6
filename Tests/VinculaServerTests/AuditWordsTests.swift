import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// What the console and the inbox call actions, mails, requests and what a record says.
@Suite("Words for actions and mails")
struct AuditWordsTests {
    @Test("Every action of the audit log and every kind of mail has a name of its own in every language")
    func names() {
        for language in Language.allCases {
            let texts = ConsoleTexts.of(language)
            let actions = AuditAction.all.map(texts.name)
            for (action, name) in zip(AuditAction.all, actions) {
                #expect(name != action.rawValue && !name.isEmpty && name.first?.isUppercase == true, "\(language) \(action)")
            }
            #expect(Set(actions).count == actions.count, "\(language)")
            for kind in MailKind.allCases.map(\.rawValue) {
                let title = InboxMessage.title(of: kind, language)
                #expect(title != kind && !title.isEmpty, "\(language) \(kind)")
            }
            let known = Set(AuditAction.all.map { "action.\($0.rawValue)" })
            #expect(texts.byName.keys.allSatisfy { !$0.hasPrefix("action.") || known.contains($0) })
        }
        #expect(ConsoleTexts.of(.english).name(of: AuditAction("from.later")) == "from.later")
    }

    @Test("Every limit, and what records say in names of the code, has words in every language")
    func details() {
        let names = [
            "allowsCode", "apple.sealedPrivateKey", "clientID", "disabled", "displayName", "email", "emailVerified", "ends",
            "grant",
            "isEnabled", "issuer", "otherClientIDs", "passwordHashes", "requestId", "sealedClientSecret", "secondFactor",
            "tenant",
        ]
        for language in Language.allCases {
            let texts = ConsoleTexts.of(language)
            let requests = LimitedRPC.allCases.map { texts["rpc.\($0.rawValue)"] }
            #expect(requests.allSatisfy { !$0.hasPrefix("rpc.") } && Set(requests).count == requests.count, "\(language)")
            #expect(names.allSatisfy { texts.byName["detail.\($0)"] != nil }, "\(language)")
            let known = Set(LimitedRPC.allCases.map { "rpc.\($0.rawValue)" })
            #expect(texts.byName.keys.allSatisfy { !$0.hasPrefix("rpc.") || known.contains($0) })
        }
    }

    @Test("What a record says is in words: lists, yes and no, rights; the names of settings and unknown ones stay as they are")
    func wordsForDetails() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let path = "/console/projects/example/providers/google.com"
            _ = try await owner.post(path, ["enabled": "on", "clientID": "web", "clientSecret": "hush"])
            _ = try await owner.post(path, ["enabled": "on", "clientID": "web", "otherClientIDs": "ios\nandroid"])
            _ = try await owner.post("/console/projects/example/tenants/allow", ["on": "yes"])
            _ = try await owner.post("/console/projects/example/tenants/create", ["name": "shop"])
            let tenants = try await owner.get("/console/projects/example/tenants")
            let tenant = String(try #require(tenants.text.firstMatch(of: /\/tenants\/(shop-[a-z0-9]+)/)?.output.1))
            let made = try await owner.post("/console/projects/example/tenants/\(tenant)/new-user", ["email": "ana@example.com"])
            let ana = try #require(made.headers["location"])
            let log = try await owner.get("/console/projects/example/audit")
            for line in [
                "<a href=\"\(ana)\">",
                "<li>Tenant: \(tenant)</li>",
                "<li>Client secret: – → set</li>", "<li>On: – → yes</li>", "<li>Client ID: – → web</li>",
                "<li>Other client IDs: – → ios, android</li>", "<li>Request: ",
            ] { #expect(log.text.contains(line), "\(line): \(log.text)") }
            #expect(!log.text.contains("sealedClientSecret") && !log.text.contains("requestId"))
            #expect(!log.text.contains("– → –"), "Nothing became nothing: \(log.text)")
            _ = try await owner.post("/console/projects/example/methods", ["method": "anonymous", "on": "no"])
            let german = try await owner.get("/console/projects/example/audit", headers: ["Accept-Language": "de"])
            #expect(german.text.contains("<code>signIn.anonymous.enabled</code>: ein → aus"), "\(german.text)")
            #expect(german.text.contains("<li>Client-Geheimnis: – → gesetzt</li>"))
        }
    }

    @Test("The log, its filter and an account's history say in words what was done; the code stands beside it")
    func history() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let made = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            let id = try #require(made["localId"])
            _ = try await owner.post("/console/projects/example/users/\(id)/disable", [:])
            for page in ["/console/projects/example/audit", "/console/projects/example/users/\(id)"] {
                let german = try await owner.get(page, headers: ["Accept-Language": "de"])
                #expect(german.text.contains("Konto gesperrt<br><code class=\"meta\">account.disable</code>"), "\(german.text)")
            }
            let filtered = try await owner.get("/console/projects/example/audit?action=account.disable")
            #expect(filtered.text.contains("<option value=\"account.disable\" selected>Account disabled</option>"))
            #expect(filtered.text.contains("Account disabled<br>") && !filtered.text.contains("Operator joined<br>"))
        }
    }
}
