import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The audit log's records of changed settings, compared with what `vincula config get` shows before and after.
struct SettingRecords {
    private let engine: AuthEngine
    private let editor: ProjectSettingsEditor
    private let project: String
    private let inTenant: Bool
    private let shown: [String: String]
    private let last: Int64

    /// Notes the state before a change.
    init(_ engine: AuthEngine, _ editor: ProjectSettingsEditor, _ project: String, inTenant: Bool = false) async throws {
        (self.engine, self.editor, self.project, self.inTenant) = (engine, editor, project, inTenant)
        shown = try await Self.shown(editor, inTenant)
        last = try await engine.auditLog.entries(AuditQuery(project: project, limit: 1)).first?.sequence ?? 0
    }

    private static func shown(_ editor: ProjectSettingsEditor, _ inTenant: Bool) async throws -> [String: String] {
        let values = try await editor.values().map { (inTenant ? $0.setting.tenantName ?? "" : $0.setting.name, $0.text) }
        return Dictionary(uniqueKeysWithValues: values)
    }

    private func records() async throws -> [AuditEntry] {
        try await engine.auditLog.entries(AuditQuery(project: project, limit: 5)).filter { $0.sequence > last }
    }

    /// Expects one record, with every value that differs now and with secrets masked.
    func expectOne(after name: String, secrets: Set<String> = []) async throws {
        let records = try await records()
        #expect(records.count == 1, "\(name): \(records)")
        guard case .object(let details)? = records.first?.facts.details else { return }
        let now = try await Self.shown(editor, inTenant)
        let changed = Set(shown.keys).union(now.keys).filter { shown[$0] != now[$0] }
        #expect(Set(details.keys) == changed.union(secrets), "\(name): \(details)")
        #expect(!details.isEmpty, "\(name)")
        for (field, change) in details {
            let (from, to) = (Self.text(change["from"]), Self.text(change["to"]))
            if secrets.contains(field) {
                #expect(to == "set" && from == "set", "\(field): \(change)")
            } else {
                #expect(from == shown[field] && to == now[field], "\(field): \(change)")
            }
        }
    }

    func expectNone(after name: String) async throws {
        let records = try await records()
        #expect(records.isEmpty, "\(name): \(records)")
    }

    private static func text(_ value: JSONValue?) -> String? {
        value == .null ? nil : value?.string ?? value?.text
    }
}

/// The audit log names settings as `vincula config` does.
@Suite("Records of settings")
struct SettingRecordTests {
    @Test("A tenant's settings have their own names in the log, and the same value again is no change")
    func tenant() async throws {
        try await TestServer.with { server in
            let engine = server.engine
            var settings = TenantSettings()
            settings.displayName = "acme"
            _ = try await engine.projects.updateSettings(of: server.project) { $0.tenants.allowsTenants = true }
            let scope = try await engine.projects.createTenant(settings, of: server.project).scope
            let created = try await engine.auditLog.entries(AuditQuery(action: .tenantCreate, limit: 1)).first?.facts.details
            #expect(created?["allowPasswordSignup"] == ["from": .null, "to": false], "\(String(describing: created))")
            let editor = ProjectSettingsEditor(engine, in: scope, isDevelopment: true)
            for (name, text) in [
                ("displayName", "other"), ("allowPasswordSignup", "true"), ("vincula.sessions.idleDays", "3"),
                ("passwordPolicyConfig.minPasswordLength", "12"), ("testPhoneNumbers", "+16505550100=123456"),
                ("mfaConfig.state", "ENABLED"),
            ] {
                let setting = try #require(ProjectSettingsEditor.setting(name, inTenant: true), "\(name)")
                let log = try await SettingRecords(engine, editor, server.project, inTenant: true)
                try await editor.set([(setting, [text])])
                try await log.expectOne(after: name)
                let again = try await SettingRecords(engine, editor, server.project, inTenant: true)
                try await editor.set([(setting, [text])])
                try await again.expectNone(after: name)
            }
        }
    }

    @Test("T341 of a secret is recorded that it is set, also when another one takes its place")
    func secrets() throws {
        func settings(_ sealed: String) throws -> ProjectSettings {
            var settings = ProjectSettings()
            settings.email.server = MailServerSettings(
                sender: try #require(EmailAddress("a@example.com")), host: "smtp.example.com", port: 465, security: .ssl,
                username: "u", sealedPassword: sealed)
            settings.migration.firebase = FormerProject(
                id: "old", server: nil, sealedAPIKey: sealed, beganAt: Timestamp(milliseconds: 0),
                until: Timestamp(milliseconds: 1000))
            return settings
        }
        let facts = ProjectSettingFacts()
        let (before, after) = (try settings("c2VhbGVk"), try settings("YW5vdGhlcg"))
        let details = AuditDifference.details(
            from: facts.facts(of: before, project: "p"), to: facts.facts(of: after, project: "p"))
        let isSet: JSONValue = ["from": "set", "to": "set"]
        #expect(
            details == ["notification.sendEmail.smtp.password": isSet, "vincula.migration.firebase.apiKey": isSet], "\(details)")
        let first = AuditDifference.details(
            from: facts.facts(of: ProjectSettings(), project: "p"), to: facts.facts(of: after, project: "p"))
        #expect(first["vincula.migration.firebase.apiKey"] == ["from": .null, "to": "set"])
        #expect(first["vincula.migration.firebase.until"]?["to"] == "1970-01-01T00:00:01Z", "\(first)")
        #expect(!JSONValue.object(first).text.contains("YW5v"))
    }

    @Test("A provider's configuration that stays as it is leaves no record; what only looks like a secret is readable")
    func provider() async throws {
        try await TestServer.with { server in
            let scope = ProjectScope(project: server.project)
            var edit = SupportedProviderEdit()
            edit.clientID = "com.example.web"
            edit.isEnabled = true
            let id = ProviderID("apple.com")
            _ = try await server.engine.projects.createSupportedProvider(id, edit, in: scope)
            let before = try await server.engine.auditLog.entries(AuditQuery(project: server.project, limit: 9)).count
            _ = try await server.engine.projects.updateSupportedProvider(id, edit, in: scope)
            #expect(try await server.engine.auditLog.entries(AuditQuery(project: server.project, limit: 9)).count == before)
        }
        struct Configuration: Encodable {
            var keyID = "AB12"
            var tokenURL = "https://id.example/token"
            var privateKey = "hush"
        }
        let none: Configuration? = nil
        let details = AuditDifference.details(from: none, to: Configuration())
        #expect(details["keyID"]?["to"] == "AB12" && details["tokenURL"]?["to"] == "https://id.example/token")
        #expect(details["privateKey"]?["to"] == "set")
    }
}
