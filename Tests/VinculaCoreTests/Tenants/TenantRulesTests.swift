import Testing
import VinculaCore

@Suite("Tenants' ids and names")
struct TenantRulesTests {
    @Test("An id has letters, digits, hyphens and underscores; a name begins with a letter")
    func texts() {
        let ids = ["a", "acme-x1y2z", "T_1", String(repeating: "a", count: 128)]
        for id in ids { #expect(TenantID.isWellFormed(id), "\(id)") }
        for id in ["", "a b", "a/b", "a.b", "é", "a\u{0}", String(repeating: "a", count: 129)] {
            #expect(!TenantID.isWellFormed(id), "\(id)")
        }
        for name in ["a", "Acme", "acme-2", String(repeating: "a", count: 20)] { #expect(TenantID.isName(name), "\(name)") }
        for name in ["", "2acme", "-acme", "acme corp", "é", "a_b", String(repeating: "a", count: 21)] {
            #expect(!TenantID.isName(name), "\(name)")
        }
        #expect(TenantID.make(name: "Acme-2", suffix: "x1y2z") == "acme-2-x1y2z")
        #expect(TenantID.make(name: nil, suffix: "x1y2z") == "tenant-x1y2z")
        #expect(TenantID.isWellFormed(TenantID.make(name: String(repeating: "A", count: 20), suffix: "x1y2z")))
    }

    struct Case: Sendable {
        var path: String?
        var named: [String] = []
        var token: String?
        /// `nil` for a refusal.
        var tenant: String?
        var refusal = AuthError.tenantIDMismatch
    }

    @Test(
        "All places that name a tenant name the same one",
        arguments: [
            Case(tenant: ""), Case(named: ["", ""], tenant: ""), Case(path: "a", tenant: "a"), Case(named: ["a"], tenant: "a"),
            Case(path: "a", named: ["a", "a"], token: "a", tenant: "a"), Case(token: "a", tenant: "a"),
            Case(token: "", tenant: ""), Case(named: [""], token: "a", tenant: "a"), Case(path: "a", named: ["b"]),
            Case(named: ["a", "b"]), Case(path: "a", token: "b"), Case(named: ["a"], token: "b"),
            // The token of somebody outside tenants.
            Case(named: ["a"], token: ""), Case(path: "a", token: ""), Case(path: "", refusal: .invalidTenantID),
            Case(named: ["a.b"], refusal: .invalidTenantID), Case(path: "a", named: ["a/b"], refusal: .invalidTenantID),
        ])
    func choice(_ one: Case) {
        do {
            let choice = try TenantChoice(path: one.path, named: one.named, token: one.token)
            #expect(choice.tenant == one.tenant, "\(one)")
        } catch {
            #expect(one.tenant == nil && error == one.refusal, "\(one) \(error)")
        }
    }
}
