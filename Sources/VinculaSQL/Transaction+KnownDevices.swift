import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func knownDevices(of account: AccountID, in scope: ProjectScope) throws -> [KnownDevice] {
        try db.all(
            """
            SELECT d.device, d.seen_at, d.told_at FROM known_devices AS d JOIN accounts AS a ON a.id = d.account
            WHERE a.project = ? AND a.tenant = ? AND a.uid = ? ORDER BY d.seen_at DESC, d.device
            """,
            [scope.project, scope.tenant, account.value]
        ) { row in
            KnownDevice(device: try row.next(), seenAt: try row.timestamp(), toldAt: try row.optionalTimestamp())
        }
    }

    func note(
        _ device: KnownDevice, of account: AccountID, most: Int, expiresAt: Timestamp, in scope: ProjectScope
    ) throws {
        let rowID = try rowID(of: account, in: scope)
        try db.run(
            """
            INSERT INTO known_devices (device, account, seen_at, told_at, expires_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (device) DO UPDATE SET seen_at = excluded.seen_at,
                told_at = coalesce(excluded.told_at, known_devices.told_at), expires_at = excluded.expires_at
            """,
            [device.device, rowID, device.seenAt.milliseconds, device.toldAt?.milliseconds, expiresAt.milliseconds])
        try db.run(
            """
            DELETE FROM known_devices WHERE device IN (
                SELECT device FROM known_devices WHERE account = ? ORDER BY seen_at DESC, device LIMIT \(Int64.max) OFFSET ?)
            """,
            [rowID, most])
    }

    func forgetDevice(_ device: Data, of account: AccountID, in scope: ProjectScope) throws {
        try db.run(
            "UPDATE known_devices SET seen_at = 0 WHERE account = ? AND device = ?",
            [try rowID(of: account, in: scope), device])
    }
}
