import VinculaCore

/// A decision about the whole installation, or about a project that has to be found first.
struct InstallationWork {
    private let work: Work

    init(_ work: Work) { self.work = work }

    var now: Timestamp { work.now }
    var transaction: any WriteTransaction { work.transaction }
    var reads: any ReadTransaction { work.transaction }

    func settings(in scope: ProjectScope) throws -> ProjectSettings { try work.settings(in: scope) }

    /// The same decision, about the project that was found.
    func about(_ scope: ProjectScope) -> Work { work.about(scope) }
}

/// A read of the whole installation, or of a project that has to be found first.
struct InstallationReading {
    private let reading: Reading

    init(_ reading: Reading) { self.reading = reading }

    var now: Timestamp { reading.now }
    var reads: any ReadTransaction { reading.reads }

    func settings(in scope: ProjectScope) throws -> ProjectSettings { try reading.settings(in: scope) }

    /// The same read, about the project that was found.
    func about(_ scope: ProjectScope) -> Reading { reading.about(scope) }
}
