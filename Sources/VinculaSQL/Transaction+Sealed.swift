import Foundation
import VinculaCore
import VinculaEngine

/// A table that holds sealed secrets. Every such table must have an entry in ``all``: when a rotation of the master key
/// finds one that is not listed, it stops with both keys kept.
private struct SealedTable: Sendable {
    let kind: SealedKind
    let page: @Sendable (Transaction, String, Int) throws -> [SealedRecord]
    let replace: @Sendable (Transaction, SealedRecord, Data) throws -> Void

    static let all = [
        signingKeys, serverSecrets, openIDProviders, samlKeys, supportedProviders, appleKeys, actionLinks, messages,
        secondFactors, enrollments, browserFlows, phoneCodes, passwordSchemes, webhooks, mailPasswords,
        formerProjects,
    ]

    /// A table with one sealed column, which may be empty, and a text key.
    private static func plain(
        _ table: String, key: String, column: String, place: @escaping @Sendable (String) -> String
    ) -> SealedTable {
        let kind = SealedKind(table: table)
        return SealedTable(
            kind: kind,
            page: { transaction, after, limit in
                try transaction.db.all(
                    "SELECT \(key), \(column) FROM \(table) WHERE \(key) > ? AND \(column) IS NOT NULL ORDER BY \(key) LIMIT ?",
                    [after, limit]
                ) { row in
                    let name: String = try row.next()
                    return SealedRecord(kind: kind, row: name, place: place(name), sealed: try row.next())
                }
            },
            replace: { transaction, record, sealed in
                try transaction.changeRow(
                    of: table, "UPDATE \(table) SET \(column) = ? WHERE \(key) = ?", [sealed, record.row])
            })
    }

    private static let signingKeys = plain("signing_keys", key: "id", column: "sealed_private_key") { "signing-key/\($0)" }
    private static let serverSecrets = plain("sealed_secrets", key: "name", column: "secret") { $0 }

    private static let actionLinks = plain("action_codes", key: "id", column: "sealed_link") { "action-code/\($0)" }
    private static let messages = plain("outbox", key: "id", column: "sealed_mail") { "outbox/\($0)" }

    private static let secondFactors = plain("second_factors", key: "id", column: "sealed_secret") { "second-factor/\($0)" }
    private static let enrollments = plain("second_factor_enrollments", key: "id", column: "sealed_secret") {
        "second-factor-enrollment/\($0)"
    }

    private static let phoneCodes = plain("phone_codes", key: "id", column: "sealed_code") { "phone-code/\($0)" }

    private static let passwordSchemes = plain("password_schemes", key: "id", column: "sealed_key") {
        StoredPasswordScheme.place(PasswordSchemeID($0))
    }

    private static let webhooks = plain("webhooks", key: "id", column: "sealed_secret") { "webhook/\($0)" }

    /// A secret in base64 within a project's settings.
    private static let mailPasswords: SealedTable = {
        let (table, path) = ("project_settings", "$.email.server.sealedPassword")
        let kind = SealedKind(table: table, path: path)
        return SealedTable(
            kind: kind,
            page: { transaction, after, limit in
                try transaction.db.all(
                    """
                    SELECT project, \(transaction.db.dialect.json("settings", path)) FROM \(table)
                    WHERE project > ? AND \(transaction.db.dialect.json("settings", path)) IS NOT NULL ORDER BY project LIMIT ?
                    """,
                    [after, limit]
                ) { row in
                    let project: String = try row.next()
                    guard let sealed = Data(base64Encoded: try row.next(String.self)) else {
                        throw StoreError.corruptRow(table: table)
                    }
                    return SealedRecord(kind: kind, row: project, place: "smtp-password/\(project)", sealed: sealed)
                }
            },
            replace: { transaction, record, sealed in
                try transaction.changeRow(
                    of: table,
                    "UPDATE \(table) SET settings = \(transaction.db.dialect.json("settings", replacing: path)) WHERE project = ?",
                    [sealed.base64EncodedString(), record.row])
            })
    }()

    /// The results have no place here: they are sealed under keys of their own, which only the holders of their codes have.
    private static let browserFlows = plain("browser_flows", key: "id", column: "sealed_order") { "browser-flow/\($0)" }

    private static let openIDProviders = provider("openid_providers", "$.sealedClientSecret") { "client-secret/\($0)" }
    private static let samlKeys = provider("openid_providers", "$.saml.sealedNextKey") { "saml-key/\($0)" }
    private static let supportedProviders = provider("supported_providers", "$.sealedClientSecret") { "client-secret/\($0)" }
    private static let appleKeys = provider("supported_providers", "$.apple.sealedPrivateKey") { "apple-key/\($0)" }

