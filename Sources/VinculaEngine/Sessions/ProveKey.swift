package import Foundation
package import VinculaCore
import VinculaCrypto

/// The nonces that proofs must have where a project asks for them.
///
/// They are the same for everybody and stored nowhere: a nonce is a fingerprint of the time under the master key, which all
/// servers of a database have. It only bounds how long in advance a proof can be made.
package struct ProofNonces: Sendable {
    /// The time that a nonce is the newest, in seconds; it is accepted as long again.
    static let slot: Int64 = 300

    private let sealer: Sealer

    init(_ sealer: Sealer) { self.sealer = sealer }

    /// The newest nonce.
    package func newest(at now: Timestamp) -> String { nonce(ofSlot: now.seconds / Self.slot) }

    /// Indicates whether a nonce is the newest or the one before.
    package func accepts(_ nonce: String, at now: Timestamp) -> Bool {
        let slot = now.seconds / Self.slot
        return [slot, slot - 1].contains { FixedTime.areEqual(Array(nonce.utf8), Array(self.nonce(ofSlot: $0).utf8)) }
    }

    private func nonce(ofSlot slot: Int64) -> String {
        Data(sealer.fingerprint(Data(String(slot).utf8), purpose: "proof-nonce").prefix(16)).base64URL
    }
}

extension AuthEngine {
    package var proofNonces: ProofNonces { ProofNonces(sealer) }

    /// Uses up a proof of a key: by one conditional write, so that each counts once on all servers of the database.
    ///
    /// - Parameters:
    ///   - fingerprint: The name of the proof.
    ///   - end: The time from which the proof is too old anyway.
    /// - Returns: `false` if it was used before.
    package func useProof(_ fingerprint: Data, until end: Timestamp) async throws -> Bool {
        try await transactions.claim { work in
            try work.transaction.useAssertion(fingerprint, now: work.now, expiresAt: end) == nil
        }
    }

    /// Records that a bound session was used without its key, and tells the project's webhooks and the person, if the project
    /// wants that: once an hour for each session, whatever is tried.
    ///
    /// - Parameter refusal: What was refused.
    /// - Returns: `true` if none was recorded within the last hour.
    @discardableResult
    package func note(_ refusal: SessionKeyRefusal) async throws -> Bool {
        guard let session = refusal.session else { return false }
        return try await write(in: refusal.scope) { work in
            guard try work.isFirst("refusal", of: session, withinSeconds: 3600) else { return false }
            work.record(
                .sessionKeyRefuse, account: refusal.account, details: ["proof": .string(refusal.reason.rawValue)])
            try transactions.webhooks.queue([AccountEvent(.sessionKeyRefused, refusal.account, in: refusal.scope)], work)
            try tellOfKey(refusal, work)
            return true
        }
    }

    /// Tells the person by mail, once a day for each account, where the project wants that.
    private func tellOfKey(_ refusal: SessionKeyRefusal, _ work: Work) throws {
        let settings = try work.settings()
        guard settings.sessions.tellsOfKeys, mail.isSet(settings), let account = try work.account(refusal.account),
            account.emailVerified, let email = account.email,
            try work.isFirst("mail", of: Data(account.id.value.utf8), withinSeconds: 24 * 3600)
        else { return }
        try mail.queue(notice: MailOrder(.sessionKeyRefused, project: refusal.scope.project, to: email), work)
    }
}

extension Work {
    /// Indicates whether something happens for the first time within an hour or a day, counted from the last time that it did, and
    /// remembers it.
    fileprivate func isFirst(_ event: String, of subject: Data, withinSeconds seconds: Int64) throws -> Bool {
        let mark = Data("vincula session key \(event) \(scope.project) \(scope.tenant)\u{0}".utf8) + subject
        return try transaction.takeTurn(mark.sha256, now: now, next: now.adding(seconds: seconds))
    }
}
