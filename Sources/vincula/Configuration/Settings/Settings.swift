import Foundation
import Logging
import VinculaCore
import VinculaCrypto
import VinculaPostgreSQL
import VinculaProviders

/// All settings of the server, in the order of `vincula serve --help`.
///
/// A setting's name is its place in the configuration file. In the environment it is `VINCULA_` and the name in capitals
/// (`google.clientIds` is `VINCULA_GOOGLE_CLIENT_IDS`), on the command line `--` and the name with dashes
/// (`--google-client-ids`). The command line takes precedence over the environment, and the environment over the file.
struct Settings: Sendable {
    static let all = Settings()

    let dev = Setting(
        flag: "dev",
        "Development mode: reachable from this machine only, with any API key, every sign-in method and the emulator's control paths."
    )
    let ephemeral = Setting(flag: "ephemeral", "Keep data in memory only; it is lost when the server stops.")
    let data = Setting("data", "The data folder.", default: "vincula-data").forEveryCommand()
    let database = Setting(
        secret: "database",
        "The PostgreSQL database, as libpq reads it: postgresql://USER:PASSWORD@HOST/NAME?sslmode=verify-full, or keywords.",
        defaultWords: "an SQLite file in the data folder",
        parse: { try DatabaseAddress.parse($0, "database", emptied: "keep the data in the data folder") }
    )
    .details("See [PostgreSQL](#postgresql).")
    let databaseConnections = Setting(
        "databaseConnections", "The maximum number of connections to PostgreSQL.", in: 2...1000, default: 16
    )
    .details("Half of them write. All servers together need fewer than the database allows (`max_connections`).")
    let databaseStatementSeconds = Setting(
        "databaseStatementSeconds", "The time limit for a statement on PostgreSQL, in seconds.", in: 1...3600, default: 30)
    let databaseWaitSeconds = Setting(
        "databaseWaitSeconds", "How long `serve` waits for PostgreSQL when it starts, in seconds.", in: 0...3600, default: 60)
    let databaseReplica = Setting(
        secret: "databaseReplica",
        "The address of a streaming standby that answers lists and counts of accounts, written as in `database`.",
        defaultWords: "none",
        parse: { try DatabaseAddress.parse($0, "databaseReplica", emptied: "have the primary answer everything") }
    )
    .details("See [A read replica](#a-read-replica).")
    let databaseReplicaSeconds = Setting(
        "databaseReplicaSeconds", "How old the answers of databaseReplica may be, in seconds.", in: 1...300,
        defaultWords: "2"
    )
    .details("A replica that is further behind is not used.")
    let project = Setting(
        "project", "The project.", default: "demo-project",
        parse: { text in
            guard ProjectScope.isProjectID(text) else {
                throw ConfigurationError(
                    description: "project must be the id in `projects/{id}`: up to 128 characters without spaces or slashes.")
            }
            return text
        }
    )
    .forEveryCommand().details("Calls with an API key belong to it, and the other commands use it.")
    let listen = Setting(
        "listen", "HOST:PORT to listen on; port 0 picks a free one.",
        defaultWords: "127.0.0.1:9099; with tls.acme, port 443 of all addresses", mustBe: ListenAddress.requirement,
        parse: ListenAddress.init
    )
    .details("Under `--dev` the host must be `127.0.0.1`, `[::1]` or `localhost`.")
    let adminListen = Setting(
        "adminListen", "HOST:PORT of an admin port on this machine, which accepts `Bearer owner`.", defaultWords: "none",
        mustBe: ListenAddress.requirement, parse: ListenAddress.init)
    let consoleListen = Setting(
        "consoleListen", "HOST:PORT of a port that has the console and `/healthz` only.", defaultWords: "none",
        mustBe: ListenAddress.requirement, parse: ListenAddress.init
    )
    .details("For a proxy with TLS, as `consoleUrl` describes; see [The console](#the-console).")
    let consoleUrl = Setting(
        "consoleUrl",
        "The https URL at which operators reach the console, through a proxy in front of consoleListen or the admin port.",
        defaultWords: "none: the console is reached from this machine only",
        mustBe: "an https URL without a path", parse: WebAddress.parseOrigin
    )
    .details("See [The console](#the-console).")
    let behindProxy = Setting(
        flag: "behindProxy", "The server is behind a proxy that terminates TLS, and nothing else can reach it.")
    let tls = TLSSettings()
    let projectNumber = Setting(
        "projectNumber", "The project number, which some responses contain instead of the id.", default: "12345")
    let publicUrl = Setting(
        url: "publicUrl", "The URL at which clients reach the server.", defaultWords: "the address that it listens on")
    let startPage = Setting(
        "startPage", "The URL that browsers are led to from `/`.", defaultWords: "a page with the project's name",
        mustBe: WebAddress.pageRequirement, parse: WebAddress.parsePage
    )
    .details("See [Start page](#start-page).")
    let issuerPrefix = Setting(
        "issuerPrefix", "The part before the project id in the issuer of ID tokens.", default: "https://securetoken.google.com/")
    let cookieIssuerPrefix = Setting(
        "cookieIssuerPrefix", "The part before the project id in the issuer of session cookies.",
        default: "https://session.firebase.google.com/"
    )
    .details("It must differ from `issuerPrefix`.")
    let masterKey = Setting(
        secret: "masterKey", "The key that encrypts secrets: 32 random bytes in base64 (`openssl rand -base64 32`).",
        defaultWords: "the file `master.key`", mustBe: MasterKeyText.requirement, parse: MasterKeyText.parse)
    let masterKeyPrevious = Setting(
        secret: "masterKeyPrevious", "The previous master key, while the key is being changed.",
        mustBe: MasterKeyText.requirement, parse: MasterKeyText.parse)
    let tokensAlgorithm = Setting(
        "tokens.algorithm",
        "The algorithm that signs ID tokens: RS256, or ES256 for projects that do not use Firebase's Admin SDKs.",
        default: SigningAlgorithm.rs256, mustBe: "RS256 or ES256")
    let tokensUnsigned = Setting(
        flag: "tokens.unsigned",
        "Leave ID tokens and session cookies unsigned, as Firebase's emulator does: firebase-admin for Node needs that. For `dev` only."
    )
    let logLevel = Setting(
        "logLevel", "The log level: trace, debug, info, notice, warning, error or critical.", default: Logger.Level.info,
        mustBe: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")

    let builtInProviders = BuiltInProvider.all.compactMap(BuiltInProviderSettings.init)
    let applePage = ApplePageSettings()
    let twitterPage = TwitterPageSettings()
    let microsoftTenants = Setting(
        list: "microsoft.tenants",
        "The accepted Microsoft tenants: consumers, organizations, common or ids, comma-separated.",
        default: MicrosoftTenants.everybody, shown: "common",
        parse: { names in
            if names.isEmpty { return .everybody }
            guard let tenants = MicrosoftTenants(names) else {
                throw ConfigurationError(
                    description: "microsoft.tenants is \(names.joined(separator: ",")); it must be consumers, organizations, "
                        + "common, or tenant ids.")
            }
            return tenants
        }
    ).details("`common` means both work and personal accounts; see [Trust](#trust).")
    let playGames = PlayGamesSettings()
    let gameCenter = GameCenterSettings()
    let smtp = SMTPSettings()
    let mailFrom = Setting("mail.from", "The address that emails are sent from.").details("Needed with `smtp.host`.")
    let sms = SMSSettings()
    let appChecks = AppCheckSettings()
    let apps = AppSettings()
    let backups = BackupSettings()
    let providers = ProviderSettings()
    let hash = HashSettings()
    // Its type is written out, because some of these settings refer to `limits` themselves.
    let limits: LimitSettings = .init()
    let drainSeconds = Setting(
        "drainSeconds", "How long requests are still accepted after a stop signal, while /readyz returns 503, in seconds.",
        in: 0...3600, default: 0)
    let rate = RateSettings()
    let proxies = Setting(
        list: "proxies", "Reverse proxies whose X-Forwarded-For is trusted, comma-separated: addresses, networks, or loopback.",
        default: TrustedProxies.none,
        parse: { texts in
            do throws(TrustedProxies.Unreadable) {
                return try TrustedProxies(texts)
            } catch {
                throw ConfigurationError(
                    description: """
                        proxies contains \(error.text); each entry must be an address (192.0.2.7), a network without host bits \
                        (10.0.0.0/8), or loopback.
                        """)
            }
        }
    )
    .details("Networks use CIDR notation, such as `10.0.0.0/8`.")
    let sessions = SessionSettings()
    let tracing = TracingSettings()
    let shutdownSeconds = Setting(
        "shutdownSeconds", "How long running requests may take to finish when the server stops, in seconds.",
        in: 0...3600, default: 5
    )
    .details("After that, the process exits regardless.")
}

extension Settings {
    /// All settings as a list, in the same order.
    static let list: [any DeclaredSetting] = declared(in: all)

    /// The names of all settings.
    static let names = Set(list.map(\.about.name))

    /// The settings among the properties of a value, and among theirs.
    private static func declared(in group: Any) -> [any DeclaredSetting] {
        Mirror(reflecting: group).children.flatMap { child in
            (child.value as? any DeclaredSetting).map { [$0] } ?? declared(in: child.value)
        }
    }

    /// A setting's name.
    static func name<Value>(_ path: KeyPath<Settings, Setting<Value>>) -> String { all[keyPath: path].about.name }
}

/// The text of a master key.
private enum MasterKeyText {
    static let requirement = "\(Sealer.keyLength) random bytes in base64 (`openssl rand -base64 32`)"

    @Sendable static func parse(_ text: String) -> Data? {
        Data(base64Encoded: text).flatMap { $0.count == Sealer.keyLength ? $0 : nil }
    }
}
