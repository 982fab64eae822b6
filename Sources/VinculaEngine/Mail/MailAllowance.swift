import Foundation
import VinculaCore
import VinculaCrypto

/// Whose allowance a mail is counted against, and by which network.
struct MailAllowance: Sendable {
    /// For what the server or an administrator sends by themselves.
    static let uncounted = MailAllowance(share: .uncounted, network: nil)

    let share: MailShare
    let network: Data?
}

extension AuthEngine {
    /// Looks whether a mailbox gets one more mail of a kind, or of those that count together with it.
    ///
    /// It bounds the guessing of six digits too, so it holds even where limits on requests are switched off; only the
    /// emulator's clients know none. Mailboxes with and without an account cost the same reads.
    ///
    /// - Parameters:
    ///   - account: The account that the mail is about.
    ///   - client: Where whoever asks is.
    /// - Returns: `nil` where it gets none.
    func allowance(
        for mailbox: EmailAddress, _ kind: MailKind, of account: Account?, from client: ClientAddress, in scope: ProjectScope,
        now: Timestamp, _ transaction: any ReadTransaction
    ) throws -> MailAllowance? {
        guard countsMails else { return .uncounted }
        let recipient = recipient(mailbox, in: scope)
        let network = Data(
            sealer.fingerprint(recipient + Data(client.network.bytes), purpose: "mail network").prefix(16))
        let earlier = try transaction.askedMails(
            to: recipient, kinds: kind.pool, since: now.adding(seconds: -MailboxPolicy.remembersSeconds))
        let lastSeenAt = try transaction.lastSeen(
            atPlace: place(
                of: account.map { "\($0.id.value)\u{0}\($0.createdAt.milliseconds)" } ?? mailbox.value, client, in: scope))
        // Whoever wrote a stranger's address on an account is no owner of the mailbox.
        let isOwn = account?.email == mailbox && account?.emailVerified == true && client != .unknown
        let isKnown = isOwn && MailboxPolicy.isKnown(lastSeenAt: lastSeenAt, now: now)
        return MailboxPolicy.share(network: network, isKnown: isKnown, earlier: earlier, now: now)
            .map { MailAllowance(share: $0, network: network) }
    }

    /// Remembers where the owner of a proven address opened their account, once a day.
    func notePlace(of account: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction) throws {
        guard countsMails, account.email != nil, account.emailVerified, origin.actor.kind == .endUser,
            let client = origin.client, client != .unknown
        else { return }
        let place = place(of: "\(account.id.value)\u{0}\(account.createdAt.milliseconds)", client, in: scope)
        guard MailboxPolicy.mustNote(lastSeenAt: try transaction.lastSeen(atPlace: place), now: now) else { return }
        try transaction.note(
            place: place, seenAt: now, expiresAt: now.adding(seconds: MailboxPolicy.knownForSeconds))
    }

    /// The fingerprint of a mailbox.
    func recipient(_ email: EmailAddress, in scope: ProjectScope) -> Data {
        let name = [scope.project, scope.tenant, email.value].joined(separator: "\u{0}")
        return Data(sealer.fingerprint(Data(name.utf8), purpose: "mail recipient").prefix(16))
    }

    private var countsMails: Bool { limits.isOn || !actionLinks.isEmulator }

    private func place(of account: String, _ client: ClientAddress, in scope: ProjectScope) -> Data {
        let name = [scope.project, scope.tenant, account].joined(separator: "\u{0}")
        let bytes = Data(name.utf8) + Data(client.neighbourhood.bytes)
        return Data(sealer.fingerprint(bytes, purpose: "known place").prefix(16))
    }
}
