import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

struct BuiltInProviderTests {
    @Test func `google's identity has the shapes that clients know`() async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with([
                "email": "Ann@Gmail.com", "given_name": "Ann", "family_name": "Archer", "picture": "https://p.test/a.png",
                "azp": "ios-client",
            ])
            let signed = token
            let identity = try await provider.verify(signed, as: .google)
            #expect(identity.details.federatedID == "https://accounts.google.com/s-1")
            #expect(identity.presented.ownership == .proven)
            #expect(identity.details.firstName == "Ann")
            #expect(identity.details.lastName == "Archer")
            #expect(
                identity.details.rawUserInfo == [
                    "granted_scopes":
                        "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
                    "id": "s-1", "name": "Ann", "given_name": "Ann", "family_name": "Archer", "verified_email": true,
                    "locale": "en",
                    "email": "ann@gmail.com", "picture": "https://p.test/a.png",
                ])
        }
    }

    private static let mailboxes: [(String, String?, EmailOwnership)] = [
        ("ann@gmail.com", nil, .proven), ("ann@corp.test", nil, .claimed), ("ann@corp.test", "other.test", .claimed),
        ("ann@corp.test", "corp.test", .proven),
    ]

    @Test(arguments: mailboxes)
    func `T017 google owns its own mailboxes`(email: String, hostedDomain: String?, ownership: EmailOwnership) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["email": .string(email), "hd": hostedDomain.map(JSONValue.string)])
            let signed = token
            let checked = try await provider.verify(signed, as: .google)
            #expect(checked.presented.ownership == ownership)
        }
    }

    private static let truths: [(JSONValue, EmailOwnership)] = [
        (true, .proven), ("true", .proven), ("false", .claimed), (false, .claimed), (1, .claimed), (.null, .claimed),
    ]

    @Test(arguments: truths)
    func `T024 apple writes truth as text, too`(verified: JSONValue, ownership: EmailOwnership) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["email_verified": verified])
            let signed = token
            let checked = try await provider.verify(signed, as: .apple)
            #expect(checked.presented.ownership == ownership)
        }
    }

    private static let nameless: [JSONValue?] = [
        nil, "x", ["name": 1], ["name": ["firstName": "a\r\nBcc: b"]], ["name": ["firstName": ""]],
    ]

    @Test func `apple's name comes from the client`() async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["name": nil])
            let signed = token
            let user: JSONValue = ["name": ["firstName": "Ann", "lastName": "Archer"]]
            let named = try await provider.verify(signed, as: .apple, user: user)
            #expect(named.details.firstName == "Ann")
            #expect(named.details.lastName == "Archer")
            #expect(named.presented.profile.displayName == "Ann Archer")
            for user in Self.nameless {
                let unnamed = try await provider.verify(signed, as: .apple, user: user)
                #expect(unnamed.details.firstName == nil)
                #expect(unnamed.presented.profile.displayName == nil)
            }
        }
    }

    private func runMicrosoft(_ body: @Sendable (HostileProvider) async throws -> Void) async throws {
        try await HostileProvider.run { provider in
            provider[HostileProvider.microsoftDiscoveryPath] = .json([
                "issuer": .string(provider.address + "/{tenantid}/v2.0"), "jwks_uri": .string(provider.address + "/jwks"),
            ])
            try await body(provider)
        }
    }

    private static let tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"

    @Test(arguments: [
        ("ann@outlook.com", ProviderTrust.microsoftConsumerTenant, EmailOwnership.proven),
        ("ann@corp.test", ProviderTrust.microsoftConsumerTenant, .claimed), ("ann@outlook.com", tenant, .claimed),
        ("ann@corp.test", tenant, .claimed),
    ])
    func `T016 a tenant's owner owns no mailbox`(email: String, tenant: String, ownership: EmailOwnership) async throws {
        try await runMicrosoft { provider in
            var token = TestToken(issuer: provider.address + "/\(tenant)/v2.0")
            token.claims = token.claims.with(["tid": .string(tenant), "email": .string(email), "xms_edov": true])
            let signed = token
            let identity = try await provider.verify(signed, as: .microsoft)
            #expect(identity.presented.ownership == ownership)
            #expect(identity.presented.key.issuer == provider.address + "/\(tenant)/v2.0")
        }
    }

    @Test func `T016 login names are no emails`() async throws {
        try await runMicrosoft { provider in
            var token = TestToken(issuer: provider.address + "/\(Self.tenant)/v2.0")
            token.claims = token.claims.with([
                "tid": .string(Self.tenant), "email": nil, "upn": "v@corp.test", "preferred_username": "v@corp.test",
                "unique_name": "v@corp.test",
            ])
            let signed = token
            let checked = try await provider.verify(signed, as: .microsoft, trust: .assertsVerified)
            #expect(checked.presented.email == nil)
        }
    }

    private static let otherTenants: [JSONValue?] = [
        "9188040d-6c67-4c5b-b112-36a304b66dad", "common", "{tenantid}", "../evil", "", 1, nil,
    ]

    @Test(arguments: otherTenants)
    func `T022 microsoft's issuer is that of the token's tenant`(tenant: JSONValue?) async throws {
        try await runMicrosoft { provider in
            var token = TestToken(issuer: provider.address + "/\(Self.tenant)/v2.0")
            token.claims = token.claims.with(["tid": tenant])
            let signed = token
            await expect(.invalidIDPResponse) { try await provider.verify(signed, as: .microsoft) }
            if let text = tenant?.string, text.count < 36 {
                var own = signed
                own.claims = own.claims.with(["iss": .string(provider.address + "/\(text)/v2.0")])
                let shaped = own
                await expect(.invalidIDPResponse) { try await provider.verify(shaped, as: .microsoft) }
            }
        }
    }
}
