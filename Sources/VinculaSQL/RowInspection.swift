import Foundation
import VinculaCore
package import VinculaEngine

extension Store {
    /// Reads every row of every table as the server would.
    ///
    /// The audit log is left out: checking its seals says more.
    ///
    /// - Parameter progress: Called from time to time with the number of rows read.
    /// - Returns: The number of unreadable rows, by table; empty if all could be read.
    package func unreadableRows(progress: @escaping @Sendable (_ rows: Int) -> Void = { _ in }) async throws -> [String] {
        try await read { transaction in
            guard let transaction = transaction as? Transaction else { return [] }
            var rows = 0
            return try RowInspection.all.compactMap { inspection in
                let faults = try inspection.faults(transaction) {
                    rows += 1
                    if rows.isMultiple(of: 100_000) { progress(rows) }
                }
                return faults == 0 ? nil : "\(faults) row\(faults == 1 ? "" : "s") of \(inspection.table) cannot be read"
            }
        }
    }
}

/// Finds the rows of one table and reads each with the call that the server uses.
struct RowInspection: Sendable {
    let table: String
    private let keys: String
    /// Indicates whether the row with a key exists and can be read.
    private let read: @Sendable (Transaction, inout RowReader) throws -> Bool

    /// Tables without encoded values, and tables that are checked in other ways: some are read with their accounts.
    static let exempt: Set = [
        "audit_log", "audit_head", "audit_waiting", "grdb_migrations", "schema_migrations", "identities", "known_places",
        "known_devices",
        "recovery_code_sets",
        "recovery_codes", "second_factors", "text_message_counts", "sealed_secrets",
        "used_assertions", "projects", "imported_accounts", "accounts_deleted_while_moving", "changes", "leases",
        "deletions",
    ]

    static let all = [
        RowInspection("accounts", "uid, project, tenant") { try $0.account(AccountID($1.next()), in: $1.scope()) },
        RowInspection("sessions", "id") { try $0.session($1.next()) },
        RowInspection("pending_credentials", "token_hash") { try $0.pendingCredential(tokenHash: $1.next()) },
        RowInspection("project_settings", "project") { try $0.settings(of: $1.next()) },
        RowInspection("tenants", "project, tenant") { try $0.tenant($1.scope()) },
        RowInspection("openid_providers", "id, project, tenant") {
            try $0.openIDProvider(ProviderID($1.next()), in: $1.scope())
        },
        RowInspection("supported_providers", "id, project, tenant") {
            try $0.supportedProvider(ProviderID($1.next()), in: $1.scope())
        },
        RowInspection("signing_keys", "id") { transaction, row in
            let id: String = try row.next()
            return try transaction.signingKeys().first { $0.id == id }
        },
        RowInspection("api_keys", "key") { try $0.apiKey($1.next()) },
        RowInspection("service_accounts", "email") { try $0.serviceAccount($1.next()) },
        RowInspection("service_account_keys", "id") { try $0.serviceAccountKey($1.next()) },
        RowInspection("custom_token_keys", "service_account, project, id") { transaction, row in
            let (name, project): (String, String) = (try row.next(), try row.next())
            let id: String = try row.next()
            return try transaction.customTokenKeys(of: name).first { $0.project == project && $0.id == id }
        },
        RowInspection("password_attempts", "target, neighbourhood") {
            try $0.passwordAttempts(PasswordAttemptsKey(target: $1.next(), neighbourhood: $1.next()))
        },
        RowInspection("action_codes", "id") { try $0.actionCode($1.next()) },
        RowInspection("service_period", "id") { transaction, row in
            row.skip()
            return try transaction.servicePeriod()
        },
        RowInspection("outbox", "id") { try $0.message($1.next()) },
        RowInspection("handover_codes", "id") { try $0.handoverCode($1.next()) },
        RowInspection("pending_sign_ins", "id") { try $0.pendingSignIn($1.next()) },
        RowInspection("browser_flows", "id") { try $0.browserFlow($1.next()) },
        RowInspection("webhooks", "id") { try $0.webhook($1.next()) },
        RowInspection("import_runs", "file, project, tenant") { try $0.importRun(of: $1.next(), in: $1.scope()) },
        RowInspection("phone_codes", "id") { try $0.phoneCode($1.next()) },
        RowInspection("password_schemes", "id") { try $0.passwordScheme(PasswordSchemeID($1.next())) },
        RowInspection("exchanged_tokens", "hash") { try $0.exchangedToken($1.next()) },
        RowInspection("revocations", "sequence") { try $0.revocation($1.next()) },
        RowInspection("operators", "account") { try $0.storedOperator(ofRow: $1.next()) },
        RowInspection("operator_invitations", "id") { try $0.operatorInvitation($1.next()) },
        RowInspection("usage_counts", "project, span, begins_at, kind, method") { transaction, row in
            let project: String = try row.next()
            let span: UsageSpan = try row.enumCase(of: "usage_counts")
            let start = try row.timestamp()
            let kind: UsageKind = try row.enumCase(of: "usage_counts")
            let method: String = try row.next()
            return try transaction.usage(of: project, span, since: start).first {
                $0.start == start && $0.kind == kind && $0.method == method
            }
        },
        RowInspection("second_factor_enrollments", "id") { try $0.secondFactorEnrollment($1.next()) },
    ]

    private init<Value>(
        _ table: String, _ keys: String, _ read: @escaping @Sendable (Transaction, inout RowReader) throws -> Value?
    ) {
        self.table = table
        self.keys = keys
        self.read = { try read($0, &$1) != nil }
    }

    /// - Parameter onRow: Called for each row.
    /// - Returns: The number of rows that cannot be read.
    func faults(_ transaction: Transaction, onRow: () -> Void) throws -> Int {
        var faults = 0
        try transaction.db.connection.scan("SELECT \(keys) FROM \(table)") { columns in
            onRow()
            do {
                if try !RowReader.read(columns, { try read(transaction, &$0) }) { faults += 1 }
            } catch let error as any SQLFailure {
                throw error
            } catch {
                faults += 1
            }
        }
        return faults
    }
}
