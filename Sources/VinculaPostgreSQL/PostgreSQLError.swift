import VinculaEngine
import VinculaSQL

/// A reason why a database cannot be used at all, which does not go away by itself.
package enum PostgreSQLSetupError: Error, Hashable, Sendable {
    case invalidAddress
    /// The address has a parameter that libpq does not know, but this one, which is much like it.
    case mistypedParameter(meant: String)
    /// The address has a parameter that libpq does not know.
    case unknownParameter
    /// The server's version, such as 140011.
    case tooOld(version: Int)
    /// The database's encoding is not UTF-8.
    case encoding(String)
    /// The connection's `search_path` names no schema that exists.
    case noSchema
    /// The user may not create tables in this schema.
    case mayNotCreate(schema: String)
    /// Others use the database, and this must be done alone.
    case inUse
    /// Something between the server and this process gives one session to several connections.
    case sharedSessions
    /// The master key was changed since this process began.
    case otherMasterKey
}

extension PostgreSQLSetupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidAddress:
            """
            The database's address is not one that libpq reads, such as postgresql://vincula@db.example.com/vincula. In a \
            password, these characters must be percent-encoded: % : / ? # [ ] @
            """
        case .mistypedParameter(let meant):
            "The database's address has a parameter that libpq does not know. Did you mean \(meant)?"
        case .unknownParameter:
            """
            The database's address has a parameter that libpq does not know. Those that it knows are in PostgreSQL's \
            documentation, under "Parameter Key Words".
            """
        case .tooOld(let version):
            "The server is PostgreSQL \(version / 10_000), but 15 or later is needed."
        case .encoding(let name): "The database's encoding is \(name), but UTF8 is needed."
        case .noSchema: "There is no schema for the tables: the search_path names none that exists."
        case .mayNotCreate(let schema):
            """
            The database's user may not create tables in the schema \(schema). Make it the database's owner (ALTER DATABASE … OWNER \
            TO …), or let it (GRANT CREATE ON SCHEMA \(schema) TO …).
            """
        case .inUse: "Servers or other commands are using the database. Stop all of them first."
        case .sharedSessions:
            """
            A pooler in front of PostgreSQL gives one session to several connections (PgBouncer's transaction mode). Connect to \
            PostgreSQL itself, or to the pooler's session mode: sessions hold locks and prepared statements.
            """
        case .otherMasterKey: "The master key was changed since this server started. Start it again with the new one."
        }
    }
}

/// An error of PostgreSQL, without its text, which may repeat what a person sent.
struct PostgreSQLError: SQLFailure, Hashable {
    /// The SQLSTATE; `nil` if there is no connection.
    let state: String?
    /// The constraint or unique index that a row broke.
    let constraint: String?
    /// The reason why a connection was not made, in libpq's words.
    let reasonOfConnection: String?

    init(state: String?, constraint: String? = nil, reasonOfConnection: String? = nil) {
        self.state = state
        self.constraint = constraint
        self.reasonOfConnection = reasonOfConnection
    }

    /// The connection ended.
    static let noConnection = PostgreSQLError(state: nil)
    /// The server does not confirm a commit.
    static let noCommit = PostgreSQLError(
        state: nil, reasonOfConnection: "a write was not confirmed in time; a synchronous standby may be missing")
    /// The transaction is on the server's disk, but no standby has confirmed it in time.
    static let unconfirmed = PostgreSQLError(state: "57014")
    /// The transaction was undone because of others.
    static let undone = PostgreSQLError(state: "40001")
    /// An earlier statement of the transaction failed.
    static let failedEarlier = PostgreSQLError(state: "25P02")

    var conflict: StoreConflict? {
        guard state == "23505" else { return nil }
        return switch constraint {
        case "accounts_uid": .accountID
        case "accounts_email": .email
        case "identities_provider": .providerOfAccount
        case "identities_key": .identity
        case "openid_providers_pkey": .openIDProvider
        case "supported_providers_pkey": .supportedProvider
        default: nil
        }
    }

    /// Indicates whether a row broke a constraint.
    var isViolation: Bool { state?.hasPrefix("23") == true }

    /// Indicates whether the transaction may succeed when it is run again: others were in its way.
    var isFromOthers: Bool { state == "40001" || state == "40P01" }

    /// Indicates whether somebody else held a lock for too long.
    var isLockTimeout: Bool { state == "55P03" }

    /// Indicates whether the server allows no further connection.
    var isWantOfConnections: Bool { cause == .tooMany || state == "53300" }

    /// Indicates whether the server has ended the connection, or is about to.
    var endsConnection: Bool {
        guard let state else { return true }
        // The last one: this server has become a standby, and the address may lead to another one.
        return state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25P03", "25006"].contains(state)
    }
}

extension PostgreSQLError: CustomStringConvertible {
    var description: String {
        guard let state else { return reasonOfConnection ?? "the connection to the PostgreSQL server ended" }
        return "PostgreSQL error \(state)" + (constraint.map { " (\($0))" } ?? "")
    }
}

extension StoreUnavailable {
    /// Converts an error that is due to the server, the network or the stored data, rather than to the statement; `nil` for any
    /// other.
    init?(_ error: any Error) {
        switch error {
        case let error as PostgreSQLError:
            guard let reason = error.reason else { return nil }
            self.init(
                reason: reason, detail: error.description, remedy: error.remedy, isUnconfirmed: error == .noCommit)
        case let error as StoreError:
            guard let detail = error.unreadable else { return nil }
            self.init(reason: .unreadableRow, detail: detail)
        case let error as PostgreSQLSetupError: self.init(reason: .unreachable, detail: error.description)
        default: return nil
        }
    }
}

extension PostgreSQLError {
    fileprivate var reason: StoreUnavailable.Reason? {
        guard let state else { return .unreachable }
        return switch state {
        case "40001", "40P01", "55P03", "57014": .busy
        case "25006": .readOnly
        case "53100": .diskFull
        case "58030": .failingDisk
        case "42501": .notPermitted
        case "XX001", "XX002": .damaged
        // A class: connections, resources, and what an operator does to the server.
        case _ where ["08", "28", "3D", "53", "57"].contains(state.prefix(2)), "25P03": .unreachable
        default: nil
        }
    }
}
