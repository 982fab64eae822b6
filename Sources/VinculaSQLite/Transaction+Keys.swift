import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    func signingKeys() throws -> [StoredSigningKey] {
        try db.all(
            """
            SELECT id, purpose, sealed_private_key, certificate, created_at, active_from, retired_at, algorithm FROM signing_keys
            ORDER BY created_at, id
            """
        ) { row in
            guard let purpose = SigningPurpose(rawValue: try row.decode(atIndex: 1)),
                let algorithm = SigningAlgorithm(rawValue: try row.decode(atIndex: 7))
            else { throw StoreError.corruptRow(table: "signing_keys") }
            return StoredSigningKey(
                id: try row.decode(atIndex: 0),
                purpose: purpose,
                algorithm: algorithm,
                sealedPrivateKey: try row.decode(atIndex: 2),
                certificate: try row.decode(atIndex: 3),
                createdAt: try row.timestamp(4),
                activeFrom: try row.optionalTimestamp(5),
                retiredAt: try row.optionalTimestamp(6)
            )
        }
    }

    func insert(_ key: StoredSigningKey) throws {
        try db.run(
            """
            INSERT INTO signing_keys (id, purpose, sealed_private_key, certificate, created_at, active_from, retired_at, algorithm)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.id, key.purpose.rawValue, key.sealedPrivateKey, key.certificate, key.createdAt.milliseconds,
                key.activeFrom?.milliseconds, key.retiredAt?.milliseconds, key.algorithm.rawValue,
            ]
        )
    }

    func update(_ key: StoredSigningKey) throws {
        // The other columns of a key never change.
        try changeRow(
            of: "signing_keys", "UPDATE signing_keys SET active_from = ?, retired_at = ? WHERE id = ?",
            [key.activeFrom?.milliseconds, key.retiredAt?.milliseconds, key.id]
        )
    }

    func deleteSigningKey(_ id: String) throws { try db.run("DELETE FROM signing_keys WHERE id = ?", [id]) }

    func sealedSecret(_ name: String) throws -> Data? {
        try db.first("SELECT secret FROM sealed_secrets WHERE name = ?", [name]) { try $0.decode(atIndex: 0) }
    }

    func keepSealedSecret(_ secret: Data, named name: String) throws -> Data {
        try db.run("INSERT INTO sealed_secrets (name, secret) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, secret])
        guard let kept = try sealedSecret(name) else { throw StoreError.rowIsGone(table: "sealed_secrets") }
        return kept
    }
}
