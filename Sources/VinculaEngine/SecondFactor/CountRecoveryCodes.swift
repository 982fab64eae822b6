package import VinculaCore

/// The recovery codes of an account, as its owner sees them.
package struct RecoveryCodesLeft: Hashable, Sendable {
    package let count: Int
    package let createdAt: Timestamp
}

extension AuthEngine {
    /// Returns how many recovery codes the caller's account has left; `nil` if it has never got any, or they have ended.
    ///
    /// - Throws: The answers to an unusable ID token.
    package func countRecoveryCodes(idToken: String?, in scope: ProjectScope) async throws -> RecoveryCodesLeft? {
        let facts = try tokens.verifyCaller(idToken, in: scope, now: clock.now)
        return try await read(in: scope) { try $0.recoveryCodesLeft(of: try $0.caller(facts)) }
    }
}

extension ScopedReads {
    /// The recovery codes that an account has left.
    func recoveryCodesLeft(of account: Account) throws -> RecoveryCodesLeft? {
        try account.recoveryCodes.map {
            RecoveryCodesLeft(count: try reads.recoveryCodesLeft(ofSet: $0.id), createdAt: $0.createdAt)
        }
    }
}
