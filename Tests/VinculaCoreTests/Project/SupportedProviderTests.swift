import Testing
import VinculaCore

struct SupportedProviderTests {
    private func provider(_ id: ProviderID, _ change: (inout SupportedProvider) -> Void = { _ in }) -> SupportedProvider {
        var provider = SupportedProvider(id: id, isEnabled: true, clientID: "client")
        change(&provider)
        return provider
    }

    @Test func `audiences are the clients and Apple's apps`() {
        let apple = provider(.apple) {
            $0.otherClientIDs = ["other"]
            $0.apple.bundleIDs = ["com.example.app"]
        }
        #expect(apple.audiences == ["client", "other", "com.example.app"])
        #expect(SupportedProvider(id: .google).audiences.isEmpty)
    }

    @Test func `what is switched off may lack everything, what is on needs a client`() throws {
        for id in ProviderID.builtIn { try SupportedProvider(id: id).requireUsable() }
        for id in ProviderID.builtIn where id != .gameCenter {
            #expect(throws: AuthError.missingClientID) { try SupportedProvider(id: id, isEnabled: true).requireUsable() }
        }
        try SupportedProvider(id: .gameCenter, isEnabled: true).requireUsable()
        try provider(.google).requireUsable()
        var apps = SupportedProvider(id: .apple, isEnabled: true)
        apps.apple.bundleIDs = ["com.example.app"]
        try apps.requireUsable()
        #expect(throws: AuthError.missingClientSecret) { try provider(.playGames).requireUsable() }
        #expect(throws: AuthError.missingClientID) {
            try SupportedProvider(id: .google, sealedClientSecret: "sealed").requireUsable()
        }
    }

    @Test func `Apple's parts are Apple's, and come together`() throws {
        #expect(throws: AuthError.self) { try provider(.google) { $0.apple.bundleIDs = ["a"] }.requireUsable() }
        #expect(throws: AuthError.self) { try provider(.apple) { $0.apple.teamID = "TEAM" }.requireUsable() }
        #expect(throws: AuthError.self) {
            try provider(.apple) {
                $0.apple.teamID = "TEAM"
                $0.apple.keyID = "KEY"
            }.requireUsable()
        }
        try provider(.apple) {
            $0.apple.teamID = "TEAM"
            $0.apple.keyID = "KEY"
            $0.apple.sealedPrivateKey = "sealed"
        }.requireUsable()
    }

    @Test(
        "ids that a token or a URL could be misread by",
        arguments: ["a b", "a\n", "\u{E9}", "a\u{0}", String(repeating: "a", count: 1025)])
    func badIDs(id: String) {
        #expect(throws: AuthError.self) { try provider(.google) { $0.clientID = id }.requireUsable() }
        #expect(throws: AuthError.self) { try provider(.google) { $0.otherClientIDs = [id] }.requireUsable() }
        #expect(throws: AuthError.self) { try provider(.apple) { $0.apple.bundleIDs = [id] }.requireUsable() }
    }
}

struct SecretChangeTests {
    private func decide(_ sent: String?, kept: Bool = true, elsewhere: Bool = false) throws(AuthError) -> SecretChange {
        try SecretChange.decide(sent: sent, isKept: kept, isElsewhere: elsewhere, field: "clientSecret")
    }

    @Test func `a new secret replaces, an empty one removes, none keeps`() throws {
        #expect(try decide("s3cret") == .replace("s3cret"))
        #expect(try decide("s3cret", elsewhere: true) == .replace("s3cret"))
        #expect(try decide("") == .remove)
        #expect(try decide("", elsewhere: true) == .remove)
        #expect(try decide(nil) == .keep)
        #expect(try decide(nil, kept: false, elsewhere: true) == .keep)
        #expect(throws: AuthError.self) { try decide(String(repeating: "s", count: 4097)) }
    }

    @Test(
        "T133 a mask is not a secret",
        arguments: [SecretChange.mask, "*", "****************", "\u{2022}\u{2022}\u{2022}", "REDACTED"])
    func masks(mask: String) throws {
        #expect(try decide(mask) == .keep)
        #expect(throws: AuthError.self) { try decide(mask, kept: false) }
        #expect(throws: AuthError.self) { try decide(mask, elsewhere: true) }
        #expect(throws: AuthError.self) { try decide(nil, elsewhere: true) }
    }
}
