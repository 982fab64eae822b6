import Foundation
import VinculaACME
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaSQL
import VinculaServer

/// The checks before a server may start; `vincula doctor` shows the same problems.
enum StartUpCheck {
    /// The reasons why a server with this configuration does not start; empty if it does.
    static func problems(_ configuration: ServerConfiguration) async -> [String] {
        let problems = settings(configuration)
        if configuration.isEphemeral { return problems }
        return problems + (configuration.isDevelopment ? await productionData(configuration) : await apiKeys(configuration))
    }

    /// The problems that need no look at the data.
    private static func settings(_ configuration: ServerConfiguration) -> [String] {
        var problems = configuration.isDevelopment ? development(configuration) : production(configuration)
        problems +=
            startPage(configuration) + adminPort(configuration) + consolePort(configuration) + certificate(configuration)
            + mail(configuration)
            + texts(configuration)
        if !configuration.isDevelopment, !configuration.isEphemeral { problems += OpenFolders.refused(configuration) }
        return problems
    }

    /// Requires settings that a server can start with, before it waits for a database: with a file, the data is looked at, too.
    ///
    /// - Throws: ``ConfigurationError`` with every problem.
    static func requireSettings(_ configuration: ServerConfiguration) throws {
        guard configuration.databaseAddress != nil else { return }
        try requireNone(settings(configuration), configuration)
    }

    /// - Throws: ``ConfigurationError`` with every problem.
    static func require(_ configuration: ServerConfiguration) async throws {
        try requireNone(await problems(configuration), configuration)
    }

    private static func requireNone(_ problems: [String], _ configuration: ServerConfiguration) throws {
        guard problems.isEmpty else {
            let count = problems.count == 1 ? "One problem keeps" : "\(problems.count) problems keep"
            throw ConfigurationError(
                description: "\(count) the server from starting:\n\n" + problems.map { "  - \($0)" }.joined(separator: "\n\n")
                    + (configuration.isDevelopment ? "" : "\n\nFor development on this machine: vincula serve --dev"))
        }
    }

    private static func development(_ configuration: ServerConfiguration) -> [String] {
        var problems: [String] = []
        if !isLoopback(configuration.host) {
            problems.append(
                """
                --dev accepts any API key and `Bearer owner`, so it listens on this machine only: listen must be \
                127.0.0.1:PORT, [::1]:PORT or localhost:PORT, not \(configuration.host).
                """)
        }
        if configuration[\.behindProxy] {
            problems.append(
                """
                A development server must not be reachable from other machines, so it cannot be behind a proxy: remove \
                behindProxy or --dev.
                """)
        }
        return problems
    }

