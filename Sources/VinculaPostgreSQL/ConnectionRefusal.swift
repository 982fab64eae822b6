package import VinculaEngine

/// A reason why no connection is made, as far as the words of libpq and of the server tell.
///
/// libpq keeps the server's code to itself. In another language than English, nothing is recognized.
enum ConnectionRefusal: CaseIterable, Sendable {
    case tooMany
    case wrongPassword
    case noDatabase
    case badEncryption
    case noAccess
    /// A parameter of the address has a value that libpq does not take.
    case badValue

    /// Words of the message.
    private var marks: [String] {
        switch self {
        case .tooMany: ["too many clients already", "too many connections for", "remaining connection slots are reserved"]
        case .wrongPassword: ["authentication failed", "no password supplied"]
        case .noDatabase: ["FATAL: database \""]
        case .badEncryption: ["server does not support SSL", "certificate"]
        case .noAccess: ["no pg_hba.conf entry", "permission denied for database", "FATAL: role \""]
        case .badValue: [" value: \"", "for connection option \"", "invalid port number: "]
        }
    }

    init?(_ message: String) {
        guard let found = Self.allCases.first(where: { $0.marks.contains { message.contains($0) } }) else { return nil }
        self = found
    }

    /// The recommended action.
    var remedy: String {
        switch self {
        case .tooMany:
            """
            Lower databaseConnections of the servers, or raise max_connections: a server uses up to databaseConnections and two \
            more, or three with a read replica, and a command some as well.
            """
        case .wrongPassword: "Check the user and the password in the database's address."
        case .noDatabase: "Check the database's name in its address, or create it (createdb)."
        case .badEncryption: "Check sslmode and sslrootcert in the database's address, and the database server's certificate."
        case .noAccess: "Check the user in the database's address, its rights, and the database server's pg_hba.conf."
        case .badValue: "Correct this parameter in the database's address."
        }
    }
}

extension PostgreSQLError {
    /// The reason why a connection was not made; `nil` if there is one, or if the reason is not known.
    var cause: ConnectionRefusal? { reasonOfConnection.flatMap(ConnectionRefusal.init) }

    /// The recommended action; `nil` if nothing is known that the reason does not say.
    var remedy: String? {
        if isWantOfConnections { return ConnectionRefusal.tooMany.remedy }
        if self == .noCommit {
            return """
                Start the standbys that synchronous_standby_names asks for, or change it, and check the database server's disk.
                """
        }
        return cause?.remedy
    }
}

extension StoreUnavailable {
    /// Indicates whether the database server allows no further connection.
    package var isWantOfConnections: Bool { reason == .unreachable && ConnectionRefusal(detail) == .tooMany }

    /// Indicates whether the database's address has a value that libpq never takes, so that waiting is of no use.
    package var isFaultOfAddress: Bool {
        reason == .unreachable && ConnectionRefusal(detail) == .badValue
    }
}
