import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func recoveryCodes(ofRow rowID: Int64) throws -> RecoveryCodeSet? {
        try db.first("\(Self.codeSetSelection) WHERE account = ?", [rowID], Self.codeSet)?.set
    }

    /// The recovery codes of several accounts.
    ///
    /// - Parameter rowIDs: An array of the accounts' rows in JSON.
    func recoveryCodes(ofRows rowIDs: String) throws -> [Int64: RecoveryCodeSet] {
        let sql = "\(Self.codeSetSelection) WHERE \(db.dialect.isAmong("account"))"
        return Dictionary(try db.all(sql, [rowIDs], Self.codeSet).map { ($0.account, $0.set) }) { first, _ in first }
    }

    private static let codeSetSelection = "SELECT account, id, created_at, created_by FROM recovery_code_sets"

    private static func codeSet(_ row: inout RowReader) throws -> (account: Int64, set: RecoveryCodeSet) {
        let account: Int64 = try row.next()
        let set = RecoveryCodeSet(
            id: SecondFactorID(try row.next()), createdAt: try row.timestamp(),
            createdBy: try StoredJSON.decode(try row.next(String.self)))
        return (account, set)
    }

    /// Replaces the set, which ends the codes of the one before.
    func updateRecoveryCodes(ofRow rowID: Int64, to new: RecoveryCodeSet?, from old: RecoveryCodeSet?) throws {
        guard new != old else { return }
        if let old {
            try changeRow(of: "recovery_code_sets", "DELETE FROM recovery_code_sets WHERE id = ?", [old.id.value])
        }
        guard let new else { return }
        try db.run(
            "INSERT INTO recovery_code_sets (id, account, created_at, created_by) VALUES (?, ?, ?, ?)",
            [new.id.value, rowID, new.createdAt.milliseconds, try StoredJSON.encode(new.createdBy)])
    }

    func recoveryCodesLeft(ofSet id: SecondFactorID) throws -> Int {
        let sql = """
            SELECT count(*) FROM recovery_codes
            WHERE code_set = (SELECT sequence FROM recovery_code_sets WHERE id = ?)
            """
        return try db.first(sql, [id.value]) { try $0.next(Int.self) } ?? 0
    }

    func insert(recoveryCodes fingerprints: [Data], ofSet id: SecondFactorID) throws {
        for fingerprint in fingerprints {
            try changeRow(
                of: "recovery_code_sets",
                """
                INSERT INTO recovery_codes (fingerprint, code_set)
                SELECT ?, sequence FROM recovery_code_sets WHERE id = ?
                """,
                [fingerprint, id.value])
        }
    }

    func useRecoveryCode(_ fingerprint: Data) throws -> Bool {
        try changesRow("DELETE FROM recovery_codes WHERE fingerprint = ?", [fingerprint])
    }
}
