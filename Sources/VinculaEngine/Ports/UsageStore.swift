package import VinculaCore

/// Read access to the counts of use.
package protocol UsageReads {
    /// The counts of a project, oldest first.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - span: The length of the spans.
    ///   - since: The beginning of the first one.
    func usage(of project: String, _ span: UsageSpan, since: Timestamp) throws -> [UsageCount]
}

/// Write access to the counts of use.
package protocol UsageWrites: UsageReads {
    /// Adds to a count, or replaces it if its kind is a state. Several servers may do this at the same time.
    func add(_ count: UsageCount) throws
    /// Deletes some counts that are no longer kept.
    ///
    /// - Returns: The number deleted.
    func deleteExpiredUsage(now: Timestamp, limit: Int) throws -> Int
}
