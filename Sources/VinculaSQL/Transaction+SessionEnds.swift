import Foundation
import VinculaCore
import VinculaEngine

/// Sessions that end before their time, whose places are erased.
extension Transaction {
    /// The columns of an ended session: the chain of ``RefreshChain/ended``, and no place.
    private var ended: String {
        """
        active_hash = \(db.dialect.noBytes), parent_hash = NULL, rotated_at = NULL, branch = 0, earlier_ancestors = NULL, network = NULL,
            device = NULL
        """
    }

    func endSession(_ id: Data) throws -> Bool {
        let isEnded = try changesRow("UPDATE sessions SET \(ended) WHERE id = ? AND active_hash <> \(db.dialect.noBytes)", [id])
        if isEnded { journal.noteEnd(of: .session(id)) }
        return isEnded
    }

    func endSessions(of account: AccountID, except id: Data, in scope: ProjectScope) throws -> Int {
        let rowID = try rowID(of: account, in: scope)
        // Those of an earlier generation have ended already, and are not counted.
        let ids: [Data] = try db.all(
            """
            SELECT id FROM sessions WHERE account = ? AND id <> ? AND active_hash <> \(db.dialect.noBytes)
                AND generation = (SELECT generation FROM accounts WHERE id = ?)
            """,
            [rowID, id, rowID]
        ) { try $0.next() }
        return try ids.filter(endSession).count
    }

    /// Erases the places of all sessions of an account.
    func erasePlaces(ofSessionsOfRow rowID: Int64) throws {
        try db.runLater("UPDATE sessions SET network = NULL, device = NULL WHERE account = ?", [rowID])
    }
}
