import Foundation
import VinculaCore
import VinculaPostgreSQL
import VinculaProviders

/// All settings, read and checked.
struct ServerConfiguration {
    private let values: SettingValues
    let providers: ProviderOptions
    /// The mail server and the sender; `nil` if no mails are sent.
    let mail: MailConfiguration?
    /// The gateway for text messages; `nil` if none are sent.
    let texts: TextConfiguration?
    /// The services that vouch for apps' tokens.
    let appChecks: AppCheckOptions
    /// The schedule and the folder of backups; `nil` if the server makes none.
    let backups: BackupConfiguration?
    /// The read replica; `nil` if there is none.
    let replica: ReplicaConfiguration?
    /// The address that the server listens on.
    let listen: ListenAddress
    /// The certificate that the server gets for itself; `nil` if it does not.
    let acme: ACMEConfiguration?

    /// Reads all settings.
    ///
    /// - Throws: ``ConfigurationError`` for the first invalid setting.
    init(_ sources: ConfigurationSources) throws {
        values = try SettingValues(sources)
        providers = ProviderOptions(values)
        mail = try MailConfiguration(values)
        texts = try TextConfiguration(values)
        appChecks = try AppCheckOptions(values)
        backups = try BackupConfiguration(values)
        replica = try ReplicaConfiguration(values)
        listen = values[\.listen] ?? (values[\.tls.acme] == nil ? .standard : .everywhere(port: 443))
        acme = try ACMEConfiguration(values, listen: listen)
        try Self.checkTracing(values)
        guard values[\.cookieIssuerPrefix] != values[\.issuerPrefix] else {
            throw ConfigurationError(
                \.cookieIssuerPrefix,
                "cookieIssuerPrefix and issuerPrefix must differ: backends tell session cookies from ID tokens by it.")
        }
        guard values[\.database] == nil || !(values[\.dev] || values[\.ephemeral]) else {
            throw ConfigurationError(
                \.database,
                "database is set, but \(values[\.dev] ? "--dev" : "ephemeral") does not use PostgreSQL. Unset VINCULA_DATABASE.")
        }
    }

    /// Requires that a collector's key crosses no network unencrypted, and that no setting of traces is without one.
    private static func checkTracing(_ values: SettingValues) throws {
        let hasHeaders = values[\.tracing.headers] != nil
        guard let endpoint = values[\.tracing.endpoint] else {
            guard !hasHeaders, !values[\.tracing.continued] else {
                throw ConfigurationError(\.tracing.endpoint, "tracing.endpoint is not set, but other settings of traces are.")
            }
            return
        }
        let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(URL(string: endpoint)?.host() ?? "")
        guard !hasHeaders || endpoint.hasPrefix("https://") || isLocal else {
            throw ConfigurationError(
                \.tracing.endpoint, "tracing.endpoint must begin with https: tracing.headers would be sent unencrypted.")
        }
    }

    /// The value of a setting.
    subscript<Value>(_ setting: KeyPath<Settings, Setting<Value>>) -> Value { values[setting] }

    /// The value of one of several settings of a kind.
    subscript<Value>(_ setting: Setting<Value>) -> Value { values[setting] }

    var isDevelopment: Bool { self[\.dev] }
    var isEphemeral: Bool { self[\.ephemeral] }
    var dataDirectory: URL { values.dataDirectory }
    var project: String { self[\.project] }
    var host: String { listen.host }
    var port: Int { listen.port }
    /// The URL at which clients reach the server; `nil` for the address that it listens on.
    var publicURL: String? { self[\.publicUrl] }
    /// The key that seals secrets; `nil` means the file `master.key` of the data folder.
    var masterKey: Data? { self[\.masterKey] }
    /// The master key before ``masterKey``, while secrets may still be sealed with it.
    var previousMasterKey: Data? { self[\.masterKeyPrevious] }
    /// The master keys in the settings; `nil` if they are in a file.
    var masterKeys: MasterKeys? { masterKey.map { MasterKeys(current: $0, previous: previousMasterKey) } }
    /// The PostgreSQL database that the data is in; `nil` for a file in the data folder.
    var databaseAddress: PostgreSQLAddress? { self[\.database] }
    var certificateFile: URL? { self[\.tls.certificateFile].map { URL(filePath: $0) } }
    /// The scheme of the address that the server listens on.
    var scheme: String { certificateFile == nil && acme == nil ? "http" : "https" }
    var certificateKeyFile: URL? { self[\.tls.keyFile].map { URL(filePath: $0) } }
    /// Indicates whether rate limits and guessing protection are on.
    var limitsRate: Bool { self[\.rate.isOn] ?? !isDevelopment }
}

extension SettingValues {
    var dataDirectory: URL { URL(filePath: self[\.data], directoryHint: .isDirectory) }
}

extension ServerConfiguration {
    /// Reads all settings.
    ///
    /// - Throws: ``ConfigurationError`` that names every invalid or unknown setting, a line each.
    static func read(_ sources: ConfigurationSources) throws -> ServerConfiguration {
        let (configuration, problems) = readAll(sources)
        guard let configuration, sources.unknown.isEmpty else {
            throw ConfigurationError(description: (sources.unknown + problems).joined(separator: "\n"))
        }
        return configuration
    }

    /// Reads all settings.
    ///
    /// - Returns: The configuration, or every problem with the settings.
    static func readAll(_ sources: ConfigurationSources) -> (configuration: ServerConfiguration?, problems: [String]) {
        var sources = sources
        var problems: [String] = []
        while true {
            do {
                let configuration = try ServerConfiguration(sources)
                return problems.isEmpty ? (configuration, []) : (nil, problems)
            } catch {
                // A missing setting fails again when it is ignored, but is reported once.
                if !problems.contains("\(error)") { problems.append("\(error)") }
                // The invalid setting is ignored, to find the other problems.
                guard let fault = (error as? ConfigurationError)?.setting, sources.ignored.insert(fault).inserted else {
                    return (nil, problems)
                }
            }
        }
    }
}
