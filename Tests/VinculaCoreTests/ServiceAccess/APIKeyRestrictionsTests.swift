import Testing
import VinculaCore

struct APIKeyRestrictionsTests {
    private static func address(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)) }

    @Test("Methods are exact, or the beginning before a star; networks are exact to the bit")
    func allows() throws {
        let made = try APIKeyRestrictions(
            methods: ["accounts.signIn*", "token"], networks: ["192.0.2.7", "198.51.100.0/24", "2001:db8::/32"])
        for (method, isAllowed) in [
            ("accounts.signInWithIdp", true), ("accounts.signInWithPassword", true), ("token", true), ("accounts.signUp", false),
            ("tokens", false), ("Token", false), ("account.token", false), ("accounts.signI", false),
        ] {
            #expect(made.allows(method: method) == isAllowed, "\(method)")
        }
        for (text, isAllowed) in [
            ("192.0.2.7", true), ("::ffff:192.0.2.7", true), ("192.0.2.8", false), ("198.51.100.255", true),
            ("198.51.101.0", false), ("2001:db8:ffff::1", true), ("2001:db9::1", false),
        ] {
            #expect(made.allows(try Self.address(text)) == isAllowed, "\(text)")
        }
        #expect(!made.allows(.unknown), "A caller whose address is not known is nowhere.")
        #expect(APIKeyRestrictions.none.allows(method: "anything") && APIKeyRestrictions.none.allows(.unknown))
    }

    @Test("What cannot be honoured is refused by name")
    func refusals() throws {
        #expect(throws: APIKeyRestrictions.Refusal.unknownMethod("accounts.signup")) {
            try APIKeyRestrictions(methods: ["accounts.signup"], networks: [])
        }
        #expect("\(APIKeyRestrictions.Refusal.unknownMethod("accounts.signup"))".contains("accounts.signUp"))
        for method in ["*", "", "projects.config.get", "accounts.*In", "xyz*"] {
            #expect(throws: APIKeyRestrictions.Refusal.unknownMethod(method)) {
                try APIKeyRestrictions(methods: [method], networks: [])
            }
        }
        for network in ["", "loopback", "192.0.2.1/24", "192.0.2.0/33", "example.com", "192.0.2.0/ 24", "https://shop.example/*"]
        {
            #expect(throws: APIKeyRestrictions.Refusal.unreadableNetwork(network)) {
                try APIKeyRestrictions(methods: [], networks: [network])
            }
        }
        #expect(throws: APIKeyRestrictions.Refusal.tooManyMethods) {
            try APIKeyRestrictions(methods: Array(repeating: "token", count: 65), networks: [])
        }
        #expect(throws: APIKeyRestrictions.Refusal.tooManyNetworks) {
            try APIKeyRestrictions(methods: [], networks: Array(repeating: "192.0.2.1", count: 65))
        }
        #expect(try APIKeyRestrictions(methods: ["token", "token"], networks: []).methods == ["token"])
    }

    @Test("A use is noted after an hour, and not before")
    func uses() {
        let moment = Timestamp(milliseconds: 10_000_000)
        var key = APIKey(key: "k", project: "p", label: "", createdAt: moment)
        #expect(key.isWorthNoting(useAt: moment))
        key.lastUsedAt = moment
        #expect(!key.isWorthNoting(useAt: Timestamp(milliseconds: 13_599_999)))
        #expect(key.isWorthNoting(useAt: Timestamp(milliseconds: 13_600_000)))
    }
}
