import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = "id, project, tenant, purpose, account, factor, number, sealed_code, expires_at, failures"

    func phoneCode(_ id: String) throws -> PhoneCode? {
        try db.first("SELECT \(Self.columns) FROM phone_codes WHERE id = ?", [id], Self.phoneCode)
    }

    func phoneCodes(in scope: ProjectScope, limit: Int) throws -> [PhoneCode] {
        try db.all(
            "SELECT \(Self.columns) FROM phone_codes WHERE project = ? AND tenant = ? ORDER BY sequence LIMIT ?",
            [scope.project, scope.tenant, max(0, limit)], Self.phoneCode)
    }

    func insert(_ code: PhoneCode) throws {
        try db.run(
            """
            INSERT INTO phone_codes (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                code.id, code.scope.project, code.scope.tenant, code.purpose.name, code.purpose.account?.value,
                code.purpose.factor?.value, code.number.value, code.sealedCode, code.expiresAt.milliseconds, code.failures,
            ])
        try db.run(
            """
            DELETE FROM phone_codes WHERE project = ? AND tenant = ? AND number = ? AND sequence <= (
                SELECT sequence FROM phone_codes WHERE project = ? AND tenant = ? AND number = ?
                ORDER BY sequence DESC LIMIT 1 OFFSET ?)
            """,
            [
                code.scope.project, code.scope.tenant, code.number.value, code.scope.project, code.scope.tenant,
                code.number.value, PhoneCode.mostOfANumber,
            ])
    }

    func countGuess(ofPhoneCode id: String, most: Int) throws -> Bool {
        try changesRow("UPDATE phone_codes SET failures = failures + 1 WHERE id = ? AND failures < ?", [id, most])
    }

    func consumePhoneCode(_ id: String) throws -> Bool { try changesRow("DELETE FROM phone_codes WHERE id = ?", [id]) }

    func countUse(_ key: Data, most: Int, expiresAt: Timestamp) throws -> Bool {
        guard most > 0 else { return false }
        return try changesRow(
            """
            INSERT INTO text_message_counts (key, count, expires_at) VALUES (?, 1, ?)
            ON CONFLICT (key) DO UPDATE SET count = text_message_counts.count + 1 WHERE text_message_counts.count < ?
            """,
            [key, expiresAt.milliseconds, most])
    }

    private static func phoneCode(_ row: inout RowReader) throws -> PhoneCode {
        let (id, scope) = (try row.next(String.self), try row.scope())
        let purpose = PhoneCode.Purpose(
            try row.next(), account: try row.next(String?.self).map { AccountID($0) },
            factor: try row.next(String?.self).map { SecondFactorID($0) })
        guard let purpose, let number = PhoneNumber(stored: try row.next()) else {
            throw StoreError.corruptRow(table: "phone_codes")
        }
        return PhoneCode(
            id: id, scope: scope, purpose: purpose, number: number, sealedCode: try row.next(), expiresAt: try row.timestamp(),
            failures: try row.next())
    }
}

extension PhoneCode.Purpose {
    fileprivate var name: String {
        switch self {
        case .signIn: "signIn"
        case .enrollment: "enrollment"
        case .secondFactor: "secondFactor"
        }
    }

    fileprivate var factor: SecondFactorID? { if case .secondFactor(let id, _) = self { id } else { nil } }

    fileprivate init?(_ name: String, account: AccountID?, factor: SecondFactorID?) {
        switch (name, account, factor) {
        case ("signIn", nil, nil): self = .signIn
        case ("enrollment", let account?, nil): self = .enrollment(account)
        case ("secondFactor", let account?, let factor?): self = .secondFactor(factor, of: account)
        default: return nil
        }
    }
}
