import Foundation
import VinculaCore
import VinculaEngine
import VinculaPostgreSQL
import VinculaSQL

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
            findings.append(connections(facts, configuration[\.databaseConnections] + (configuration.replica == nil ? 0 : 1)))
            findings.append(clock(facts.clock, between: before, and: after))
            findings += replication(facts)
            if !facts.isEncrypted, home.address.isRemote {
                findings.append(
                    .bad("The connection to the database is not encrypted: add sslmode=verify-full to VINCULA_DATABASE."))
            }
            findings += await ReplicaFindings.all(configuration, primary: home.address)
            if !facts.newerSteps.isEmpty {
                let steps = facts.newerSteps.joined(separator: ", ")
                findings.append(.note("A newer version has changed the schema (\(steps)); this one can use it."))
            }
            guard case .older(let missing) = state else { return (findings, .sound) }
            let text = "The schema is \(missing.count) step\(missing.count == 1 ? "" : "s") behind this version"
            return (findings + [.note("\(text); the next start of a server upgrades it. Make a backup first.")], .old)
        } catch {
            return ([.bad("\(error)")], .damaged)
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
        default: return .good("A commit waits for the disk (synchronous_commit is \(facts.synchronousCommit)).")
        }
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
