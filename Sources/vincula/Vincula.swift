import ArgumentParser
import VinculaServer

/// The command.
@main
struct Vincula: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vincula",
        abstract: "Self-hosted authentication: many sign-in methods, one account.",
        discussion: "`vincula serve --dev` starts a development server. `vincula serve --help` lists all settings.",
        version: VinculaServer.version,
        subcommands: [
            Serve.self, InitCommand.self, ConfigCommand.self, ProjectsCommand.self, SignInMethods.self, Users.self,
            TenantsCommand.self, ImportCommand.self, ExportCommand.self, MigrationCommand.self, OperatorsCommand.self,
            APIKeys.self, ServiceAccounts.self, CustomTokenKeys.self, Keys.self,
            Audit.self, UsageCommand.self, Email.self, SMS.self, WebhooksCommand.self, BlockingCommand.self, Explain.self,
            Trust.self, Backup.self,
            Restore.self, DatabaseCommand.self,
            Doctor.self, HealthCheck.self, OpenAPI.self, SettingsTable.self,
        ])

    /// Runs the command, and describes system errors in plain words.
    static func main() async {
        let arguments = DashedWords.settled(Array(CommandLine.arguments.dropFirst()), below: Vincula.self)
        if let complaint = MistypedCommand.complaint(arguments, below: Vincula.self) {
            StandardError.print("Error: \(complaint)")
            Vincula.exit(withError: ExitCode.validationFailure)
        }
        var parsed: (any ParsableCommand.Type)?
        do {
            var command = try parseAsRoot(arguments)
            parsed = type(of: command)
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch let error as ValidationError where parsed != nil {
            // Found only while the command ran: the usage is that command's.
            StandardError.print("Error: \(error.message)\nUsage: \(usageString(for: parsed ?? Vincula.self))")
            exit(withError: ExitCode.validationFailure)
        } catch {
            exit(withError: PlainError(error) as (any Error)? ?? error)
        }
    }
}
