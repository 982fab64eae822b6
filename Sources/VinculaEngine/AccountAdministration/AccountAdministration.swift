import VinculaCore
import VinculaCrypto

/// What administrators may do with any account.
public struct AccountAdministration: TransactionalUseCases {
    let transactions: Transactions
    let hasher: PasswordHasher
    let guesses: GuessRecords
}
