import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaPostgreSQL

/// `vincula doctor` on a PostgreSQL server that keeps what it was told.
@Suite("The doctor on PostgreSQL")
struct DoctorTests {
    private static let flags = [
        "--public-url", "http://127.0.0.1", "--smtp-host", "mail.example.com", "--mail-from", "a@example.com",
    ]

    private static func findings(
        _ server: PostgreSQLServer, _ database: String = "postgres", _ arguments: [String] = [], user: String = "postgres"
    ) async throws -> (lines: [String], status: Int32) {
        let outcome = try await PostgreSQLProcess.vincula(
            ["doctor"] + flags + arguments, PostgreSQLProcess.environment(server.text(database, user: user)))
        return (outcome.output.split(separator: "\n").map(String.init), outcome.status)
    }

    /// The lines that are not good, but for those of settings that are no part of this.
    private static func others(_ lines: [String]) -> [String] {
        lines.filter { ($0.hasPrefix("  note") || $0.hasPrefix("  BAD")) && !$0.contains("is set (") }
    }

    @Test("A server that is set up well has nothing but the hint that there is no standby, and each fault is found")
    func all() async throws {
        let server = try await PostgreSQLServer(["fsync=on"])
        let address = try server.address()
        let environment = PostgreSQLProcess.environment(server.text())
        _ = try await PostgreSQLProcess.apiKey(environment)
        #expect(try await PostgreSQLProcess.vincula(["sign-in", "enable", "email"], environment).status == 0)
        let running = try await PostgreSQLProcess.serve(environment)
        let sound = try await Self.findings(server)
        let rest = Self.others(sound.lines)
        #expect(sound.status == 0 && rest.count == 1 && rest[0].contains("There is no standby"), "\(sound.lines)")
        for words in [
            "UTF8", "A commit waits for the disk", "there is room for", "The clocks", "takes writes", "No problems found.",
        ] {
            #expect(sound.lines.contains { $0.contains(words) }, "\(words): \(sound.lines)")
        }
        try await running.end()

        let cases: [(change: String, undo: String, mark: String, words: String)] = [
            ("SET synchronous_commit = off", "RESET synchronous_commit", "note", "synchronous_commit is off"),
            ("SET synchronous_commit = local", "RESET synchronous_commit", "note", "does not wait for a standby"),
            ("CONNECTION LIMIT 10", "CONNECTION LIMIT -1", "BAD", "allows 10 connections; each server uses up to 18"),
            ("CONNECTION LIMIT 20", "CONNECTION LIMIT -1", "note", "there is no room for a second one"),
            (
                "SET default_transaction_read_only = on", "RESET default_transaction_read_only", "BAD",
                "The database takes no writes"
            ),
            ("SET search_path = nowhere", "RESET search_path", "BAD", "names none that exists"),
        ]
        for one in cases {
            try await SQLScript.run("ALTER DATABASE postgres \(one.change)", at: address)
            let found = try await Self.findings(server)
            #expect(found.lines.contains { $0.contains(one.mark) && $0.contains(one.words) }, "\(one): \(found.lines)")
            #expect((found.status == 0) == (one.mark == "note"), "\(one): \(found.lines)")
            try await SQLScript.run("BEGIN READ WRITE; ALTER DATABASE postgres \(one.undo); COMMIT", at: address)
        }
        try await SQLScript.run(
            "CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", at: address)
        let reader = try await Self.findings(server, "postgres", user: "reader")
        #expect(
            reader.status != 0 && reader.lines.contains { $0.contains("BAD") && $0.contains("takes no writes") },
            "\(reader.lines)")
        try await SQLScript.run("ALTER ROLE reader CONNECTION LIMIT 0", at: address)
        let refused = try await Self.findings(server, "postgres", user: "reader")
        #expect(
            refused.lines.contains { $0.contains("BAD") && $0.contains("max_connections") }
                && refused.lines.contains { $0.contains("up to 18 connections, so two servers need 36") }, "\(refused.lines)")
        try await SQLScript.run(
            "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0", at: address)
        let ascii = try await Self.findings(server, "ascii")
        #expect(ascii.status != 0 && ascii.lines.contains { $0.contains("BAD") && $0.contains("SQL_ASCII") }, "\(ascii.lines)")
        let gone = try await Self.findings(server, "none")
        #expect(gone.status != 0 && gone.lines.contains { $0.contains("BAD") }, "\(gone.lines)")
        try await server.end()
    }

    @Test("A server that loses data in a crash is found, by each of the two settings", arguments: ["fsync", "full_page_writes"])
    func unsafe(setting: String) async throws {
        let server = try await PostgreSQLServer(["fsync=on", "\(setting)=off"])
        _ = try await PostgreSQLProcess.apiKey(PostgreSQLProcess.environment(server.text()))
        let found = try await Self.findings(server)
        #expect(found.status != 0 && found.lines.contains { $0.contains("BAD") && $0.contains("loses data") }, "\(found.lines)")
        try await server.end()
    }
}
