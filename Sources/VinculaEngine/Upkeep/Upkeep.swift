import VinculaCore
import VinculaCrypto

/// The work that a server does from time to time, with nobody waiting for it.
package struct Upkeep: TransactionalUseCases {
    let transactions: Transactions
    let sessionLife: SessionLife
    let lastUses: LastUses
    let hasher: PasswordHasher
}
