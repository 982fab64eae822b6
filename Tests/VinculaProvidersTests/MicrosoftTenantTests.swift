import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

struct MicrosoftTenantTests {
    private static let consumers = ProviderTrust.microsoftConsumerTenant
    private static let work = "72f988bf-86f1-41af-91ab-2d7cd011db47"

    private func verify(
        _ tenants: [String], tenant: String, email: String = "ann@corp.test", edov: JSONValue?,
        _ trust: ProviderTrust = .domainOwner,
        more: [String: JSONValue?] = [:]
    ) async throws -> EmailOwnership {
        let options = try #require(MicrosoftTenants(tenants))
        return try await HostileProvider.run { provider in
            provider["/common/v2.0/.well-known/openid-configuration"] = .json([
                "issuer": .string(provider.address + "/{tenantid}/v2.0"), "jwks_uri": .string(provider.address + "/jwks"),
            ])
            var token = TestToken(issuer: provider.address + "/\(tenant)/v2.0")
            token.claims = token.claims.with(["tid": .string(tenant), "email": .string(email), "xms_edov": edov]).with(more)
            let registry = provider.registry { $0[.microsoft].tenants = options }
            return try await provider.verify(token, as: .microsoft, trust: trust, by: registry).presented.ownership
        }
    }

    @Test("T016 a work account's email is proven where Microsoft vouches for the domain and the tenant is listed")
    func provenDomain() async throws {
        for edov: JSONValue in [true, "1", "true"] {
            #expect(try await verify([Self.work], tenant: Self.work, edov: edov) == .proven)
            #expect(try await verify(["common", Self.work.uppercased()], tenant: Self.work, edov: edov) == .proven)
            #expect(try await verify(["common"], tenant: Self.work, edov: edov) == .claimed)
            #expect(try await verify([Self.work], tenant: Self.work, edov: edov, .never) == .claimed)
        }
        let lies: [JSONValue?] = [nil, false, 1, "false", "0", "", .array([true]), .null]
        for edov in lies { #expect(try await verify([Self.work], tenant: Self.work, edov: edov) == .claimed) }
    }

    @Test("T016 email_verified is no word of Microsoft's, and a believed Microsoft means xms_edov")
    func emailVerified() async throws {
        #expect(
            try await verify(["common"], tenant: Self.work, edov: nil, .assertsVerified, more: ["email_verified": true])
                == .claimed)
        #expect(try await verify(["common"], tenant: Self.work, edov: true, .assertsVerified) == .proven)
        let corp = try ProviderTrust(level: .domainOwner, domains: ["corp.test"])
        #expect(try await verify(["common"], tenant: Self.work, edov: nil, corp, more: ["email_verified": true]) == .claimed)
        #expect(try await verify(["common"], tenant: Self.work, edov: true, corp) == .proven)
    }

    @Test("only accounts of tenants that are let in come in")
    func tenants() async throws {
        let cases: [([String], String, Bool)] = [
            (["common"], Self.work, true), (["common"], Self.consumers, true), (["consumers"], Self.work, false),
            (["consumers"], Self.consumers, true), (["organizations"], Self.work, true),
            (["organizations"], Self.consumers, false),
            ([Self.work], Self.work, true), ([Self.work], Self.consumers, false),
            ([Self.work], "11111111-2222-3333-4444-555555555555", false), (["organizations", "consumers"], Self.consumers, true),
            ([Self.consumers], Self.consumers, true), ([Self.consumers], Self.work, false),
        ]
        for (names, tenant, isLetIn) in cases {
            if isLetIn {
                #expect(
                    try await verify(names, tenant: tenant, email: "ann@outlook.com", edov: nil)
                        == (tenant == Self.consumers ? .proven : .claimed))
            } else {
                await expect(.invalidIDPResponse) { try await verify(names, tenant: tenant, edov: true) }
            }
        }
    }

    @Test(
        "what names no tenant is refused",
        arguments: [[], [""], ["Common"], ["everybody"], ["common", "acme.example"], ["{tenantid}"]])
    func badNames(names: [String]) { #expect(MicrosoftTenants(names) == nil) }
}
