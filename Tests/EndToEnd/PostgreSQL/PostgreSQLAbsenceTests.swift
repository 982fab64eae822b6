import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaPostgreSQL

/// A PostgreSQL server that is away, busy or full.
@Suite("PostgreSQL away")
struct PostgreSQLAbsenceTests {
    @Test("503 with Retry-After, /readyz at once, published keys as before, and recovery without a restart or a write")
    func away() async throws {
        let database = try await PausedServer()
        let environment = PostgreSQLProcess.environment(database.server.text())
        let key = try await PostgreSQLProcess.apiKey(environment)
        _ = try await PostgreSQLProcess.vincula(["sign-in", "enable", "anonymous"], environment)
        let server = try await PostgreSQLProcess.serve(environment)
        func signUp() async throws -> HTTPAnswer {
            try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
        }
        let account = try await signUp()
        #expect(account.status == 200, "\(account.text)")
        let keys = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
        // A key for later may join this one at any moment.
        let kid = String(try #require(keys.text.firstMatch(of: /"kid":"[^"]+"/), "\(keys.text)").output)
        let refresh: JSONValue = .object([
            "grantType": "refresh_token", "refreshToken": .string(account["refreshToken"] ?? ""),
        ])
        for round in 0..<2 {
            try database.pause()
            // Nobody has to ask for anything else first. A process of a database server that died may answer once more.
            let noticed = try await server.wait(for: 503)
            #expect(noticed < .seconds(2), "\(noticed)")
            #expect(try await HTTP.send("GET", "\(server.url)/healthz").status == 200)
            for answer in [try await signUp(), try await HTTP.post("\(server.url)/v1/token?key=\(key)", refresh)] {
                #expect(answer.status == 503 && answer.code == "UNAVAILABLE", "\(answer.text)")
                #expect(answer.headers["retry-after"] == "5", "\(answer.headers)")
            }
            let published = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
            #expect(published.status == 200 && published.text.contains(kid))
            #expect(try await HTTP.send("GET", "\(server.url)/v1/publicKeys?key=\(key)").status == 200)
            if round == 0 {
                // Some jobs look every five seconds.
                try await Task.sleep(for: .seconds(13))
                let output = server.child.output
                for words in ["The data of a deleted project or tenant cannot be deleted", "Sessions' times of last use cannot"] {
                    let lines = output.components(separatedBy: words).count - 1
                    #expect(lines <= 1, "\(words): \(output)")
                }
                #expect(output.contains("The data of a deleted project or tenant cannot be deleted"))
            }
            try await database.resume()
            // Nothing but /readyz is asked.
            let time = try await server.wait(for: 200)
            #expect(time < .seconds(5), "\(time)")
            let refreshed = try await HTTP.post("\(server.url)/v1/token?key=\(key)", refresh)
            #expect(refreshed.status == 200, "\(refreshed.text)")
        }
        try await server.end()
        try await database.server.end()
    }

    @Test("A database that hangs takes neither /metrics nor /readyz along, and floods no log")
    func hanging() async throws {
        let database = try await PostgreSQLServer()
        let environment = PostgreSQLProcess.environment(database.text())
        _ = try await PostgreSQLProcess.apiKey(environment)
        let server = try await PostgreSQLProcess.serve(environment, ["--database-statement-seconds", "2"])
        func metrics() async throws -> (text: String, time: Duration) {
            let start = ContinuousClock.now
            let answer = try await HTTP.send("GET", "\(server.adminURL)/metrics")
            #expect(answer.status == 200)
            return (answer.text, .now - start)
        }
        #expect(try await metrics().text.contains("vincula_audit_records"))
        try await database.signalAll(SIGSTOP)
        for _ in 0..<8 {
            let (text, time) = try await metrics()
            #expect(time < .seconds(4), "\(time)")
            #expect(try await HTTP.send("GET", "\(server.url)/healthz").status == 200)
            #expect(text.contains("vincula_store_fit") && !text.contains("vincula_audit_records"))
            try await Task.sleep(for: .seconds(1))
        }
        #expect(try await server.ready() == 503)
        #expect(try await metrics().text.contains("vincula_store_fit 0"))
        // Every worker has tried by now.
        try await Task.sleep(for: .seconds(5))
        let lines = server.child.output.components(separatedBy: "The outbox cannot be read or written").count - 1
        #expect(lines <= 1, "\(lines)")
        let keys = server.child.output.components(separatedBy: "Signing keys cannot be read").count - 1
        #expect(keys <= 1, "\(keys)")
        try await database.signalAll(SIGCONT)
        _ = try await server.wait(for: 200)
        #expect(try await metrics().text.contains("vincula_audit_records"))
        try await server.end()
        try await database.end()
    }

    @Test("A database that takes no writes turns /readyz to 503, and nothing says in between that it can be written")
    func readOnly() async throws {
        let database = try await PostgreSQLServer()
        let address = try database.address()
        let environment = PostgreSQLProcess.environment(database.text())
        let key = try await PostgreSQLProcess.apiKey(environment)
        _ = try await PostgreSQLProcess.vincula(["sign-in", "enable", "anonymous"], environment)
        try await SQLScript.run("CREATE ROLE app LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO app", at: address)
        try await SQLScript.run("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO app", at: address)
        var settings = PostgreSQLProcess.environment(database.text(user: "app"))
        // Somebody signs up again and again.
        settings["VINCULA_LIMITS_RATE"] = "false"
        let server = try await PostgreSQLProcess.serve(settings, ["--log-level", "notice"])
        #expect(try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:])).status == 200)
        try await SQLScript.run("REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public FROM app", at: address)
        // Nobody has to write anything.
        #expect(try await server.wait(for: 503) < .seconds(5))
        for _ in 0..<20 {
            #expect(try await server.ready() == 503)
            _ = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(!server.child.output.contains("can be written again"), "\(server.child.output)")
        try await SQLScript.run("GRANT ALL ON ALL TABLES IN SCHEMA public TO app", at: address)
        _ = try await server.wait(for: 200)
        let again = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
        #expect(again.status == 200, "\(again.text)")
        try await server.end()
        try await database.end()
    }

    @Test("A server that starts while somebody keeps a lock waits for as long as for the database")
    func locked() async throws {
        try await PostgreSQLDatabases.withText { text in
            let environment = PostgreSQLProcess.environment(text)
            _ = try await PostgreSQLProcess.apiKey(environment)
            let other = Task {
                try await SQLScript.run(
                    "BEGIN; LOCK TABLE sealed_secrets IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(9); COMMIT",
                    at: PostgreSQLAddress(text))
            }
            try await Task.sleep(for: .milliseconds(300))
            let server = try await PostgreSQLProcess.serve(environment)
            #expect(server.child.output.contains("Waiting for it"), "\(server.child.output)")
            _ = try await other.value
            #expect(try await server.ready() == 200)
            try await server.end()
        }
    }

    @Test("A server that starts before the database waits for it, says so, and gives up in the end; a command does not wait")
    func start() async throws {
        let database = try await PausedServer()
        let environment = PostgreSQLProcess.environment(database.server.text())
        _ = try await PostgreSQLProcess.apiKey(environment)
        try database.pause()
        let command = try await PostgreSQLProcess.vincula(["projects"], environment)
        #expect(command.status != 0 && command.output.contains("cannot be used"), "\(command.output)")
        let start = ContinuousClock.now
        let refused = try await PostgreSQLProcess.vincula(
            PostgreSQLProcess.serving + ["--database-wait-seconds", "2"], environment)
        #expect(refused.status != 0 && refused.output.contains("It waited for 2 seconds"), "\(refused.output)")
        #expect(refused.output.contains("Waiting for it") && .now - start < .seconds(20))
        let early = try ChildProcess(
            VinculaProcess.executable, PostgreSQLProcess.serving + VinculaProcess.cheap, environment: environment)
        _ = try await early.line(matching: "(Waiting for it)")
        try await database.resume()
        _ = try await early.line(matching: "(The database answers)")
        _ = try await early.line(matching: #"Listening +(http://[^\s]+)"#)
        early.signal(SIGTERM)
        try await early.end()
        try await database.server.end()
    }

    @Test("Locks that somebody keeps, and more requests than connections, end in 503 in time, and hang nothing")
    func busy() async throws {
        try await PostgreSQLDatabases.withText { text in
            let environment = PostgreSQLProcess.environment(text)
            let key = try await PostgreSQLProcess.apiKey(environment)
            _ = try await PostgreSQLProcess.vincula(["sign-in", "enable", "anonymous"], environment)
            let server = try await PostgreSQLProcess.serve(
                environment, ["--database-connections", "4", "--database-statement-seconds", "2", "--limits-rate", "false"])
            func signUp() async throws -> HTTPAnswer {
                try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
            }
            #expect(try await signUp().status == 200)
            let other = Task {
                try await SQLScript.run(
                    "BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT", at: PostgreSQLAddress(text)
                )
            }
            try await Task.sleep(for: .milliseconds(300))
            let start = ContinuousClock.now
            // More than there are connections.
            let statuses = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<24 { group.addTask { try await signUp() } }
                return try await group.reduce(into: [Int]()) { $0.append($1.status) }
            }
            #expect(statuses.contains(503) && statuses.allSatisfy { [200, 503].contains($0) }, "\(statuses)")
            #expect(.now - start < .seconds(30))
            #expect(try await HTTP.send("GET", "\(server.url)/healthz").status == 200)
            _ = try await other.value
            _ = try await server.wait(for: 200)
            #expect(try await signUp().status == 200)
            try await server.end()
        }
    }
}

/// A PostgreSQL server that can be stopped and started again.
private struct PausedServer {
    let server: PostgreSQLServer

    init() async throws { server = try await PostgreSQLServer() }

    /// Ends the server, and keeps it from starting again.
    func pause() throws {
        let data = server.folder.appending(path: "data")
        // The script tries to start it again and again, and does not find this file.
        try FileManager.default.moveItem(at: data.appending(path: "PG_VERSION"), to: data.appending(path: "PG_VERSION.away"))
        try server.crash()
    }

    func resume() async throws {
        let data = server.folder.appending(path: "data")
        try FileManager.default.moveItem(at: data.appending(path: "PG_VERSION.away"), to: data.appending(path: "PG_VERSION"))
    }
}
