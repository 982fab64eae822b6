import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func pendingCredential(tokenHash: Data) throws -> PendingCredential? {
        try db.first(
            """
            SELECT p.presented, a.project, a.tenant, a.uid, p.expires_at
            FROM pending_credentials AS p JOIN accounts AS a ON a.id = p.account WHERE p.token_hash = ?
            """,
            [tokenHash]
        ) { row in
            let kept: KeptCredential = try StoredJSON.decode(try row.next())
            return PendingCredential(
                tokenHash: tokenHash,
                scope: try row.scope(),
                presented: kept.presented,
                collidedWith: AccountID(try row.next()),
                expiresAt: try row.timestamp(),
                sealedProfile: kept.sealedProfile
            )
        }
    }

    func insert(_ pending: PendingCredential) throws {
        let rowID = try rowID(of: pending.collidedWith, in: pending.scope)
        try db.run(
            "INSERT INTO pending_credentials (token_hash, account, presented, expires_at) VALUES (?, ?, ?, ?)",
            [pending.tokenHash, rowID, try StoredJSON.encode(KeptCredential(pending)), pending.expiresAt.milliseconds]
        )
    }

    func consumePendingCredential(tokenHash: Data) throws -> Bool {
        try changesRow("DELETE FROM pending_credentials WHERE token_hash = ?", [tokenHash])
    }
}

/// A presented identity as it is stored, along with the sealed profile data from the provider; older rows have only the
/// former.
private struct KeptCredential: Codable {
    private enum CodingKeys: String, CodingKey { case sealedProfile }

    let presented: PresentedIdentity
    let sealedProfile: Data?

    init(_ pending: PendingCredential) {
        presented = pending.presented
        sealedProfile = pending.sealedProfile
    }

    init(from decoder: any Decoder) throws {
        presented = try PresentedIdentity(from: decoder)
        sealedProfile = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Data.self, forKey: .sealedProfile)
    }

    func encode(to encoder: any Encoder) throws {
        try presented.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sealedProfile, forKey: .sealedProfile)
    }
}
