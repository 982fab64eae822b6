import VinculaCore
import VinculaPostgreSQL
import VinculaSQL
import VinculaSQLite

/// The doctor's findings about a read replica.
enum ReplicaFindings {
    /// The part of the primary's log that a replica may lack without being mentioned, in bytes.
    private static let tolerance = 16 << 20

    static func all(_ configuration: ServerConfiguration, primary: PostgreSQLAddress) async -> [Finding] {
        guard let replica = configuration.replica else { return [] }
        let place = "The read replica" + (replica.address.place.isEmpty ? "" : " (\(replica.address.place))")
        do {
            let facts = try await PostgreSQLInspection.facts(ofReplica: replica.address, of: primary)
            let schema = facts.isOfPrimary ? try await PostgreSQLInspection.schema(of: replica.address) : .empty
            return findings(facts, isInPlace: schema != .empty && schema != .absent, place, replica.address)
        } catch {
            return [.bad("\(place) cannot be used, so the primary answers everything: \(error)")]
        }
    }

    static func findings(_ facts: ReplicaFacts, isInPlace: Bool, _ place: String, _ address: PostgreSQLAddress) -> [Finding] {
        guard facts.isStandby else {
            return [.bad("\(place) is no standby: it accepts writes. It is not used; set VINCULA_DATABASE_REPLICA to a standby.")]
        }
        guard facts.isOfPrimary, isInPlace else {
            return [.bad("\(place) is no copy of the database in VINCULA_DATABASE. It is not used.")]
        }
        let behind = facts.bytesBehind ?? 0
        let lag = behind == 0 ? "It has everything" : "It is \(behind.inUnits) of the primary's log behind"
        var findings: [Finding] = [
            behind > tolerance
                ? .note("\(place) can be reached: PostgreSQL \(facts.version). \(lag); it is used once it has caught up.")
                : .good("\(place) can be reached: PostgreSQL \(facts.version). \(lag).")
        ]
        if !facts.givesFeedback {
            findings.append(
                .note("hot_standby_feedback is off on the read replica: its long reads may be cancelled, and run on the primary.")
            )
        }
        if let finding = PostgreSQLFindings.encryption(facts.isEncrypted, address, .replica) { findings.append(finding) }
        return findings
    }
}
