import VinculaCore
import VinculaCrypto

/// The use cases of administrators, who may change any account.
package struct AccountAdministration: TransactionalUseCases {
    let transactions: Transactions
    let hasher: PasswordHasher
    let guesses: GuessRecords
    let sealer: Sealer
}
