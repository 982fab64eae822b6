import CPostgreSQL
import Foundation

/// The address of a PostgreSQL database, as libpq reads it: a URI, or words such as `host=db dbname=vincula`.
///
/// It may contain a password, so nothing prints it, and no error repeats it.
package struct PostgreSQLAddress: Sendable {
    /// The keywords with their values, in the order in which libpq gets them: of several with one name, the last counts.
    let settings: [(keyword: String, value: String)]

    /// Settings that the address may replace. A server that is gone without a word is noticed within half a minute.
    private static let defaults = [
        ("application_name", "vincula"), ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
    ]

    /// - Throws: ``PostgreSQLSetupError/invalidAddress``.
    package init(_ text: String) throws {
        guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else { throw PostgreSQLSetupError.invalidAddress }
        defer { PQconninfoFree(options) }
        var settings = Self.defaults
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings.append((String(cString: keyword), String(cString: value))) }
            option = option.advanced(by: 1)
        }
        self.settings = settings + [("client_encoding", "UTF8")]
    }

    /// The address of another database of the same server.
    package func database(_ name: String) -> PostgreSQLAddress { PostgreSQLAddress(settings + [("dbname", name)]) }

    /// The address with another user.
    package func user(_ name: String) -> PostgreSQLAddress { PostgreSQLAddress(settings + [("user", name)]) }

    private init(_ settings: [(keyword: String, value: String)]) { self.settings = settings }
}

extension PostgreSQLAddress: CustomStringConvertible {
    package var description: String { "a PostgreSQL database" }
}

extension PostgreSQLAddress: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: []) }
}
