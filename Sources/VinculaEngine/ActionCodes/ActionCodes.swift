import VinculaCore
import VinculaCrypto

/// The use cases of mailed codes: requesting, showing and using them.
package struct ActionCodes: TransactionalUseCases {
    let transactions: Transactions
    let tokens: TokenMint
    let hasher: PasswordHasher
    let limits: RequestLimits
    let guesses: GuessRecords
    let sealer: Sealer
}
