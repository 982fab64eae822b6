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

    /// - Throws: ``PostgreSQLSetupError/invalidAddress``, ``PostgreSQLSetupError/mistypedParameter(meant:)``,
    ///   ``PostgreSQLSetupError/unknownParameter``.
    package init(_ text: String) throws {
        guard !text.utf8.contains(0) else { throw PostgreSQLSetupError.invalidAddress }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw message.flatMap { MistypedParameter.error(String(cString: $0)) } ?? .invalidAddress
        }
        defer { PQconninfoFree(options) }
        var settings = Self.defaults
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings.append((String(cString: keyword), String(cString: value))) }
            option = option.advanced(by: 1)
        }
        self.settings = settings + [("client_encoding", "UTF8")]
        guard isPlausible else { throw PostgreSQLSetupError.invalidAddress }
    }

    /// The database's name and hosts, for messages, such as `vincula on db.example.com`.
    ///
    /// Without a name, libpq takes the user's. The port is there if it is not the usual one.
    package var place: String {
        let ports = (value("port") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let hosts = (value("host") ?? value("hostaddr"))?.split(separator: ",", omittingEmptySubsequences: false).enumerated()
            .map { index, host in
                let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
                return port.isEmpty || port == "5432" ? String(host) : "\(host):\(port)"
            }
        return [value("dbname") ?? value("user"), hosts.map { "on \($0.joined(separator: ", "))" }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Indicates whether the server must prove by a certificate that it is the right one.
    package var checksCertificate: Bool { ["verify-ca", "verify-full"].contains(value("sslmode")) }

    /// Indicates whether a connection leaves this machine, as far as the address says.
    package var isRemote: Bool {
        let hosts = (value("host") ?? value("hostaddr") ?? "").split(separator: ",")
        return hosts.contains { !$0.hasPrefix("/") && !$0.hasPrefix("@") && !["localhost", "127.0.0.1", "::1"].contains($0) }
    }

    /// Indicates whether another address leads to the same database, as far as the addresses alone say.
    package func isSamePlace(as other: PostgreSQLAddress) -> Bool {
        ["service", "host", "hostaddr", "dbname", "target_session_attrs", "load_balance_hosts"].allSatisfy {
            value($0) == other.value($0)
        } && (value("port") ?? "5432") == (other.value("port") ?? "5432")
    }

    private func value(_ keyword: String) -> String? {
        settings.last { $0.keyword == keyword && !$0.value.isEmpty }?.value
    }

    /// Indicates whether no part that may be printed can be a part of a password that is not percent-encoded, as in
    /// `postgresql://user:p@ssword@host/`.
    private var isPlausible: Bool {
        let hosts = [value("host"), value("hostaddr")].compactMap(\.self).flatMap { $0.split(separator: ",") }
        return !hosts.contains { $0.dropFirst().contains("@") } && !(value("dbname") ?? "").contains("@")
            && (value("port") ?? "").utf8.allSatisfy { $0 == UInt8(ascii: ",") || (0x30...0x39).contains($0) }
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
