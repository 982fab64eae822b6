import FirebaseAuth
import FirebaseCore
import Foundation
import LinkingApp

/// The app in a terminal.
@main struct LinkingAppCommand {
    @MainActor static func main() async {
        do {
            let options = try Options(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            if options.wantsHelp { return print(Options.help) }
            try await run(options)
        } catch let error as Options.UsageError {
            fail("\(error.text)\n\n\(Options.help)", status: 64)
        } catch {
            fail(error.localizedDescription, status: 1)
        }
    }

    @MainActor private static func run(_ options: Options) async throws {
        let directory = try options.state ?? FileStorage.defaultDirectory()
        let settings = FirebaseOptions(googleAppID: "1:1:ios:linking-app", gcmSenderID: "1")
        settings.apiKey = options.apiKey
        settings.storage = FileStorage(directory: directory)
        guard let server = URL(string: options.server) else { throw Options.UsageError(text: "\(options.server) is not a URL.") }
        settings.serverURL = server
        // One app per server: a session is never sent to a server other than its own.
        let app = try FirebaseApp.configureOrThrow(name: "linking-app \(options.server)", options: settings)

        let console = Console()
        let login = ProviderLogin(console: console, isDevelopment: options.isDevelopment)
        let viewModel = AuthenticationViewModel(
            auth: Auth.auth(app: app), facebookAuthentication: FacebookAuthentication { try login.facebook() },
            googleAuthentication: GoogleAuthentication { try login.google() })
        console.write("Server: \(options.server)   State: \(directory.path)")
        await Session(console: console, viewModel: viewModel, login: login, options: options).run()
    }

    private static func fail(_ text: String, status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("linking-app: \(text)\n".utf8))
        exit(status)
    }
}
