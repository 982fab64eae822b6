import ArgumentParser
import Foundation
import VinculaCore
import VinculaPostgreSQL
import VinculaSQL
import VinculaSQLite

/// `vincula database status`
struct DatabaseStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows which database is used, its schema, its size and who is connected.",
        discussion: "PostgreSQL if VINCULA_DATABASE is set, otherwise the file in the data folder. It counts every row.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        guard !configuration.isEphemeral else {
            throw ConfigurationError(description: "With ephemeral set, there is no data for this command.")
        }
        let file = configuration.dataDirectory.appending(path: DataDirectory.databaseName)
        let side: any CopySide
        let servers: String
        if let address = configuration.databaseAddress {
            let database = PostgreSQLSide(address)
            let connections = try database.serverConnections()
            servers =
                connections.isEmpty
                ? "none" : connections.map { "\($0.count) connections from \($0.from)" }.joined(separator: ", ")
            side = database
        } else {
            servers = ServerLock.isHeld(configuration.dataDirectory) ? "one is running" : "none"
            side = SQLiteSide(file)
        }
        let facts = try await Interruptible.run { [side] in try await DatabaseFacts.read(side) }
        var lines = ["Database  \(configuration.databaseAddress == nil ? "SQLite, \(side.name)" : side.name)"]
        lines.append("Schema    \(Self.text(facts.schema))")
        if facts.schema.isUnfinished {
            lines.append("          An unfinished copy: run `vincula database copy` again, which finishes it.")
        }
        lines.append("Size      \(facts.bytes.inUnits)")
        lines.append("Servers   \(servers)")
        if let line = await Self.replica(configuration) { lines.append("Replica   \(line)") }
        print(lines.joined(separator: "\n"))
        guard !facts.rows.isEmpty else { return }
        let table = Table(headings: ["TABLE", "ROWS"], rows: facts.rows.map { [$0.table, $0.count.grouped] })
        print("\n\(table.text())")
    }

    private static func replica(_ configuration: ServerConfiguration) async -> String? {
        guard let replica = configuration.replica, let primary = configuration.databaseAddress else { return nil }
        let place = replica.address.place
        do {
            let facts = try await PostgreSQLInspection.facts(ofReplica: replica.address, of: primary)
            guard facts.isOfPrimary, let behind = facts.bytesBehind else { return "\(place), no standby of this database" }
            return "\(place), \(behind == 0 ? "has everything" : "\(behind.inUnits) of the log behind")"
        } catch {
            return "\(place), cannot be used: \(error)"
        }
    }

    private static func text(_ schema: CopySchema) -> String {
        guard !schema.isEmpty, let last = schema.applied.last else {
            return schema.isUnfinished ? "incomplete" : "none yet; the first start creates it"
        }
        if !schema.unknown.isEmpty { return "\(last), of a newer version" }
        return schema.missing.isEmpty
            ? "\(last), of this version"
            : "\(last), \(schema.missing.count) step\(schema.missing.count == 1 ? "" : "s") behind this version"
    }
}
