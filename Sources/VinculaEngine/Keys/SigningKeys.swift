import Foundation
package import VinculaCore
import VinculaCrypto

/// The state of a key, for people.
package struct SigningKeyStatus: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        /// Published; signs from its start time on.
        case next
        case active
        /// No longer signs; published until its last token has expired.
        case retired
    }

    package let id: String
    package let purpose: SigningPurpose
    package let algorithm: SigningAlgorithm
    package let state: State
    package let createdAt: Timestamp
    package let activeFrom: Timestamp?
    package let retiredAt: Timestamp?
}

/// The use cases of the keys that sign ID tokens and session cookies.
package struct SigningKeys: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    /// The keys in use, in memory.
    let ring: KeyRing
    let keyMaker: KeyMaker

    /// The time that a key is published before it signs, in seconds: twice the time that verifiers may cache it.
    package static let publicationLead = 2 * KeyRing.publicationMaxAge
    /// The time that a key signs before another takes over, in seconds.
    package static let signingPeriod: Int64 = 30 * 24 * 3600

    /// Loads the signing keys, and creates one if there is none, or none with the wanted algorithm.
    ///
    /// A key with another algorithm no longer signs from then on, and its tokens stay valid until they expire.
    ///
    /// - Parameter purposes: The purposes for which there must be a signing key when this returns.
    package func prepare(_ purposes: [SigningPurpose] = SigningPurpose.allCases) async throws {
        let algorithm = ring.algorithm
        for purpose in purposes {
            let now = clock.now
            let isNeeded = try await read { try $0.reads.signingKeys() }.signer(purpose, now: now)?.algorithm != algorithm
            guard isNeeded else { continue }
            let key = try makeKey(purpose, algorithm, activeFrom: now)
            try await write { work in
                // Another process may have been faster.
                let keys = try work.transaction.signingKeys()
                guard keys.signer(purpose, now: work.now)?.algorithm != algorithm else { return }
                for key in keys where key.purpose == purpose && key.algorithm != algorithm && !key.signs(at: work.now) {
                    // One that waits for its turn would switch back; retired keys stay.
                    if key.retiredAt == nil { try work.transaction.drop(key) }
                }
                try work.transaction.add(key)
                try Self.retire(purpose, work)
            }
        }
        try await reload()
    }

    /// Takes over changes made by another process.
    package func reload() async throws {
        let number = ring.beginRead()
        try ring.replace(with: try await read { try $0.reads.signingKeys() }, from: number, sealer: sealer)
    }

    /// Takes over the key that signed an ID token, if it is not known here: another server may have begun to sign with it a
    /// moment ago.
    ///
    /// - Returns: `true` if it is known now, and was not before.
    func learnSigner(of idToken: String) async throws -> Bool {
        guard let id = JSONWebToken(idToken)?.keyID, !ring.knows(id), ring.mayAsk() else { return false }
        try await reload()
        return ring.knows(id)
    }

    /// Rotates keys that are due, creates successors early enough, and deletes keys that are no longer needed.
    ///
    /// The server calls this from time to time; each step is one transaction and may be repeated.
    package func tend() async throws {
        for purpose in SigningPurpose.allCases {
            let now = clock.now
            let keys = try await read { try $0.reads.signingKeys() }.filter { $0.purpose == purpose }
            let hasSuccessor = keys.contains { $0.waits(at: now) }
            if !hasSuccessor {
                let active = keys.filter { $0.signs(at: now) }.compactMap(\.activeFrom).max() ?? now
                let start = max(active.adding(seconds: Self.signingPeriod), now.adding(seconds: Self.publicationLead))
                let key = try makeKey(purpose, ring.algorithm, activeFrom: start)
                try await write { work in
                    let stands = try work.transaction.signingKeys().contains { $0.purpose == purpose && $0.waits(at: work.now) }
                    if !stands { try work.transaction.add(key) }
                }
            }
            try await write { try Self.retire(purpose, $0) }
        }
        try await reload()
    }

    /// Starts the change to a new signing key. If two do at the same moment, the change is made once.
    ///
    /// - Parameters:
    ///   - immediately: Sign with it at once. Verifiers that cached the published keys fail on new tokens for up to an hour.
    ///     Otherwise it signs as soon as every verifier must have seen it.
    ///   - revokingOld: Sign at once, and delete every earlier key, which may have leaked: its tokens are invalid everywhere
    ///     once verifiers fetch the keys again, and here at once. Refresh tokens stay valid.
    /// - Returns: The keys after the change.
    package func rotate(immediately: Bool, revokingOld: Bool = false) async throws -> [SigningKeyStatus] {
        // Read once: if two rotate at the same moment, they must have seen the same keys of each purpose.
        let now = clock.now
        let all = try await read { try $0.reads.signingKeys() }
        for purpose in SigningPurpose.allCases {
            // The current signer determines the algorithm, whatever this process is configured with: that is the server's
            // decision.
            let before = all.filter { $0.purpose == purpose }
            let signer = before.signer(purpose, now: now)
            let spare = try makeKey(purpose, signer?.algorithm ?? ring.algorithm, activeFrom: nil)
            try await write { work in
                let stored = try work.transaction.signingKeys().filter { $0.purpose == purpose }
                let isDone =
                    revokingOld
                    ? !before.isEmpty && !stored.contains { key in before.contains { $0.id == key.id } }
                    : immediately && signer != nil && stored.signer(purpose, now: work.now)?.id != signer?.id
                guard !isDone else { return }
                // Anyone who got hold of the old keys also got the one that waits.
                let waiting = revokingOld ? [] : stored.filter { $0.waits(at: work.now) }
                var next = waiting.min { $0.createdAt < $1.createdAt }
                if next == nil {
                    try work.transaction.add(spare)
                    next = spare
                }
                guard var next else { return }
                let seenByAll = next.createdAt.adding(seconds: Self.publicationLead)
                next.activeFrom = immediately || revokingOld ? work.now : max(work.now, seenByAll)
                try work.transaction.change(next, .signingKeySchedule, at: next.activeFrom)
                try Self.retire(purpose, work)
                guard revokingOld else { return }
                for key in try work.transaction.signingKeys() where key.purpose == purpose && key.id != next.id {
                    try work.transaction.drop(key)
                }
            }
        }
        try await reload()
        return try await status()
    }

    /// All keys, newest last.
    package func status() async throws -> [SigningKeyStatus] {
        let now = clock.now
        return try await read { try $0.reads.signingKeys() }.sorted { $0.createdAt < $1.createdAt }.map { key in
            SigningKeyStatus(
                id: key.id, purpose: key.purpose, algorithm: key.algorithm,
                state: key.retiredAt.map { $0 <= now } == true ? .retired : key.signs(at: now) ? .active : .next,
                createdAt: key.createdAt, activeFrom: key.activeFrom, retiredAt: key.retiredAt)
        }
    }

    private func makeKey(
        _ purpose: SigningPurpose, _ algorithm: SigningAlgorithm, activeFrom: Timestamp?
    ) throws -> StoredSigningKey {
        let id = SecureRandom.bytes(20).hex
        let der = try keyMaker.make(algorithm)
        let now = clock.now
        let certificate = try SelfSignedCertificate.make(
            privateKeyDER: der, algorithm: algorithm, notBefore: Date(timeIntervalSince1970: Double(now.seconds) - 3600),
            validFor: 400 * 24 * 3600)
        return StoredSigningKey(
            id: id, purpose: purpose, algorithm: algorithm,
            sealedPrivateKey: try sealer.seal(der, place: "signing-key/\(id)"), certificate: certificate, createdAt: now,
            activeFrom: activeFrom)
    }

    /// Retires every key that another took over from, and deletes those that no token can need.
    private static func retire(_ purpose: SigningPurpose, _ work: InstallationWork) throws {
        let keys = try work.transaction.signingKeys().filter { $0.purpose == purpose }
        guard let newest = keys.filter({ $0.signs(at: work.now) }).max(by: { $0.signsBefore($1) }), let start = newest.activeFrom
        else { return }
        for key in keys {
            if !key.isPublished(at: work.now) {
                try work.transaction.drop(key)
            } else if key.retiredAt == nil, key.id != newest.id, key.signs(at: work.now) {
                var retired = key
                retired.retiredAt = start
                try work.transaction.change(retired, .signingKeyRetire, at: start)
            }
        }
    }
}