    private static func production(_ configuration: ServerConfiguration) -> [String] {
        var problems: [String] = []
        let hasCertificate =
            configuration.certificateFile != nil || configuration.certificateKeyFile != nil || configuration.acme != nil
        if DataDirectory.isDevelopment(configuration) {
            problems.append(
                """
                \(configuration.dataDirectory.path) belongs to a --dev server: anybody could sign in as anybody there, and its \
                projects allow what production does not. Use another folder with --data.
                """)
        }
        if configuration[\.tokensUnsigned] {
            problems.append("tokens.unsigned is only for --dev: anybody could write such tokens.")
        }
        if configuration[\.behindProxy], configuration[\.proxies] == .none, configuration.limitsRate {
            problems.append(
                """
                behindProxy is set but proxies is not: all clients would have the proxy's address, and one client that \
                guesses passwords would lock everybody out. Specify the proxy: --proxies loopback, or its addresses (--proxies 10.0.0.0/8).
                """)
        }
        if configuration[\.consoleUrl] != nil, configuration[\.proxies] == .none, configuration.limitsRate {
            problems.append(
                """
                consoleUrl is set but proxies is not: all operators would have the proxy's address, and one person that guesses \
                passwords would lock everybody out. Specify the proxy: --proxies loopback, or its addresses (--proxies 10.0.0.0/8).
                """)
        }
        if configuration.isEphemeral {
            problems.append("ephemeral is only for --dev: production must keep its data.")
        }
        for setting in Settings.all.builtInProviders.flatMap({ [$0.issuer, $0.api] }).compactMap(\.self)
        where configuration[setting].hasPrefix("http://") {
            problems.append(
                """
                \(setting.about.name) is \(configuration[setting]), but it must begin with https://: nobody could tell this \
                provider's answers from somebody else's.
                """)
        }
        if configuration.project == "demo-project" {
            problems.append(
                """
                project is demo-project, which is reserved for development. Choose a name of your own with --project (or use \
                --dev to try Vincula out).
                """)
        }
        if let url = configuration.publicURL.flatMap({ URL(string: $0) }) {
            if url.scheme == "https" {
                if !hasCertificate, !configuration[\.behindProxy] {
                    problems.append(
                        """
                        publicUrl is https, but nothing provides TLS: let the server get a certificate (--tls-acme EMAIL), \
                        set your own (--tls-certificate-file, --tls-key-file), or --behind-proxy if a proxy in front of this \
                        server has one.
                        """)
                }
            } else if !isLoopback(url.host(percentEncoded: false) ?? "") {
                problems.append("publicUrl is plain http; passwords are sent there, so it must be https.")
            }
        } else {
            problems.append(
                "publicUrl is not set: set it to the URL that clients use, such as --public-url https://auth.example.com."
            )
        }
        if !hasCertificate, !configuration[\.behindProxy], !isLoopback(configuration.host) {
            problems.append(
                """
                listen is \(configuration.host) without TLS: let the server get a certificate (--tls-acme EMAIL), set your \
                own (--tls-certificate-file, --tls-key-file), listen on 127.0.0.1, or set --behind-proxy if only a proxy that \
                terminates TLS can reach this server.
                """)
        }
        return problems
    }

    private static func startPage(_ configuration: ServerConfiguration) -> [String] {
        guard let page = configuration[\.startPage].flatMap({ URL(string: $0) }),
            let server = configuration.publicURL.flatMap({ URL(string: $0) }),
            page.host()?.lowercased() == server.host()?.lowercased(), page.port == server.port, ["", "/"].contains(page.path())
        else { return [] }
        return ["startPage is this server's own start page, so browsers would be led there again and again."]
    }

    private static func adminPort(_ configuration: ServerConfiguration) -> [String] {
        guard let admin = configuration[\.adminListen] else {
            guard configuration[\.consoleUrl] != nil, configuration[\.consoleListen] == nil else { return [] }
            return ["consoleUrl is set, but no port has the console: set consoleListen, or adminListen."]
        }
        var problems: [String] = []
        if let plain = configuration.acme?.plainPort, plain.port != 0, plain.port == admin.port {
            problems.append(
                "adminListen and tls.acmeHttpListen both use port \(plain.port); choose a different port for adminListen.")
        }
        if !isLoopback(admin.host) {
            problems.append(
                """
                The admin port accepts `Bearer owner`, so it listens on this machine only: adminListen must be \
                127.0.0.1:PORT, [::1]:PORT or localhost:PORT, not \(admin.host).
                """)
        }
        if admin.port != 0, admin.port == configuration.port {
            problems.append("listen and adminListen both use port \(admin.port); choose a different port for adminListen.")
        }
        return problems
    }

    /// The problems of the console's own port.
    private static func consolePort(_ configuration: ServerConfiguration) -> [String] {
        guard let console = configuration[\.consoleListen] else { return [] }
        guard !configuration.isDevelopment else {
            return ["consoleListen is not for --dev, where the console is on the server's one port: leave it out."]
        }
        var problems: [String] = []
        if configuration[\.consoleUrl] == nil, !isLoopback(console.host) {
            problems.append(
                """
                consoleListen is \(console.host), but without consoleUrl the console is reached from this machine only: set \
                consoleUrl to the https address of the proxy in front of it, or listen on 127.0.0.1.
                """)
        }
        let others: [(name: String, port: Int?)] = [
            ("listen", configuration.port), ("adminListen", configuration[\.adminListen]?.port),
            ("tls.acmeHttpListen", configuration.acme?.plainPort?.port),
        ]
        for other in others where console.port != 0 && other.port == console.port {
            problems.append(
                "\(other.name) and consoleListen both use port \(console.port); choose a different port for consoleListen.")
        }
        return problems
    }

