import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func handoverCode(_ id: Data) throws -> HandoverCode? {
        try db.first("SELECT id, session, challenge, host, expires_at FROM handover_codes WHERE id = ?", [id]) { row in
            HandoverCode(
                id: try row.next(), session: try row.next(), challenge: try row.next(), host: try row.next(),
                expiresAt: try row.timestamp())
        }
    }

    func insert(_ code: HandoverCode) throws {
        try db.run(
            "INSERT INTO handover_codes (id, session, challenge, host, expires_at) VALUES (?, ?, ?, ?, ?)",
            [code.id, code.session, code.challenge, code.host, code.expiresAt.milliseconds])
        try db.run(
            """
            DELETE FROM handover_codes WHERE session = ? AND sequence <= (
                SELECT sequence FROM handover_codes WHERE session = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?)
            """,
            [code.session, code.session, HandoverCode.mostOfASession])
    }

    func consumeHandoverCode(_ id: Data) throws -> Bool {
        try changesRow("DELETE FROM handover_codes WHERE id = ?", [id])
    }
}
