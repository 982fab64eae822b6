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
    /// The lifetime of sessions at this server.
    let serverLife: SessionLife
    /// True if a project must have been created before anything is written to it.
    let requiresProjects: Bool
    let origin: AuditOrigin
    let language: Language?
    let mail: AccountMail
    let texts: AccountTexts
    let webhooks: AccountWebhooks
    let journal: AuditJournal
    let functions: BlockingFunctions
    /// Rung when a write has added a message to the outbox.
    let bell: OutboxBell
    /// Rung when a write has left records without places in the audit log.
    let auditBell: OutboxBell
    /// Counts what writes have done.
    let usage: UsageCounts

    /// Reads a project's or tenant's data in one transaction.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    func read<Result: Sendable>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Reading) throws -> Result
    ) async throws -> Result {
        try await Self.read(
            in: scope, of: store, clock: clock, defaultSettings: defaultSettings, serverLife: serverLife, key: origin.key, body)
    }

    /// Reads a project's or tenant's data in one transaction.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    static func read<Result: Sendable>(
        in scope: ProjectScope, of store: any Store, clock: any Clock, defaultSettings: ProjectSettings,
        serverLife: SessionLife, key: KeyThumbprint? = nil, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Reading) throws -> Result
    ) async throws -> Result {
        try await store.read(expecting: queries) { reads in
            let reading = Reading(
                reads, in: scope, now: clock.now, defaultSettings: defaultSettings, serverLife: serverLife, key: key)
            try reading.requireTenant()
            return try body(reading)
        }
    }

    /// Writes a project's or tenant's data in one transaction, and converts a violated uniqueness rule to Firebase's answer.
    ///
    /// Nothing is written in a tenant that was deleted in the meantime. If the decision needs the answer of a project's function,
    /// it is undone and made again with the answer, so `body` may run several times; see ``BlockingQuestion``.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - queries: The first queries that `body` is likely to make.
    ///   - body: The decision.
    /// - Throws: ``AuthError/tenantNotFound``.
    func write<Result: Sendable>(
        in scope: ProjectScope, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Work) throws -> Result
    ) async throws -> Result {
        try await asking(in: scope) { answers in
            try await toAnswers {
                try await store.write(decision(in: scope, answers, expecting: queries, body))
            }.get(self)
        }
    }

    /// Writes as ``write(in:expecting:_:)`` does, and signs the result while the disk is waited for. What was signed is dropped
    /// if the write fails.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - queries: The first queries that `body` is likely to make.
    ///   - body: The decision.
    ///   - sign: Makes the tokens for its result; nobody learns of them before the write is complete.
    func write<Result: Sendable, Signed>(
        in scope: ProjectScope, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Work) throws -> Result, signing sign: (Result) throws -> Signed
    ) async throws -> Signed {
        try await asking(in: scope) { answers in
            try await toAnswers {
                try await store.write(decision(in: scope, answers, expecting: queries, body)) { try $0.map(sign) }
            }.get(self)
        }
    }

    /// Makes a decision, and makes it again with the answers of the project's functions that it needs.
    private func asking<Result>(
        in scope: ProjectScope, _ decide: (BlockingAnswers) async throws -> Result
    ) async throws -> Result {
        var answers = BlockingAnswers()
        while true {
            do {
                return try await decide(answers)
            } catch let question as BlockingQuestion {
                try answers.requireRoom()
                answers.add(try await ask(question, in: scope), to: question)
            }
        }
    }

    /// Writes a project's or tenant's data as ``write(in:expecting:_:signing:)`` does, without ruling out others at the same time;
    /// see ``Store/claim(_:)``. No function is asked.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    func claim<Result: Sendable, Signed>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Work) throws -> Result, signing sign: (Result) throws -> Signed
    ) async throws -> Signed {
        try await toAnswers {
            try await store.claim(decision(in: scope, BlockingAnswers(), body)) { try $0.map(sign) }
        }.get(self)
    }

    /// Converts a violated uniqueness rule to Firebase's answer.
    private func toAnswers<Result>(_ write: () async throws -> Result) async throws -> Result {
        do {
            return try await write()
        } catch let conflict as StoreConflict {
            throw AuthError(conflict)
        }
    }

    /// Makes one conditional change of the installation; see ``Store/claim(_:)``. It has no consequences: nothing is recorded.
    func claim<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationWork) throws -> Result
    ) async throws -> Result {
        try await store.claim { transaction in
            let work = Work(
                scope: .installation, now: clock.now, origin: origin, language: language, transaction: transaction,
                defaultSettings: defaultSettings, serverLife: serverLife)
            return try body(InstallationWork(work))
        }
    }

    /// Asks a project's function, and records a refusal, which may leave no other trace.
    private func ask(_ question: BlockingQuestion, in scope: ProjectScope) async throws -> BlockingReply {
        // firebase-functions for Python requires that there is one.
        let userAgent = String(decoding: (functions.userAgent ?? "").utf8.prefix(512), as: UTF8.self)
        let visit = BlockingVisit(client: origin.client, userAgent: userAgent, language: language)
        let reply = try await functions.ask(question, visit: visit, now: clock.now)
        if case .blockedByFunction(let reason)? = reply.refusal {
            let account = question.newAccount == nil ? question.event.account?.id : nil
            let details: [String: JSONValue] = [
                "trigger": .string(question.event.trigger.rawValue), "reason": .string(String(reason.prefix(300))),
            ]
            let record = decision(in: scope, BlockingAnswers()) {
                $0.about(question.event.scope).record(.blockingFunctionRefuse, account: account, details: details)
            }
            try await toAnswers { try await store.write(record) }.get(self)
        }
        return reply
    }

    /// A decision, in one transaction, with its consequences.
    private func decision<Value: Sendable>(
        in scope: ProjectScope, _ answers: BlockingAnswers, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Work) throws -> Value
    ) -> @Sendable (any WriteTransaction) throws -> Decided<Value> {
        { transaction in
            transaction.expect(queries)
            // The operators' project always exists, and is never deleted.
            if scope != .installation, scope != .operators {
                // If projects need not be created, any name is one, except for one whose data is being deleted.
                let exists =
                    try requiresProjects
                    ? transaction.hasProject(scope.project) : !transaction.isBeingDeleted(scope.withoutTenant)
                guard exists else { throw AuthError.projectNotFound(scope.project) }
            }
            let work = Work(
                scope: scope, now: clock.now, origin: origin, language: language, transaction: transaction,
                defaultSettings: defaultSettings, serverLife: serverLife, answers: answers)
            try work.requireTenant()
            let result: Result<Value, AuthError>
            do {
                result = .success(try body(work))
            } catch let refusal as SettledRefusal {
                result = .failure(refusal.error)
            }
            for note in transaction.journal.notes {
                guard let change = note.change else { continue }
                try mail.followUp(change, isImported: note.isImported, work)
                // Whoever imports accounts knows it, and one that is replaced was not deleted.
                if !note.isImported { try webhooks.queue(change, work) }
                try work.endImport(after: change)
            }
            try work.publishRevocations()
            let hasWaiting = try self.journal.write(work)
            let journal = transaction.journal
            return Decided(
                result: result, hasMessage: journal.hasMessage, hasWaitingRecord: hasWaiting, uses: journal.uses, scope: scope,
                decidedAt: work.now)
        }
    }
}

