/// The limits of sessions that a project or tenant has set itself.
package struct SessionBounds: Hashable, Sendable, Codable {
    /// The days that an age may be limited to.
    package static let allowedDays = 1...3650
    /// The shortest of them, in seconds.
    package static let shortest: Double = 24 * 3600
    /// The numbers that the sessions of an account may be limited to.
    package static let allowedCounts = 1...1000

    /// The days without use after which a session ends; `nil` for the server's.
    package var idleDays: Int?
    /// The days after which a session ends even if it is in use; `nil` for the server's.
    package var absoluteDays: Int?
    /// The number of sign-ins of an account that may be open at a time; `nil` for any number.
    package var mostPerAccount: Int?

    package init(idleDays: Int? = nil, absoluteDays: Int? = nil, mostPerAccount: Int? = nil) {
        self.idleDays = idleDays
        self.absoluteDays = absoluteDays
        self.mostPerAccount = mostPerAccount
    }

    /// A tenant's own limits over its project's.
    package func over(_ project: SessionBounds) -> SessionBounds {
        SessionBounds(
            idleDays: idleDays ?? project.idleDays, absoluteDays: absoluteDays ?? project.absoluteDays,
            mostPerAccount: mostPerAccount ?? project.mostPerAccount)
    }

    /// The lifetime of sessions: the shorter one of the server's and this one, for each of the two ages. Who runs the server
    /// decides how long a session may last at most.
    ///
    /// - Parameter server: The server's.
    package func life(within server: SessionLife) -> SessionLife {
        func shorter(_ days: Int?, _ seconds: Int64?) -> Int64? {
            [days.map { Int64($0) * 24 * 3600 }, seconds].compactMap(\.self).min()
        }
        var life = server
        life.idle = shorter(idleDays, server.idle)
        life.absolute = shorter(absoluteDays, server.absolute)
        return life
    }

    /// Chooses the sessions that end because somebody has just signed in: those that were not used for the longest time, and
    /// never the new one.
    ///
    /// What counts is sign-ins: a link is answered with another session of the same root, in which the same person goes on at
    /// the same device, and the two end together.
    ///
    /// - Parameters:
    ///   - new: The session that was opened.
    ///   - open: The account's open sessions; the new one may be among them.
    package func surplus(after new: Session, of open: [Session]) -> [Session] {
        guard let most = mostPerAccount else { return [] }
        let others = Dictionary(grouping: open.filter { $0.root != new.root }, by: \.root).values
        guard others.count >= most else { return [] }
        func lastUse(_ sessions: [Session]) -> Timestamp { sessions.map(\.lastUsedAt).max() ?? new.lastUsedAt }
        let oldestFirst = others.sorted {
            let (first, second) = (lastUse($0), lastUse($1))
            // The same order at every server, whatever the store's.
            return first == second ? $0[0].root.lexicographicallyPrecedes($1[0].root) : first < second
        }
        return oldestFirst.prefix(others.count - most + 1).flatMap(\.self)
    }
}
