import VinculaCore
import VinculaCrypto

/// The mails that wait to be sent, and those that were sent or kept.
package struct Outbox: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    let renderer: any MailRenderer
    /// Rings when there is a mail to be sent.
    package let bell: MailBell
}
