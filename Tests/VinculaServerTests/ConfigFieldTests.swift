import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import IdentityToolkit

/// Every field of Google's `Config`: honoured, or refused by its name. None is accepted and dropped.
@Suite("Every field of the configuration")
struct ConfigFieldTests {
    private struct Leaf {
        let path: [String]
        /// True if Google shows the field in answers only.
        let isReadOnly: Bool

        var name: String { path.joined(separator: ".") }
    }

    /// The fields that have no fields of their own, as Google's discovery document lists them.
    private static func leaves(of type: String, at path: [String] = [], isReadOnly: Bool = false) -> [Leaf] {
        (DiscoveredFields.table[type] ?? "").split(separator: "\n").flatMap { line -> [Leaf] in
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = parts[0].filter { $0 != "!" }
            // The time of a function's change is Google's own, although the document does not say so.
            let isReadOnly = isReadOnly || parts[0].hasSuffix("!") || type == "AdminV2Trigger" && name == "updateTime"
            // A map, with the names of triggers.
            let own = path + (parts.last == "AdminV2Trigger" ? ["triggers", "beforeCreate"] : [String(name)])
            guard parts.count == 2 else { return [Leaf(path: own, isReadOnly: isReadOnly)] }
            return leaves(of: String(parts[1]), at: own, isReadOnly: isReadOnly)
        }
    }