/// What a transaction decided.
private struct Decided<Value> {
    /// A failure if what was decided is written all the same.
    let result: Result<Value, AuthError>
    let hasMessage: Bool
    let hasWaitingRecord: Bool
    /// What is counted of it.
    let uses: [UsageEvent]
    let scope: ProjectScope
    let decidedAt: Timestamp

    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Decided<Other> {
        let mapped: Result<Other, AuthError> =
            switch result {
            case .success(let value): .success(try transform(value))
            case .failure(let error): .failure(error)
            }
        return Decided<Other>(
            result: mapped, hasMessage: hasMessage, hasWaitingRecord: hasWaitingRecord, uses: uses, scope: scope,
            decidedAt: decidedAt)
    }

    /// The result, after the transaction.
    func get(_ transactions: Transactions) throws(AuthError) -> Value {
        if hasMessage { transactions.bell.ring() }
        if hasWaitingRecord { transactions.auditBell.ring() }
        for use in uses { transactions.usage.add(use, in: scope, at: decidedAt) }
        return try result.get()
    }
}

extension Decided: Sendable where Value: Sendable {}

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
        in scope: ProjectScope, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Work) throws -> Result
    ) async throws -> Result {
        try await transactions.write(in: scope, expecting: queries, body)
    }

    /// Makes a decision about one project in one transaction, and signs its result while the disk is waited for.
    func write<Result: Sendable, Signed>(
        in scope: ProjectScope, expecting queries: [ExpectedQuery] = [],
        _ body: @escaping @Sendable (Work) throws -> Result, signing sign: (Result) throws -> Signed
    ) async throws -> Signed {
        try await transactions.write(in: scope, expecting: queries, body, signing: sign)
    }

    /// Reads data of the whole installation, or of a project that has to be found first, in one transaction.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationReading) throws -> Result
    ) async throws -> Result {
        try await transactions.read(in: .installation) { try body(InstallationReading($0)) }
    }

    /// Reads data of one or all projects for a list or a count, which may be some seconds old; see ``Store/survey(_:)``.
    func survey<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationReading) throws -> Result
    ) async throws -> Result {
        let (clock, defaultSettings, life) = (transactions.clock, transactions.defaultSettings, transactions.serverLife)
        return try await transactions.store.survey { reads in
            try body(
                InstallationReading(
                    Reading(reads, in: .installation, now: clock.now, defaultSettings: defaultSettings, serverLife: life)))
        }
    }

    /// Makes a decision about the whole installation, or about a project that has to be found first, in one transaction.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationWork) throws -> Result
    ) async throws -> Result {
        try await transactions.write(in: .installation) { try body(InstallationWork($0)) }
    }

    /// Makes a decision about one project for which nothing else has to be ruled out, and signs its result while the disk is
    /// waited for; see ``Store/claim(_:)``.
    func claim<Result: Sendable, Signed>(
        in scope: ProjectScope, _ body: @escaping @Sendable (Work) throws -> Result, signing sign: (Result) throws -> Signed
    ) async throws -> Signed {
        try await transactions.claim(in: scope, body, signing: sign)
    }

    /// Makes one conditional change of the installation; see ``Store/claim(_:)``. It has no consequences: nothing is recorded.
    func claim<Result: Sendable>(
        _ body: @escaping @Sendable (InstallationWork) throws -> Result
    ) async throws -> Result {
        try await transactions.claim(body)
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
