import ArgumentParser

/// `vincula database`
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Shows the database, and moves the data between SQLite and PostgreSQL.",
        discussion: "Documentation/Scaling.md describes when to move, and how.",
        subcommands: [DatabaseStatus.self, DatabaseCopyCommand.self, DatabaseVerify.self],
        defaultSubcommand: DatabaseStatus.self)
}

/// The databases that data is copied between.
enum DatabaseKind: String, ExpressibleByArgument, CaseIterable {
    case sqlite, postgresql
}
