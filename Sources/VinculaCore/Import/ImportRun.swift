package import Foundation

/// The progress of a file's import, stored with the accounts that it is about.
package struct ImportRun: Hashable, Sendable {
    /// The SHA-256 digest of the file.
    package let file: Data
    /// The SHA-256 digest of everything else that decides the result.
    package let options: Data
    /// The number of records that are done.
    package var records: Int64 = 0
    /// The position in the file of the first byte after them.
    package var offset: Int64 = 0
    package var totals = ImportTotals()
    /// The length of the file of refused accounts, in bytes.
    package var rejectedBytes: Int64 = 0
    package let startedAt: Timestamp
    /// The time at which all of the file was done.
    package var finishedAt: Timestamp?

    package init(file: Data, options: Data, startedAt: Timestamp) {
        self.file = file
        self.options = options
        self.startedAt = startedAt
    }
}

/// The numbers of an import.
package struct ImportTotals: Hashable, Sendable, Codable {
    package var created: Int64 = 0
    package var replaced: Int64 = 0
    /// Accounts that were there already, exactly as they are in the import.
    package var unchanged: Int64 = 0
    package var failed: Int64 = 0
    /// Accounts that have got a password.
    package var passwords: Int64 = 0
    /// Second factors that cannot be imported and were left out on request.
    package var authenticators: Int64 = 0
    /// Refusals by their kind.
    package var refusals: [String: Int64] = [:]
    /// Members that have no place in an account here, by name.
    package var withoutPlace: [String: Int64] = [:]

    package init() {}

    package static func += (left: inout ImportTotals, right: ImportTotals) {
        left.created += right.created
        left.replaced += right.replaced
        left.unchanged += right.unchanged
        left.failed += right.failed
        left.passwords += right.passwords
        left.authenticators += right.authenticators
        left.refusals.merge(right.refusals, uniquingKeysWith: +)
        left.withoutPlace.merge(right.withoutPlace, uniquingKeysWith: +)
    }

    /// Counts a member that has no place in an account; only so many names are kept.
    package mutating func note(withoutPlace name: String) {
        let name = withoutPlace[name] != nil || withoutPlace.count < 20 ? String(name.prefix(64)) : "others"
        withoutPlace[name, default: 0] += 1
    }
}
