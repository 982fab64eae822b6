import Foundation
import Synchronization
package import VinculaCore
package import VinculaCrypto

/// The signing keys in use, in memory.
package final class KeyRing: Sendable {
    /// The time that verifiers may cache the published keys, in seconds; the `max-age` of the key endpoints.
    package static let publicationMaxAge: Int64 = 3600

    /// There is no key to sign with; ``SigningKeys/prepare(_:)`` creates one at start.
    package struct NoSigningKey: Error {}

    /// A key, ready for use.
    package struct Key: Sendable {
        package let stored: StoredSigningKey
        let privateKey: TokenSigningKey
        package let publicKey: JSONWebKey

        package var id: String { stored.id }
    }

    /// The algorithm of new keys.
    package let algorithm: SigningAlgorithm
    private let keys = Mutex<[Key]>([])
    /// The reads of the store that have begun, and the last one whose keys are in use.
    private let reads = Mutex((begun: 0, used: 0))
    /// The time of the last look for an unknown key.
    private let askedAt = Mutex<ContinuousClock.Instant?>(nil)

    package init(algorithm: SigningAlgorithm = .rs256) { self.algorithm = algorithm }

    /// Numbers a read of the store that is about to begin.
    package func beginRead() -> Int {
        reads.withLock { reads in
            reads.begun += 1
            return reads.begun
        }
    }

    /// Takes over the keys from the store; those that it already has are not opened again.
    ///
    /// - Parameters:
    ///   - stored: The keys.
    ///   - read: The number from ``beginRead()``: what a later read found is not replaced by what an earlier one did.
    ///   - sealer: Opens the private keys.
    package func replace(with stored: [StoredSigningKey], from read: Int, sealer: Sealer) throws {
        let known = Dictionary(keys.withLock { $0.map { ($0.id, $0) } }, uniquingKeysWith: { first, _ in first })
        let fresh = try stored.map { stored in
            if let key = known[stored.id] {
                return Key(stored: stored, privateKey: key.privateKey, publicKey: key.publicKey)
            }
            let der = try sealer.open(stored.sealedPrivateKey, place: "signing-key/\(stored.id)")
            return Key(
                stored: stored, privateKey: try TokenSigningKey(der: der, algorithm: stored.algorithm),
                publicKey: try JSONWebKey(id: stored.id, privateKeyDER: der, algorithm: stored.algorithm))
        }
        reads.withLock { reads in
            guard read >= reads.used else { return }
            reads.used = read
            keys.withLock { $0 = fresh }
        }
    }

    /// The key that signs now.
    ///
    /// - Throws: ``NoSigningKey``.
    func signer(_ purpose: SigningPurpose, now: Timestamp) throws -> Key {
        let active = keys.withLock { keys -> Key? in
            let candidates = keys.filter { $0.stored.purpose == purpose }
            if let active = candidates.filter({ $0.stored.signs(at: now) }).max(by: { $0.stored.signsBefore($1.stored) }) {
                return active
            }
            // The clock was set back to before all of them began: the earliest has been published longest.
            return candidates.filter { $0.stored.activeFrom != nil && $0.stored.retiredAt.map { $0 > now } != false }
                .min { $0.stored.signsBefore($1.stored) }
        }
        guard let active else { throw NoSigningKey() }
        return active
    }

    /// The keys that verifiers may need now, including the signing one and its successor.
    package func published(_ purpose: SigningPurpose, now: Timestamp) -> [Key] {
        keys.withLock { $0.filter { $0.stored.purpose == purpose && $0.stored.isPublished(at: now) } }
    }

    /// The algorithms of tokens that verifiers may receive now.
    package func publishedAlgorithms(_ purpose: SigningPurpose, now: Timestamp) -> [SigningAlgorithm] {
        let live = Set(published(purpose, now: now).map(\.stored.algorithm))
        return SigningAlgorithm.allCases.filter(live.contains)
    }

    func knows(_ keyID: String) -> Bool { keys.withLock { $0.contains { $0.id == keyID } } }

    /// Indicates whether the store may be asked for an unknown key: anybody can make up a key's name.
    ///
    /// - Returns: `true` at most once a second.
    func mayAsk() -> Bool {
        askedAt.withLock { last in
            let now = ContinuousClock.now
            if let last, now - last < .seconds(1) { return false }
            last = now
            return true
        }
    }

    /// Indicates whether one of our keys signed an ID token, with the algorithm that the key is for.
    func isSigned(_ token: JSONWebToken, by keyID: String) -> Bool {
        guard let key = idTokenKey(keyID) else { return false }
        return token.isSigned(by: JSONWebKeySet(keys: [key.publicKey]))
    }

    /// Indicates whether one of our keys was allowed to sign an ID token in that second, and has not been deleted.
    func mayHaveSigned(_ keyID: String, at second: Int64) -> Bool {
        idTokenKey(keyID)?.stored.mayHaveSigned(at: second) ?? false
    }

    private func idTokenKey(_ id: String) -> Key? {
        keys.withLock { $0.first { $0.id == id && $0.stored.purpose == .idToken } }
    }
}

extension StoredSigningKey {
    /// The time that a key stays published after its retirement, in seconds: the lifetime of its last token, and caches.
    var publishedAfterRetirement: Int64 {
        switch purpose {
        case .idToken: 24 * 3600
        case .sessionCookie: 15 * 24 * 3600
        }
    }

    /// Indicates whether another key took over from this one: it began later, or at the same time and was created later.
    func signsBefore(_ other: StoredSigningKey) -> Bool {
        (activeFrom?.milliseconds ?? 0, createdAt.milliseconds, id)
            < (other.activeFrom?.milliseconds ?? 0, other.createdAt.milliseconds, other.id)
    }

    func signs(at now: Timestamp) -> Bool { activeFrom.map { $0 <= now } == true && retiredAt.map { $0 > now } != false }

    /// Indicates whether the key is published and does not sign yet.
    func waits(at now: Timestamp) -> Bool { retiredAt == nil && activeFrom.map { $0 > now } != false }

    func isPublished(at now: Timestamp) -> Bool {
        retiredAt.map { $0.adding(seconds: publishedAfterRetirement) > now } != false
    }

    /// Indicates whether a token of that second can be this key's; a minute covers other nodes that learned of the
    /// retirement later.
    func mayHaveSigned(at second: Int64) -> Bool { retiredAt.map { second <= $0.seconds + 60 } != false }
}
