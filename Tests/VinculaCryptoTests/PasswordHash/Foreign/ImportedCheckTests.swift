import Dispatch
import Foundation
import Synchronization
import Testing
import VinculaCore
import VinculaCrypto

/// How an imported hash is compared: as it came, and wrapped.
struct ImportedCheckTests {
    private let hasher = PasswordHasher(
        pool: HashPool(threads: 2), parameters: Argon2id.Parameters(memory: 64, passes: 1, lanes: 1))
    private let scheme = PasswordScheme(.digest(.sha256, rounds: 1, .saltFirst), length: 32)
    private let imported = ImportedHash(scheme: PasswordSchemeID("s"), salt: Data("NaCl".utf8))

    private func record(_ hash: String) -> PasswordRecord {
        PasswordRecord(hash: hash, imported: imported, updatedAt: Timestamp(milliseconds: 1))
    }

    @Test func `a bare and a wrapped hash match the same password`() async throws {
        let foreign = ForeignHash(scheme, key: Data(), salt: imported.salt)
        let digest = Data(try foreign.digest(of: "password"))
        let bare = record(digest.base64EncodedString())
        let wrapped = record(try await hasher.wrap(digest))
        #expect(bare.isBare && !wrapped.isBare && wrapped.hash.hasPrefix("$argon2id$"))
        for record in [bare, wrapped] {
            let right = try await hasher.check("password", against: record, by: foreign)
            #expect(right.matches && right.isOutdated)
            for wrong in ["Password", "", "password\0", digest.base64EncodedString(), record.hash] {
                #expect(try await hasher.check(wrong, against: record, by: foreign).matches == false, "\(wrong)")
            }
        }
    }

    @Test func `a hash that cannot be computed or read matches nothing`() async throws {
        let broken = ForeignHash(PasswordScheme(.bcrypt, length: 60), key: Data(), salt: Data("no setting".utf8))
        let wrapped = try await hasher.wrap(Data())
        for hash in ["", "AA==", "!", wrapped] {
            #expect(try await hasher.check("password", against: record(hash), by: broken).matches == false)
        }
    }

    @Test func `a hash of this kind of server comes in and goes out`() throws {
        let parameters = Argon2id.Parameters(memory: 64, passes: 1, lanes: 1)
        let hash = try Argon2id.hash("password", parameters: parameters)
        let parts = try #require(Argon2id.parts(of: hash, parameters: parameters))
        #expect(parts.salt.count == 16 && parts.tag.count == 32)
        #expect(Argon2id.encoded(parts.tag, salt: parts.salt, parameters: parameters) == hash)
        #expect(Argon2id.parts(of: hash, parameters: .standard) == nil)
        #expect(Argon2id.parts(of: "$argon2id$v=19$m=64,t=1,p=1$AAAA", parameters: parameters) == nil)
    }

    /// Counts the jobs that are within, and keeps the heavy ones there until it is opened.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let counts = Mutex((heavy: 0, most: 0, light: 0))

        var heavy: Int { counts.withLock { $0.heavy } }
        var most: Int { counts.withLock { $0.most } }
        var light: Int { counts.withLock { $0.light } }

        func passHeavy() {
            counts.withLock {
                $0.heavy += 1
                $0.most = max($0.most, $0.heavy)
            }
            semaphore.wait()
            counts.withLock { $0.heavy -= 1 }
        }

        func passLight() { counts.withLock { $0.light += 1 } }

        func open(for jobs: Int) { for _ in 0..<jobs { semaphore.signal() } }
    }

    @Test func `heavy jobs run one at a time, and others beside them`() async throws {
        let pool = HashPool(threads: 3, capacity: 100, patience: .seconds(600))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { try await pool.run(isHeavy: true) { gate.passHeavy() } } }
            while gate.heavy == 0 || pool.waiting < 5 { await Task.yield() }
            for _ in 0..<20 { try await pool.run { gate.passLight() } }
            #expect(gate.light == 20 && gate.heavy == 1)
            gate.open(for: 6)
            try await group.waitForAll()
        }
        #expect(gate.most == 1 && pool.waiting == 0)
        pool.close()
    }
}
