import Foundation
package import VinculaCore
import VinculaCrypto

extension OperatorAdministration {
    /// Invites somebody to be an operator. An earlier invitation of the same person ends.
    ///
    /// - Parameters:
    ///   - email: The person's address.
    ///   - grant: The rights that they get.
    ///   - actor: The operator who invites; `nil` for somebody with a shell on the server.
    /// - Returns: The one-time code, of which only a hash is stored.
    /// - Throws: ``Refusal``.
    package func invite(_ email: String, to grant: OperatorGrant, by actor: AccountID?) async throws -> String {
        guard let address = EmailAddress(email) else { throw Refusal.invalidEmail }
        let code = Self.makeCode()
        try await write(in: .operators) { work in
            try work.requireManager(actor)
            try work.requireProjects(of: grant)
            if try work.account(email: address) != nil { throw Refusal.exists(address.value) }
            try work.endInvitations(of: address)
            guard try work.reads.operatorInvitations().count < OperatorInvitation.mostOpen else {
                throw Refusal.tooManyInvitations
            }
            try work.insertInvitation(code, for: address, to: grant)
            work.record(.operatorInvite, details: ["email": .string(address.masked), "grant": grant.record])
        }
        return code
    }

    /// Makes the link with which the first operator begins, in place of an earlier one.
    ///
    /// Nothing is recorded: nobody has done anything yet.
    ///
    /// - Returns: The one-time code; `nil` if there are operators.
    package func inviteFirst() async throws -> String? {
        guard try await read(in: .operators, { try $0.reads.storedOperators().isEmpty }) else { return nil }
        let code = Self.makeCode()
        return try await write(in: .operators) { work -> String? in
            guard try work.reads.storedOperators().isEmpty else { return nil }
            try work.endInvitations(of: nil)
            try work.insertInvitation(code, for: nil, to: .everything)
            return code
        }
    }

    /// Takes back the invitations of a person.
    ///
    /// - Throws: ``Refusal/noSuchOperator(_:)``, ``Refusal/forbidden``.
    package func uninvite(_ email: String, by actor: AccountID?) async throws {
        guard let address = EmailAddress(email) else { throw Refusal.invalidEmail }
        try await write(in: .operators) { work in
            try work.requireManager(actor)
            guard try work.endInvitations(of: address) else { throw Refusal.noSuchOperator(address.value) }
            work.record(.operatorUninvite, details: ["email": .string(address.masked)])
        }
    }

    private static func makeCode() -> String { SecureRandom.bytes(OperatorInvitation.codeLength).base64URL }
}

extension Work {
    /// - Returns: `true` if there was one.
    @discardableResult
    fileprivate func endInvitations(of email: EmailAddress?) throws -> Bool {
        try reads.operatorInvitations().filter { $0.email == email }
            .map { try transaction.consumeOperatorInvitation($0.id) }.contains(true)
    }

    fileprivate func insertInvitation(_ code: String, for email: EmailAddress?, to grant: OperatorGrant) throws {
        try transaction.insert(
            OperatorInvitation(
                id: OperatorInvitation.id(of: code), email: email, grant: grant, createdAt: now,
                expiresAt: now.adding(seconds: OperatorInvitation.lifetimeSeconds)))
    }
}

extension OperatorInvitation {
    /// The stored form of a code.
    static func id(of code: String) -> Data { Data(code.utf8).sha256 }
}
