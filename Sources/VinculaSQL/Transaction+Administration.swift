import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    // MARK: API keys

    private static let apiKeyColumns = "key, project, label, created_at, restrictions, last_used_at"

    func apiKey(_ key: String) throws -> APIKey? {
        try db.first("SELECT \(Self.apiKeyColumns) FROM api_keys WHERE key = ?", [key], Self.apiKey)
    }

    func apiKeys(of project: String?) throws -> [APIKey] {
        guard let project else {
            return try db.all("SELECT \(Self.apiKeyColumns) FROM api_keys ORDER BY created_at, key", [], Self.apiKey)
        }
        return try db.all(
            "SELECT \(Self.apiKeyColumns) FROM api_keys WHERE project = ? ORDER BY created_at, key", [project], Self.apiKey)
    }

    func insert(_ key: APIKey) throws {
        try db.run(
            "INSERT INTO api_keys (\(Self.apiKeyColumns)) VALUES (?, ?, ?, ?, ?, ?)",
            [
                key.key, key.project, key.label, key.createdAt.milliseconds, try Self.stored(key.restrictions),
                key.lastUsedAt?.milliseconds,
            ])
    }

    func update(_ key: APIKey) throws {
        journal.noteChange(of: .callers)
        try changeRow(
            of: "api_keys", "UPDATE api_keys SET label = ?, restrictions = ? WHERE key = ?",
            [key.label, try Self.stored(key.restrictions), key.key])
    }

    func noteUse(ofAPIKey key: String, at moment: Timestamp) throws {
        try db.run(
            "UPDATE api_keys SET last_used_at = ? WHERE key = ? AND (last_used_at IS NULL OR last_used_at <= ?)",
            [moment.milliseconds, key, moment.milliseconds - APIKey.useInterval])
    }

    private static func stored(_ restrictions: APIKeyRestrictions) throws -> String? {
        restrictions.isEmpty ? nil : try StoredJSON.encode(restrictions)
    }

    func deleteAPIKey(_ key: String) throws -> Bool {
        journal.noteChange(of: .callers)
        return try changesRow("DELETE FROM api_keys WHERE key = ?", [key])
    }

    private static func apiKey(_ row: inout RowReader) throws -> APIKey {
        APIKey(
            key: try row.next(), project: try row.next(), label: try row.next(), createdAt: try row.timestamp(),
            restrictions: try (row.next() as String?).map { try StoredJSON.decode($0) } ?? .none,
            lastUsedAt: try row.optionalTimestamp())
    }

    // MARK: Service accounts

    func serviceAccount(_ email: String) throws -> ServiceAccount? {
        try db.first(
            "SELECT email, project, client_id, role, is_disabled, created_at FROM service_accounts WHERE email = ?", [email],
            Self.serviceAccount)
    }

    func serviceAccounts(of project: String) throws -> [ServiceAccount] {
        try db.all(
            """
            SELECT email, project, client_id, role, is_disabled, created_at FROM service_accounts WHERE project = ?
            ORDER BY email
            """,
            [project], Self.serviceAccount)
    }

    func insert(_ account: ServiceAccount) throws {
        try db.run(
            """
            INSERT INTO service_accounts (email, project, client_id, role, is_disabled, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                account.email, account.project, account.clientID, account.role.rawValue, account.isDisabled,
                account.createdAt.milliseconds,
            ])
    }

    func update(_ account: ServiceAccount) throws {
        journal.noteChange(of: .callers)
        try changeRow(
            of: "service_accounts", "UPDATE service_accounts SET is_disabled = ? WHERE email = ?",
            [account.isDisabled, account.email])
    }

    func deleteServiceAccount(_ email: String) throws -> Bool {
        journal.noteChange(of: .callers)
        return try changesRow("DELETE FROM service_accounts WHERE email = ?", [email])
    }

    private static func serviceAccount(_ row: inout RowReader) throws -> ServiceAccount {
        ServiceAccount(
            email: try row.next(), project: try row.next(), clientID: try row.next(),
            role: try row.enumCase(of: "service_accounts"), isDisabled: try row.next(), createdAt: try row.timestamp())
    }

    // MARK: Their keys

    func serviceAccountKey(_ id: String) throws -> ServiceAccountKey? {
        try db.first(
            "SELECT id, service_account, public_key, certificate, created_at FROM service_account_keys WHERE id = ?", [id],
            Self.serviceAccountKey)
    }

    func serviceAccountKeys(of email: String) throws -> [ServiceAccountKey] {
        try db.all(
            """
            SELECT id, service_account, public_key, certificate, created_at FROM service_account_keys
            WHERE service_account = ? ORDER BY created_at, id
            """,
            [email], Self.serviceAccountKey)
    }

    func insert(_ key: ServiceAccountKey) throws {
        try db.run(
            """
            INSERT INTO service_account_keys (id, service_account, public_key, certificate, created_at)
            VALUES (?, ?, ?, ?, ?)
            """,
            [key.id, key.serviceAccount, key.publicKey, key.certificate, key.createdAt.milliseconds])
    }

    func deleteServiceAccountKey(_ id: String) throws -> Bool {
        journal.noteChange(of: .callers)
        return try changesRow("DELETE FROM service_account_keys WHERE id = ?", [id])
    }

    private static func serviceAccountKey(_ row: inout RowReader) throws -> ServiceAccountKey {
        ServiceAccountKey(
            id: try row.next(), serviceAccount: try row.next(), publicKey: try row.next(), certificate: try row.next(),
            createdAt: try row.timestamp())
    }

    // MARK: Foreign keys

    private static let customTokenKeyColumns = "project, service_account, id, public_key, expires_at, is_disabled, created_at"

    func customTokenKeys(of serviceAccount: String) throws -> [CustomTokenKey] {
        try db.all(
            """
            SELECT \(Self.customTokenKeyColumns) FROM custom_token_keys WHERE service_account = ?
            ORDER BY created_at, project, id
            """,
            [serviceAccount], Self.customTokenKey)
    }

    func customTokenKeys(in project: String) throws -> [CustomTokenKey] {
        try db.all(
            """
            SELECT \(Self.customTokenKeyColumns) FROM custom_token_keys WHERE project = ?
            ORDER BY service_account, created_at, id
            """,
            [project], Self.customTokenKey)
    }

    func insert(_ key: CustomTokenKey) throws -> Bool {
        try changesRow(
            """
            INSERT INTO custom_token_keys (\(Self.customTokenKeyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (service_account, project, id) DO NOTHING
            """,
            [
                key.project, key.serviceAccount, key.id, key.publicKey, key.expiresAt?.milliseconds, key.isDisabled,
                key.createdAt.milliseconds,
            ])
    }

    func update(_ key: CustomTokenKey) throws {
        try changeRow(
            of: "custom_token_keys",
            "UPDATE custom_token_keys SET is_disabled = ? WHERE service_account = ? AND project = ? AND id = ?",
            [key.isDisabled, key.serviceAccount, key.project, key.id])
    }

    func deleteCustomTokenKey(_ id: String, of serviceAccount: String, in project: String) throws -> Bool {
        try changesRow(
            "DELETE FROM custom_token_keys WHERE service_account = ? AND project = ? AND id = ?", [serviceAccount, project, id])
    }

    private static func customTokenKey(_ row: inout RowReader) throws -> CustomTokenKey {
        CustomTokenKey(
            project: try row.next(), serviceAccount: try row.next(), id: try row.next(), publicKey: try row.next(),
            expiresAt: try row.optionalTimestamp(), isDisabled: try row.next(), createdAt: try row.timestamp())
    }

    // MARK: Assertions

    func useAssertion(_ hash: Data, now: Timestamp, expiresAt: Timestamp) throws -> Timestamp? {
        let isFirst = try changesRow(
            "INSERT INTO used_assertions (hash, expires_at, used_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
            [hash, expiresAt.milliseconds, now.milliseconds])
        guard !isFirst else { return nil }
        return try db.first("SELECT used_at FROM used_assertions WHERE hash = ?", [hash]) { try $0.optionalTimestamp() }
            .flatMap(\.self) ?? Timestamp(milliseconds: 0)
    }

    func takeTurn(_ hash: Data, now: Timestamp, next: Timestamp) throws -> Bool {
        // A turn that ends later than this one would was taken by a clock that was wrong: it must not last for years.
        try changesRow(
            """
            INSERT INTO used_assertions (hash, expires_at, used_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE \
            SET expires_at = excluded.expires_at, used_at = excluded.used_at \
            WHERE used_assertions.expires_at <= excluded.used_at OR used_assertions.expires_at > ?
            """,
            [hash, next.milliseconds, now.milliseconds, next.milliseconds + Self.clockDifference])
    }

    /// The difference between the clocks of a database's servers that is allowed for, in milliseconds.
    private static let clockDifference: Int64 = 300_000
}
