/// The author of a change.
package struct AuditActor: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A person, on their own account.
        case endUser = "user"
        /// Somebody who runs the project.
        case administrator
        case serviceAccount = "service-account"
        /// Somebody who runs the server, in the console.
        case consoleOperator = "operator"
        /// Somebody with a shell on the server's machine.
        case commandLine = "command-line"
        /// The server itself.
        case server
    }

    package let kind: Kind
    /// The actor's id; empty for a person, who is the changed account, and for the server.
    package let id: String
    /// The kind that a record has and that this version does not know; `nil` if it knows the kind.
    package let unknownKind: String?

    package init(kind: Kind, id: String) {
        self.kind = kind
        self.id = id
        unknownKind = nil
    }

    /// Reads the actor of a record. One of a kind that this version does not know counts as the server.
    ///
    /// - Parameters:
    ///   - storedKind: The kind as it is stored.
    ///   - id: The actor's id.
    package init(storedKind: String, id: String) {
        let known = Kind(rawValue: storedKind)
        kind = known ?? .server
        self.id = id
        unknownKind = known == nil ? storedKind : nil
    }

    /// The kind as it is stored and sealed.
    package var storedKind: String { unknownKind ?? kind.rawValue }

    package static let endUser = AuditActor(kind: .endUser, id: "")
    package static let server = AuditActor(kind: .server, id: "")

    package static func administrator(_ id: String) -> AuditActor { AuditActor(kind: .administrator, id: id) }
    package static func serviceAccount(_ id: String) -> AuditActor { AuditActor(kind: .serviceAccount, id: id) }
    package static func consoleOperator(_ id: AccountID) -> AuditActor { AuditActor(kind: .consoleOperator, id: id.value) }
    package static func commandLine(_ user: String) -> AuditActor { AuditActor(kind: .commandLine, id: user) }

    /// True if all the actor's changes to others are recorded.
    var isPrivileged: Bool {
        switch kind {
        case .administrator, .serviceAccount, .consoleOperator, .commandLine: true
        case .endUser, .server: false
        }
    }
}

/// The author of a change, and the address and device it came from.
package struct AuditOrigin: Hashable, Sendable {
    package var actor: AuditActor
    /// The caller's network address, if it is known.
    package var client: ClientAddress?
    /// The caller's device, if it is known. Mails and the owner's list of sessions name it; the audit log does not.
    package var device: ClientDevice?
    /// The id of the caller's request, if it is one.
    package var request: String?
    /// The key that the caller's request has proven, if it has proven one. The audit log does not name it.
    package var key: KeyThumbprint?

    package init(
        actor: AuditActor, client: ClientAddress? = nil, device: ClientDevice? = nil, request: String? = nil,
        key: KeyThumbprint? = nil
    ) {
        self.actor = actor
        self.client = client
        self.device = device
        self.request = request
        self.key = key
    }
}
