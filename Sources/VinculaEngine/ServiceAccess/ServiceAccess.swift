import VinculaCore
import VinculaCrypto

/// The use cases of API keys and service accounts: what apps and backends identify themselves with.
package struct ServiceAccess: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    let callers: CallerCache
    let keyMaker: KeyMaker
}
