package import Foundation
package import VinculaCore

/// Read access to API keys and service accounts.
package protocol AdministrationReads {
    func apiKey(_ key: String) throws -> APIKey?
    /// The API keys of a project, or of all projects, oldest first.
    func apiKeys(of project: String?) throws -> [APIKey]

    func serviceAccount(_ email: String) throws -> ServiceAccount?
    /// The service accounts of a project, sorted by email.
    func serviceAccounts(of project: String) throws -> [ServiceAccount]
    func serviceAccountKey(_ id: String) throws -> ServiceAccountKey?
    /// The keys of a service account, oldest first.
    func serviceAccountKeys(of email: String) throws -> [ServiceAccountKey]

    /// The foreign keys of a service account's custom tokens that any project accepts, oldest first.
    func customTokenKeys(of serviceAccount: String) throws -> [CustomTokenKey]
    /// The foreign keys of custom tokens that a project accepts, sorted by service account, oldest first.
    func customTokenKeys(in project: String) throws -> [CustomTokenKey]
}

/// Write access to API keys and service accounts.
package protocol AdministrationWrites: AdministrationReads {
    func insert(_ key: APIKey) throws
    /// Writes the label and the restrictions; the rest of it is not changed.
    func update(_ key: APIKey) throws
    /// Notes that a key was used, unless a use within ``APIKey/useInterval`` of it is noted.
    func noteUse(ofAPIKey key: String, at moment: Timestamp) throws
    /// - Returns: `true` if there was one.
    func deleteAPIKey(_ key: String) throws -> Bool

    func insert(_ serviceAccount: ServiceAccount) throws
    /// Writes whether the account is disabled; the rest of it never changes.
    func update(_ serviceAccount: ServiceAccount) throws
    /// Deletes a service account with its keys.
    ///
    /// - Returns: `true` if there was one.
    func deleteServiceAccount(_ email: String) throws -> Bool
    func insert(_ key: ServiceAccountKey) throws
    /// - Returns: `true` if there was one.
    func deleteServiceAccountKey(_ id: String) throws -> Bool

    /// - Returns: `false` if the project has a key of the service account with that id.
    func insert(_ key: CustomTokenKey) throws -> Bool
    /// Writes whether the key is disabled; the rest of it never changes.
    func update(_ key: CustomTokenKey) throws
    /// - Returns: `true` if there was one.
    func deleteCustomTokenKey(_ id: String, of serviceAccount: String, in project: String) throws -> Bool

    /// Records by one conditional write that an assertion was used.
    ///
    /// - Parameters:
    ///   - hash: A hash of the service account and the assertion's `jti`, or of the signed bytes.
    ///   - now: The current time.
    ///   - expiresAt: The time after which it cannot be used anyway.
    /// - Returns: When it was used before; `nil` if this call was the first.
    func useAssertion(_ hash: Data, now: Timestamp, expiresAt: Timestamp) throws -> Timestamp?

    /// Records by one conditional write that something happened that may happen once within a time.
    ///
    /// - Parameters:
    ///   - hash: A hash of its name.
    ///   - now: The current time.
    ///   - next: The time from which it may happen again.
    /// - Returns: `false` if it may not happen yet; nothing has changed then.
    func takeTurn(_ hash: Data, now: Timestamp, next: Timestamp) throws -> Bool
}
