import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    // MARK: Factors

    private static let factorSelection =
        "SELECT account, id, display_name, enrolled_at, enrolled_by, phone, sealed_secret, last_period FROM second_factors"

    func secondFactors(ofRow rowID: Int64) throws -> [SecondFactor] {
        try db.all("\(Self.factorSelection) WHERE account = ? ORDER BY sequence", [rowID], Self.factor).map(\.factor)
    }

    /// The second factors of several accounts.
    ///
    /// - Parameter rowIDs: An array of the accounts' rows in JSON.
    func secondFactors(ofRows rowIDs: String) throws -> [Int64: [SecondFactor]] {
        let sql = "\(Self.factorSelection) WHERE \(db.dialect.isAmong("account")) ORDER BY sequence"
        return Dictionary(grouping: try db.all(sql, [rowIDs], Self.factor), by: \.account).mapValues { $0.map(\.factor) }
    }

    private static func factor(_ row: inout RowReader) throws -> (account: Int64, factor: SecondFactor) {
        let account: Int64 = try row.next()
        let (id, name) = (SecondFactorID(try row.next()), try row.next(String?.self))
        let enrolledAt = try row.timestamp()
        let enrolledBy: EnrollmentProof? = try row.next(String?.self).map { try StoredJSON.decode($0) }
        let means: SecondFactor.Means
        if let text = try row.next(String?.self) {
            guard let number = PhoneNumber(stored: text) else { throw StoreError.corruptRow(table: "second_factors") }
            row.skip(2)
            means = .phone(number)
        } else {
            means = .authenticator(sealedSecret: try row.next(), lastPeriod: try row.next())
        }
        let factor = SecondFactor(id: id, displayName: name, enrolledAt: enrolledAt, means: means, enrolledBy: enrolledBy)
        return (account, factor)
    }

    func hasSecondFactor(_ id: SecondFactorID) throws -> Bool {
        try db.first("SELECT 1 FROM second_factors WHERE id = ?", [id.value]) { try $0.next(Int.self) } != nil
    }

    func updateSecondFactors(ofRow rowID: Int64, to new: [SecondFactor], from old: [SecondFactor]) throws {
        for factor in old where !new.contains(where: { $0.id == factor.id }) {
            try changeRow(
                of: "second_factors", "DELETE FROM second_factors WHERE account = ? AND id = ?", [rowID, factor.id.value])
        }
        for factor in new {
            if let before = old.first(where: { $0.id == factor.id }) {
                guard before != factor else { continue }
                try changeRow(
                    of: "second_factors",
                    """
                    UPDATE second_factors SET display_name = ?, phone = ?, last_period = \(db.dialect.greatest)(last_period, ?)
                    WHERE account = ? AND id = ?
                    """,
                    [factor.displayName, factor.phone?.value, factor.lastPeriod ?? 0, rowID, factor.id.value])
            } else {
                try db.run(Self.insertion(into: "second_factors", Self.factorColumns), values(of: factor, ofRow: rowID))
            }
        }
    }

    static let factorColumns = [
        "id", "account", "display_name", "enrolled_at", "phone", "sealed_secret", "last_period", "enrolled_by",
    ]

    /// The values of ``factorColumns``.
    func values(of factor: SecondFactor, ofRow rowID: Int64) throws -> Database.Arguments {
        [
            factor.id.value, rowID, factor.displayName, factor.enrolledAt.milliseconds, factor.phone?.value,
            factor.sealedSecret, factor.lastPeriod ?? 0, try factor.enrolledBy.map { try StoredJSON.encode($0) },
        ]
    }

    func usePeriod(_ period: Int64, ofSecondFactor id: SecondFactorID) throws -> Bool {
        try changesRow(
            "UPDATE second_factors SET last_period = ? WHERE id = ? AND last_period < ?", [period, id.value, period])
    }

    // MARK: Pending sign-ins

    func pendingSignIn(_ id: String) throws -> PendingSignIn? {
        try db.first(
            """
            SELECT p.id, a.project, a.tenant, a.uid, p.first_factor, p.by_mail, p.attributes, p.ways_in, p.expires_at, p.failures,
                p.key_thumbprint
            FROM pending_sign_ins AS p JOIN accounts AS a ON a.id = p.account WHERE p.id = ?
            """,
            [id]
        ) { row in
            PendingSignIn(
                id: try row.next(), scope: try row.scope(), account: AccountID(try row.next()),
                firstFactor: ProviderID(try row.next()), isByMail: try row.next(),
                attributes: try row.next(String?.self).map(SignInAttributes.init(stored:)), waysIn: try row.next(),
                expiresAt: try row.timestamp(), failures: try row.next(),
                key: try row.next(Data?.self).map(KeyThumbprint.init))
        }
    }

    func insert(_ pending: PendingSignIn) throws {
        let rowID = try rowID(of: pending.account, in: pending.scope)
        try db.run(
            """
            INSERT INTO pending_sign_ins (id, account, first_factor, by_mail, attributes, ways_in, failures, expires_at,
                key_thumbprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                pending.id, rowID, pending.firstFactor.value, pending.isByMail, pending.attributes?.text, pending.waysIn,
                pending.failures, pending.expiresAt.milliseconds, pending.key?.bytes,
            ])
        try deleteOldest(of: rowID, in: "pending_sign_ins", keeping: PendingSignIn.mostOfAnAccount)
    }

    func countCode(ofPendingSignIn id: String, most: Int) throws -> Bool {
        try changesRow("UPDATE pending_sign_ins SET failures = failures + 1 WHERE id = ? AND failures < ?", [id, most])
    }

    func consumePendingSignIn(_ id: String) throws -> Bool {
        try changesRow("DELETE FROM pending_sign_ins WHERE id = ?", [id])
    }

    // MARK: Enrolments

    func secondFactorEnrollment(_ id: String) throws -> SecondFactorEnrollment? {
        try db.first(
            """
            SELECT e.id, a.project, a.tenant, a.uid, e.sealed_secret, e.expires_at, e.failures
            FROM second_factor_enrollments AS e JOIN accounts AS a ON a.id = e.account WHERE e.id = ?
            """,
            [id]
        ) { row in
            SecondFactorEnrollment(
                id: try row.next(), scope: try row.scope(), account: AccountID(try row.next()), sealedSecret: try row.next(),
                expiresAt: try row.timestamp(), failures: try row.next())
        }
    }

    func insert(_ enrollment: SecondFactorEnrollment) throws {
        let rowID = try rowID(of: enrollment.account, in: enrollment.scope)
        try db.run(
            "INSERT INTO second_factor_enrollments (id, account, sealed_secret, failures, expires_at) VALUES (?, ?, ?, ?, ?)",
            [enrollment.id, rowID, enrollment.sealedSecret, enrollment.failures, enrollment.expiresAt.milliseconds])
        try deleteOldest(of: rowID, in: "second_factor_enrollments", keeping: SecondFactorEnrollment.mostOfAnAccount)
    }

    func countCode(ofEnrollment id: String, most: Int) throws -> Bool {
        try changesRow(
            "UPDATE second_factor_enrollments SET failures = failures + 1 WHERE id = ? AND failures < ?", [id, most])
    }

    func consumeSecondFactorEnrollment(_ id: String) throws -> Bool {
        try changesRow("DELETE FROM second_factor_enrollments WHERE id = ?", [id])
    }

    // MARK: Both

    /// Deletes an account's pending sign-ins and enrolments.
    func deleteSecondFactorSteps(ofRow rowID: Int64) throws {
        try db.run("DELETE FROM pending_sign_ins WHERE account = ?", [rowID])
        try db.run("DELETE FROM second_factor_enrollments WHERE account = ?", [rowID])
    }

    private func deleteOldest(of rowID: Int64, in table: String, keeping count: Int) throws {
        try db.run(
            """
            DELETE FROM \(table) WHERE account = ? AND sequence <= (
                SELECT sequence FROM \(table) WHERE account = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?)
            """,
            [rowID, rowID, count])
    }
}

extension SecondFactor {
    fileprivate var sealedSecret: Data? { if case .authenticator(let secret, _) = means { secret } else { nil } }
}
