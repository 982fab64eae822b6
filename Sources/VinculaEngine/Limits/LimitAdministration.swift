import Foundation
package import VinculaCore
import VinculaCrypto

/// The wrong passwords and codes that count against an account.
package struct AccountGuesses: Hashable, Sendable {
    /// The number of wrong passwords in a row, from everywhere.
    package let passwords: Int
    package let lastPasswordAt: Timestamp?
    /// The number of wrong codes of second factors in a row.
    package let codes: Int
    package let lastCodeAt: Timestamp?
}

/// The limits as those who run a project see them: who met one lately, and taking one back.
package struct LimitAdministration: TransactionalUseCases {
    let transactions: Transactions
    let limits: RequestLimits
    let guesses: GuessRecords
    let sealer: Sealer

    /// A caller who met a limit of this server lately.
    package struct Listed: Hashable, Sendable {
        package let entry: LimitedLately.Entry
        package let lastAt: Timestamp
        /// Indicates whether the limit can be taken back.
        package let canBeLifted: Bool
    }

    /// Indicates whether anything is limited.
    package var isOn: Bool { limits.isOn }

    /// The limits of a group of requests, with the server's factor.
    package func limit(_ rpc: LimitedRPC) -> RateLimit? { limits.limit(rpc) }

    /// The callers who met a limit of this server, the latest first.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - withServer: `true` to list those of limits that are for all projects together, too.
    package func lately(of project: String, withServer: Bool) -> [Listed] {
        let (now, monotonic) = (clock.now, limits.now())
        return limits.lately.entries.filter { $0.isVisible(in: project, withServer: withServer) }.map { entry in
            let age = max(0, (monotonic - entry.last) / 1_000_000)
            return Listed(
                entry: entry, lastAt: Timestamp(milliseconds: now.milliseconds - age), canBeLifted: entry.canBeLifted)
        }
    }

    /// Takes back a limit that somebody has met, and records it.
    ///
    /// A bucket is this server's own. Wrong passwords and codes are forgotten for all servers.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - scope: The project.
    ///   - withServer: `true` if it may be a limit that is for all projects together.
    /// - Throws: ``AuthError/invalidArgument(_:)`` if there is no such entry, or it cannot be taken back.
    package func lift(_ id: Int, in scope: ProjectScope, withServer: Bool) async throws {
        let found = limits.lately.entries.first { $0.id == id && $0.isVisible(in: scope.project, withServer: withServer) }
        guard let entry = found, entry.canBeLifted else { throw AuthError.invalidArgument("There is no such limit.") }
        let (guesses, sealer) = (guesses, sealer)
        try await write(in: entry.caller.scope ?? scope) { work in
            if entry.refusal.reason == .guesses {
                switch entry.caller.target {
                case .email(let email): try Self.forgivePasswords(of: email, sealer, work)
                case .account(let account): try guesses.forgiveCodes(of: account, work)
                case nil: break
                }
            }
            work.record(.limitLift, account: entry.account, details: entry.details)
        }
        limits.lift(entry)
    }

    /// The wrong passwords and codes that count against an account.
    package func guesses(of id: AccountID, in scope: ProjectScope) async throws -> AccountGuesses {
        let (guesses, sealer) = (guesses, sealer)
        return try await read(in: scope) { reading in
            let account = try reading.existing(id)
            let passwords = try account.email.flatMap { email in
                let target = PasswordAttemptsKeys.target(email, in: reading.scope, sealer: sealer)
                return try reading.reads.passwordAttempts(PasswordAttemptsKey(target: target, neighbourhood: Data()))
            }
            let codes = try guesses.codes(of: id, reading)
            return AccountGuesses(
                passwords: passwords?.failures ?? 0, lastPasswordAt: passwords?.lastFailureAt,
                codes: codes?.failures ?? 0, lastCodeAt: codes?.lastFailureAt)
        }
    }

    /// Forgets the wrong passwords and codes of an account, and records it.
    package func lift(of id: AccountID, in scope: ProjectScope) async throws {
        let (guesses, sealer) = (guesses, sealer)
        try await write(in: scope) { work in
            let account = try work.existing(id)
            if let email = account.email { try Self.forgivePasswords(of: email, sealer, work) }
            try guesses.forgiveCodes(of: id, work)
            work.record(.limitLift, account: id, details: ["limit": "guesses"])
        }
    }

    private static func forgivePasswords(of email: EmailAddress, _ sealer: Sealer, _ work: Work) throws {
        try work.transaction.forgivePasswordFailures(
            target: PasswordAttemptsKeys.target(email, in: work.scope, sealer: sealer))
    }
}

extension LimitedLately.Entry {
    fileprivate func isVisible(in project: String, withServer: Bool) -> Bool {
        caller.scope.map { $0.project == project } ?? withServer
    }

    /// Indicates whether it can be taken back: not if it protects the project's purse, or a provider.
    fileprivate var canBeLifted: Bool { bucket != nil || refusal.reason == .guesses && caller.target != nil }

    fileprivate var account: AccountID? { if case .account(let id)? = caller.target { id } else { nil } }

    /// What the audit log records of it.
    fileprivate var details: [String: JSONValue] {
        var details: [String: JSONValue] = [
            "limit": .string(refusal.rpc.rawValue), "reason": .string(refusal.reason.rawValue),
        ]
        details["network"] = network.map { .string($0) }
        if case .email(let email)? = caller.target { details["email"] = .string(email.masked) }
        return details
    }

    /// The network of the caller, as sessions have it.
    package var network: String? { SessionPlace(client: caller.client, device: nil).network }
}
