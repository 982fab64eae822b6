import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaPostgreSQL

/// `vincula` with a read replica.
@Suite("VINCULA_DATABASE_REPLICA")
struct ReadReplicaProcessTests {
    /// A server, its administrators' API, and its databases.
    private struct Site {
        let server: PostgreSQLProcess
        let key: String
        let primary: PostgreSQLServer
        let standby: PostgreSQLServer
        let environment: [String: String]

        func administer(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPAnswer {
            try await HTTP.send(
                method, "\(server.adminURL)/identitytoolkit.googleapis.com/v1/projects/\(PostgreSQLProcess.project)/\(path)",
                headers: ["authorization": "Bearer owner", "content-type": "application/json"],
                body: body.map { Data($0.text.utf8) })
        }

        func call(_ rpc: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
            try await HTTP.post("\(server.url)/v1/\(rpc)?key=\(key)", .object(body))
        }

        /// The emails that the list of all accounts shows.
        func listed() async throws -> String { try await administer("GET", "accounts:batchGet?maxResults=100").text }

        func metric(_ name: String) async throws -> Double? {
            let text = try await HTTP.send("GET", "\(server.adminURL)/metrics").text
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            return line?.split(separator: " ").last.flatMap { Double($0) }
        }

        func wait(for name: String, _ value: Double) async throws {
            for _ in 0..<200 {
                if try await metric(name) == value { return }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw ChildProcess.Failure(description: "\(name) is not \(value): \(try await metric(name) as Any)")
        }
    }

    private func with(seconds: String, _ body: (Site) async throws -> Void) async throws {
        let primary = try await PostgreSQLServer()
        let standby = try await PostgreSQLServer(standbyOf: primary)
        var environment = PostgreSQLProcess.environment(primary.text())
        let key = try await PostgreSQLProcess.apiKey(environment)
        _ = try await PostgreSQLProcess.vincula(["sign-in", "enable", "email"], environment)
        environment["VINCULA_DATABASE_REPLICA"] = standby.text()
        environment["VINCULA_DATABASE_REPLICA_SECONDS"] = seconds
        let server = try await PostgreSQLProcess.serve(environment, ["--log-level", "notice"])
        let site = Site(server: server, key: key, primary: primary, standby: standby, environment: environment)
        try await site.wait(for: "vincula_replica_unused", 0)
        try await body(site)
        try await server.end()
        try await standby.end()
        try await primary.end()
    }

    @Test("R27 With a replica that stands still, lists and counts are old, and nothing else is")
    func stale() async throws {
        try await with(seconds: "300") { site in
            let password = "violet river stone"
            let signedUp = try await site.call("accounts:signUp", ["email": "first@example.com", "password": .string(password)])
            #expect(signedUp.status == 200, "\(signedUp.text)")
            let token: JSONValue = .string(try #require(signedUp["idToken"]))
            let id: JSONValue = .string(try #require(signedUp["localId"]))
            var isThere = false
            for _ in 0..<100 where !isThere { isThere = try await site.listed().contains("first@example.com") }
            let before = try #require(try await site.metric("vincula_replica_reads_total"))
            try await SQLScript.run("SELECT pg_wal_replay_pause()", at: site.standby.address())

            // What an administrator has just made: not in the lists yet, but found by its key at once.
            let made = try await site.administer(
                "POST", "accounts", ["email": "second@example.com", "password": .string(password)])
            #expect(made.status == 200, "\(made.text)")
            let list = try await site.listed()
            #expect(list.contains("first@example.com") && !list.contains("second@example.com"), "\(list)")
            let count = try await site.administer("POST", "accounts:query", ["returnUserInfo": false])
            #expect(count["recordsCount"] == "1", "\(count.text)")
            let query = try await site.administer("POST", "accounts:query", ["limit": "10"])
            #expect(!query.text.contains("second@example.com"))
            #expect(try await site.metric("vincula_replica_reads_total") == before + 3)
            let byEmail: JSONValue = ["email": .array(["second@example.com"])]
            #expect(try await site.administer("POST", "accounts:lookup", byEmail).text.contains("second@example.com"))
            let expression: JSONValue = ["expression": .array([["email": "second@example.com"]])]
            #expect(try await site.administer("POST", "accounts:query", expression).text.contains("second@example.com"))
            let signedIn = try await site.call(
                "accounts:signInWithPassword", ["email": "second@example.com", "password": .string(password)])
            #expect(signedIn.status == 200, "\(signedIn.text)")

            // What a person has just written.
            let update = try await site.call("accounts:update", ["idToken": token, "displayName": "Ada"])
            #expect(update.status == 200, "\(update.text)")
            #expect(try await site.call("accounts:lookup", ["idToken": token]).text.contains("Ada"))

            // What must not be accepted any more.
            let disable = try await site.administer("POST", "accounts:update", ["localId": id, "disableUser": true])
            #expect(disable.status == 200, "\(disable.text)")
            #expect(try await site.call("accounts:lookup", ["idToken": token]).code == "USER_DISABLED")
            let refresh = try await site.call(
                "token", ["grantType": "refresh_token", "refreshToken": .string(signedUp["refreshToken"] ?? "")])
            #expect(refresh.status == 400, "\(refresh.text)")
            #expect(try await !site.listed().contains("\"disabled\":true"), "The list is old, as allowed.")

            // An export begins with what was committed before it.
            try await withFolder { folder in
                let file = folder.appending(path: "all.json").path
                let export = try await PostgreSQLProcess.vincula(["export", file], site.environment)
                #expect(export.status == 0 && export.output.contains("Wrote 2 accounts"), "\(export.output)")
            }
            let status = try await PostgreSQLProcess.vincula(["database", "status"], site.environment)
            #expect(status.output.firstMatch(of: /Replica +postgres on .*of the log behind/) != nil, "\(status.output)")
            let doctor = try await PostgreSQLProcess.vincula(["doctor", "--public-url", "http://127.0.0.1"], site.environment)
            #expect(doctor.output.firstMatch(of: /The read replica .* can be reached: PostgreSQL \d+/) != nil, "\(doctor.output)")
            #expect(doctor.output.contains("hot_standby_feedback is off"))

            let deleted = try await PostgreSQLProcess.vincula(["api-keys", "delete", site.key], site.environment)
            #expect(deleted.status == 0, "\(deleted.output)")
            try await Task.sleep(for: .seconds(1))
            #expect(try await site.call("accounts:lookup", ["idToken": token]).text.contains("API key not valid"))
        }
    }

    @Test("R27 A replica that dies costs no answer and no readiness, is mentioned once, and is used again when it is back")
    func away() async throws {
        try await with(seconds: "2") { site in
            let made = try await site.administer("POST", "accounts", ["email": "first@example.com"])
            #expect(made.status == 200, "\(made.text)")
            try await SQLScript.run("ALTER SYSTEM SET port = 1", at: site.standby.address())
            try site.standby.crash()
            for _ in 0..<50 {
                #expect(try await site.listed().contains("first@example.com"))
                #expect(try await site.server.ready() == 200)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await site.metric("vincula_replica_unused") == 1)
            _ = try await site.server.child.line(matching: "(The read replica is not used)")
            let doctor = try await PostgreSQLProcess.vincula(["doctor", "--public-url", "http://127.0.0.1"], site.environment)
            #expect(doctor.output.contains("so the primary answers everything"), "\(doctor.output)")
            let setting = site.standby.folder.appending(path: "data/postgresql.auto.conf")
            let text = try String(contentsOf: setting, encoding: .utf8)
            try text.replacing("port = '1'", with: "port = '5432'").write(to: setting, atomically: false, encoding: .utf8)
            try site.standby.crash()
            try await site.wait(for: "vincula_replica_unused", 0)
            _ = try await site.server.child.line(matching: "(The read replica is used again)")
            #expect(site.server.child.output.matches(of: /read replica is not used/).count == 1)
        }
    }

    @Test("It is refused where it could not be used: without PostgreSQL, under --dev, and if it names the primary")
    func refused() async throws {
        let primary = "postgresql://u:s3cret@db.example.com/vincula"
        let cases: [([String: String], [String], String)] = [
            (["VINCULA_DATABASE_REPLICA": primary], [], "the data is not in PostgreSQL"),
            (["VINCULA_DATABASE_REPLICA": primary], ["--dev"], "the data is not in PostgreSQL"),
            (["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA": primary], ["--dev"], "--dev does not use PostgreSQL"),
            (
                ["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA": "host=db.example.com port=5432 dbname=vincula user=v"],
                [],
                "names the same server and database"
            ),
            (["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA": ""], [], "databaseReplica is empty"),
            (["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA": "s3cret"], [], "databaseReplica cannot be read"),
            (["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA_SECONDS": "5"], [], "databaseReplica is not"),
            (
                ["VINCULA_DATABASE": primary, "VINCULA_DATABASE_REPLICA": "host=b", "VINCULA_DATABASE_REPLICA_SECONDS": "0"], [],
                "databaseReplicaSeconds"
            ),
        ]
        for (environment, arguments, words) in cases {
            let outcome = try await PostgreSQLProcess.vincula(["serve"] + arguments, environment)
            #expect(outcome.status != 0 && outcome.output.contains(words), "\(environment): \(outcome.output)")
            #expect(!outcome.output.contains("s3cret"), "\(outcome.output)")
        }
    }
}
