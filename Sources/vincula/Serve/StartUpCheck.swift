import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaSQLite
import VinculaServer

/// What must be so before a server may start; `vincula doctor` shows the same list.
enum StartUpCheck {
    /// Why a server with this configuration does not start; empty if it does.
    static func problems(_ configuration: ServerConfiguration) async -> [String] {
        var problems = configuration.isDevelopment ? development(configuration) : production(configuration)
        problems += adminPort(configuration) + certificate(configuration) + mail(configuration)
        if configuration.isEphemeral { return problems }
        if !configuration.isDevelopment { problems += OpenFolders.refused(configuration) }
        problems += configuration.isDevelopment ? await productionData(configuration) : await apiKeys(configuration)
        return problems
    }

    /// - Throws: ``ConfigurationError`` with every problem.
    static func require(_ configuration: ServerConfiguration) async throws {
        let problems = await problems(configuration)
        guard problems.isEmpty else {
            let count = problems.count == 1 ? "One thing stands" : "\(problems.count) things stand"
            throw ConfigurationError(
                description: "\(count) in the way of the start:\n\n" + problems.map { "  - \($0)" }.joined(separator: "\n\n")
                    + (configuration.isDevelopment ? "" : "\n\nFor development on this machine: vincula serve --dev"))
        }
    }

    private static func development(_ configuration: ServerConfiguration) -> [String] {
        var problems: [String] = []
        if !isLoopback(configuration.host) {
            problems.append(
                """
                --dev takes any API key and `Bearer owner`, so it listens on this machine only: listen must be \
                127.0.0.1:PORT, [::1]:PORT or localhost:PORT, not \(configuration.host).
                """)
        }
        if configuration.isBehindProxy {
            problems.append(
                "--dev must not be reached from elsewhere, so it stands behind no proxy: leave out behindProxy, or --dev.")
        }
        return problems
    }

    private static func production(_ configuration: ServerConfiguration) -> [String] {
        var problems: [String] = []
        let hasCertificate = configuration.certificateFile != nil || configuration.certificateKeyFile != nil
        if DataDirectory.isDevelopment(configuration) {
            problems.append(
                """
                \(configuration.dataDirectory.path) is a --dev server's: anybody could be anybody in it, and its projects allow \
                what production does not. Take a folder of its own with --data.
                """)
        }
        if configuration.isBehindProxy, configuration.trustedProxies == .none, configuration.limitsRate {
            problems.append(
                """
                behindProxy is set and proxies is not: all clients would seem to be the proxy, and one that guesses passwords would \
                shut everybody out. Say where the proxy is: --proxies loopback, or its addresses (--proxies 10.0.0.0/8).
                """)
        }
        if configuration.isEphemeral {
            problems.append("Production keeps its data: ephemeral is for --dev.")
        }
        if configuration.project == "demo-project" {
            problems.append(
                "project is demo-project, the name for development. Name your own with --project (or for a trial: --dev).")
        }
        if let url = configuration.publicURL.flatMap({ URL(string: $0) }) {
            if url.scheme == "https" {
                if !hasCertificate, !configuration.isBehindProxy {
                    problems.append(
                        """
                        publicUrl is https, but nobody speaks TLS: give a certificate (--tls-certificate-file, \
                        --tls-key-file), or say --behind-proxy if a proxy in front of this server does.
                        """)
                }
            } else if !isLoopback(url.host(percentEncoded: false) ?? "") {
                problems.append("publicUrl is plain http; people's passwords go there, so it must be https.")
            }
        } else {
            problems.append(
                "publicUrl is not set: where clients reach the server, such as --public-url https://auth.example.com.")
        }
        if !hasCertificate, !configuration.isBehindProxy, !isLoopback(configuration.host) {
            problems.append(
                """
                listen is \(configuration.host) without TLS: give a certificate (--tls-certificate-file, --tls-key-file), \
                listen on 127.0.0.1, or say --behind-proxy if only a proxy that speaks TLS can reach this server.
                """)
        }
        return problems
    }

    private static func adminPort(_ configuration: ServerConfiguration) -> [String] {
        guard let admin = configuration.adminListen else { return [] }
        var problems: [String] = []
        if !isLoopback(admin.host) {
            problems.append(
                """
                The admin port takes `Bearer owner`, so it listens on this machine only: adminListen must be \
                127.0.0.1:PORT, [::1]:PORT or localhost:PORT, not \(admin.host).
                """)
        }
        if admin.port != 0, admin.port == configuration.port {
            problems.append("listen and adminListen are both port \(admin.port); give the admin port one of its own.")
        }
        return problems
    }

    private static func mail(_ configuration: ServerConfiguration) -> [String] {
        guard let mail = configuration.mail else { return [] }
        if let problem = mail.authoritiesProblem { return [problem] }
        if configuration.isDevelopment, !isLoopback(mail.options.host) {
            return [
                """
                --dev sends nothing to anywhere: smtp.host is \(mail.options.host). Leave it out, and read the mails at \
                /emulator/inbox; or name a mail catcher on this machine.
                """
            ]
        }
        guard mail.options.security == .none, !isLoopback(mail.options.host) else { return [] }
        return [
            """
            smtp.security is none, and links that sign people in would cross the network in plain: say startTLS (usual on port \
            587) or tls (465).
            """
        ]
    }

    private static func certificate(_ configuration: ServerConfiguration) -> [String] {
        switch (configuration.certificateFile, configuration.certificateKeyFile) {
        case (nil, nil): return []
        case (_?, nil): return ["tls.certificateFile is set and tls.keyFile is not: the certificate needs its private key."]
        case (nil, _?): return ["tls.keyFile is set and tls.certificateFile is not: the key needs its certificate."]
        case (let certificate?, let key?):
            do {
                _ = try ServerCertificate(certificateFile: certificate, keyFile: key)
                return []
            } catch {
                return ["tls.certificateFile and tls.keyFile: \(error)"]
            }
        }
    }

    /// A folder with API keys is production's: under --dev anybody could be anybody in it.
    private static func productionData(_ configuration: ServerConfiguration) async -> [String] {
        guard !DataDirectory.isMarkedAsDevelopment(configuration), let hasKeys = try? await hasAPIKeys(configuration), hasKeys
        else { return [] }
        return [
            """
            \(configuration.dataDirectory.path) has API keys, so it is a production server's; under --dev anybody could be anybody \
            in it. Take a folder of its own with --data, or --ephemeral.
            """
        ]
    }

    private static func apiKeys(_ configuration: ServerConfiguration) async -> [String] {
        let missing =
            "No project has an API key, so no app could call. Make one:\n\n      "
            + "vincula api-keys create --project \(configuration.project == "demo-project" ? "NAME" : configuration.project) --data \(configuration.dataDirectory.path)"
        do {
            return try await hasAPIKeys(configuration) ? [] : [missing]
        } catch {
            return ["The data in \(configuration.dataDirectory.path) cannot be used: \(error)"]
        }
    }

    /// Whether there is an API key; an older version's data is not upgraded to find out.
    private static func hasAPIKeys(_ configuration: ServerConfiguration) async throws -> Bool {
        switch try await SchemaCheck.look(configuration, .server) {
        case .older:
            try await DatabaseInspection.hasAPIKeys(configuration.dataDirectory.appending(path: DataDirectory.databaseName))
        case .current: try await !Installation.use(configuration) { try await $0.apiKeys(of: nil) }.isEmpty
        default: false
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
    }
}
