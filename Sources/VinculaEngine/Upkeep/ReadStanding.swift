package import VinculaCore

/// What the store says about the whole installation, for the metrics: every server on it reports the same.
package struct Standing: Sendable {
    /// The maximum number of waiting messages that are counted for each channel.
    package static let mostMessages = 10_000

    /// The messages that wait for each channel, and the age of the oldest in seconds.
    package var outbox: [OutboxMessage.Channel: (count: Int, oldestSeconds: Int64)] = [:]
    /// The number of records in the audit log.
    package var auditRecords: Int64 = 0
    /// The time of the last one; `nil` while there is none.
    package var lastAuditRecord: Timestamp?
    /// The time since which the current signing key of each purpose signs.
    package var signingSince: [SigningPurpose: Timestamp] = [:]
}

extension Upkeep {
    /// Reads what the metrics report of the store.
    package func standing() async throws -> Standing {
        try await read { reading in
            var standing = Standing()
            for channel in OutboxMessage.Channel.allCases {
                let (count, oldest) = try reading.reads.backlog(of: channel, most: Standing.mostMessages)
                let age = oldest.map { max(0, reading.now.milliseconds - $0.milliseconds) / 1000 }
                standing.outbox[channel] = (count, age ?? 0)
            }
            if let head = try reading.reads.auditHead() {
                standing.auditRecords = head.sequence
                standing.lastAuditRecord = try reading.reads.auditEntries(AuditQuery(limit: 1)).first?.time
            }
            let keys = try reading.reads.signingKeys()
            for purpose in SigningPurpose.allCases {
                standing.signingSince[purpose] = keys.signer(purpose, now: reading.now)?.activeFrom
            }
            return standing
        }
    }
}
