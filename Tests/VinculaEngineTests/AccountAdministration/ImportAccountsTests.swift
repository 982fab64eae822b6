import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct ImportAccountsTests {
    /// An algorithm with its parameters, and the hash of "password" with the salt "NaCl".
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let isFast: Bool
        let hash: String
        var salt: String? = "TmFDbA=="
        var parameters: @Sendable (inout GivenHashParameters) -> Void = { _ in }

        var testDescription: String { name }
    }

    private static let key = Data("secret".utf8)
    private static let signerKey =
        Data(anyBase64: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")

    static let kinds = [
        Kind(
            name: "SCRYPT", isFast: false,
            hash: "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T_rcaGieN04q_ZPJ08WhJEHGjj9lz_2TT-_86N5VjVoc5DdBhBiw=="
        ) {
            ($0.signerKey, $0.saltSeparator, $0.rounds, $0.memoryCost) = (signerKey, Data([7]), 8, 14)
        },
        Kind(
            name: "STANDARD_SCRYPT", isFast: true,
            hash: "/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA=="
        ) {
            ($0.cpuMemCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (1024, 8, 16, 64)
        },
        Kind(
            name: "BCRYPT", isFast: false,
            hash: Data("$2b$06$abcdefghijklmnopqrstuuNBpXtlux7FnXJE0fnrtkSXNhdOGmWHu".utf8).base64EncodedString(), salt: nil),
        Kind(name: "PBKDF_SHA1", isFast: true, hash: "lyyzCFlAUpkzVJDKKPSl1PyJGrk") { $0.rounds = 1000 },
        Kind(
            name: "PBKDF2_SHA256", isFast: true,
            hash: "Z9vMeFSKdTKPaJASW-wsWYdujeLkySyZsgGHKnYOKuwH-SijZE92OGKJ-62nJEc9y5RQUd4ZsTTZMLUrNY9R0w"
        ) { $0.rounds = 1000 },
        Kind(name: "HMAC_MD5", isFast: true, hash: "4tZGVrzeu9LZ9eWZ03FrLg==") { $0.signerKey = key },
        Kind(name: "HMAC_SHA1", isFast: true, hash: "tSjltw8SZxad1AY6k8wDYCwUeyI=") { $0.signerKey = key },
        Kind(name: "HMAC_SHA256", isFast: true, hash: "ExOA8YX6DO2P838cxsMMdHTddVwTeqjm1H9BMFO7qWE=") {
            ($0.signerKey, $0.order) = (key, .saltFirst)
        },
        Kind(
            name: "HMAC_SHA512", isFast: true,
            hash: "yoFsygT+IMma1lMv+IqBvfHM1DCminat6m9ku6Re5nl8QSy9Z3BwPG9FnejSRcu99tK4xSVVkY6I9euOf8nmQA=="
        ) { $0.signerKey = key },
        Kind(name: "MD5", isFast: true, hash: "NjJkMTlmN2U3ZGRjYjU5NDY3Mjg3NzZkMjVlNDEwZWQ="),
        Kind(name: "SHA1", isFast: true, hash: "1KcT0q+EDnj4srp/Y+SpVe39NUk=") { ($0.rounds, $0.order) = (3, .passwordFirst) },
        Kind(name: "SHA256", isFast: true, hash: "sgq3SqJUn34ToOiGy0RxzC5w/NLOgHXA7mSDq7phMvM=") { $0.rounds = 1 },
        Kind(
            name: "SHA512", isFast: true,
            hash: "2p0svfOgDTflOF7HK5wbHP+05l4lkdV8P+FFq+p6aHPQS7uBGa9TyGc8DfxZsfkcaV2Mfod35WxAzaj5yBEKYw=="
        ) { $0.rounds = 1 },
        Kind(name: "ARGON2", isFast: true, hash: "/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", salt: "c29tZXNhbHQ=") {
            var argon2 = GivenHashParameters.Argon2()
            argon2.variant = Argon2Variant(.i, isOld: true)
            (argon2.hashLength, argon2.iterations, argon2.memoryKib, argon2.parallelism) = (32, 2, 256, 1)
            $0.argon2 = argon2
        },
    ]

    private func load(_ kind: Kind, ids: [String] = ["a"]) -> AccountImport {
        var new = AccountImport()
        new.hashes.algorithm = kind.name
        kind.parameters(&new.hashes)
        new.accounts = ids.map { id in
            var account = GivenAccount()
            (account.id, account.email) = (id, "\(id)@example.com")
            (account.passwordHash, account.salt) = (kind.hash, kind.salt)
            return account
        }
        return new
    }

    private func wrapAll(_ test: TestEngine) async throws -> Int {
        var wrapped = 0
        while true {
            let count = try await test.engine.upkeep.wrapImportedHashes(count: 2)
            guard count > 0 else { return wrapped }
            wrapped += count
        }
    }

    @Test("a password of every kind opens its account, and is Argon2id from then on", arguments: kinds)
    func everyKind(kind: Kind) async throws {
        for wrapsFirst in [false, true] {
            try await TestEngine.run { test in
                #expect(try await test.engine.accounts.importAccounts(load(kind), in: test.scope) == [])
                let id = AccountID("a")
                let before = try #require(try await test.account(id)?.password)
                #expect(before.isBare && before.imported != nil)
                if wrapsFirst {
                    #expect(try await wrapAll(test) == (kind.isFast ? 1 : 0))
                    let wrapped = try #require(try await test.account(id)?.password)
                    #expect(wrapped.isBare != kind.isFast && wrapped.updatedAt == before.updatedAt)
                }
                for wrong in ["Password", "passwor", "password\0", kind.hash] {
                    await #expect(throws: AuthError.invalidPassword, "\(wrong)") {
                        try await test.signIn("a@example.com", wrong)
                    }
                }
                #expect(try await test.account(id)?.password?.imported != nil, "a wrong password changes nothing")
                let signedIn = try await test.signIn("a@example.com", "password")
                #expect(signedIn.account.id == id)
                let after = try #require(try await test.account(id)?.password)
                #expect(after.imported == nil && after.hash.hasPrefix("$argon2id$v=19$m=64,"), "\(after.hash)")
                #expect(after.updatedAt == before.updatedAt, "it is the same password")
                #expect(try await test.signIn("a@example.com", "password").account.id == id)
                await #expect(throws: AuthError.invalidPassword) { try await test.signIn("a@example.com", "Password") }
                // Nobody needs the parameters and the key any more.
                try await test.engine.upkeep.deleteExpired()
                let scope = test.scope
                #expect(try await test.store.read { try $0.passwordSchemes(in: scope) } == [])
                #expect(try await test.refresh(signedIn).account.id == id)
            }
        }
    }

    @Test func `the fast ones are wrapped, in steps, and the slow ones stay`() async throws {
        try await TestEngine.run { test in
            let scope = test.scope
            for (index, kind) in Self.kinds.enumerated() {
                let new = load(kind, ids: ["\(index)-1", "\(index)-2", "\(index)-3"])
                #expect(try await test.engine.accounts.importAccounts(new, in: scope) == [])
            }
            let fast = Self.kinds.filter(\.isFast).count
            #expect(try await test.engine.upkeep.wrapImportedHashes(count: 2) == 2)
            #expect(try await wrapAll(test) == 3 * fast - 2)
            #expect(try await test.engine.upkeep.wrapImportedHashes() == 0)
            let accounts = try await test.store.read { try $0.accounts(after: nil, limit: 99, in: scope) }
            #expect(accounts.count == 3 * Self.kinds.count)
            #expect(accounts.filter { $0.password?.isBare == true }.count == 3 * (Self.kinds.count - fast))
            for (index, _) in Self.kinds.enumerated() { _ = try await test.signIn("\(index)-2@example.com", "password") }
        }
    }

    @Test func `parameters and their key are stored once, and the key sealed`() async throws {
        try await TestEngine.run { test in
            let (scope, kind) = (test.scope, Self.kinds[0])
            for ids in [["a", "b"], ["c"]] {
                _ = try await test.engine.accounts.importAccounts(load(kind, ids: ids), in: scope)
            }
            var other = load(kind, ids: ["d"])
            other.hashes.signerKey = Data(repeating: 1, count: 64)
            _ = try await test.engine.accounts.importAccounts(other, in: scope)
            let (schemes, tables) = try await test.store.read { tx in
                (try tx.passwordSchemes(in: scope), try tx.tablesHolding([Self.signerKey ?? Data()]))
            }
            #expect(schemes.count == 2 && tables == [], "one for each key")
            let keys = try schemes.map { scheme in
                try test.sealer.open(scheme.sealedKey ?? Data(), place: StoredPasswordScheme.place(scheme.id))
            }
            #expect(Set(keys) == [Self.signerKey, Data(repeating: 1, count: 64)])
            _ = try await test.signIn("b@example.com", "password")
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("d@example.com", "password") }
        }
    }

    @Test func `a password that was changed while it was checked is not replaced by the old one`() async throws {
        try await TestEngine.runHooked { test, store in
            _ = try await test.engine.accounts.importAccounts(load(Self.kinds[11]), in: test.scope)
            store.beforeNextWrite { try await test.administer(AccountID("a")) { $0.password = "another one" } }
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("a@example.com", "password") }
            _ = try await test.signIn("a@example.com", "another one")
        }
    }

    @Test func `a hash that was wrapped while it was checked is checked again`() async throws {
        try await TestEngine.runHooked { test, store in
            _ = try await test.engine.accounts.importAccounts(load(Self.kinds[11]), in: test.scope)
            store.beforeNextWrite { _ = try await test.engine.upkeep.wrapImportedHashes() }
            _ = try await test.signIn("a@example.com", "password")
            #expect(try await test.account(AccountID("a"))?.password?.imported == nil)
        }
    }

    @Test func `a hash of this kind of server stays as it is`() async throws {
        try await TestEngine.run { test in
            let owner = try await test.signUp("ana@example.com", "correct horse")
            let account = try #require(try await test.account(owner.account.id))
            let exported = try #require(test.engine.accounts.exportedPassword(of: account))
            var new = AccountImport()
            new.hashes.algorithm = "ARGON2"
            var argon2 = GivenHashParameters.Argon2()
            argon2.variant = Argon2Variant(.id)
            (argon2.hashLength, argon2.iterations, argon2.memoryKib, argon2.parallelism) = (32, 1, 64, 1)
            new.hashes.argon2 = argon2
            var given = GivenAccount()
            (given.id, given.email) = ("b", "b@example.com")
            given.passwordHash = exported.tag.base64EncodedString()
            given.salt = exported.salt.base64EncodedString()
            new.accounts = [given]
            #expect(try await test.engine.accounts.importAccounts(new, in: test.scope) == [])
            #expect(try await test.account(AccountID("b"))?.password?.hash == account.password?.hash)
            #expect(try await test.signIn("b@example.com", "correct horse").account.id.value == "b")
            // What another system hashed does not leave.
            _ = try await test.engine.accounts.importAccounts(load(Self.kinds[0], ids: ["c"]), in: test.scope)
            let foreign = try #require(try await test.account(AccountID("c")))
            #expect(test.engine.accounts.exportedPassword(of: foreign) == nil)
        }
    }

    @Test func `T131 an account that is replaced keeps nothing, and its sessions end`() async throws {
        try await TestEngine.run { test in
            let owner = try await test.signUp("ana@example.com")
            _ = try await test.present(
                PresentedIdentity(
                    key: IdentityKey(provider: .google, issuer: "https://accounts.google.com", subject: "g"), email: nil,
                    ownership: .claimed), idToken: owner.tokens.idToken)
            var new = load(Self.kinds[11], ids: [owner.account.id.value])
            new.accounts[0].email = "new@example.com"
            #expect(
                try await test.engine.accounts.importAccounts(new, in: test.scope).map(\.message) == [ImportFault.exists.message])
            _ = try await test.signIn("ana@example.com")
            new.overwrites = true
            #expect(try await test.engine.accounts.importAccounts(new, in: test.scope) == [])
            let replaced = try #require(try await test.account(owner.account.id))
            #expect(replaced.email?.value == "new@example.com" && replaced.identities.isEmpty)
            await test.expectDead(owner, .tokenExpired, refresh: .userNotFound)
            await #expect(throws: AuthError.emailNotFound) { try await test.signIn("ana@example.com") }
            _ = try await test.signIn("new@example.com", "password")
            try await test.expectAccounts(1)
        }
    }

    @Test func `a call is one record of the audit log, with numbers and ids`() async throws {
        try await TestEngine.run { test in
            let actor = test.engine.acting(as: .administrator("owner"))
            var new = load(Self.kinds[0], ids: ["a", "b", "c"])
            new.accounts[2].email = "a@example.com"
            _ = try await actor.accounts.importAccounts(new, in: test.scope)
            new.overwrites = true
            _ = try await actor.accounts.importAccounts(new, in: test.scope)
            let entries = try await test.auditEntries()
            #expect(entries.map(\.action) == [.accountImport, .accountDelete, .accountDelete, .accountImport])
            #expect(
                entries.first?.facts.details.text
                    == #"{"created":2,"failed":1,"hashAlgorithm":"SCRYPT","ids":["a","b"],"passwords":2,"replaced":0}"#)
            #expect(
                entries.last?.facts.details.text
                    == #"{"created":0,"failed":1,"hashAlgorithm":"SCRYPT","ids":["a","b"],"passwords":2,"replaced":2}"#)
        }
    }

    @Test func `a record of the audit log has at most 500 ids, and all of them add up`() async throws {
        try await TestEngine.run { test in
            var new = AccountImport()
            new.accounts = (0..<1000).map { number in
                var account = GivenAccount()
                account.id = "u\(number)"
                return account
            }
            new.accounts[7].id = ""
            _ = try await test.engine.acting(as: .administrator("owner")).accounts.importAccounts(new, in: test.scope)
            let details = try await test.auditEntries().compactMap {
                JSONValue.parse(Data($0.details.utf8))
            }
            let ids = details.map { entry -> [JSONValue] in if case .array(let ids)? = entry["ids"] { ids } else { [] } }
            #expect(ids.map(\.count) == [500, 499] && Set(ids.joined()).count == 999)
            #expect(details.map { $0["created"]?.int } == [500, 499] && details.map { $0["failed"]?.int } == [1, 0])
        }
    }

    @Test func `an account may have a hundred links, and one of each provider`() async throws {
        try await TestEngine.run { test in
            var new = AccountImport()
            var account = GivenAccount()
            account.id = "a"
            account.links = (0..<101).map { number in
                var link = GivenAccount.Link()
                (link.provider, link.subject) = ("oidc.p\(number)", "s")
                return link
            }
            new.accounts = [account]
            let failures = try await test.engine.accounts.importAccounts(new, in: test.scope)
            #expect(failures.map(\.message) == ["an account may have at most 100 entries in providerUserInfo"])
        }
    }
}
