import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Makes somebody an operator who has an invitation's code, and opens a session in which they can enrol a second factor and
    /// nothing else.
    ///
    /// The code is used up by one conditional write, in the transaction that makes the account. A password that is refused does
    /// not use it up.
    ///
    /// - Parameters:
    ///   - code: The code as received.
    ///   - email: The address, as received; it counts only for the first operator.
    ///   - password: The password as received.
    ///   - client: The person's network address.
    /// - Throws: ``AuthError/invalidActionCode`` for a code that is unknown, used or expired, ``AuthError/missingEmail``,
    ///   ``AuthError/invalidEmail``, ``AuthError/emailExists``, and the answers to a password that cannot be used.
    package func acceptInvitation(
        _ code: String?, email: String?, password: String?, from client: ClientAddress
    ) async throws -> SignedIn {
        guard let code, !code.isEmpty, code.utf8.count <= OperatorInvitation.longestCode else {
            throw AuthError.invalidActionCode
        }
        let id = OperatorInvitation.id(of: code)
        let found = try await read(in: .operators) { try $0.openInvitation(id) }
        let address = try found.email ?? Self.address(email)
        guard let password, !password.isEmpty else { throw AuthError.missingPassword }
        let hash = try await hasher.hashNew(
            password, policy: ProjectSettings.operators.passwordPolicy, email: address, in: .operators)
        guard let hash else { throw AuthError.missingPassword }
        return try await write(in: .operators) { work in
            let invitation = try work.openInvitation(id)
            guard try work.transaction.consumeOperatorInvitation(id), invitation.email == found.email else {
                throw AuthError.invalidActionCode
            }
            // Whoever is first is the owner of everything; a second first link is worth nothing then.
            if invitation.email == nil, try !work.reads.storedOperators().isEmpty { throw AuthError.invalidActionCode }
            guard try work.account(email: address) == nil else { throw AuthError.emailExists }
            var account = Account.start(now: work.now)
            account.email = address
            // Whoever invited them vouches for the address.
            account.emailVerified = true
            account.password = PasswordRecord(hash: hash, updatedAt: work.now)
            account.lastSignInAt = work.now
            try work.insert(account)
            try work.transaction.save(StoredOperator(account: account.id, grant: invitation.grant, createdAt: work.now))
            work.record(
                .operatorJoin, account: account.id,
                details: ["email": .string(address.masked), "grant": invitation.grant.record])
            return try sessions.openFirstSession(for: account, by: SignInFacts(provider: .password), work)
        } signing: {
            try tokens.issue($0)
        }
    }

    private static func address(_ text: String?) throws(AuthError) -> EmailAddress {
        guard let text, !text.isEmpty else { throw .missingEmail }
        guard let address = EmailAddress(text) else { throw .invalidEmail }
        return address
    }
}

extension ScopedReads {
    /// - Throws: ``AuthError/invalidActionCode``.
    fileprivate func openInvitation(_ id: Data) throws -> OperatorInvitation {
        guard let found = try reads.operatorInvitation(id), found.expiresAt > now else { throw AuthError.invalidActionCode }
        return found
    }
}
