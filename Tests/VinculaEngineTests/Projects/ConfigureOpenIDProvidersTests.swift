import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct ConfigureOpenIDProvidersTests {
    private func edit(_ change: (inout OpenIDProviderEdit) -> Void = { _ in }) -> OpenIDProviderEdit {
        var edit = OpenIDProviderEdit()
        edit.clientID = "client"
        edit.issuer = "https://acme.test"
        change(&edit)
        return edit
    }

    private func only(_ change: (inout OpenIDProviderEdit) -> Void) -> OpenIDProviderEdit {
        var edit = OpenIDProviderEdit()
        change(&edit)
        return edit
    }

    @Test func `made, read, changed and deleted`() async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            let engine = test.engine
            let created = try await engine.projects.createOpenIDProvider(.acme, edit(), allowsLoopback: false, in: test.scope)
            #expect(!created.isEnabled && created.allowsIDToken && !created.allowsCode)
            #expect(try await engine.projects.openIDProvider(.acme, in: test.scope) == created)
            let changed = try await engine.projects.updateOpenIDProvider(
                .acme,
                only {
                    $0.isEnabled = true
                    $0.displayName = "Acme"
                }, allowsLoopback: false, in: test.scope)
            #expect(changed.isEnabled && changed.displayName == "Acme" && changed.clientID == "client")
            _ = try await engine.projects.createOpenIDProvider(
                ProviderID("oidc.a"), edit(), allowsLoopback: false, in: test.scope)
            #expect(try await engine.projects.openIDProviders(in: test.scope).map(\.id.value) == ["oidc.a", "oidc.acme"])
            #expect(try await engine.projects.openIDProviders(in: ProjectScope(project: "other")).isEmpty)
            try await engine.projects.deleteOpenIDProvider(.acme, in: test.scope)
            await #expect(throws: AuthError.configurationNotFound) {
                try await engine.projects.openIDProvider(.acme, in: test.scope)
            }
        }
    }

    @Test func `what is there or not there`() async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            let engine = test.engine
            _ = try await engine.projects.createOpenIDProvider(.acme, edit(), allowsLoopback: false, in: test.scope)
            await #expect(throws: AuthError.duplicateConfig) {
                try await engine.projects.createOpenIDProvider(.acme, edit(), allowsLoopback: false, in: test.scope)
            }
            let nobody = ProviderID("oidc.nobody")
            await #expect(throws: AuthError.configurationNotFound) {
                try await engine.projects.updateOpenIDProvider(nobody, edit(), allowsLoopback: false, in: test.scope)
            }
            await #expect(throws: AuthError.configurationNotFound) {
                try await engine.projects.deleteOpenIDProvider(nobody, in: test.scope)
            }
        }
    }

    @Test(
        "ids begin with oidc. and hold nothing that a path could misread",
        arguments: [
            "oidc.", "oidc", "acme", "google.com", "saml.acme", "oidc.a/b", "oidc.a b", "oidc.a\u{0}", "oidc.\u{E9}",
            "oidc." + String(repeating: "a", count: 65), "OIDC.acme", "oidc.a%2F", "oidc.[", "oidc.@", "oidc.{",
        ])
    func ids(id: String) async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            await #expect(throws: AuthError.invalidConfigID(id)) {
                try await test.engine.projects.createOpenIDProvider(ProviderID(id), edit(), allowsLoopback: true, in: test.scope)
            }
        }
    }

    @Test(
        "issuers are https, or on this machine where that is allowed",
        arguments: [
            ("https://acme.test", true, true), ("https://acme.test/a/b/", true, true), ("http://localhost:9000", false, true),
            ("http://127.0.0.1:9000/x", false, true), ("http://[::1]:9000", false, true), ("http://acme.test", false, false),
            ("http://localhost.evil.test", false, false), ("http://127.0.0.1.evil.test", false, false),
            ("http://localhost@evil.test", false, false), ("https://user:password@acme.test", false, false),
            ("https://acme.test?a=b", false, false), ("https://acme.test#a", false, false), ("ftp://acme.test", false, false),
            ("file:///etc/passwd", false, false), ("acme.test", false, false), ("https://", false, false),
            ("https:///x", false, false), ("https://acme.test\r\n", false, false), (" https://acme.test", false, false),
            ("http://0.0.0.0", false, false), ("http://127.0.0.2", false, false),
            ("https://" + String(repeating: "a", count: 2048), false, false),
        ] as [(String, Bool, Bool)])
    func issuers(issuer: String, isAllowed: Bool, isAllowedOnLoopback: Bool) async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            for (allowsLoopback, isGood) in [(false, isAllowed), (true, isAllowedOnLoopback)] {
                let id = ProviderID("oidc.loopback-\(allowsLoopback)")
                let edit = edit { $0.issuer = issuer }
                do {
                    let made = try await test.engine.projects.createOpenIDProvider(
                        id, edit, allowsLoopback: allowsLoopback, in: test.scope)
                    #expect(isGood && made.issuer == issuer)
                } catch let error as AuthError {
                    guard case .invalidIssuer = error, !isGood else {
                        Issue.record("\(error)")
                        continue
                    }
                }
            }
        }
    }

    @Test func `without issuer or client id there is no provider`() async throws {
        try await TestEngine.run(seedsProvider: false) { (test: TestEngine) async throws in
            for issuer in [nil, ""] {
                await #expect(throws: AuthError.missingIssuer) {
                    try await test.engine.projects.createOpenIDProvider(
                        .acme, edit { $0.issuer = issuer }, allowsLoopback: true, in: test.scope)
                }
            }
            for client in [nil, "", String(repeating: "c", count: 1025)] {
                await #expect(throws: AuthError.missingClientID) {
                    try await test.engine.projects.createOpenIDProvider(
                        .acme, edit { $0.clientID = client }, allowsLoopback: true, in: test.scope)
                }
            }
            #expect(try await test.engine.projects.openIDProviders(in: test.scope).isEmpty)
        }
    }

    @Test func `T133 a secret never goes to an endpoint that it was not entered for`() async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            let engine = test.engine
            func update(_ change: (inout OpenIDProviderEdit) -> Void) async throws -> OpenIDProvider {
                try await engine.projects.updateOpenIDProvider(.acme, only(change), allowsLoopback: false, in: test.scope)
            }
            let created = try await engine.projects.createOpenIDProvider(
                .acme, edit { $0.clientSecret = "top secret" }, allowsLoopback: false, in: test.scope)
            let sealed = try #require(created.sealedClientSecret)
            #expect(!sealed.contains("top secret"))
            let opened = try test.sealer.open(
                try #require(Data(base64Encoded: sealed)), place: "client-secret/demo//oidc.acme")
            #expect(opened == Data("top secret".utf8))

            #expect(try await update { $0.displayName = "Acme" }.sealedClientSecret == sealed)
            #expect(try await update { $0.issuer = "https://acme.test" }.sealedClientSecret == sealed)
            for (issuer, client, secret) in [
                ("https://evil.test", nil, nil), ("https://evil.test", "another", nil), ("https://evil.test", nil, "********"),
                ("https://evil.test", nil, "\u{2022}\u{2022}\u{2022}\u{2022}"),
                ("https://evil.test", "another", SecretChange.mask),
            ] as [(String?, String?, String?)] {
                await #expect(throws: AuthError.self) {
                    try await update {
                        $0.issuer = issuer
                        $0.clientID = client
                        $0.clientSecret = secret
                    }
                }
            }
            // Another client of the same issuer: the secret goes where it went.
            #expect(try await update { $0.clientID = "another" }.sealedClientSecret == sealed)
            // A mask that comes back with nothing else changed is the secret that it stands for.
            #expect(try await update { $0.clientSecret = SecretChange.mask }.sealedClientSecret == sealed)
            let both = try await update {
                $0.issuer = "https://new.test"
                $0.clientSecret = "new"
            }
            #expect(both.sealedClientSecret != nil)
            #expect(both.sealedClientSecret != sealed)
            #expect(try await update { $0.clientSecret = "" }.sealedClientSecret == nil)
            await #expect(throws: AuthError.self) { try await update { $0.clientSecret = SecretChange.mask } }
            #expect(try await update { $0.clientID = "third" }.sealedClientSecret == nil)
        }
    }

    @Test func `T191 what user ids mean stays while there are identities`() async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            let projects = test.engine.projects
            let plain = ProviderID("oauth2.acme")
            func endpoints(_ change: (inout OpenIDProviderEdit) -> Void = { _ in }) -> OpenIDProviderEdit {
                only {
                    $0.clientID = "client"
                    $0.isEnabled = true
                    $0.authorizationURL = "https://id.acme.test/authorize"
                    $0.tokenURL = "https://id.acme.test/token"
                    $0.userInfoURL = "https://api.acme.test/me"
                    $0.members = OAuth2Endpoints.Members(subject: "id")
                    change(&$0)
                }
            }
            func add(_ provider: OpenIDProvider, _ subject: String) async throws {
                let key = IdentityKey(provider: provider.id, issuer: provider.issuer, subject: subject)
                _ = try await test.present(PresentedIdentity(key: key, email: nil, ownership: .claimed))
            }
            func update(_ id: ProviderID, _ change: (inout OpenIDProviderEdit) -> Void) async throws -> OpenIDProvider {
                try await projects.updateOpenIDProvider(id, only(change), allowsLoopback: false, in: test.scope)
            }
            func expectRefused(_ id: ProviderID, _ words: String, _ change: (inout OpenIDProviderEdit) -> Void) async {
                await #expect {
                    _ = try await update(id, change)
                } throws: { error in
                    guard case .invalidConfig(let text) = error as? AuthError else { return false }
                    return text.contains(words) && text.contains("\(id)")
                }
            }
            _ = try await projects.createOpenIDProvider(plain, endpoints(), allowsLoopback: false, in: test.scope)
            // Nobody yet: everything may change.
            let made = try await update(plain) { $0.members = OAuth2Endpoints.Members(subject: "user.id") }
            try await add(made, "7")
            try await add(made, "8")
            await expectRefused(plain, "members.subject cannot change while oauth2.acme has 2 identities") {
                $0.members = OAuth2Endpoints.Members(subject: "id")
            }
            await expectRefused(plain, "userInfoUrl") { $0.userInfoURL = "https://api.acme.test/you" }
            await expectRefused(plain, "userInfoUrl") { $0.userInfoURL = "https://other.test/me" }
            let renamed = try await update(plain) {
                $0.tokenURL = "https://id.acme.test/token2"
                $0.members = OAuth2Endpoints.Members(subject: "user.id", name: "name")
            }
            #expect(renamed.issuer == made.issuer)
            // Made again with another member, its ids are other people's; with the same one, they are the same people's.
            try await projects.deleteOpenIDProvider(plain, in: test.scope)
            let other = try await projects.createOpenIDProvider(plain, endpoints(), allowsLoopback: false, in: test.scope)
            #expect(other.issuer != made.issuer)
            try await projects.deleteOpenIDProvider(plain, in: test.scope)
            let same = try await projects.createOpenIDProvider(
                plain, endpoints { $0.members = OAuth2Endpoints.Members(subject: "user.id") }, allowsLoopback: false,
                in: test.scope)
            #expect(same.issuer == made.issuer)

            let acme = try await projects.createOpenIDProvider(
                .acme, edit { $0.isEnabled = true }, allowsLoopback: false, in: test.scope)
            let moved = try await update(.acme) { $0.issuer = "https://new.test" }
            #expect(moved.issuer != acme.issuer)
            try await add(moved, "7")
            await expectRefused(.acme, "issuer cannot change while oidc.acme has 1 identity:") { $0.issuer = "https://acme.test" }
            #expect(try await update(.acme) { $0.clientID = "another" }.issuer == "https://new.test")
        }
    }

    @Test func `T133 a refused change keeps everything, the secret too`() async throws {
        try await TestEngine.run(seedsProvider: false) { test in
            let created = try await test.engine.projects.createOpenIDProvider(
                .acme, edit { $0.clientSecret = "top secret" }, allowsLoopback: false, in: test.scope)
            await #expect(throws: AuthError.self) {
                try await test.engine.projects.updateOpenIDProvider(
                    .acme, only { $0.issuer = "http://evil.test" }, allowsLoopback: false, in: test.scope)
            }
            #expect(try await test.engine.projects.openIDProvider(.acme, in: test.scope) == created)
        }
    }
}
