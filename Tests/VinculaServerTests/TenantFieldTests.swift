import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import IdentityToolkit

/// Every field of Google's `Tenant`: honoured, or refused by its name. None is accepted and dropped.
@Suite("Every field of a tenant")
struct TenantFieldTests {
    private static func leaves(of type: String, at path: [String] = [], isReadOnly: Bool = false) -> [(String, Bool)] {
        (DiscoveredFields.table[type] ?? "").split(separator: "\n").flatMap { line -> [(String, Bool)] in
            let parts = line.split(separator: ":", maxSplits: 1)
            let own = path + [parts[0].filter { $0 != "!" }]
            let isReadOnly = isReadOnly || parts[0].hasSuffix("!")
            guard parts.count == 2 else { return [(own.joined(separator: "."), isReadOnly)] }
            return leaves(of: String(parts[1]), at: own, isReadOnly: isReadOnly)
        }
    }

    private static let honoured: [String: JSONValue] = {
        let on: JSONValue = [
            "mfaConfig": [
                "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
                "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 3]]],
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
        var bodies: [String: JSONValue] = [
            "displayName": ["displayName": "acme"], "allowPasswordSignup": ["allowPasswordSignup": true],
            "enableEmailLinkSignin": ["enableEmailLinkSignin": true], "enableAnonymousUser": ["enableAnonymousUser": true],
            "disableAuth": ["disableAuth": true], "autodeleteAnonymousUsers": ["autodeleteAnonymousUsers": true],
            "testPhoneNumbers": ["testPhoneNumbers": ["+16505550100": "123456"]],
            "inheritance.emailSendingConfig": ["inheritance": ["emailSendingConfig": false]],
            "client.permissions.disabledUserSignup": permissions, "client.permissions.disabledUserDeletion": permissions,
            "emailPrivacyConfig.enableImprovedEmailPrivacy": ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]],
            "mfaConfig.state": on, "mfaConfig.enabledProviders": on, "mfaConfig.providerConfigs.state": on,
            "mfaConfig.providerConfigs.totpProviderConfig.adjacentIntervals": on,
            "passwordPolicyConfig.passwordPolicyEnforcementState": policy, "passwordPolicyConfig.forceUpgradeOnSignin": policy,
            "smsRegionConfig.allowByDefault.disallowedRegions": [
                "smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["FR"]]]
            ],
            "smsRegionConfig.allowlistOnly.allowedRegions": ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["FR"]]]],
        ]
        let place = "passwordPolicyConfig.passwordPolicyVersions.customStrengthOptions."
        if case .object(let options) = strength { for name in options.keys { bodies[place + name] = policy } }
        return bodies
    }()

    private static func value(at path: String, in body: JSONValue) -> JSONValue? {
        path.split(separator: ".").reduce(body as JSONValue?) { value, name in
            if case .array(let items)? = value { return items.first?[String(name)] }
            return value?[String(name)]
        }
    }

    @Test("A field that this server honours comes back as it was written, at creation and by a change")
    func written() async throws {
        try await TestServer.with { server in
            #expect(Set(Self.honoured.keys).isSubset(of: Self.leaves(of: "AdminV2Tenant").map(\.0)))
            for (name, body) in Self.honoured.sorted(by: { $0.key < $1.key }) {
                guard case .object(let members) = body else { continue }
                let sent = Self.value(at: name, in: body)
                let made = try await server.administer("POST", "tenants", members)
                #expect(made.status == 200 && Self.value(at: name, in: made.json) == sent, "\(name): \(made.text)")
                let plain = try await server.administer("POST", "tenants", [:])
                #expect(Self.value(at: name, in: plain.json) != sent, "\(name) is so already.")
                let url = "tenants/\(try #require(plain["tenantId"]))"
                let answer = try await server.administer("PATCH", url, members)
                #expect(answer.status == 200, "\(name): \(answer.text)")
                #expect(Self.value(at: name, in: try await server.administer("GET", url).json) == sent, "\(name)")
            }
        }
    }

    @Test("Any other is refused by its name, or by that of a field around it")
    func refused() async throws {
        try await TestServer.with { server in
            let url = "tenants/\(try #require(try await server.administer("POST", "tenants", [:])["tenantId"]))"
            let before = try await server.administer("GET", url).json
            let others = Self.leaves(of: "AdminV2Tenant").filter { Self.honoured[$0.0] == nil && !$0.1 }
            #expect(others.count > 5)
            for (name, _) in others {
                let body = name.split(separator: ".").reversed().reduce(true as JSONValue) { .object([String($1): $0]) }
                guard case .object(let members) = body else { continue }
                let answer = try await server.administer("PATCH", url, members)
                let named = answer.message?.firstMatch(of: /support the field ([\w.]+): leave it out/)?.output.1
                #expect(answer.status == 400 && named.map { "\(name).".hasPrefix("\($0).") } == true, "\(name): \(answer.text)")
            }
            #expect(try await server.administer("GET", url).json == before)
        }
    }
}
