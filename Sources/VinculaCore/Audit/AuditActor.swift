/// The author of a change.
public struct AuditActor: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A person, on their own account.
        case endUser = "user"
        /// Somebody who runs the project.
        case administrator
        case serviceAccount = "service-account"
        /// Somebody with a shell on the server's machine.
        case commandLine = "command-line"
        /// The server itself.
        case server
    }

    public let kind: Kind
    /// The actor's id; empty for a person, who is the changed account, and for the server.
    public let id: String

    public init(kind: Kind, id: String) {
        self.kind = kind
        self.id = id
    }

    public static let endUser = AuditActor(kind: .endUser, id: "")
    public static let server = AuditActor(kind: .server, id: "")

    public static func administrator(_ id: String) -> AuditActor { AuditActor(kind: .administrator, id: id) }
    public static func serviceAccount(_ id: String) -> AuditActor { AuditActor(kind: .serviceAccount, id: id) }
    public static func commandLine(_ user: String) -> AuditActor { AuditActor(kind: .commandLine, id: user) }

    /// True if all the actor's changes to others are recorded.
    var isPrivileged: Bool {
        switch kind {
        case .administrator, .serviceAccount, .commandLine: true
        case .endUser, .server: false
        }
    }
}

/// The author of a change, and the address it came from.
public struct AuditOrigin: Hashable, Sendable {
    public var actor: AuditActor
    /// The caller's network address, if it is known.
    public var client: ClientAddress?

    public init(actor: AuditActor, client: ClientAddress? = nil) {
        self.actor = actor
        self.client = client
    }
}
