import Synchronization
package import VinculaCore

/// A short-lived cache of projects' settings, for what need not be exact to the moment.
///
/// A decision reads the settings in its own transaction instead.
final class RecentSettings: Sendable {
    /// The longest age: a server of an earlier version may tell nobody what it changes.
    private static let maximumAge = Duration.milliseconds(500)
    private static let most = 1000

    private struct Entry {
        let settings: ProjectSettings
        let readAt: ContinuousClock.Instant
        let position: Int
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) { self.changes = changes }

    func settings(of project: String, read: () async throws -> ProjectSettings) async throws -> ProjectSettings {
        // The age counts from before the read, as in ``CallerCache``.
        let now = ContinuousClock.now
        let position = changes.position(of: .settings)
        if let entry = entries.withLock({ $0[project] }), entry.position == position, now - entry.readAt < Self.maximumAge {
            return entry.settings
        }
        let settings = try await read()
        entries.withLock { entries in
            if entries.count >= Self.most { entries = [:] }
            entries[project] = Entry(settings: settings, readAt: now, position: position)
        }
        return settings
    }
}

extension AuthEngine {
    /// The settings of a project, as they were at most half a second ago.
    package func recentSettings(of project: String) async throws -> ProjectSettings {
        try await place.parts.recentSettings.settings(of: project) { try await projects.settings(of: project) }
    }
}
