import IdentityToolkit
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The table of projects' settings that `vincula config` is made from.
@Suite("The table of projects' settings")
struct ProjectSettingTests {
    /// The fields of a message without subfields; `*` for a name that is not known in advance.
    private static func leaves<Wire: AdministratorRequest>(of type: Wire.Type) throws -> Set<String> {
        let reader = SchemaReader()
        let root = try reader.schema(of: type, isRequest: true)
        func walk(_ schema: JSONValue, _ path: [String]) -> Set<String> {
            if let name = schema["$ref"]?.string?.split(separator: "/").last {
                return walk(reader.components[String(name)] ?? .null, path)
            }
            if case .array(let parts)? = schema["allOf"], let part = parts.first { return walk(part, path) }
            if let items = schema["items"], items["$ref"] != nil { return walk(items, path) }
            if let values = schema["additionalProperties"] { return walk(values, path + ["*"]) }
            guard case .object(let fields)? = schema["properties"] else { return [path.joined(separator: ".")] }
            return Set(fields.flatMap { walk($0.value, path + [$0.key]) })
        }
        return walk(root, [])
    }

    private static func isCovered(_ leaf: String, by setting: ProjectSetting, inTenant: Bool) -> Bool {
        guard let name = setting.place(inTenant: inTenant)?.apiPath else { return false }
        let (sought, parts) = (leaf.split(separator: "."), name.split(separator: "."))
        let isWhole = if case .pairs = setting.kind { true } else { setting.kind == .trust }
        guard parts.count == sought.count || isWhole && parts.count < sought.count else { return false }
        return zip(sought, parts).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// What only the server sets, and what is refused.
    private static let unchangeable: Set<String> = [
        "name", "subtype", "tenantId", "client.apiKey", "client.firebaseSubdomain", "passwordPolicyConfig.lastUpdateTime",
        "passwordPolicyConfig.passwordPolicyVersions.schemaVersion", "blockingFunctions.triggers.*.updateTime",
        "notification.sendSms.smsTemplate.content", "vincula.defaultTrust.domains",
        "notification.sendEmail.resetPasswordTemplate.customized", "notification.sendEmail.verifyEmailTemplate.customized",
        "notification.sendEmail.changeEmailTemplate.customized",
        "notification.sendEmail.revertSecondFactorAdditionTemplate.customized",
    ]

    @Test("Every field that the API changes has a row, in projects and in tenants; no row is without a field")
    func complete() throws {
        for (fields, isTenant) in [
            (try Self.leaves(of: ProjectConfig.self), false), (try Self.leaves(of: TenantMessage.self), true),
        ] {
            #expect(fields.count > 25)
            let settings = ProjectSettingsEditor.settings(ofTenant: isTenant)
            let missing = fields.subtracting(Self.unchangeable).filter { leaf in
                !settings.contains { Self.isCovered(leaf, by: $0, inTenant: isTenant) }
            }
            #expect(missing.isEmpty, "no row in ProjectSetting.all: \(missing.sorted())")
            let idle = settings.filter { setting in !fields.contains { Self.isCovered($0, by: setting, inTenant: isTenant) } }
            #expect(idle.isEmpty, "\(idle.map(\.name))")
        }
        let names = ProjectSetting.variants.map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// What is set for the rows whose kind does not say it.
    private static let samples: [String: [String]] = [
        "signIn.phoneNumber.testPhoneNumbers": ["+16505550100=123456"], "authorizedDomains": ["app.example.com", "localhost"],
        "vincula.providerTrust": ["github.com=never", "oidc.acme=domainOwner:acme.example+acme.org"],
        "quota.signUpQuotaConfig": ["quota=500", "startTime=2026-01-31T08:00:00Z", "quotaDuration=3600s"],
        "mfa.state": ["MANDATORY"], "mfa.enabledProviders": ["PHONE_SMS"],
        "smsRegionConfig.allowlistOnly.allowedRegions": ["ES", "IT"],
        "smsRegionConfig.allowByDefault.disallowedRegions": ["FR"], "vincula.phone.templates.LANGUAGE": ["%LOGIN_CODE% it is"],
        "notification.sendEmail.callbackUri": ["https://app.example.com/action"], "vincula.email.replyTo": ["help@example.com"],
        "notification.sendEmail.TEMPLATE.replyTo": ["help@example.com"],
        "vincula.page.logo": ["https://app.example.com/logo.svg"], "vincula.page.color": ["#1a4fba"],
        "blockingFunctions.triggers.TRIGGER.functionUri": ["https://functions.example/"],
        "notification.sendEmail.smtp.senderEmail": ["other@example.com"],
        "notification.sendEmail.smtp.host": ["mail.example.org"], "notification.sendEmail.smtp.username": ["other"],
        "notification.sendEmail.smtp.password": ["s3cret"], "vincula.migration.firebase.projectId": ["older-app"],
        "vincula.migration.firebase.apiKey": ["AIzaOther"], "vincula.migration.firebase.serverUrl": ["https://old.example"],
        "displayName": ["acme"],
    ]

    /// What a change of the mail server, or of the server that people move from, needs besides.
    private static let together: [String: [(String, [String])]] = [
        "notification.sendEmail.smtp.host": [("notification.sendEmail.smtp.password", ["again"])],
        "notification.sendEmail.smtp.port": [("notification.sendEmail.smtp.password", ["again"])],
        "notification.sendEmail.smtp.securityMode": [("notification.sendEmail.smtp.password", ["again"])],
        "notification.sendEmail.smtp.username": [("notification.sendEmail.smtp.password", ["again"])],
        "vincula.migration.firebase.projectId": [("vincula.migration.firebase.apiKey", ["AIzaAgain"])],
        "vincula.migration.firebase.serverUrl": [("vincula.migration.firebase.apiKey", ["AIzaAgain"])],
    ]

    private static func sample(_ row: ProjectSetting, now shown: String?, until: String) -> [String] {
        if let sample = samples[row.name] { return sample }
        switch row.kind {
        case .truth: return [shown == "true" ? "false" : "true"]
        case .number(let range, _):
            let text = row.name.contains("maxPassword") ? "100" : "\(min(range.lowerBound + 9, range.upperBound))"
            return [text]
        case .choice(let names): return [names.first { $0 != shown } ?? ""]
        default: return [row.name.lowercased().hasSuffix("until") ? until : "Wool & Yarn"]
        }
    }

    /// The parts of settings that have no parts, by their paths.
    private static func facts(_ value: Any, _ path: String = "") -> [String: String] {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, !mirror.children.isEmpty else { return [path: "\(value)"] }
        return mirror.children.reduce(into: [:]) { facts, child in
            facts.merge(Self.facts(child.value, path + "." + (child.label ?? ""))) { first, _ in first }
        }
    }

    /// What the API does not change: what only the emulator allows, and notes of the server's.
    private static let internals: Set<String> = [
        ".isLinkOnly", ".allowsAnyContinueURL", ".allowsUnknownSAML", ".recoversUnprovenEmail", ".allowUnlinkingLastMethod",
        ".tenants.haveServerProviders", ".defaultTrust.domains",
    ]

    @Test(
        "Each row can be set, is shown as it was given, changes the settings, and can be unset; together they reach all of them")
    func everyRow() async throws {
        try await TestServer.with(settings: .production) { server in
            let engine = server.engine
            let editor = ProjectSettingsEditor(engine, in: ProjectScope(project: server.project), isDevelopment: true)
            func setting(_ name: String) throws -> ProjectSetting {
                try #require(ProjectSettingsEditor.setting(name, inTenant: false), "\(name)")
            }
            func change(_ values: [(String, [String])]) async throws {
                try await editor.set(try values.map { (try setting($0.0), $0.1) })
            }
            let today = Timestamp(milliseconds: engine.clock.now.seconds * 1000)
            let until = today.adding(seconds: 86_400 * 30).rfc3339.replacing(".000Z", with: "Z")
            let fresh = try await editor.values().map { "\($0.setting.name)=\($0.text)" }
            let first = Self.facts(try await engine.projects.settings(of: server.project))
            try await change([
                ("notification.sendEmail.smtp.senderEmail", ["accounts@example.com"]),
                ("notification.sendEmail.smtp.host", ["smtp.example.com"]), ("notification.sendEmail.smtp.port", ["587"]),
                ("notification.sendEmail.smtp.securityMode", ["start_tls"]), ("notification.sendEmail.smtp.username", ["u"]),
                ("notification.sendEmail.smtp.password", ["p"]),
            ])
            try await change([
                ("vincula.migration.firebase.projectId", ["old-app"]), ("vincula.migration.firebase.apiKey", ["AIzaOld"]),
                ("vincula.migration.firebase.until", [today.adding(seconds: 86_400).rfc3339]),
            ])
            var changed: Set<String> = []
            for row in ProjectSetting.all where row.isForProjects {
                let setting = row.variants[0]
                let before = try await engine.projects.settings(of: server.project)
                let log = try await SettingRecords(engine, editor, server.project)
                let texts = Self.sample(row, now: try await editor.value(of: setting), until: until)
                try await change([(setting.name, texts)] + (Self.together[setting.name] ?? []))
                let after = try await engine.projects.settings(of: server.project)
                let old = Self.facts(before)
                changed.formUnion(Self.facts(after).filter { old[$0.key] != $0.value }.keys)
                #expect(before != after, "\(setting.name)")
                let shown = try await editor.value(of: setting)
                if case .text = setting.kind { #expect(shown == texts[0], "\(setting.name)") }
                if setting.kind == .secret { #expect(shown == "(set)") }
                if setting.kind == .truth { #expect(shown == texts[0]) }
                let secrets = ([setting.name] + (Self.together[setting.name] ?? []).map(\.0)).filter { name in
                    setting.name == name ? setting.kind == .secret : true
                }
                try await log.expectOne(after: setting.name, secrets: Set(secrets))
                guard secrets.isEmpty else { continue }
                let again = try await SettingRecords(engine, editor, server.project)
                try await change([(setting.name, texts)])
                try await again.expectNone(after: setting.name)
            }
            let reached = changed.union(Self.internals)
            #expect(
                Set(first.keys).subtracting(reached).isEmpty, "no row changes \(Set(first.keys).subtracting(reached).sorted())")

            // The other way: each by itself, and what has no default with what it belongs to.
            for group in ["notification.sendEmail.smtp", "vincula.migration.firebase", "quota.signUpQuotaConfig"] {
                if group.hasSuffix("smtp") { try await change([("notification.sendEmail.method", ["DEFAULT"])]) }
                try await editor.clear(group: group)
            }
            for template in ProjectSetting.placeholders["TEMPLATE"] ?? [] {
                try await editor.clear(group: "notification.sendEmail.\(template)")
            }
            for row in ProjectSetting.all where row.isForProjects {
                let name = row.name
                guard !name.contains("smtp"), !name.contains("migration"), !name.contains("TEMPLATE") else { continue }
                try await editor.unset(row.variants[0])
            }
            #expect(try await editor.values().map { "\($0.setting.name)=\($0.text)" }.sorted() == fresh.sorted())
        }
    }

    @Test("A number has the bounds that its row says")
    func bounds() async throws {
        try await TestServer.with(settings: .production) { server in
            let editor = ProjectSettingsEditor(server.engine, in: ProjectScope(project: server.project), isDevelopment: true)
            for row in ProjectSetting.all where row.isForProjects && !row.name.contains("smtp") {
                guard case .number(let range, _) = row.kind else { continue }
                // The longest password is never shorter than the shortest.
                let lower = row.name.contains("maxPassword") ? 8 : range.lowerBound
                // No session lasts longer than the server's own limits.
                let days = ["vincula.sessions.idleDays": 90, "vincula.sessions.absoluteDays": 400][row.name]
                for value in [lower, days ?? range.upperBound] { try await editor.set([(row, ["\(value)"])]) }
                for value in [range.lowerBound - 1, range.upperBound + 1] {
                    await #expect(throws: AuthError.self, "\(row.name) \(value)") { try await editor.set([(row, ["\(value)"])]) }
                }
                try await editor.unset(row)
            }
        }
    }

    @Test("T397 What cannot be read is refused by the setting's name, with what it may be and the nearest choice")
    func texts() async throws {
        try await TestServer.with(settings: .production) { server in
            let editor = ProjectSettingsEditor(server.engine, in: ProjectScope(project: server.project), isDevelopment: false)
            for (name, texts, words) in [
                ("signIn.email.enabled", ["maybe"], #"must be true or false, not "maybe"."#),
                ("signIn.email.enabled", ["true", "false"], "has one value, not 2."),
                ("mfa.state", ["MANDATRY"], "Did you mean MANDATORY?"),
                ("vincula.phone.messagesPerDay", ["many"], #"must be a whole number from 0 to 1000000 messages, not "many"."#),
                ("vincula.phone.messagesPerDay", ["1.5"], "must be a whole number"),
                ("signIn.phoneNumber.testPhoneNumbers", ["+16505550100"], "must have the form NAME=VALUE."),
                ("signIn.phoneNumber.testPhoneNumbers", ["+1=1", "+1=2"], "twice"),
            ] {
                let setting = try #require(ProjectSettingsEditor.setting(name, inTenant: false))
                let error = await #expect(throws: ProjectSettingRefusal.self) { try await editor.set([(setting, texts)]) }
                #expect(error?.description.contains(words) == true && error?.description.contains(name) == true, "\(words)")
            }
            for (name, text, words) in [
                ("vincula.page.color", "blue", "#1a4fba"), ("authorizedDomains", "https://a.example/x", "is not a host name"),
                ("vincula.email.replyTo", "nobody", "is not an email address"),
                ("notification.sendEmail.callbackUri", "http://a.example/", "must be an https URL"),
                ("vincula.phone.templates.en", "no code", "%LOGIN_CODE%"),
                ("notification.sendEmail.smtp.host", "smtp.example.com", "senderEmail"),
                ("notification.sendEmail.method", "CUSTOM_SMTP", "smtp is needed"),
                ("blockingFunctions.triggers.beforeCreate.functionUri", "no address", "https://"),
                ("vincula.providerTrust", "nobody=never", "is neither a built-in provider"),
                ("vincula.providerTrust", "gogle.com=never", "Did you mean google.com?"),
                // A space makes no other name of it.
                ("authorizedDomains", "app.example.com, exa mple.com", "exa mple.com is not a host name"),
                ("smsRegionConfig.allowlistOnly.allowedRegions", "ES, I T", "I T is not a region"),
                ("vincula.providerTrust", "google.com=always", "domainOwner, assertsVerified or never"),
            ] {
                let setting = try #require(ProjectSettingsEditor.setting(name, inTenant: false))
                let error = await #expect(throws: AuthError.self) { try await editor.set([(setting, [text])]) }
                #expect(error?.words.contains(words) == true, "\(name): \(error?.words ?? "")")
            }
            let quota = try #require(ProjectSettingsEditor.setting("quota.signUpQuotaConfig", inTenant: false))
            try await editor.set([(quota, ["quota=5 startTime=2026-01-31T08:00:00Z quotaDuration=60s"])])
            #expect(try await editor.value(of: quota)?.contains("quotaDuration=60s") == true, "One text may hold all pairs.")
            let smtp = try #require(ProjectSettingsEditor.setting("notification.sendEmail.smtp.host", inTenant: false))
            let refusal = await #expect(throws: ProjectSettingRefusal.self) { try await editor.unset(smtp) }
            #expect(refusal?.description.contains("unset notification.sendEmail.smtp as a whole") == true)
        }
    }

    @Test("A tenant's settings have its own names or the project's, begin with the project's values, and go back to them")
    func tenants() async throws {
        try await TestServer.with(settings: .production) { server in
            let projects = server.engine.projects
            _ = try await projects.updateSettings(of: server.project) {
                $0.tenants.allowsTenants = true
                $0.passwordPolicy.minimumLength = 12
                $0.passwordPolicy.needsNumeric = true
            }
            let tenant = try await projects.createTenant(TenantSettings(), of: server.project)
            let editor = ProjectSettingsEditor(server.engine, in: tenant.scope, isDevelopment: false)
            func setting(_ name: String) throws -> ProjectSetting {
                try #require(ProjectSettingsEditor.setting(name, inTenant: true), "\(name)")
            }
            let length = try setting("passwordPolicyConfig.minPasswordLength")
            #expect(try await editor.value(of: length) == nil)
            try await editor.set([(length, ["20"])])
            let own = try await projects.tenant(tenant.scope).settings.passwordPolicy
            #expect(own?.minimumLength == 20 && own?.needsNumeric == true)
            try await editor.unset(length)
            #expect(try await projects.tenant(tenant.scope).settings.passwordPolicy == nil)

            for row in ProjectSetting.all where row.tenantName != nil {
                let before = try await projects.tenant(tenant.scope).settings
                let texts = Self.sample(row, now: try await editor.value(of: row), until: "")
                try await editor.set([(row, texts)])
                #expect(try await projects.tenant(tenant.scope).settings != before, "\(row.name)")
                try await editor.unset(row)
            }
            var fresh = TenantSettings()
            fresh.secondFactors = try await projects.tenant(tenant.scope).settings.secondFactors
            #expect(try await projects.tenant(tenant.scope).settings == fresh)
            #expect(try setting("mfa.state").tenantName == "mfaConfig.state")
            #expect(ProjectSettingsEditor.setting("vincula.page.color", inTenant: true) == nil)
        }
    }
}
