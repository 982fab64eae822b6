import Foundation
import VinculaCore
import VinculaEngine
import VinculaPostgreSQL
import VinculaSQL

/// A PostgreSQL server whose address is a setting.
enum DatabaseServer: String {
    case primary = "database"
    case replica = "read replica"

    /// The environment's variable with the address.
    var variable: String {
        switch self {
        case .primary: "VINCULA_DATABASE"
        case .replica: "VINCULA_DATABASE_REPLICA"
        }
    }
}

/// The doctor's findings about a PostgreSQL server.
enum PostgreSQLFindings {
    /// The difference between the two clocks that is mentioned, in milliseconds.
    private static let clockTolerance: Int64 = 2_000
    /// The lag of a standby that is mentioned, in seconds.
    private static let lagTolerance = 10.0

    static func all(
        _ configuration: ServerConfiguration, _ home: ServerHome
    ) async -> (findings: [Finding], fitness: DataFolderCheck.Fitness) {
        do {
            let state = try await home.look(.server)
            if state == .empty { return ([.good("\(home.capitalPlace) can be reached.")], .sound) }
            let before = SystemClock().now
            let facts = try await PostgreSQLInspection.facts(of: home.address)
            let after = SystemClock().now
            var findings: [Finding] = [.good("\(home.capitalPlace) can be reached: PostgreSQL \(facts.version), UTF8.")]
            findings.append(durability(facts))
            findings.append(connections(facts, connections(configuration)))
            if state == .current, !facts.isStandby { findings.append(await writes(home.address)) }
            findings.append(clock(facts.clock, between: before, and: after))
            findings += replication(facts)
            if let finding = encryption(facts.isEncrypted, home.address, .primary) { findings.append(finding) }
            findings += await ReplicaFindings.all(configuration, primary: home.address)
            if !facts.newerSteps.isEmpty {
                let steps = facts.newerSteps.joined(separator: ", ")
                findings.append(.note("A newer version has changed the schema (\(steps)); this one can use it."))
            }
            guard case .older(let missing) = state else { return (findings, .sound) }
            let steps = "\(missing.count) step\(missing.count == 1 ? "" : "s")"
            let text = "The schema is \(steps) behind this version (\(missing.joined(separator: ", ")))"
            return (findings + [.note("\(text); the next start of a server upgrades it. Make a backup first.")], .old)
        } catch let failure as StoreUnavailable {
            var findings: [Finding] = [.bad("\(home.capitalPlace) cannot be used: \(failure.detail). \(failure.nextStep)")]
            if failure.isWantOfConnections {
                let most = connections(configuration) + 1
                findings.append(
                    .note("A server with these settings uses up to \(most) connections, so two servers need \(2 * most)."))
            }
            return (findings, .damaged)
        } catch {
            return ([.bad("\(error)")], .damaged)
        }
    }

    /// The findings about a configuration file that has the address of the database or of the read replica, if everybody may
    /// read it.
    static func file(_ path: String?, _ configuration: ServerConfiguration) -> [Finding] {
        guard let path, FileRights(path)?.isReadableByAll == true else { return [] }
        let addresses = [
            (server: DatabaseServer.primary, isSet: configuration.databaseAddress != nil),
            (server: .replica, isSet: configuration.replica != nil),
        ]
        return addresses.filter { $0.isSet && ProcessInfo.processInfo.environment[$0.server.variable] == nil }.map {
            let what = $0.server.rawValue
            return .note("\(path) has the \(what)'s address, and everybody on this machine can read it. Run `chmod o-r \(path)`.")
        }
    }

