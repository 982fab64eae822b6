import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let administrationCases = [
        StoreCase("API keys come back, oldest first, by project or all, and are gone once deleted") { store async throws in
            let old = APIKey(key: "AIza1", project: "demo", label: "web \u{1F469}", createdAt: .sample)
            let new = APIKey(key: "AIza0", project: "demo", label: "", createdAt: .sample.adding(seconds: 1))
            let other = APIKey(key: "AIza2", project: "other", label: "", createdAt: .sample.adding(seconds: 2))
            try await store.write { tx throws in for key in [other, new, old] { try tx.insert(key) } }
            #expect(try await store.read { try $0.apiKeys(of: "demo") } == [old, new])
            #expect(try await store.read { try $0.apiKeys(of: nil) } == [old, new, other])
            #expect(try await store.read { try $0.apiKey("AIza1") } == old)
            #expect(try await store.read { try $0.apiKey("aiza1") } == nil)
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(old) } }
            #expect(try await store.write { try $0.deleteAPIKey("AIza1") })
            #expect(try await !store.write { try $0.deleteAPIKey("AIza1") })
            #expect(try await store.read { try $0.apiKey("AIza1") } == nil)
        },
        StoreCase("an API key's restrictions and last use come back, and a use is noted once an hour") { store async throws in
            let made = try APIKeyRestrictions(methods: ["token", "accounts.signIn*"], networks: ["192.0.2.0/24"])
            let key = APIKey(key: "AIza1", project: "demo", label: "web", createdAt: .sample, restrictions: made)
            try await store.write { try $0.insert(key) }
            #expect(try await store.read { try $0.apiKey("AIza1") } == key)
            @Sendable func use(_ seconds: Int64) async throws -> Timestamp? {
                try await store.write { try $0.noteUse(ofAPIKey: "AIza1", at: .sample.adding(seconds: seconds)) }
                return try await store.read { try $0.apiKey("AIza1")?.lastUsedAt }
            }
            #expect(try await use(10) == .sample.adding(seconds: 10))
            #expect(try await use(3609) == .sample.adding(seconds: 10))
            #expect(try await use(3610) == .sample.adding(seconds: 3610))
            #expect(try await use(20) == .sample.adding(seconds: 3610), "A later use is known.")
            var changed = key
            (changed.label, changed.restrictions) = ("app", .none)
            let written = changed
            try await store.write { try $0.update(written) }
            let found = try await store.read { try $0.apiKey("AIza1") }
            #expect(found?.label == "app" && found?.restrictions == APIKeyRestrictions.none)
            #expect(found?.lastUsedAt == .sample.adding(seconds: 3610))
            try await store.write { try $0.noteUse(ofAPIKey: "AIza9", at: .sample) }
        },
        StoreCase("service accounts come back, are disabled, and take their keys with them") { store async throws in
            let account = serviceAccount("a@demo", "1")
            let other = serviceAccount("b@demo", "2")
            let keys = [serviceAccountKey("k1", of: account, at: .sample), serviceAccountKey("k0", of: account, at: .sample)]
            let kept = serviceAccountKey("k2", of: other, at: .sample.adding(seconds: 1))
            try await store.write { tx throws in
                try tx.insert(other)
                try tx.insert(account)
                for key in keys + [kept] { try tx.insert(key) }
            }
            #expect(try await store.read { try $0.serviceAccounts(of: "demo") } == [account, other])
            #expect(try await store.read { try $0.serviceAccounts(of: "other") } == [])
            #expect(try await store.read { try $0.serviceAccount("a@demo") } == account)
            #expect(try await store.read { try $0.serviceAccountKey("k1") } == keys[0])
            #expect(try await store.read { try $0.serviceAccountKeys(of: "a@demo") } == [keys[1], keys[0]])
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(account) } }
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(serviceAccountKey("k9", of: serviceAccount("x@demo", "3"), at: .sample)) }
            }
            var disabled = account
            disabled.isDisabled = true
            let changed = disabled
            try await store.write { try $0.update(changed) }
            #expect(try await store.read { try $0.serviceAccount("a@demo") } == disabled)
            #expect(try await store.write { try $0.deleteServiceAccountKey("k0") })
            #expect(try await !store.write { try $0.deleteServiceAccountKey("k0") })
            #expect(try await store.write { try $0.deleteServiceAccount("a@demo") })
            #expect(try await !store.write { try $0.deleteServiceAccount("a@demo") })
            #expect(try await store.read { try $0.serviceAccountKey("k1") } == nil)
            #expect(try await store.read { try $0.serviceAccountKeys(of: "b@demo") } == [kept])
            await #expect(throws: (any Error).self) { try await store.write { try $0.update(changed) } }
        },
        StoreCase("foreign keys come back by signer and by project, are disabled and deleted one by one") { store async throws in
            let key = customTokenKey("k1", of: "a@q", in: "demo", at: .sample)
            let later = customTokenKey("k0", of: "a@q", in: "demo", at: .sample.adding(seconds: 1))
            let other = customTokenKey("k1", of: "a@q", in: "other", at: .sample.adding(seconds: 2))
            let named = customTokenKey("k1", of: "A@q", in: "demo", at: .sample)
            try await store.write { tx throws in
                for key in [later, other, named, key] { #expect(try tx.insert(key)) }
            }
            #expect(try await store.read { try $0.customTokenKeys(of: "a@q") } == [key, later, other])
            #expect(try await store.read { try $0.customTokenKeys(in: "demo") } == [named, key, later])
            #expect(try await store.read { try $0.customTokenKeys(of: "b@q") } == [])
            // One that is there stays as it is.
            var disabled = key
            disabled.isDisabled = true
            let changed = disabled
            #expect(try await !store.write { try $0.insert(changed) })
            #expect(try await store.read { try $0.customTokenKeys(of: "a@q") }.first == key)
            try await store.write { try $0.update(changed) }
            #expect(try await store.read { try $0.customTokenKeys(of: "a@q") } == [changed, later, other])
            #expect(try await store.write { try $0.deleteCustomTokenKey("k1", of: "a@q", in: "demo") })
            #expect(try await !store.write { try $0.deleteCustomTokenKey("k1", of: "a@q", in: "demo") })
            #expect(try await store.read { try $0.customTokenKeys(of: "a@q") } == [later, other])
            #expect(try await store.read { try $0.customTokenKeys(in: "demo") } == [named, later])
            await #expect(throws: (any Error).self) { try await store.write { try $0.update(changed) } }
        },
        StoreCase("an assertion is used once, whoever comes first, and forgotten when it has expired") { store async throws in
            let hash = Data([1, 2, 3])
            let later = Timestamp.sample.adding(seconds: 5)
            let times = try await withThrowingTaskGroup(of: Timestamp?.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await store.write { try $0.useAssertion(hash, now: .sample, expiresAt: .sample) } }
                }
                return try await group.reduce(into: [Timestamp?]()) { $0.append($1) }
            }
            #expect(times.count { $0 == nil } == 1 && times.compactMap(\.self).allSatisfy { $0 == .sample })
            #expect(try await store.write { try $0.useAssertion(Data([4]), now: later, expiresAt: .sample) } == nil)
            try await store.write { try $0.deleteExpired(now: .sample) }
            #expect(try await store.write { try $0.useAssertion(hash, now: later, expiresAt: .sample) } == .sample)
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 1)) }
            #expect(try await store.write { try $0.useAssertion(hash, now: later, expiresAt: .sample) } == nil)
        },
        StoreCase("a turn is taken by one, and again when its time is over, counted from the last one taken") {
            store async throws in
            let hash = Data([1, 2, 3])
            @Sendable func take(_ hash: Data, at seconds: Int64) async throws -> Bool {
                let now = Timestamp.sample.adding(seconds: seconds)
                return try await store.write { try $0.takeTurn(hash, now: now, next: now.adding(seconds: 3600)) }
            }
            let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { try await take(hash, at: 3590) } }
                return try await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(firsts.count { $0 } == 1)
            #expect(try await take(Data([4]), at: 3590), "another subject has turns of its own")
            for (seconds, isTaken) in [(3600, false), (7189, false), (7190, true), (7191, false), (10_000, false)] {
                #expect(try await take(hash, at: Int64(seconds)) == isTaken, "\(seconds)")
            }
            // A clock that was years ahead has been set right.
            #expect(try await take(hash, at: 1 << 30))
            #expect(try await take(hash, at: 12_000))
            #expect(try await !take(hash, at: 12_001))
        },
    ]

    private static func serviceAccount(_ email: String, _ clientID: String) -> ServiceAccount {
        ServiceAccount(email: email, project: "demo", clientID: clientID, role: .viewer, createdAt: .sample)
    }

    private static func customTokenKey(
        _ id: String, of signer: String, in project: String, at created: Timestamp
    ) -> CustomTokenKey {
        CustomTokenKey(
            project: project, serviceAccount: signer, id: id, publicKey: #"{"kty":"RSA"}"#,
            expiresAt: id == "k0" ? nil : .sample.adding(seconds: 9), createdAt: created)
    }

    private static func serviceAccountKey(_ id: String, of account: ServiceAccount, at created: Timestamp) -> ServiceAccountKey {
        ServiceAccountKey(id: id, serviceAccount: account.email, publicKey: "{}", certificate: "PEM", createdAt: created)
    }
}
