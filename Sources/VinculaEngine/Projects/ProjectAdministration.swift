import VinculaCore
import VinculaCrypto

/// The use cases of projects: their settings and providers.
package struct ProjectAdministration: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    /// The server's configuration of the trust in providers' emails, for all projects.
    let serverTrust: [ProviderID: ProviderTrust]
    /// The built-in providers for which the server's configuration has a client, for all projects.
    let serverProviders: Set<ProviderID>
    /// The names and values of settings in the audit log.
    let describer: any SettingDescriber
    let keyMaker: KeyMaker
}