    static func durability(_ facts: ServerFacts) -> Finding {
        if facts.isStandby {
            return .bad(
                "The database is a standby, which takes no writes: add target_session_attrs=read-write to VINCULA_DATABASE.")
        }
        guard facts.isDurable else {
            return .bad("The database loses data when its machine crashes: turn fsync and full_page_writes on.")
        }
        switch facts.synchronousCommit {
        case "off":
            return .note("synchronous_commit is off on the database; Vincula's sessions turn it on for themselves.")
        case "local":
            return .note("A commit does not wait for a standby (synchronous_commit is local): a failover may lose the last ones.")
        default:
            return .good(
                facts.synchronousStandbys.isEmpty
                    ? "A commit waits for the disk (synchronous_commit is \(facts.synchronousCommit))."
                    : """
                    A commit waits for the disk and for standbys (synchronous_commit is \(facts.synchronousCommit), \
                    synchronous_standby_names \(Table.printable(facts.synchronousStandbys))).
                    """)
        }
    }

    /// The finding about a database that is written to.
    private static func writes(_ address: PostgreSQLAddress) async -> Finding {
        do {
            try await PostgreSQLInspection.tryToWrite(address)
            return .good("The database takes writes.")
        } catch let failure as StoreUnavailable where failure.reason == .busy {
            return .note("It cannot be told whether the database takes writes: \(failure.detail). \(failure.nextStep)")
        } catch let failure as StoreUnavailable {
            return .bad("The database takes no writes: \(failure.detail). \(failure.nextStep)")
        } catch {
            return .bad("The database takes no writes: \(error)")
        }
    }

    /// The finding about encryption; `nil` if it is not needed, because nothing leaves this machine.
    static func encryption(_ isEncrypted: Bool, _ address: PostgreSQLAddress, _ server: DatabaseServer) -> Finding? {
        let connection = "The connection to the \(server.rawValue)"
        guard isEncrypted else {
            guard address.isRemote else { return nil }
            return .bad("\(connection) is not encrypted: add sslmode=verify-full to \(server.variable).")
        }
        guard address.isRemote, !address.checksCertificate else { return .good("\(connection) is encrypted.") }
        return .note(
            """
            \(connection) is encrypted, but anybody could answer in its place: add sslmode=verify-full to \(server.variable), \
            with sslrootcert for a certificate of your own.
            """)
    }

    /// The connections that one server has at most, without the one on which it hears of changes: those of requests, the one that
    /// tries whether the database takes writes, and a read replica's heartbeat.
    private static func connections(_ configuration: ServerConfiguration) -> Int {
        configuration[\.databaseConnections] + 1 + (configuration.replica == nil ? 0 : 1)
    }

    static func connections(_ facts: ServerFacts, _ ours: Int) -> Finding {
        let text = "The database allows \(facts.mostConnections) connections; each server uses up to \(ours + 1)"
        let servers = max(1, facts.mostConnections / (ours + 1))
        if ours + 1 > facts.mostConnections { return .bad("\(text). Lower databaseConnections, or raise max_connections.") }
        return facts.mostConnections < 2 * (ours + 1)
            ? .note("\(text): there is no room for a second one.")
            : .good("\(text): there is room for \(servers) servers. Servers have \(facts.connectionsOfServers) now.")
    }

    static func clock(_ clock: Int64, between before: Timestamp, and after: Timestamp) -> Finding {
        let off = clock < before.milliseconds ? before.milliseconds - clock : max(0, clock - after.milliseconds)
        return off > clockTolerance
            ? .note("The clocks of this machine and of the database's differ by \(off / 1000) seconds: use NTP on both.")
            : .good("The clocks of this machine and of the database's agree.")
    }

    static func replication(_ facts: ServerFacts) -> [Finding] {
        guard let standbys = facts.standbys else {
            return [.note("Standbys cannot be seen: the role is not a member of pg_monitor.")]
        }
        guard !standbys.isEmpty || facts.isStandby else {
            return [
                .note("There is no standby: if the database's machine is lost, so is what was written since the last backup.")
            ]
        }
        return standbys.map { standby in
            let name = Table.printable(standby.name.isEmpty ? "a standby" : standby.name)
            let lag = standby.lag ?? 0
            let text = "Standby \(name) is \(lag < 1 ? "less than a second" : "\(Int(lag)) seconds") behind."
            return lag > lagTolerance ? .note(text) : .good(text)
        }
    }
}
