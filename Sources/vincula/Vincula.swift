import ArgumentParser

/// The command.
@main
struct Vincula: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vincula",
        abstract: "Authentication that you host: many ways to sign in, one account.",
        discussion: "`vincula serve --dev` starts a server for development. Every setting: `vincula serve --help`.",
        version: "0.1.0",
        subcommands: [
            Serve.self, SignInMethods.self, Users.self, APIKeys.self, ServiceAccounts.self, Keys.self, Audit.self, Email.self,
            Explain.self, Trust.self, Doctor.self, OpenAPI.self,
        ])

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let complaint = MistypedCommand.complaint(arguments, below: Vincula.self) {
            StandardError.print("Error: \(complaint)")
            Vincula.exit(withError: ExitCode.validationFailure)
        }
        await main(arguments)
    }
}
