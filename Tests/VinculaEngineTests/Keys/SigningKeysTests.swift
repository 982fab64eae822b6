import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SigningKeysTests {
    private func run(_ body: (TestEngine) async throws -> Void) async throws {
        try await TestEngine.run(seedsKey: false, body)
    }

    private func signer(_ signedIn: SignedIn) -> String? { JSONWebToken(signedIn.tokens.idToken)?.keyID }

    private func published(_ test: TestEngine) -> Set<String> {
        Set(test.keys.published(.idToken, now: test.clock.now).map(\.id))
    }

    /// The states of all keys for ID tokens, in the order of their names: keys made at one moment have no other.
    private func states(_ test: TestEngine) async throws -> [SigningKeyStatus.State] {
        try await test.engine.signingKeys.status().filter { $0.purpose == .idToken }.map(\.state).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    @Test func `a key is there from the start, and made once`() async throws {
        try await run { test in
            try await test.engine.signingKeys.prepare([.idToken])
            #expect(try await states(test) == [.active])
            let signedIn = try await test.engine.signUpAnonymously(in: test.scope)
            #expect(published(test) == [try #require(signer(signedIn))])
            let key = try #require(test.keys.published(.idToken, now: test.clock.now).first)
            #expect(key.stored.certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
            #expect(key.id.utf8.count == 40)
            #expect(test.keys.published(.sessionCookie, now: test.clock.now).isEmpty)
        }
    }

    @Test func `a rotation is published two hours before it signs, and both keys verify`() async throws {
        try await run { test in
            let old = try await test.signUp("v@x.com")
            _ = try await test.engine.signingKeys.rotate(immediately: false)
            #expect(try await states(test) == [.active, .next])
            #expect(published(test).count == 2)
            test.clock.advance(seconds: SigningKeys.publicationLead - 1)
            let before = try await test.signIn("v@x.com")
            #expect(signer(before) == signer(old))

            test.clock.advance(seconds: 1)
            try await test.engine.signingKeys.tend()
            let after = try await test.signIn("v@x.com")
            #expect(signer(after) != signer(old))
            #expect(try await states(test) == [.active, .next, .retired])
            // Overlap: the last tokens of the old key live to their end.
            _ = try await test.lookUp(before)
            _ = try await test.lookUp(after)
            test.clock.advance(seconds: 3597)
            _ = try await test.lookUp(before)
        }
    }

    @Test func `the new key signs when its time has come, even if nobody tends the keys`() async throws {
        try await run { test in
            let old = try await test.signUp("v@x.com")
            _ = try await test.engine.signingKeys.rotate(immediately: false)
            test.clock.advance(seconds: SigningKeys.publicationLead)
            let new = try await test.signIn("v@x.com")
            #expect(signer(new) != signer(old))
            _ = try await test.lookUp(new)
        }
    }

    @Test func `T112 a retired key signs nothing newer`() async throws {
        try await run { test in
            let old = try await test.signUp("v@x.com")
            let oldID = try #require(signer(old))
            let claims = try #require(JSONWebToken(old.tokens.idToken)).claims
            let stored = try #require(try await test.store.read { try $0.signingKeys() }.first { $0.id == oldID })
            let leaked = try RSASigningKey(
                der: test.sealer.open(stored.sealedPrivateKey, place: "signing-key/\(oldID)"))
            test.clock.advance(seconds: 1)
            _ = try await test.engine.signingKeys.rotate(immediately: true)
            let retirement = test.clock.now.seconds
            func forge(issuedAt: Int64) throws -> String {
                guard case .object(var members) = claims else { return "" }
                members["iat"] = .integer(issuedAt)
                members["exp"] = .integer(issuedAt + 3600)
                return try JSONWebToken.sign(claims: JSONValue.object(members).text, keyID: oldID, with: leaked)
            }
            test.clock.advance(seconds: 600)
            // A minute covers other nodes that had not heard of the change.
            _ = try test.engine.tokens.verify(try forge(issuedAt: retirement + 60), in: test.scope, now: test.clock.now)
            for second in [retirement + 61, retirement + 600] {
                #expect(throws: AuthError.invalidIDToken) {
                    try test.engine.tokens.verify(try forge(issuedAt: second), in: test.scope, now: test.clock.now)
                }
            }
            _ = try await test.lookUp(old)
        }
    }

    @Test func `an immediate rotation signs at once and keeps the old key for its tokens`() async throws {
        try await run { test in
            let old = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 1)
            let status = try await test.engine.signingKeys.rotate(immediately: true)
            #expect(status.filter { $0.purpose == .idToken }.map(\.state) == [.retired, .active])
            let new = try await test.signIn("v@x.com")
            #expect(signer(new) != signer(old))
            #expect(published(test) == Set([signer(old), signer(new)].compactMap(\.self)))
            _ = try await test.lookUp(old)
        }
    }

    @Test func `a retired key is published until nobody can need it, then deleted`() async throws {
        try await run { test in
            let old = try await test.signUp("v@x.com")
            let oldID = try #require(signer(old))
            test.clock.advance(seconds: 1)
            _ = try await test.engine.signingKeys.rotate(immediately: true)
            // At least its last token's life and a verifier's cache.
            test.clock.advance(seconds: TokenMint.idTokenLifetime + KeyRing.publicationMaxAge)
            try await test.engine.signingKeys.tend()
            #expect(published(test).contains(oldID))
            test.clock.advance(seconds: 24 * 3600)
            #expect(!published(test).contains(oldID))
            try await test.engine.signingKeys.tend()
            #expect(try await test.engine.signingKeys.status().allSatisfy { $0.id != oldID })
            await #expect(throws: AuthError.self) { try await test.lookUp(old) }
        }
    }

    @Test func `keys that are tended rotate by themselves, with a successor published in time`() async throws {
        try await run { test in
            let first = try await test.signUp("v@x.com")
            try await test.engine.signingKeys.tend()
            #expect(try await states(test) == [.active, .next])
            try await test.engine.signingKeys.tend()
            #expect(try await states(test) == [.active, .next])
            test.clock.advance(seconds: SigningKeys.signingPeriod)
            try await test.engine.signingKeys.tend()
            let second = try await test.signIn("v@x.com")
            #expect(signer(second) != signer(first))
            #expect(try await states(test) == [.active, .next, .retired])
        }
    }

    @Test func `another process's rotation is taken over`() async throws {
        try await run { test in
            let ring = KeyRing()
            let number = ring.beginRead()
            try ring.replace(with: try await test.store.read { try $0.signingKeys() }, from: number, sealer: test.sealer)
            _ = try await test.engine.signingKeys.rotate(immediately: true)
            #expect(ring.published(.idToken, now: test.clock.now).count == 1)
            let later = ring.beginRead()
            try ring.replace(with: try await test.store.read { try $0.signingKeys() }, from: later, sealer: test.sealer)
            #expect(Set(ring.published(.idToken, now: test.clock.now).map(\.id)) == published(test))
            // A read that began earlier and ended later found less.
            try ring.replace(with: [], from: number, sealer: test.sealer)
            #expect(Set(ring.published(.idToken, now: test.clock.now).map(\.id)) == published(test))
        }
    }

    @Test func `without a key nothing is signed`() async throws {
        try await run { test in
            try test.keys.replace(with: [], from: test.keys.beginRead(), sealer: test.sealer)
            await #expect(throws: KeyRing.NoSigningKey.self) { try await test.signUp("v@x.com") }
        }
    }
}
