package import VinculaCore
package import VinculaCrypto

/// The permission to take over people from another server, as an operator states it.
package struct MigrationOrder: Hashable, Sendable {
    /// The project's id there.
    package var project: String
    /// The server's address; `nil` for Firebase.
    package var server: String?
    /// An API key of that project, as sent; `nil` to keep the one there is.
    package var apiKey: String?
    /// The end of the period.
    package var until: Timestamp
    package var acceptsRefreshTokens = true
    package var acceptsIDTokens = true
    package var asksForPasswords = false

    package init(project: String, server: String?, apiKey: String?, until: Timestamp) {
        self.project = project
        self.server = server
        self.apiKey = apiKey
        self.until = until
    }
}

extension MigrationSettings {
    /// Begins or changes a migration.
    ///
    /// - Parameters:
    ///   - order: What the operator wants.
    ///   - project: The project here.
    ///   - sealer: Seals the API key.
    ///   - allowsPlain: `true` under `--dev`, where the server may be plain http on this machine.
    ///   - now: The current time.
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    package mutating func begin(
        _ order: MigrationOrder, in project: String, sealer: Sealer, allowsPlain: Bool, now: Timestamp
    ) throws {
        guard ProjectScope.isProjectID(order.project) else {
            throw AuthError.invalidConfig("The id of the Firebase project is missing or invalid.")
        }
        let server = order.server.flatMap { $0.isEmpty ? nil : $0 }
        if let server {
            guard Webhook.isUsable(server), allowsPlain || server.hasPrefix("https://"), !server.hasSuffix("/"),
                !server.contains("?")
            else {
                throw AuthError.invalidConfig("serverUrl must be an https URL without a slash at its end.")
            }
        }
        if order.until != firebase?.until { try FormerProject.check(until: order.until, now: now) }
        let isElsewhere = firebase.map { $0.id != order.project || $0.server != server } ?? false
        let change = try SecretChange.decide(
            sent: order.apiKey, isKept: firebase != nil, isElsewhere: isElsewhere, field: "apiKey")
        if case .replace(let key) = change, !FormerProject.isAPIKey(key) {
            throw AuthError.invalidConfig("apiKey must be 1 to \(FormerProject.longestAPIKey) visible ASCII characters.")
        }
        let sealed = try sealer.apply(
            change, to: firebase?.sealedAPIKey, place: FormerProjectSecret.place(of: project))
        guard let sealed else { throw AuthError.invalidConfig("apiKey is missing.") }
        firebase = FormerProject(
            id: order.project, server: server, sealedAPIKey: sealed, beganAt: isElsewhere ? now : firebase?.beganAt ?? now,
            until: order.until,
            acceptsRefreshTokens: order.acceptsRefreshTokens, acceptsIDTokens: order.acceptsIDTokens,
            asksForPasswords: order.asksForPasswords)
    }
}

extension ProjectAdministration {
    /// Begins or changes a project's migration.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    package func beginMigration(
        _ order: MigrationOrder, of project: String, allowsPlain: Bool = false
    ) async throws -> FormerProject? {
        let (sealer, clock) = (sealer, clock)
        return try await updateSettings(of: project) {
            try $0.migration.begin(order, in: project, sealer: sealer, allowsPlain: allowsPlain, now: clock.now)
        }.migration.firebase
    }

    /// The number of refresh tokens that a project has exchanged.
    package func movedSessions(of project: String) async throws -> Int {
        try await read { try $0.reads.exchangedTokenCount(in: project) }
    }
}
