package import Foundation
package import VinculaCore

/// An operator as stored: an account of ``ProjectScope/operators`` and its rights.
package struct StoredOperator: Hashable, Sendable {
    package let account: AccountID
    package let grant: OperatorGrant
    package let createdAt: Timestamp

    package init(account: AccountID, grant: OperatorGrant, createdAt: Timestamp) {
        self.account = account
        self.grant = grant
        self.createdAt = createdAt
    }
}

/// Read access to operators and their invitations.
package protocol OperatorReads {
    /// The operator that an account of ``ProjectScope/operators`` is.
    func storedOperator(_ account: AccountID) throws -> StoredOperator?
    /// All operators, oldest first.
    func storedOperators() throws -> [StoredOperator]
    /// An invitation; the caller must check its expiry.
    ///
    /// - Parameter id: SHA-256 of its code.
    func operatorInvitation(_ id: Data) throws -> OperatorInvitation?
    /// The invitations that were not used, oldest first.
    func operatorInvitations() throws -> [OperatorInvitation]
}

/// Write access to operators and their invitations.
package protocol OperatorWrites: OperatorReads {
    /// Stores an operator's rights, replacing earlier ones. An operator goes with the account.
    func save(_ stored: StoredOperator) throws
    func insert(_ invitation: OperatorInvitation) throws
    /// Deletes an invitation by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumeOperatorInvitation(_ id: Data) throws -> Bool
}
