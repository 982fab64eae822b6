import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = """
        id, project, tenant, provider, stage, browser_hash, session_hash, sealed_order, code_hash, sealed_result, expires_at
        """

    func browserFlow(_ id: String) throws -> BrowserFlow? {
        try db.first("SELECT \(Self.columns) FROM browser_flows WHERE id = ?", [id]) { try $0.browserFlow() }
    }

    func browserFlow(codeHash: Data) throws -> BrowserFlow? {
        try db.first("SELECT \(Self.columns) FROM browser_flows WHERE code_hash = ?", [codeHash]) { try $0.browserFlow() }
    }

    func insert(_ flow: BrowserFlow) throws {
        try db.run(
            """
            INSERT INTO browser_flows (id, project, tenant, provider, stage, browser_hash, session_hash, sealed_order,
                code_hash, sealed_result, is_suspect, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
            """,
            [
                flow.id, flow.scope.project, flow.scope.tenant, flow.provider.value, flow.stage.rawValue, flow.browserHash,
                flow.sessionHash, flow.sealedOrder, flow.codeHash, flow.sealedResult, flow.expiresAt.milliseconds,
            ])
    }

    func answerBrowserFlow(_ id: String) throws -> Bool {
        try changesRow(
            "UPDATE browser_flows SET stage = 'answered', sealed_order = NULL WHERE id = ? AND stage = 'begun'", [id])
    }

    func finishBrowserFlow(_ id: String, codeHash: Data, sealedResult: Data, expiresAt: Timestamp) throws -> Bool {
        try changesRow(
            """
            UPDATE browser_flows SET stage = 'finished', code_hash = ?, sealed_result = ?, expires_at = ?
            WHERE id = ? AND stage = 'answered'
            """,
            [codeHash, sealedResult, expiresAt.milliseconds, id])
    }

    func consumeBrowserFlow(codeHash: Data) throws -> Bool {
        try changesRow("DELETE FROM browser_flows WHERE code_hash = ?", [codeHash])
    }

    func noteMismatch(ofBrowserFlow id: String) throws -> Bool {
        try changesRow("UPDATE browser_flows SET is_suspect = 1 WHERE id = ? AND is_suspect = 0", [id])
    }
}

extension RowReader {
    fileprivate mutating func browserFlow() throws -> BrowserFlow {
        BrowserFlow(
            id: try next(), scope: try scope(), provider: ProviderID(try next()), stage: try enumCase(of: "browser_flows"),
            browserHash: try next(), sessionHash: try next(), sealedOrder: try next(), codeHash: try next(),
            sealedResult: try next(), expiresAt: try timestamp())
    }
}
