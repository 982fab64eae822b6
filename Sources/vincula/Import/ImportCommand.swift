import ArgumentParser
import VinculaCore

/// `vincula import`, and `vincula users import`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports accounts from Firebase, and checks that all have arrived.",
        discussion: "Documentation/Leaving Firebase.md describes the whole way.",
        subcommands: [ImportFirebase.self, ImportVerify.self])
}

/// The file to import, and whose accounts it has.
struct ExportFileFlags: ParsableArguments {
    @Argument(
        help: "The export: of firebase-tools' auth:export, of accounts:batchGet, or of vincula export.", completion: .file())
    var file: String
    @Option(help: "json, jsonl or csv; if left out, the file's name says it.") var format: String?
    @Option(help: "The tenant whose accounts they are.") var tenant: String?

    func validate() throws {
        if let format, ExportFormat(rawValue: format) == nil { throw ValidationError("--format must be json, jsonl or csv.") }
        if tenant?.isEmpty == true { throw ValidationError("--tenant is empty.") }
    }

    /// - Throws: ``ConfigurationError`` if neither the flag nor the name says it.
    func knownFormat() throws -> ExportFormat {
        if let known = format.flatMap({ ExportFormat(rawValue: $0) }) ?? ExportFormat(fileName: file) { return known }
        throw ConfigurationError(description: "Specify the format of \(file): --format json, jsonl or csv.")
    }
}
