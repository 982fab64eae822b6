import VinculaCore

/// Runs the reads and writes of use cases on the store: one transaction for each, with one reading of the clock.
///
/// A write is followed, in the same transaction, by what every change entails: codes that it invalidates end, the owner is
/// informed, webhooks are told, and the revocation feed and the audit log get their entries. No use case can forget these.
struct Transactions: Sendable {
    let store: any Store
    let clock: any Clock
    /// The settings of projects that were never configured.
    let defaultSettings: ProjectSettings
    /// True if a project must have been created before anything is written to it.
    let requiresProjects: Bool
    let origin: AuditOrigin
    let language: Language?
    let mail: AccountMail
    let texts: AccountTexts
    let webhooks: AccountWebhooks
    let journal: AuditJournal
    /// Rung when a write has added a message to the outbox.
    let bell: OutboxBell

    /// Reads a project's data in one transaction.
    func read<Result: Sendable>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Reading) throws -> Result
    ) async throws -> Result {
        try await store.read { reads in
            try body(Reading(reads, in: scope, now: clock.now, defaultSettings: defaultSettings))
        }
    }

    /// Writes a project's data in one transaction, and converts a violated uniqueness rule to Firebase's answer.
    func write<Result: Sendable>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Work) throws -> Result
    ) async throws -> Result {
        do {
            let (result, hasMessage) = try await store.write { transaction in
                if requiresProjects, scope != .installation, try !transaction.hasProject(scope.project) {
                    throw AuthError.projectNotFound(scope.project)
                }
                let work = Work(
                    scope: scope, now: clock.now, origin: origin, language: language, transaction: transaction,
                    defaultSettings: defaultSettings)
                let result = try body(work)
                for case .account(let change) in transaction.journal.notes {
                    try mail.followUp(change, work)
                    try webhooks.queue(change, work)
                    try work.endImport(after: change)
                }
                try work.publishRevocations()
                try journal.write(work)
                return (result, transaction.journal.hasMessage)
            }
            if hasMessage { bell.ring() }
            return result
        } catch let conflict as StoreConflict {
            throw AuthError(conflict)
        }
    }
}

/// Use cases that read and write through ``Transactions``.
protocol TransactionalUseCases: Sendable {
    var transactions: Transactions { get }
}

extension TransactionalUseCases {
    var clock: any Clock { transactions.clock }
    var mail: AccountMail { transactions.mail }
    var texts: AccountTexts { transactions.texts }

    /// Reads one project's data in one transaction.
    func read<Result: Sendable>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Reading) throws -> Result
    ) async throws -> Result {
        try await transactions.read(in: scope, body)
    }

    /// Makes a decision about one project in one transaction.
    func write<Result: Sendable>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Work) throws -> Result
    ) async throws -> Result {
        try await transactions.write(in: scope, body)
    }

    /// Reads data of the whole installation, or of a project that has to be found first, in one transaction.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationReading) throws -> Result
    ) async throws -> Result {
        try await transactions.read(in: .installation) { try body(InstallationReading($0)) }
    }

    /// Makes a decision about the whole installation, or about a project that has to be found first, in one transaction.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationWork) throws -> Result
    ) async throws -> Result {
        try await transactions.write(in: .installation) { try body(InstallationWork($0)) }
    }
}

extension ProjectScope {
    /// Stands for no project, in decisions about the whole installation and those that find their project first.
    fileprivate static let installation = ProjectScope(project: "")
}

extension AuthError {
    /// The answer to a write that violates a uniqueness rule of the database.
    init(_ conflict: StoreConflict) {
        self =
            switch conflict {
            case .accountID: .duplicateLocalID
            case .email: .emailExists
            case .phone: .phoneNumberExists
            case .identity: .federatedUserIDAlreadyLinked
            case .providerOfAccount: .providerAlreadyLinked
            case .openIDProvider, .supportedProvider: .duplicateConfig
            }
    }
}
