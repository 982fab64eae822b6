package import Foundation
package import VinculaCore
import VinculaCrypto

/// The hash of a password, as it leaves the server.
package struct ExportedPassword: Hashable, Sendable {
    package let tag: Data
    package let salt: Data
}

extension AccountAdministration {
    /// The Argon2id hash of an account's password, for imports elsewhere.
    ///
    /// - Returns: `nil` for a password that another system hashed and that has not signed in here yet, and for one that was
    ///   hashed with other costs than the current ones: an import has one set of parameters for all accounts.
    package func exportedPassword(of account: Account) -> ExportedPassword? {
        guard let password = account.password, password.imported == nil else { return nil }
        return hasher.parts(of: password.hash).map { ExportedPassword(tag: $0.tag, salt: $0.salt) }
    }
}