    /// The honoured fields, with a body that changes each.
    private static let honoured: [String: JSONValue] = {
        // A project under `--dev` has all factors.
        let off: JSONValue = [
            "mfa": [
                "state": "DISABLED", "enabledProviders": [],
                "providerConfigs": [["state": "DISABLED", "totpProviderConfig": ["adjacentIntervals": 3]]],
            ]
        ]
        let strength: JSONValue = [
            "minPasswordLength": 8, "maxPasswordLength": 60, "containsLowercaseCharacter": true,
            "containsUppercaseCharacter": true, "containsNumericCharacter": true, "containsNonAlphanumericCharacter": true,
        ]
        let policy: JSONValue = [
            "passwordPolicyConfig": [
                "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
                "passwordPolicyVersions": [["customStrengthOptions": strength]],
            ]
        ]
        let permissions: JSONValue = ["client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]]]
        let signIn: JSONValue = [
            "signIn": [
                "allowDuplicateEmails": true, "anonymous": ["enabled": false],
                "email": ["enabled": false, "passwordRequired": true],
                "phoneNumber": ["enabled": false, "testPhoneNumbers": ["+16505550100": "123456"]],
            ]
        ]
        let template: JSONValue = [
            "subject": "Hi", "senderDisplayName": "Ana", "body": "<a href='%LINK%'>x</a>", "bodyFormat": "HTML",
            "replyTo": "help@example.com",
        ]
        let smtp: JSONValue = [
            "senderEmail": "app@example.com", "host": "smtp.example.com", "port": 2525, "username": "app",
            "password": "********", "securityMode": "START_TLS",
        ]
        let mail: JSONValue = [
            "notification": [
                "defaultLocale": "fr", "sendSms": ["useDeviceLocale": false],
                "sendEmail": [
                    "callbackUri": "https://shop.example/action", "method": "CUSTOM_SMTP", "smtp": smtp,
                    "resetPasswordTemplate": template, "verifyEmailTemplate": template, "changeEmailTemplate": template,
                    "revertSecondFactorAdditionTemplate": template,
                ],
            ]
        ]
        let quota: JSONValue = [
            "quota": [
                "signUpQuotaConfig": ["quota": "500", "startTime": "2026-01-31T08:00:00.000Z", "quotaDuration": "3600s"]
            ]
        ]
        let functions: JSONValue = [
            "blockingFunctions": [
                "triggers": ["beforeCreate": ["functionUri": "https://f.example/hook"]],
                "forwardInboundCredentials": ["idToken": true, "accessToken": true, "refreshToken": true],
            ]
        ]
        let strengthPath = "passwordPolicyConfig.passwordPolicyVersions.customStrengthOptions."
        var bodies: [String: JSONValue] = [
            "authorizedDomains": ["authorizedDomains": ["shop.example"]],
            "multiTenant.allowTenants": ["multiTenant": ["allowTenants": false]],
            "autodeleteAnonymousUsers": ["autodeleteAnonymousUsers": true],
            "blockingFunctions.triggers.beforeCreate.functionUri": functions,
            "blockingFunctions.forwardInboundCredentials.idToken": functions,
            "blockingFunctions.forwardInboundCredentials.accessToken": functions,
            "blockingFunctions.forwardInboundCredentials.refreshToken": functions,
            "client.permissions.disabledUserSignup": permissions, "client.permissions.disabledUserDeletion": permissions,
            "emailPrivacyConfig.enableImprovedEmailPrivacy": ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]],
            "mfa.state": off, "mfa.enabledProviders": off, "mfa.providerConfigs.state": off,
            "mfa.providerConfigs.totpProviderConfig.adjacentIntervals": off,
            "notification.defaultLocale": mail, "notification.sendEmail.callbackUri": mail,
            "passwordPolicyConfig.passwordPolicyEnforcementState": policy, "passwordPolicyConfig.forceUpgradeOnSignin": policy,
            "signIn.allowDuplicateEmails": signIn, "signIn.anonymous.enabled": signIn, "signIn.email.enabled": signIn,
            "signIn.email.passwordRequired": signIn, "signIn.phoneNumber.enabled": signIn,
            "signIn.phoneNumber.testPhoneNumbers": signIn,
            "smsRegionConfig.allowByDefault.disallowedRegions": [
                "smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["FR"]]]
            ],
            "smsRegionConfig.allowlistOnly.allowedRegions": ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["FR"]]]],
        ]
        let sendEmail = "notification.sendEmail."
        for name in [
            "resetPasswordTemplate", "verifyEmailTemplate", "changeEmailTemplate", "revertSecondFactorAdditionTemplate",
        ] {
            if case .object(let parts) = template { for part in parts.keys { bodies["\(sendEmail)\(name).\(part)"] = mail } }
        }
        if case .object(let parts) = smtp { for part in parts.keys { bodies["\(sendEmail)smtp.\(part)"] = mail } }
        bodies[sendEmail + "method"] = mail
        bodies["notification.sendSms.useDeviceLocale"] = mail
        for part in ["quota", "startTime", "quotaDuration"] { bodies["quota.signUpQuotaConfig.\(part)"] = quota }
        bodies["monitoring.requestLogging.enabled"] = ["monitoring": ["requestLogging": ["enabled": true]]]
        if case .object(let options) = strength { for name in options.keys { bodies[strengthPath + name] = policy } }
        return bodies
    }()

    private static func value(at path: [String], in body: JSONValue) -> JSONValue? {
        path.reduce(body) { value, name in
            if case .array(let items)? = value { return items.first?[name] }
            return value?[name]
        }
    }

    private static func body(_ path: [String]) -> JSONValue {
        path.reversed().reduce(true) { value, name in .object([name: value]) }
    }

    private static func config(_ server: TestServer, _ patch: JSONValue? = nil) async throws -> HTTPAnswer {
        let url = "\(server.url)/v2/projects/\(server.project)/config"
        let headers = ["Authorization": "Bearer owner"]
        guard let patch else { return try await HTTP.send("GET", url, headers: headers) }
        return try await HTTP.post(url, patch, headers: headers, method: "PATCH")
    }

    @Test("A field that this server honours comes back as it was written")
    func written() async throws {
        let names = Set(Self.leaves(of: "AdminV2Config").map(\.name))
        #expect(Set(Self.honoured.keys).isSubset(of: names))
        for (name, body) in Self.honoured.sorted(by: { $0.key < $1.key }) {
            try await TestServer.with { server in
                let path = name.split(separator: ".").map(String.init)
                let before = Self.value(at: path, in: try await Self.config(server).json)
                let sent = Self.value(at: path, in: body)
                #expect(sent != nil && before != sent, "\(name) is so already.")
                // A password comes back as a mask, which cannot be sent where there is no password.
                let secret = try JSONDecoder().decode(
                    JSONValue.self, from: Data(body.text.replacing("********", with: "an app's password").utf8))
                let answer = try await Self.config(server, secret)
                #expect(answer.status == 200, "\(name): \(answer.text)")
                #expect(!answer.text.contains("an app's password"))
                #expect(Self.value(at: path, in: try await Self.config(server).json) == sent, "\(name): \(answer.text)")
            }
        }
    }

    @Test("Any other is refused by its name, or by that of a field around it")
    func refused() async throws {
        let leaves = Self.leaves(of: "AdminV2Config").filter { Self.honoured[$0.name] == nil }
        #expect(leaves.count > 40)
        try await TestServer.with { server in
            let before = try await Self.config(server).json
            for leaf in leaves {
                let answer = try await Self.config(server, Self.body(leaf.path))
                // Output only: Google ignores it as well.
                guard !leaf.isReadOnly else { continue }
                let named = answer.message?.firstMatch(of: /support the field ([\w.]+): leave it out/)?.output.1
                #expect(answer.status == 400, "\(leaf.name): \(answer.text)")
                #expect(named.map { "\(leaf.name).".hasPrefix("\($0).") } == true, "\(leaf.name): \(answer.text)")
            }
            #expect(try await Self.config(server).json == before)
        }
    }
}
