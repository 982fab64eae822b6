import Foundation
import VinculaCrypto

/// The mark of a database that holds an unfinished copy. Servers and commands refuse such a database.
package enum CopyMark {
    /// The table that is the mark; there is none in any other database.
    package static let table = "database_copy"

    /// The mark's contents.
    struct Contents: Hashable {
        /// The digest of the source, as ``digest(of:)`` makes it.
        let source: Data
        /// Indicates whether the source was found to have only values that the target can hold.
        let isChecked: Bool
    }

    static func read(_ connection: any SQLConnection) throws -> Contents? {
        try Database(connection: connection).first("SELECT source, is_checked FROM \(table)") {
            Contents(source: try $0.next(), isChecked: try $0.next())
        }
    }

    /// Writes the mark; there may be an earlier one.
    static func write(_ contents: Contents, _ connection: any SQLConnection, isNew: Bool) throws {
        let database = Database(connection: connection)
        try database.run(isNew ? connection.dialect.makeCopyMark : "DELETE FROM \(table)", isCached: false)
        try database.run(
            "INSERT INTO \(table) (source, is_checked) VALUES (?, ?)", [contents.source, contents.isChecked], isCached: false)
    }

    static func remove(_ connection: any SQLConnection) throws {
        try connection.change("DROP TABLE \(table)", [], isCached: false)
    }

    /// A digest that differs for another installation, another master key, and most states of one.
    static func digest(of connection: any SQLConnection) throws -> Data {
        var digest = FileDigest()
        for name in ["sealed_secrets", "audit_head", "audit_waiting"] {
            guard let table = try CopyTable.all(connection).first(where: { $0.name == name }) else { continue }
            for row in try table.page(connection, after: nil) {
                var bytes: [UInt8] = []
                for value in row { value.encode(to: &bytes) }
                digest.add(bytes)
            }
        }
        return digest.finish()
    }
}
