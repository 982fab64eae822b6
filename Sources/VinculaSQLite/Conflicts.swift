import GRDB
package import VinculaEngine
import VinculaSQL

extension StoreConflict {
    /// Determines which uniqueness rule a statement broke; `nil` if it failed for another reason.
    ///
    /// SQLite identifies the rule only in the error message, by its columns in the schema's order.
    init?(_ error: DatabaseError) {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: break
        default: return nil
        }
        switch error.message {
        case "UNIQUE constraint failed: accounts.project, accounts.tenant, accounts.uid": self = .accountID
        case "UNIQUE constraint failed: accounts.project, accounts.tenant, accounts.email": self = .email
        case "UNIQUE constraint failed: identities.account, identities.provider": self = .providerOfAccount
        case Self.identityMessage: self = .identity
        case "UNIQUE constraint failed: openid_providers.project, openid_providers.tenant, openid_providers.id":
            self = .openIDProvider
        case "UNIQUE constraint failed: supported_providers.project, supported_providers.tenant, supported_providers.id":
            self = .supportedProvider
        default: return nil
        }
    }

    private static let identityMessage =
        "UNIQUE constraint failed: identities.project, identities.tenant, identities.provider, identities.subject, "
        + "identities.issuer"
}

extension DatabaseError: SQLFailure {
    package var conflict: StoreConflict? { StoreConflict(self) }
}
