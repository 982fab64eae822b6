import Testing
package import VinculaEngine

/// One thing that every store does.
package struct StoreCase: Sendable, CustomTestStringConvertible {
    package let name: String
    /// Checks it, by expectations of Swift Testing. The store must be migrated and empty, and may be closed afterwards.
    ///
    /// An expectation that fails on a thread of the store's own fails the run, but without the case's name; hence most
    /// stand outside of transactions.
    package let run: @Sendable (any Store) async throws -> Void

    init(_ name: String, run: @escaping @Sendable (any Store) async throws -> Void) {
        self.name = name
        self.run = run
    }

    package var testDescription: String { name }
}

/// The promises of ``Store``, as cases that a store's tests run one by one, each on a store of its own.
package enum StoreContract {
    package static let cases: [StoreCase] =
        accountCases + updateCases + listingCases + uniquenessCases + identityCases + deletionCases + scopeDeletionCases
        + sessionCases
        + handoverCases + knownDeviceCases
        + tenantCases + revocationCases + pendingCredentialCases + browserFlowCases + secondFactorCases
        + projectCases + importCases
        + supportedProviderCases + keyCases
        + passwordAttemptCases + passwordSchemeCases
        + administrationCases + auditCases + actionCodeCases + outboxCases + transactionCases + parallelCases
        + changeCases + operatorCases
        + usageCases
}
