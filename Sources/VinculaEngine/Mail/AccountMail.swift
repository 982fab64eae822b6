import VinculaCore
import VinculaCrypto

/// The mail about accounts, and the codes in it: what is due after a change, to whom, and how much.
///
/// It only writes to the outbox, in the transaction of the decision that it reports; ``Outbox`` sends.
struct AccountMail: Sendable {
    let sealer: Sealer
    let links: ActionLinks
    let delivery: MailDelivery
    /// True if mails count against their mailboxes' allowances. Only the emulator's clients are exempt.
    let countsMails: Bool
}