    /// The API keys of former projects, in base64 within the settings' JSON.
    private static let formerProjects: SealedTable = {
        let path = "$.migration.firebase.sealedAPIKey"
        let kind = SealedKind(table: "project_settings", path: path)
        return SealedTable(
            kind: kind,
            page: { transaction, after, limit in
                try transaction.db.all(
                    """
                    SELECT project, \(transaction.db.dialect.json("settings", path)) FROM project_settings
                    WHERE project > ? AND \(transaction.db.dialect.json("settings", path)) IS NOT NULL ORDER BY project LIMIT ?
                    """,
                    [after, limit]
                ) { row in
                    let project: String = try row.next()
                    guard let sealed = Data(base64Encoded: try row.next(String.self)) else {
                        throw StoreError.corruptRow(table: kind.table)
                    }
                    return SealedRecord(kind: kind, row: project, place: "migration-key/\(project)", sealed: sealed)
                }
            },
            replace: { transaction, record, sealed in
                try transaction.changeRow(
                    of: kind.table,
                    """
                    UPDATE project_settings SET settings = \(transaction.db.dialect.json("settings", replacing: path))
                    WHERE project = ?
                    """,
                    [sealed.base64EncodedString(), record.row])
            })
    }()

    /// A secret in base64 within a provider's JSON. None of the row's three key columns contains a slash.
    private static func provider(_ table: String, _ path: String, place: @escaping @Sendable (String) -> String) -> SealedTable {
        let kind = SealedKind(table: table, path: path)
        return SealedTable(
            kind: kind,
            page: { transaction, after, limit in
                let last = names(of: after) ?? ["", "", ""]
                return try transaction.db.all(
                    """
                    SELECT project, tenant, id, \(transaction.db.dialect.json("provider", path)) FROM \(table)
                    WHERE (project, tenant, id) > (?, ?, ?) AND \(transaction.db.dialect.json("provider", path)) IS NOT NULL
                    ORDER BY project, tenant, id LIMIT ?
                    """,
                    [last[0], last[1], last[2], limit]
                ) { row in
                    let keys: [String] = [try row.next(), try row.next(), try row.next()]
                    let name = keys.joined(separator: "/")
                    guard let sealed = Data(base64Encoded: try row.next(String.self)) else {
                        throw StoreError.corruptRow(table: table)
                    }
                    return SealedRecord(kind: kind, row: name, place: place(name), sealed: sealed)
                }
            },
            replace: { transaction, record, sealed in
                guard let names = names(of: record.row) else { throw StoreError.corruptRow(table: table) }
                try transaction.changeRow(
                    of: table,
                    """
                    UPDATE \(table) SET provider = \(transaction.db.dialect.json("provider", replacing: path))
                    WHERE project = ? AND tenant = ? AND id = ?
                    """,
                    [sealed.base64EncodedString()] + names)
            })
    }

    private static func names(of row: String) -> [String]? {
        let names = row.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return names.count == 3 ? names : nil
    }
}

extension Transaction {
    func sealedKinds() -> [SealedKind] { SealedTable.all.map(\.kind) }

    func sealedRecords(_ kind: SealedKind, after row: String, limit: Int) throws -> [SealedRecord] {
        guard let table = SealedTable.all.first(where: { $0.kind == kind }) else { return [] }
        return try table.page(self, row, limit)
    }

    func replace(_ record: SealedRecord, with sealed: Data) throws {
        guard let table = SealedTable.all.first(where: { $0.kind == record.kind }) else {
            throw StoreError.rowIsGone(table: record.kind.table)
        }
        knownProject.forget()
        try table.replace(self, record, sealed)
    }

    func tablesHolding(_ markers: [Data]) throws -> [String] {
        try self.columns().filter { table, columns in
            let tests = columns.flatMap { column in
                markers.map { _ in db.dialect.contains(column.name, type: column.type) }
            }
            let values: Database.Arguments = columns.flatMap { _ in markers as Database.Arguments }
            guard !tests.isEmpty else { return false }
            let sql = "SELECT 1 FROM \"\(table)\" WHERE \(tests.joined(separator: " OR ")) LIMIT 1"
            return try db.first(sql, values) { try $0.next(Bool.self) } ?? false
        }.map(\.table)
    }
}