    private static func mail(_ configuration: ServerConfiguration) -> [String] {
        guard let mail = configuration.mail else { return [] }
        if let problem = mail.authoritiesProblem { return [problem] }
        if configuration.isDevelopment, !isLoopback(mail.options.host) {
            return [
                """
                --dev sends no email to other machines, but smtp.host is \(mail.options.host). Leave it out and read the emails \
                at /emulator/inbox, or use a mail catcher on this machine.
                """
            ]
        }
        guard mail.options.security == .none, !isLoopback(mail.options.host) else { return [] }
        return [
            """
            smtp.security is none, so sign-in links would cross the network unencrypted: use startTLS (usual on port 587) or \
            tls (465).
            """
        ]
    }

    private static func texts(_ configuration: ServerConfiguration) -> [String] {
        guard let texts = configuration.texts, configuration.isDevelopment, !texts.isLoopback else { return [] }
        return [
            """
            --dev sends no text messages to other machines, but the SMS gateway is \(texts.host). Leave sms.gateway out and \
            read the messages at /emulator/inbox.
            """
        ]
    }

    private static func certificate(_ configuration: ServerConfiguration) -> [String] {
        if let file = configuration.acme?.options.caFile {
            do {
                try PEMFile.requireCertificates(in: file)
            } catch {
                return ["tls.acmeCaFile: \(error)"]
            }
        }
        switch (configuration.certificateFile, configuration.certificateKeyFile) {
        case (nil, nil): return []
        case (_?, nil): return ["tls.certificateFile is set but tls.keyFile is not: the certificate needs its private key."]
        case (nil, _?): return ["tls.keyFile is set but tls.certificateFile is not: the key needs its certificate."]
        case (let certificate?, let key?):
            do {
                _ = try ServerCertificate(certificateFile: certificate, keyFile: key)
                return []
            } catch {
                return ["tls.certificateFile and tls.keyFile: \(error)"]
            }
        }
    }

    /// A folder with API keys belongs to a production server: under --dev, anybody could sign in as anybody there.
    private static func productionData(_ configuration: ServerConfiguration) async -> [String] {
        guard !DataDirectory.isMarkedAsDevelopment(configuration), let hasKeys = try? await hasAPIKeys(configuration), hasKeys
        else { return [] }
        return [
            """
            \(configuration.dataDirectory.path) has API keys, so it belongs to a production server; under --dev, anybody could \
            sign in as anybody there. Use another folder with --data, or --ephemeral.
            """
        ]
    }

    private static func apiKeys(_ configuration: ServerConfiguration) async -> [String] {
        let missing =
            "No project has an API key, so no app could use the server. Create one:\n\n      "
            + "vincula api-keys create --project \(configuration.project == "demo-project" ? "NAME" : configuration.project)\(configuration.home.option)"
        do {
            return try await hasAPIKeys(configuration) ? [] : [missing]
        } catch {
            return ["The data in \(configuration.home.place) cannot be used: \(error)"]
        }
    }

    /// Checks whether there is an API key, without upgrading an older version's data.
    /// Opens the data, and looks for API keys.
    static func hasAPIKeys(_ configuration: ServerConfiguration) async throws -> Bool {
        switch try await configuration.home.look(.server) {
        case .older: try await configuration.home.hasAPIKeys()
        case .current: try await !Installation.use(configuration) { try await $0.serviceAccess.apiKeys(of: nil) }.isEmpty
        default: false
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
    }
}
