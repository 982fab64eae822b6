import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaPostgreSQL

/// What opening a PostgreSQL database is refused for, and what is never printed.
@Suite("VINCULA_DATABASE")
struct PostgreSQLSettingTests {
    @Test("A password is in no message, whatever is wrong with the address")
    func secrets() async throws {
        let addresses = [
            "postgresql://u:s3cret@127.0.0.1:1/d", "postgresql://u:s3cret@[h/d", "s3cret", "postgresql://u:12/s3cret@h/d",
            "postgresql://u:12@s3cret/d@h/d", "host=h nonsense=s3cret", "host=127.0.0.1 port=s3cret",
            "postgresql:///d?host=/tmp/nowhere&user=u&password=s3cret",
            "postgresql:///d?host=/tmp/nowhere&sslmode=odd&password=s3cret",
        ]
        try await withFolder { folder in
            for address in addresses {
                var environment = PostgreSQLProcess.environment(address)
                environment["VINCULA_DATA"] = folder.path
                for command in [
                    ["users", "list"], ["doctor"], PostgreSQLProcess.serving + ["--database-wait-seconds", "0"],
                    ["keys", "rotate-master"],
                ] {
                    let outcome = try await PostgreSQLProcess.vincula(command, environment)
                    #expect(outcome.status != 0, "\(command) \(address)")
                    #expect(!outcome.output.contains("s3cret"), "\(command) \(address): \(outcome.output)")
                }
            }
        }
    }

    @Test("It may stand in the configuration file, and has no flag")
    func file() async throws {
        try await withFolder { folder in
            try await PostgreSQLDatabases.withText { text in
                let file = folder.appending(path: "vincula.json")
                try JSONValue.object(["database": .string(text), "databaseConnections": .integer(4)]).text.write(
                    to: file, atomically: true, encoding: .utf8)
                let data = folder.appending(path: "data").path
                let made = try await VinculaProcess.run(["projects", "create", "shop", "--config", file.path, "--data", data])
                #expect(made.status == 0, "\(made.output)")
                // The folder has the master key, which nobody gave, and nothing else.
                #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["master.key"])
                let listed = try await VinculaProcess.run(["projects", "--config", file.path, "--data", data])
                #expect(listed.status == 0 && listed.output.contains("shop"), "\(listed.output)")
                let empty = try await VinculaProcess.run(["projects", "--data", data], environment: ["VINCULA_DATABASE": ""])
                #expect(empty.status != 0 && empty.output.contains("database is empty"), "\(empty.output)")
                let flag = try await VinculaProcess.run(["projects", "--database", text])
                #expect(flag.status != 0 && flag.output.contains("Unknown option '--database'"), "\(flag.output)")
                // The doctor notices a file with an address that everybody can read, the replica's as well.
                let doctor = ["doctor", "--config", file.path, "--data", data]
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                let own = try await VinculaProcess.run(doctor)
                #expect(own.output.contains("\(file.path) has the database's address"), "\(own.output)")
                try JSONValue.object(["databaseReplica": "host=127.0.0.1 port=1 dbname=d user=v"]).text.write(
                    to: file, atomically: false, encoding: .utf8)
                let replica = try await VinculaProcess.run(doctor, environment: ["VINCULA_DATABASE": text])
                #expect(replica.output.contains("\(file.path) has the read replica's address"), "\(replica.output)")
                #expect(!replica.output.contains("has the database's address"), "\(replica.output)")
            }
        }
    }

    @Test("T168 master key: without the right one nothing is opened and no new one is made; while a server runs it cannot change")
    func masterKey() async throws {
        try await withFolder { folder in
            try await PostgreSQLDatabases.withText { text in
                let keys = (1...2).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
                func environment(_ key: String?, _ previous: String? = nil) -> [String: String] {
                    var environment = PostgreSQLProcess.environment(text)
                    environment["VINCULA_DATA"] = folder.path
                    environment["VINCULA_MASTER_KEY"] = key
                    environment["VINCULA_MASTER_KEY_PREVIOUS"] = previous
                    return environment
                }
                let first = environment(keys[0])
                _ = try await PostgreSQLProcess.apiKey(first)
                for command in [["projects"], ["keys", "rotate-master"], PostgreSQLProcess.serving] {
                    let none = try await PostgreSQLProcess.vincula(command, environment(nil))
                    #expect(
                        none.status != 0 && none.output.contains("All servers and commands need the same one"), "\(none.output)")
                    let wrong = try await PostgreSQLProcess.vincula(command, environment(keys[1]))
                    #expect(wrong.status != 0, "\(wrong.output)")
                    #expect(
                        wrong.output.contains("VINCULA_MASTER_KEY is not the master key")
                            || wrong.output.contains("MASTER_KEY_PREVIOUS"),
                        "\(wrong.output)")
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])

                let server = try await PostgreSQLProcess.serve(first)
                let refused = try await PostgreSQLProcess.vincula(["keys", "rotate-master"], environment(keys[1], keys[0]))
                #expect(refused.status != 0 && refused.output.contains("Stop all of them first"), "\(refused.output)")
                #expect(try await server.ready() == 200)
                try await server.end()
                let done = try await PostgreSQLProcess.vincula(["keys", "rotate-master"], environment(keys[1], keys[0]))
                #expect(done.status == 0 && done.output.contains("is no longer needed"), "\(done.output)")
                #expect(try await PostgreSQLProcess.vincula(["audit", "verify"], environment(keys[1])).status == 0)
                #expect(try await PostgreSQLProcess.vincula(["keys"], first).status != 0)
            }
        }
    }

    @Test("A newer schema is used if it only adds, and refused by servers and commands if not")
    func schema() async throws {
        try await PostgreSQLDatabases.withText { text in
            let environment = PostgreSQLProcess.environment(text)
            _ = try await PostgreSQLProcess.apiKey(environment)
            func change(_ sql: String) async throws { try await SQLScript.run(sql, at: PostgreSQLAddress(text)) }
            try await change(
                """
                ALTER TABLE accounts ADD COLUMN later BIGINT; CREATE TABLE later (id BIGINT);
                INSERT INTO schema_migrations VALUES ('9998-later', '0038-initial')
                """)
            let server = try await PostgreSQLProcess.serve(environment)
            #expect(try await server.ready() == 200)
            let doctor = try await PostgreSQLProcess.vincula(["doctor", "--public-url", "http://127.0.0.1"], environment)
            #expect(doctor.output.contains("A newer version has changed the schema"), "\(doctor.output)")
            try await change("INSERT INTO schema_migrations VALUES ('9999-later', '9998-later')")
            for command in [["projects"], PostgreSQLProcess.serving] {
                let refused = try await PostgreSQLProcess.vincula(command, environment)
                #expect(refused.status != 0 && refused.output.contains("newer version of Vincula"), "\(refused.output)")
            }
            // Whoever is running goes on.
            #expect(try await server.ready() == 200)
            try await server.end()
        }
    }
}
