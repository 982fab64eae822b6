import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func signingKeys() throws -> [StoredSigningKey] {
        try db.all(
            """
            SELECT id, purpose, algorithm, sealed_private_key, certificate, created_at, active_from, retired_at FROM signing_keys
            ORDER BY created_at, id
            """
        ) { row in
            StoredSigningKey(
                id: try row.next(),
                purpose: try row.enumCase(of: "signing_keys"),
                algorithm: try row.enumCase(of: "signing_keys"),
                sealedPrivateKey: try row.next(),
                certificate: try row.next(),
                createdAt: try row.timestamp(),
                activeFrom: try row.optionalTimestamp(),
                retiredAt: try row.optionalTimestamp()
            )
        }
    }

    func insert(_ key: StoredSigningKey) throws {
        journal.noteChange(of: .signingKeys)
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
        journal.noteChange(of: .signingKeys)
        // The other columns of a key never change.
        try changeRow(
            of: "signing_keys", "UPDATE signing_keys SET active_from = ?, retired_at = ? WHERE id = ?",
            [key.activeFrom?.milliseconds, key.retiredAt?.milliseconds, key.id]
        )
    }

    func deleteSigningKey(_ id: String) throws {
        journal.noteChange(of: .signingKeys)
        try db.run("DELETE FROM signing_keys WHERE id = ?", [id])
    }

    func sealedSecret(_ name: String) throws -> Data? {
        try db.first("SELECT secret FROM sealed_secrets WHERE name = ?", [name]) { try $0.next() }
    }

    func keepSealedSecret(_ secret: Data, named name: String) throws -> Data {
        try db.run("INSERT INTO sealed_secrets (name, secret) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, secret])
        guard let kept = try sealedSecret(name) else { throw StoreError.rowIsGone(table: "sealed_secrets") }
        return kept
    }

    func replaceSealedSecret(_ name: String, from old: Data?, with new: Data) throws -> Bool {
        guard let old else {
            return try changesRow(
                "INSERT INTO sealed_secrets (name, secret) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [name, new])
        }
        return try changesRow("UPDATE sealed_secrets SET secret = ? WHERE name = ? AND secret = ?", [new, name, old])
    }
}
