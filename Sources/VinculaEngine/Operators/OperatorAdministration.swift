import Foundation
package import VinculaCore
import VinculaCrypto

/// The use cases of those who manage the operators of this server.
package struct OperatorAdministration: TransactionalUseCases {
    let transactions: Transactions

    /// A refused request, in words.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case invalidEmail
        case exists(String)
        case noSuchOperator(String)
        case noSuchProject(String)
        case tooManyProjects
        case tooManyInvitations
        case lastOwner
        case ownRights
        /// The operator who asks does not manage operators, or not any more.
        case forbidden

        package var description: String {
            switch self {
            case .invalidEmail: "This is not an email address."
            case .exists(let email): "\(email) is an operator already."
            case .noSuchOperator(let name): "There is no operator or invitation \(name)."
            case .noSuchProject(let name): "There is no project \(name)."
            case .tooManyProjects:
                "An operator is for all projects or for 1 to \(OperatorReach.mostListed) of them."
            case .tooManyInvitations:
                "At most \(OperatorInvitation.mostOpen) invitations can be open. Remove the ones that are no longer needed."
            case .lastOwner: "This is the last owner of all projects. Make somebody else one first."
            case .ownRights: "Operators cannot raise their own role."
            case .forbidden: "Only owners of all projects manage operators."
            }
        }
    }

    /// An operator, with the account.
    package struct Listed: Hashable, Sendable {
        package let account: Account
        package let grant: OperatorGrant
        package let createdAt: Timestamp
    }

    /// All operators, oldest first.
    package func operators() async throws -> [Listed] {
        try await read(in: .operators) { reading in
            try reading.reads.storedOperators().compactMap { stored in
                try reading.account(stored.account).map {
                    Listed(account: $0, grant: stored.grant, createdAt: stored.createdAt)
                }
            }
        }
    }

    /// The invitations that can still be used, oldest first.
    package func invitations() async throws -> [OperatorInvitation] {
        try await read(in: .operators) { reading in
            try reading.reads.operatorInvitations().filter { $0.expiresAt > reading.now }
        }
    }

    /// The email of each operator, by the account's id: what the audit log's records of them mean.
    package func names() async throws -> [String: String] {
        Dictionary(
            try await operators().map { ($0.account.id.value, $0.account.email?.value ?? $0.account.id.value) }
        ) { $1 }
    }
}

extension Work {
    /// Requires that whoever acts still manages operators; `nil` is somebody with a shell on the server.
    ///
    /// - Throws: ``OperatorAdministration/Refusal/forbidden``.
    func requireManager(_ actor: AccountID?) throws {
        guard let actor else { return }
        guard try reads.storedOperator(actor)?.grant.managesOperators == true else {
            throw OperatorAdministration.Refusal.forbidden
        }
    }

    /// Requires that the projects of a grant exist.
    ///
    /// - Throws: ``OperatorAdministration/Refusal/tooManyProjects``, ``OperatorAdministration/Refusal/noSuchProject(_:)``.
    func requireProjects(of grant: OperatorGrant) throws {
        guard let list = grant.reach.list else { return }
        guard (1...OperatorReach.mostListed).contains(list.count) else { throw OperatorAdministration.Refusal.tooManyProjects }
        let known = Set(try reads.projects())
        for name in list where !known.contains(name) { throw OperatorAdministration.Refusal.noSuchProject(name) }
    }
}

extension OperatorGrant {
    /// The rights as the audit log records them.
    var record: JSONValue {
        .object([
            "role": .string(role.rawValue), "projects": reach.list.map { JSONValue.array($0.map { .string($0) }) } ?? "all",
        ])
    }
}
