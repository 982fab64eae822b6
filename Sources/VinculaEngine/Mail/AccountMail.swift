import VinculaCore
import VinculaCrypto

/// The mails about accounts and the codes in them: the mails that a change entails, the codes that it ends, and the number of
/// mails that a mailbox may get.
///
/// All of it is written in the transaction of the decision that it reports; ``Outbox`` sends the mails.
struct AccountMail: Sendable {
    let sealer: Sealer
    let links: ActionLinks
    let delivery: MailDelivery
    /// True if mails count against their mailboxes' allowances. Only the emulator's clients are exempt.
    let countsMails: Bool
}
