import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine
import VinculaServer

/// `vincula serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the server.",
        discussion: """
            Settings can be given in the configuration file (`google.clientIds`), in the environment \
            (`VINCULA_GOOGLE_CLIENT_IDS`) or as flags (`--google-client-ids`). Flags take precedence over the environment, \
            and the environment over the file. The master key has no flag, because other users of the machine can see flags: \
            set `VINCULA_MASTER_KEY`, or let the server keep it in the file `master.key` of the data folder.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        // Locked before anything opens the folder, and perhaps upgrades its schema while an older server uses it.
        let usesFolder = !configuration.isEphemeral && configuration.databaseAddress == nil
        var lock = usesFolder ? try ServerLock(ifThere: configuration.dataDirectory) : nil
        try StartUpCheck.requireSettings(configuration)
        let deadline = ContinuousClock.now + .seconds(configuration[\.databaseWaitSeconds])
        try await DatabaseWait.forDatabase(configuration, until: deadline)
        try await StartUpCheck.require(configuration)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "vincula")
        logger.logLevel = configuration[\.logLevel]

        if lock == nil, usesFolder {
            lock = try ServerLock(DataDirectory.prepared(configuration.dataDirectory))
        }
        let observation = Observation(configuration, logger: logger)
        let installation = try await DatabaseWait.opening(configuration, until: deadline) {
            try await Installation.open(
                configuration, creates: true, upgrades: true, actor: .server, observation: observation)
        }
        if installation.upgradeSteps > 0 {
            logger.notice(
                "The data of an older version was upgraded", metadata: ["schema steps": "\(installation.upgradeSteps)"])
        }
        try await installation.engine.signingKeys.prepare([.idToken])
        if installation.engine.requiresProjects {
            do {
                try await installation.engine.requireFirstProject(configuration)
            } catch {
                try? await installation.close()
                throw error
            }
        }

        let readiness = Readiness()
        let hasher = installation.engine.hasher
        let connections = OpenConnections()
        let address = PublicAddress(configuration.publicURL ?? "")
        var options = ServerOptions(configuration, address: address)
        options.certificate = try configuration.certificate()
        options.tracing = observation.requests
        let doctor = RunningDoctor(configuration: configuration, installation: installation)
        options.findings = ServerFindings { await doctor.findings() }
        let acme = try await ACMEService(configuration, installation, logger: logger)
        options.managedCertificate = acme?.certificate
        observation.add(options.certificate)
        observation.add(acme)
        observation.addWaits(of: hasher)
        observation.add(installation.store.changes)
        let bodies = options.bodies
        let adminBodies = BodyBudget(limit: max(options.maximumBodySize, min(bodies.limit, 16 << 20)))
        let clockWatch = ClockWatch(logger: logger)
        let mailCounts = MailCounts(ended: observation.sent("send mail"))
        let textCounts = DeliveryCounts(ended: observation.sent("send text message"))
        let webhookCounts = DeliveryCounts()
        let migration = installation.engine.migrationCounts
        let backups = configuration.backups.map { (settings: $0, counts: BackupCounts(last: $0.newest)) }
        let gauges: [ServerMetrics.Gauge] = [
            (name: "vincula_hash_queue", help: "Password hashes waiting for a thread.", read: { hasher.waiting }),
            (name: "vincula_hashes_total", help: "Password hashes computed.", read: { hasher.computed }),
            (name: "vincula_connections", help: "Open connections.", read: { connections.count }),
            (
                name: "vincula_connections_closed_for_room", help: "Idle connections closed to make room for others.",
                read: { connections.closedForRoom }
            ),
            (
                name: "vincula_body_bytes", help: "Memory reserved for request bodies.",
                read: { bodies.reserved + adminBodies.reserved }
            ),
            (
                name: "vincula_bodies_refused_total", help: "Request bodies refused for lack of memory.",
                read: { bodies.refused + adminBodies.refused }
            ),
            (name: "vincula_mails_sent_total", help: "Emails accepted by the mail server.", read: { mailCounts.sent }),
            (name: "vincula_mails_failed_total", help: "Failed attempts to send an email.", read: { mailCounts.failed }),
            (
                name: "vincula_mails_refused_total", help: "Emails that the mail server refused permanently.",
                read: { mailCounts.refused }
            ),
            (
                name: "vincula_mails_template_too_long_total",
                help: "Emails sent with the built-in text, because the project's template would have made them too long.",
                read: { mailCounts.tooLongTemplates }
            ),
            (name: "vincula_texts_sent_total", help: "Text messages accepted by the gateway.", read: { textCounts.sent }),
            (name: "vincula_texts_failed_total", help: "Failed attempts to send a text message.", read: { textCounts.failed }),
            (name: "vincula_texts_refused_total", help: "Text messages that were given up.", read: { textCounts.refused }),
            (name: "vincula_webhooks_sent_total", help: "Messages accepted by webhooks.", read: { webhookCounts.sent }),
            (name: "vincula_webhooks_failed_total", help: "Failed attempts to reach a webhook.", read: { webhookCounts.failed }),
            (
                name: "vincula_webhooks_refused_total", help: "Messages to webhooks that were given up.",
                read: { webhookCounts.refused }
            ),
            (
                name: "vincula_migration_sessions_total", help: "Sessions that moved here from another server.",
                read: { migration(.session) }
            ),
            (
                name: "vincula_migration_accounts_total", help: "Accounts or passwords taken over at a sign-in.",
                read: { migration(.account) }
            ),
            (
                name: "vincula_migration_refused_total", help: "Tokens and passwords of another server that were refused.",
                read: { migration(.refusal) }
            ),
            (
                name: "vincula_migration_failures_total", help: "Failed attempts to ask the server that a project left.",
                read: { migration(.failure) }
            ),
            (name: "vincula_clock_steps", help: "Changes of the wall clock by more than 5 seconds.", read: { clockWatch.steps }),
        ]
        let metrics = ServerMetrics(
            gauges: gauges + installation.engine.functionCounts.gauges + (backups?.counts.gauges ?? []),
            registry: observation.registry)
        options.notices = OperatorNotices(configuration, logger: logger)
        ProxyNote.remove(from: configuration.dataDirectory)
        for words in OpenFolders.noticed(configuration) { logger.warning("\(words)") }
        let troubled = try await installation.troubledProjects()
        for project in troubled.unreadable { logger.error("\(TroubledProjects.unreadable(project, configuration.home))") }
        if !configuration.isDevelopment {
            for project in troubled.closed { options.notices.nobodyCanSignIn(project) }
        }
        let held = lock
        // Whoever reads this output runs the server. If the link cannot be made, there is a command that invites.
        var firstCode: String?
        if configuration.hasConsole { firstCode = try? await installation.engine.operators.inviteFirst() }
        let welcome = firstCode
        let ports = KnownPorts(
            hasAdminPort: configuration[\.adminListen] != nil, hasConsolePort: configuration[\.consoleListen] != nil
        ) { port, adminPort, consolePort in
            if configuration.publicURL == nil {
                address.set("\(configuration.scheme)://\(configuration.authority(port: port))")
            }
            held?.note(
                address: address.url,
                console: configuration.consoleAddress(
                    at: address.url, isDevelopment: configuration.isDevelopment, adminPort: adminPort,
                    consolePort: consolePort))
            StartUpSummary(
                configuration: configuration, publicURL: address.url, port: port, adminPort: adminPort,
                consolePort: consolePort, firstCode: welcome, certificateExpiresAt: acme?.certificate.expiresAt
            ).print()
            acme?.listens()
        }
        let application = VinculaServer(
            engine: installation.engine, options: options, metrics: metrics, readiness: readiness, connections: connections
        ).application(host: configuration.host, port: configuration.port, logger: logger) { ports.set(main: $0) }
        let listener = Listener(
            application: application, setting: Settings.name(\.listen), host: configuration.host, port: configuration.port)
        var services: [any Service] = [
            ChangeFollower(engine: installation.engine, logger: logger),
            KeyKeeper(keys: installation.engine.signingKeys, logger: logger),
            Janitor(upkeep: installation.engine.upkeep, logger: logger),
            Eraser(upkeep: installation.engine.upkeep, logger: logger),
            HashWrapper(upkeep: installation.engine.upkeep, logger: logger),
            UseKeeper(upkeep: installation.engine.upkeep, logger: logger),
            ImportKeeper(
                imports: options.imports, engine: installation.engine, isDevelopment: configuration.isDevelopment,
                logger: logger),
            AuditKeeper(auditLog: installation.engine.auditLog, logger: logger),
            DataWatch(
                store: installation.store, database: configuration.database,
                interval: configuration.databaseAddress == nil ? .file : .server, logger: logger),
            ReplicaWatch(store: installation.store, logger: logger),
            clockWatch,
            listener,
            Drain(
                readiness: readiness, connections: connections, providers: installation.providerStop,
                seconds: configuration[\.drainSeconds]),
        ]
        let outbox = installation.engine.outbox
        // The folder's lock guarantees that nothing else is sending these.
        try await outbox.hurryMessages()
        let webhooks = WebhookWorker(
            outbox: outbox, caller: installation.engine.webhookCaller, clock: installation.engine.clock, logger: logger,
            counts: webhookCounts)
        services.insert(WebhookService(worker: webhooks), at: 0)
        if let texts = configuration.texts {
            let worker = TextWorker(outbox: outbox, options: texts.options, logger: logger, counts: textCounts)
            services.insert(TextService(worker: worker), at: 0)
        }
        let mails = MailWorker(
            outbox: outbox, server: configuration.mail.map { MailWorker.Server($0.options, from: $0.from) },
            ownServers: configuration.ownMailServers, logger: logger, counts: mailCounts)
        services.insert(MailService(worker: mails), at: 0)
        if let backups, let database = configuration.database {
            let service = BackupService(
                configuration: backups.settings, database: database, isDevelopment: configuration.isDevelopment,
                clock: installation.engine.clock, counts: backups.counts, logger: logger)
            services.insert(service, at: 0)
        }
        if let admin = configuration[\.adminListen] {
            let adminPort = VinculaServer(
                engine: installation.engine, options: options.forAdminPort(bodies: adminBodies), metrics: metrics,
                readiness: readiness
            ).application(host: admin.host, port: admin.port, logger: logger) { ports.set(admin: $0) }
            let listener = Listener(
                application: adminPort, setting: Settings.name(\.adminListen), host: admin.host, port: admin.port)
            services.insert(listener, at: 0)
        }
        if let console = configuration[\.consoleListen] {
            let consolePort = VinculaServer(
                engine: installation.engine, options: options.forConsolePort(bodies: BodyBudget(limit: adminBodies.limit)),
                metrics: metrics, readiness: readiness
            ).application(host: console.host, port: console.port, logger: logger) { ports.set(console: $0) }
            let listener = Listener(
                application: consolePort, setting: Settings.name(\.consoleListen), host: console.host, port: console.port)
            services.insert(listener, at: 0)
        }
        if let acme {
            services.insert(acme, at: 0)
            if let plain = acme.plainPort(options, logger: logger) {
                services.insert(plain, at: 0)
            }
        }
        if let certificate = options.certificate {
            services.insert(CertificateKeeper(certificate: certificate, logger: logger), at: 0)
        }
        // First in the list, it stops last, and exports what the others' ends have left.
        if let traces = observation.service { services.insert(traces, at: 0) }
        var group = ServiceGroupConfiguration(
            // Without a name, the text of all that a service refers to would be made, secrets included.
            services: services.map { .init(service: $0, serviceName: "\(type(of: $0))") },
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "lifecycle", factory: { _ in SwiftLogNoOpLogHandler() }))
        // Cancelled requests have a second to finish.
        group.maximumGracefulShutdownDuration = .seconds(
            configuration[\.drainSeconds] + max(0, configuration[\.shutdownSeconds] - 1))
        let deadlines = [
            StopDeadline(configuration, of: installation.store), StopDeadline(configuration, logger: logger),
        ]
        defer { withExtendedLifetime((lock, deadlines)) {} }
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            try await installation.close()
            throw error
        }
        try await installation.close()
    }
}
