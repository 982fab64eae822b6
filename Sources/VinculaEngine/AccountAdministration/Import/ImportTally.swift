import VinculaCore

/// The numbers and ids of an import, for its records in the audit log.
struct ImportTally: Sendable {
    /// The number of accounts that one record names.
    static let idsOfRecord = 500

    var totals = ImportTotals()
    private var ids: [AccountID] = []
    /// How each of ``ids`` was taken.
    private var isReplaced: Set<AccountID> = []
    private var hasPassword: Set<AccountID> = []

    init(failed: Int64 = 0) { totals.failed = failed }

    mutating func note(_ outcome: ImportOutcome, _ read: ReadAccount) {
        switch outcome {
        case .created: totals.created += 1
        case .replaced:
            totals.replaced += 1
            isReplaced.insert(read.account.id)
        case .unchanged:
            totals.unchanged += 1
            return
        }
        ids.append(read.account.id)
        guard read.password != nil else { return }
        totals.passwords += 1
        hasPassword.insert(read.account.id)
    }

    /// Adds the records to the audit log: one for each five hundred accounts, so that its size is bounded, and one if nothing was
    /// taken.
    ///
    /// - Parameters:
    ///   - work: The decision.
    ///   - algorithm: The algorithm of the hashes.
    ///   - more: Other facts.
    func record(_ work: Work, algorithm: String?, _ more: [String: JSONValue] = [:]) {
        var rest = ids[...]
        repeat {
            let part = rest.prefix(Self.idsOfRecord)
            let replaced = part.count { isReplaced.contains($0) }
            var details = more
            details["created"] = .integer(Int64(part.count - replaced))
            details["replaced"] = .integer(Int64(replaced))
            // Of the first record only, so that the numbers of all of them add up.
            details["failed"] = .integer(rest.startIndex == ids.startIndex ? totals.failed : 0)
            details["passwords"] = .integer(Int64(part.count { hasPassword.contains($0) }))
            details["hashAlgorithm"] = algorithm.map { .string($0) }
            details["ids"] = part.isEmpty ? nil : .array(part.map { .string($0.value) })
            work.record(.accountImport, details: details)
            rest = rest.dropFirst(part.count)
        } while !rest.isEmpty
    }
}
