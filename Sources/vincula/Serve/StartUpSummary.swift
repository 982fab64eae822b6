import Foundation
import Synchronization
import VinculaACME

/// The text that is printed when the server has started.
struct StartUpSummary {
    let configuration: ServerConfiguration
    let publicURL: String
    let port: Int
    /// The admin port's port, if there is one.
    let adminPort: Int?
    /// The port of the console's own port, if there is one.
    let consolePort: Int?
    /// The code with which the first operator begins; `nil` if there are operators, or no console.
    let firstCode: String?
    /// The time at which the certificate by ACME expires, in seconds since 1970; `nil` without one.
    var certificateExpiresAt: Int?

    func print() { FileHandle.standardOutput.write(Data((configuration.isDevelopment ? development : production).utf8)) }

    private var development: String {
        """

        Vincula is running in development mode. To begin, open \(publicURL)/ in a browser.

          Server     \(publicURL)
          Inbox      \(publicURL)/emulator/inbox
          Project    \(configuration.project)
          Data       \(data)
          Console    \(publicURL)/console
          Health     \(publicURL)/readyz
          Metrics    \(publicURL)/metrics

        Point a Firebase app here:
          JavaScript   connectAuthEmulator(auth, "\(publicURL)")
        \(otherClients)
        \(invitation(at: publicURL))
        Anybody on this machine can administer this server. Stop it with Ctrl-C.


        """
    }

    /// Most of Firebase's clients take a host and a port, and speak plain http to it.
    private var otherClients: String {
        guard publicURL.hasPrefix("http://") else { return "  Swift, ours  options.serverURL = URL(string: \"\(publicURL)\")" }
        return """
              Swift        Auth.auth().useEmulator(withHost: "\(configuration.host)", port: \(URL(string: publicURL)?.port ?? 80))
              Admin SDKs   FIREBASE_AUTH_EMULATOR_HOST=\(publicURL.dropFirst("http://".count))
            """
    }

    private var production: String {
        var text = """

            Vincula is running.

              Server     \(publicURL)
              Listening  \(configuration.scheme)://\(configuration.authority(port: port))
              Project    \(configuration.project)
              Data       \(data)
              Health     \(publicURL)/readyz

            """
        if let acme = configuration.acme {
            text += """
                  TLS        by \(acme.options.authority), to whose terms you agree by tls.acme; \(certificate)

                """
        }
        if let adminPort, let admin = configuration[\.adminListen] {
            let authority = ListenAddress(host: admin.host, port: adminPort)
            text += """
                  Admin      http://\(authority)
                  Metrics    http://\(authority)/metrics
                  Console    \(configuration[\.consoleUrl] ?? "http://\(authority)")/console
                \(consolePort == nil ? invitation(at: configuration[\.consoleUrl] ?? "http://\(authority)") : "")
                Anybody on this machine can administer this server through the admin port.

                """
        }
        if let consolePort, let console = configuration[\.consoleListen] {
            let address = "http://\(ListenAddress(host: console.host, port: consolePort))"
            text += """
                  Console    \(configuration[\.consoleUrl] ?? address)/console, by a port of its own: \(address)
                \(invitation(at: configuration[\.consoleUrl] ?? address))

                """
        }
        return text + "\n"
    }

    /// The link for the first operator, between empty lines; only an empty line if there are operators.
    private func invitation(at address: String) -> String {
        guard let firstCode else { return "" }
        return """

            The console has no operator yet. Become the first with this link; it works once, for a day, and a later start replaces it:
              \(address)/console/welcome#\(firstCode)

            """
    }

    /// The state of the certificate that the server gets for itself.
    private var certificate: String {
        guard let expiresAt = certificateExpiresAt else {
            return "no certificate yet, so clients cannot connect until it is there"
        }
        let date = Date(timeIntervalSince1970: Double(expiresAt)).formatted(.iso8601)
        return "the certificate expires at \(date)"
    }

    private var data: String {
        configuration.isEphemeral ? "in memory, lost when the server stops" : configuration.home.place
    }
}

/// The ports of the listeners; a closure is called once all are known.
final class KnownPorts: Sendable {
    private let state = Mutex<(main: Int?, admin: Int?, console: Int?)>((nil, nil, nil))
    private let hasAdminPort: Bool
    private let hasConsolePort: Bool
    private let onComplete: @Sendable (_ main: Int, _ admin: Int?, _ console: Int?) -> Void

    init(
        hasAdminPort: Bool, hasConsolePort: Bool,
        onComplete: @escaping @Sendable (_ main: Int, _ admin: Int?, _ console: Int?) -> Void
    ) {
        self.hasAdminPort = hasAdminPort
        self.hasConsolePort = hasConsolePort
        self.onComplete = onComplete
    }

    func set(main: Int? = nil, admin: Int? = nil, console: Int? = nil) {
        let known = state.withLock { state in
            state = (main ?? state.main, admin ?? state.admin, console ?? state.console)
            return state
        }
        guard let main = known.main, !hasAdminPort || known.admin != nil, !hasConsolePort || known.console != nil else { return }
        onComplete(main, known.admin, known.console)
    }
}
