import Foundation
package import VinculaCore
import VinculaCrypto

/// The credentials for the owner of a service account's key, in the form of Google's key files; the server keeps no copy.
package struct ServiceAccountCredentials: Hashable, Sendable {
    package let serviceAccount: ServiceAccount
    package let keyID: String
    /// PKCS #8 in PEM.
    package let privateKey: String

    /// The text of the key file.
    ///
    /// - Parameter publicURL: The URL at which clients reach the server; its token endpoint is below it.
    package func file(publicURL: String) throws -> String {
        struct File: Encodable {
            let type = "service_account"
            let project_id: String
            let private_key_id: String
            let private_key: String
            let client_email: String
            let client_id: String
            let auth_uri: String
            let token_uri: String
            let universe_domain = "googleapis.com"
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        let file = File(
            project_id: serviceAccount.project, private_key_id: keyID, private_key: privateKey,
            client_email: serviceAccount.email, client_id: serviceAccount.clientID,
            auth_uri: "https://accounts.google.com/o/oauth2/auth", token_uri: publicURL + "/token")
        return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
    }
}

extension ServiceAccess {
    /// Creates a service account with its first key.
    ///
    /// - Throws: ``AdministrationError/invalidName(_:)``, ``AdministrationError/serviceAccountExists(_:)``.
    package func createServiceAccount(
        named name: String, role: ServiceAccount.Role, of project: String
    ) async throws -> ServiceAccountCredentials {
        guard let email = ServiceAccount.email(name: name, project: project) else { throw AdministrationError.invalidName(name) }
        let account = ServiceAccount(
            email: email, project: project, clientID: SecureRandom.digits(21), role: role, createdAt: clock.now)
        let (key, credentials) = try makeKey(of: account)
        try await write(in: ProjectScope(project: project)) { work in
            guard try work.transaction.serviceAccount(email) == nil else { throw AdministrationError.serviceAccountExists(email) }
            try work.transaction.insert(account)
            try work.transaction.insert(key)
            work.transaction.record(Self.event(.serviceAccountCreate, account, details: ["role": .string(account.role.rawValue)]))
        }
        return credentials
    }

    /// The service accounts of a project, each with its keys.
    package func serviceAccounts(
        of project: String
    ) async throws -> [(account: ServiceAccount, keys: [ServiceAccountKey])] {
        try await read { reading in
            try reading.reads.serviceAccounts(of: project).map { ($0, try reading.reads.serviceAccountKeys(of: $0.email)) }
        }
    }

    /// Creates another key for a service account; the others stay valid.
    ///
    /// - Parameters:
    ///   - name: The account's name or email.
    ///   - project: The project's ID.
    /// - Throws: ``AdministrationError/noSuchServiceAccount(_:)``.
    package func createServiceAccountKey(of name: String, in project: String) async throws -> ServiceAccountCredentials {
        let account = try await read { try Self.serviceAccount(name, of: project, $0.reads) }
        let (key, credentials) = try makeKey(of: account)
        try await write(in: ProjectScope(project: project)) { work in
            let account = try Self.serviceAccount(name, of: project, work.reads)
            try work.transaction.insert(key)
            work.transaction.record(Self.event(.serviceAccountKeyCreate, account, details: ["key": .string(key.id)]))
        }
        return credentials
    }

    /// Deletes a key. The key and its access tokens are rejected within a second.
    ///
    /// - Throws: ``AdministrationError/noSuchServiceAccount(_:)``, ``AdministrationError/noSuchKey(_:)``.
    package func deleteServiceAccountKey(_ id: String, of name: String, in project: String) async throws {
        try await write(in: ProjectScope(project: project)) { work in
            let account = try Self.serviceAccount(name, of: project, work.reads)
            guard try work.transaction.serviceAccountKey(id)?.serviceAccount == account.email,
                try work.transaction.deleteServiceAccountKey(id)
            else { throw AdministrationError.noSuchKey(id) }
            work.transaction.record(Self.event(.serviceAccountKeyDelete, account, details: ["key": .string(id)]))
        }
    }

    /// Disables a service account, or enables it again. Its access tokens are rejected within a second.
    ///
    /// - Throws: ``AdministrationError/noSuchServiceAccount(_:)``.
    package func setServiceAccount(_ name: String, isDisabled: Bool, in project: String) async throws -> ServiceAccount {
        try await write(in: ProjectScope(project: project)) { work in
            var account = try Self.serviceAccount(name, of: project, work.reads)
            account.isDisabled = isDisabled
            try work.transaction.update(account)
            work.transaction.record(Self.event(isDisabled ? .serviceAccountDisable : .serviceAccountEnable, account))
            return account
        }
    }

    /// Deletes a service account with its keys.
    ///
    /// - Throws: ``AdministrationError/noSuchServiceAccount(_:)``.
    package func deleteServiceAccount(_ name: String, in project: String) async throws -> ServiceAccount {
        try await write(in: ProjectScope(project: project)) { work in
            let account = try Self.serviceAccount(name, of: project, work.reads)
            _ = try work.transaction.deleteServiceAccount(account.email)
            work.transaction.record(Self.event(.serviceAccountDelete, account))
            return account
        }
    }

    private static func event(
        _ action: AuditAction, _ account: ServiceAccount, details: [String: JSONValue] = [:]
    ) -> AuditEvent {
        AuditEvent(
            action, in: ProjectScope(project: account.project),
            details: details.merging(["id": .string(account.email)]) { own, _ in own })
    }

    private static func serviceAccount(
        _ name: String, of project: String, _ transaction: any ReadTransaction
    ) throws -> ServiceAccount {
        let email = name.contains("@") ? name : ServiceAccount.email(name: name, project: project) ?? name
        guard let account = try transaction.serviceAccount(email), account.project == project else {
            throw AdministrationError.noSuchServiceAccount(name)
        }
        return account
    }

    private func makeKey(of account: ServiceAccount) throws -> (ServiceAccountKey, ServiceAccountCredentials) {
        let id = SecureRandom.bytes(20).hex
        let now = clock.now
        let pair = try ServiceAccountKeyPair(
            der: try keyMaker.makeRSA(), id: id, name: account.clientID,
            notBefore: Date(timeIntervalSince1970: Double(now.seconds)))
        let key = ServiceAccountKey(
            id: id, serviceAccount: account.email, publicKey: pair.publicKey, certificate: pair.certificate, createdAt: clock.now)
        return (key, ServiceAccountCredentials(serviceAccount: account, keyID: id, privateKey: pair.privateKey))
    }
}