extension [StoredSigningKey] {
    /// The key that signs for a purpose now.
    func signer(_ purpose: SigningPurpose, now: Timestamp) -> StoredSigningKey? {
        filter { $0.purpose == purpose && $0.signs(at: now) }.max { $0.signsBefore($1) }
    }
}

/// Changes to keys, each with its audit record.
extension WriteTransaction {
    fileprivate func add(_ key: StoredSigningKey) throws {
        try insert(key)
        record(key.event(.signingKeyCreate, at: key.activeFrom))
    }

    fileprivate func change(_ key: StoredSigningKey, _ action: AuditAction, at moment: Timestamp?) throws {
        try update(key)
        record(key.event(action, at: moment))
    }

    fileprivate func drop(_ key: StoredSigningKey) throws {
        try deleteSigningKey(key.id)
        record(key.event(.signingKeyDelete, at: nil))
    }
}

extension StoredSigningKey {
    fileprivate func event(_ action: AuditAction, at moment: Timestamp?) -> AuditEvent {
        var details: [String: JSONValue] = [
            "id": .string(id), "purpose": .string(purpose.rawValue), "algorithm": .string(algorithm.rawValue),
        ]
        details["at"] = moment.map { .integer($0.seconds) }
        return AuditEvent(action, details: details)
    }
}
