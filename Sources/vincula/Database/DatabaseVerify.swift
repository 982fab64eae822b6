import ArgumentParser
import Foundation
import VinculaSQL

/// `vincula database verify`
struct DatabaseVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compares every row of SQLite and PostgreSQL, and changes nothing.",
        discussion: """
            SQLite is the file in the data folder (--data), PostgreSQL the database in VINCULA_DATABASE. Stop all servers first: \
            whatever one writes after a copy is a difference. Exits with 1 if there is any.
            """)

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let place = try CopyPlace(try await data.configuration(), creates: false)
        let progress = CopyProgress()
        let comparison = DatabaseCopy(from: place.side(.sqlite), to: place.side(.postgresql), progress: progress.show)
        do {
            let (tables, record) = try await Interruptible.run {
                defer { progress.end() }
                return try await comparison.verify()
            }
            print("Both databases are equal:\n\n\(DatabaseCopyCommand.text(tables))")
            if let record {
                print(
                    """

                    Only the audit log of \(record.isInTarget ? "PostgreSQL" : "SQLite") has record \(record.sequence), its last: of the copy.
                    """)
            }
        } catch let error as CopyError {
            guard case .differs = error else { throw error }
            print("\(error)\n\nThe source is SQLite, and the target PostgreSQL.")
            throw ExitCode.failure
        }
    }
}
