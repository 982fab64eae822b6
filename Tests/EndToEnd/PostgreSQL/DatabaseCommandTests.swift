import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaPostgreSQL

/// `vincula database`: from SQLite to PostgreSQL and back.
@Suite("Moving between SQLite and PostgreSQL")
struct DatabaseCommandTests {
    private static let there = ["database", "copy", "--from", "sqlite", "--to", "postgresql"]
    private static let back = ["database", "copy", "--from", "postgresql", "--to", "sqlite"]

    private static let elliptic = ["--tokens-algorithm", "ES256"]

    /// A person with an authenticator app, and one without, as their apps know them.
    private struct People {
        let app: Authenticator
        let refreshToken: String
        let idToken: String
    }

    @Test("People sign in, stay signed in and use their second factor on the copy, and on the copy of the copy")
    func story() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let first = try await ProductionProcess.serve(data, Self.elliptic)
            let key = first.apiKey
            let people = try await signUp(first, data)
            try await PostgreSQLDatabases.withText { text in
                func run(_ arguments: [String], in data: URL = data) async throws -> ChildProcess.Outcome {
                    try await VinculaProcess.run(
                        arguments + ["--data", data.path], environment: ["VINCULA_DATABASE": text, "VINCULA_PROJECT": "shop"])
                }
                let busy = try await run(Self.there)
                #expect(busy.status != 0 && busy.output.contains("Stop it first"), "\(busy.output)")
                first.child.signal(SIGTERM)
                try await first.child.end()
                // Without the right key, nobody could use the copy.
                let keyFile = data.appending(path: "master.key")
                let master = try String(contentsOf: keyFile, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
                let wrong = try await VinculaProcess.run(
                    Self.there + ["--data", data.path],
                    environment: PostgreSQLProcess.environment(text))
                #expect(wrong.status != 0 && wrong.output.contains("VINCULA_MASTER_KEY is not the master key"), "\(wrong.output)")

                let copied = try await run(Self.there)
                #expect(copied.status == 0 && copied.output.contains("Both databases are equal"), "\(copied.output)")
                #expect(copied.output.contains("The audit log is intact") && copied.output.contains("\naccounts "))
                let status = try await run(["database", "status"])
                #expect(status.status == 0 && status.output.contains("of this version"), "\(status.output)")
                #expect(status.output.contains("Database  PostgreSQL, test_") && status.output.contains("Servers   none"))
                #expect(status.output.firstMatch(of: /accounts +2\n/) != nil, "\(status.output)")
                let equal = try await run(["database", "verify"])
                #expect(equal.status == 0 && equal.output.contains("Both databases are equal"), "\(equal.output)")
                #expect(equal.output.contains("Only the audit log of PostgreSQL has record"), "\(equal.output)")
                let record = try await run(["audit", "--action", "database.copy", "--json"])
                let details = /"from":"sqlite","rows":\d+,"sha256":"[0-9a-f]{64}","to":"postgresql"/
                #expect(record.output.contains(details), "\(record.output)")
                let again = try await run(Self.there)
                #expect(again.status != 0 && again.output.contains("has data already"), "\(again.output)")

                var environment = PostgreSQLProcess.environment(text, masterKey: master)
                environment["VINCULA_DATA"] = folder.appending(path: "none").path
                let server = try await PostgreSQLProcess.serve(environment)
                try await check(server.url, key, people, period: 0)
                #expect(try await post(server.url, key, "accounts:signUp", Self.person("cy")).status == 200)
                let served = try await run(["database", "status"])
                #expect(served.output.contains("connections from this machine"), "\(served.output)")
                let inUse = try await run(Self.back, in: folder.appending(path: "back"))
                #expect(inUse.status != 0 && inUse.output.contains("Stop all of them first"), "\(inUse.output)")
                try await server.end()
                let changed = try await run(["database", "verify"])
                let isNamed = changed.output.firstMatch(of: /accounts, id \d+: is in the target only/) != nil
                #expect(changed.status == 1 && isNamed, "\(changed.output)")
                let audit = try await VinculaProcess.run(["audit", "verify"], environment: environment)
                #expect(audit.status == 0 && audit.output.contains("is intact"), "\(audit.output)")

                let second = folder.appending(path: "back")
                let unkeyed = try await run(Self.back, in: second)
                #expect(unkeyed.status != 0 && unkeyed.output.contains("The master key"), "\(unkeyed.output)")
                try FileManager.default.copyItem(at: keyFile, to: second.appending(path: "master.key"))
                let returned = try await run(Self.back, in: second)
                #expect(returned.status == 0 && returned.output.contains("Both databases are equal"), "\(returned.output)")
                let last = try await ProductionProcess.serve(second, Self.elliptic)
                try await check(last.url, key, people, period: 1)
                let cy = try await post(last.url, key, "accounts:signInWithPassword", Self.person("cy"))
                #expect(cy.status == 200, "\(cy.text)")
                last.child.signal(SIGTERM)
                #expect(try await last.child.end() == 0)
                let log = try await ProductionProcess.vincula(["audit", "verify"], second)
                #expect(log.status == 0 && log.output.contains("is intact"), "\(log.output)")
                #expect(try await VinculaProcess.isSound(second))
            }
        }
    }

    @Test("What cannot be moved is refused by name: no address, a development server's data, a missing folder, the same database")
    func refused() async throws {
        try await withFolder { folder in
            let none = try await VinculaProcess.run(Self.there + ["--data", folder.path])
            #expect(none.status != 0 && none.output.contains("Set VINCULA_DATABASE"), "\(none.output)")
            let same = try await VinculaProcess.run(["database", "copy", "--from", "sqlite", "--to", "sqlite"])
            #expect(same.status != 0 && same.output.contains("must differ"), "\(same.output)")
            let server = try await VinculaProcess.serve(["--data", folder.appending(path: "dev").path] + VinculaProcess.cheap)
            server.child.signal(SIGTERM)
            try await server.child.end()
            try await PostgreSQLDatabases.withText { text in
                for (name, words) in [("dev", "belongs to a development server"), ("missing", "There is no data in")] {
                    let outcome = try await VinculaProcess.run(
                        Self.there + ["--data", folder.appending(path: name).path], environment: ["VINCULA_DATABASE": text])
                    #expect(outcome.status != 0 && outcome.output.contains(words), "\(outcome.output)")
                }
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "missing").path))
            }
        }
    }

    @Test("--restart deletes an unfinished copy of something else, and never a finished one")
    func restart() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path, "--project", "shop"]
            for arguments in [["api-keys", "create"], ["users", "create", "--email", "ana@example.com"]] {
                let made = try await VinculaProcess.run(arguments + data)
                #expect(made.status == 0, "\(made.output)")
            }
            try await PostgreSQLDatabases.withText { text in
                func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                    try await VinculaProcess.run(arguments + data, environment: ["VINCULA_DATABASE": text])
                }
                let address = try PostgreSQLAddress(text)
                let mark = "CREATE TABLE database_copy (source BYTEA NOT NULL, is_checked BIGINT NOT NULL)"
                let copied = try await run(Self.there)
                #expect(copied.status == 0, "\(copied.output)")
                try await SQLScript.run(
                    "\(mark); INSERT INTO database_copy VALUES ('\\x01', 1); DELETE FROM accounts", at: address)
                let refused = try await run(Self.there)
                #expect(refused.status != 0 && refused.output.contains("Begin again with --restart"), "\(refused.output)")
                #expect(try await run(["users", "list"]).output.contains("an unfinished copy"))
                let restarted = try await run(Self.there + ["--restart"])
                #expect(restarted.status == 0 && restarted.output.contains("Both databases are equal"), "\(restarted.output)")
                let finished = try await run(Self.there + ["--restart"])
                #expect(finished.status != 0 && finished.output.contains("has data already"), "\(finished.output)")
                #expect(try await run(["users", "list"]).output.contains("ana@example.com"))
                try await SQLScript.run("INSERT INTO schema_migrations VALUES ('9999-later', '0038-initial')", at: address)
                let newer = try await run(Self.back)
                #expect(newer.status != 0 && newer.output.contains("newer version"), "\(newer.output)")
                #expect(newer.output.contains("Update Vincula."), "\(newer.output)")
            }
        }
    }

    @Test("8,000 accounts, the copy killed ten times in each direction: nothing is lost, nothing is there twice")
    func killed() async throws {
        try await ImportCommandTests.with { place in
            try await place.export(8_000)
            let imported = try await place.vincula(
                "import", "firebase", place.path("users.json"), "--hash-config", place.path("hash.txt"))
            #expect(imported.status == 0, "\(imported.output)")
            try await PostgreSQLDatabases.withText { text in
                let environment = ["VINCULA_DATABASE": text]
                try await killTenTimes(Self.there, place.data, environment) {
                    try await VinculaProcess.run(["users", "list"] + place.data, environment: environment)
                } empty: {
                    try await SQLScript.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public", at: try PostgreSQLAddress(text))
                }
                let list = try await VinculaProcess.run(["users", "list"] + place.data, environment: environment)
                #expect(list.output.contains("of 8000 accounts") || list.output.contains("of 8,000 accounts"), "\(list.output)")

                let second = place.folder.appending(path: "second")
                try FileManager.default.createDirectory(at: second, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    at: place.folder.appending(path: "data/master.key"), to: second.appending(path: "master.key"))
                let data = ["--data", second.path, "--project", "shop"]
                try await killTenTimes(Self.back, data, environment) {
                    try await VinculaProcess.run(["users", "list"] + data)
                } empty: {
                    for file in try FileManager.default.contentsOfDirectory(atPath: second.path) where file != "master.key" {
                        try FileManager.default.removeItem(at: second.appending(path: file))
                    }
                }
                let verify = try await VinculaProcess.run(
                    ["import", "verify", place.path("users.json"), "--hash-config", place.path("hash.txt")] + data)
                #expect(verify.status == 0 && verify.output.contains("No differences."), "\(verify.output)")
            }
        }
    }

    /// Runs a copy that is killed ten times, and then to its end.
    ///
    /// - Parameters:
    ///   - use: Runs a command on the target.
    ///   - empty: Empties the target.
    private func killTenTimes(
        _ command: [String], _ data: [String], _ environment: [String: String], use: () async throws -> ChildProcess.Outcome,
        empty: () async throws -> Void
    ) async throws {
        var (continued, patience) = (0, 1)
        for _ in 0..<10 {
            let child = try ChildProcess(VinculaProcess.executable, command + data, environment: environment)
            if continued == 0 {
                // A busy machine needs longer to the first batch.
                try await Task.sleep(for: .milliseconds(Int.random(in: 300...1200) * patience))
            } else {
                _ = try await child.line(matching: "(Going on after)")
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
            }
            child.signal(SIGKILL)
            let isKilled = try await child.end() != 0
            if child.output.contains("Going on after") { continued += 1 } else { patience += 1 }
            let used = try await use()
            // On a busy machine the signal may come late: when the copy is done, perhaps before its last words.
            guard isKilled, used.status != 0 else {
                #expect(used.status == 0, "\(used.output)")
                let verify = try await VinculaProcess.run(["database", "verify"] + data, environment: environment)
                #expect(verify.status == 0 && verify.output.contains("Both databases are equal"), "\(verify.output)")
                guard continued == 0 else { return }
                // No kill came between the first batch and the end: once more.
                try await empty()
                patience = 1
                continue
            }
            if continued > 0 { #expect(used.output.contains("an unfinished copy"), "\(used.output)") }
        }
        #expect(continued > 0, "no kill came between the first batch and the end")
        let last = try await ChildProcess.run(
            VinculaProcess.executable, command + data, environment: environment, withinSeconds: 600)
        #expect(last.status == 0 && last.output.contains("Both databases are equal"), "\(last.output)")
    }

    private static func person(_ name: String) -> [String: JSONValue] {
        ["email": .string("\(name)@example.com"), "password": "correct horse", "returnSecureToken": true]
    }

    private func post(
        _ url: String, _ key: String, _ path: String, _ body: [String: JSONValue]
    ) async throws -> HTTPAnswer {
        let path = path.hasPrefix("v") ? path : "v1/\(path)"
        return try await HTTP.post("\(url)/\(path)?key=\(key)", .object(body))
    }

    private func signUp(_ server: ProductionProcess, _ data: URL) async throws -> People {
        #expect(try await ProductionProcess.vincula(["sign-in", "enable", "email"], data).status == 0)
        let owner = ["Authorization": "Bearer owner"]
        let factors: JSONValue = .object([
            "mfa": .object([
                "state": "ENABLED",
                "providerConfigs": .array([.object(["state": "ENABLED", "totpProviderConfig": .object([:])])]),
            ])
        ])
        let enabled = try await HTTP.post(
            "\(server.adminURL)/v2/projects/shop/config?updateMask=mfa", factors, headers: owner, method: "PATCH")
        #expect(enabled.status == 200, "\(enabled.text)")
        let ben = try await post(server.url, server.apiKey, "accounts:signUp", Self.person("ben"))
        let ana = try await post(server.url, server.apiKey, "accounts:signUp", Self.person("ana"))
        let verified = try await HTTP.post(
            "\(server.adminURL)/v1/projects/shop/accounts:update",
            .object(["localId": .string(ana["localId"] ?? ""), "emailVerified": true]), headers: owner)
        #expect(verified.status == 200, "\(verified.text)")
        let token = JSONValue.string(ana["idToken"] ?? "")
        let started = try await post(
            server.url, server.apiKey, "v2/accounts/mfaEnrollment:start", ["idToken": token, "totpEnrollmentInfo": .object([:])])
        let app = Authenticator(id: "", secret: started.json["totpSessionInfo"]?["sharedSecretKey"]?.string ?? "")
        let proof: JSONValue = .object([
            "sessionInfo": started.json["totpSessionInfo"]?["sessionInfo"] ?? .null,
            "verificationCode": .string(app.code(at: Self.now, offset: -1)),
        ])
        let enrolled = try await post(
            server.url, server.apiKey, "v2/accounts/mfaEnrollment:finalize", ["idToken": token, "totpVerificationInfo": proof])
        #expect(enrolled.status == 200, "\(started.text) \(enrolled.text)")
        return People(
            app: app, refreshToken: try #require(ben["refreshToken"], "\(ben.text)"), idToken: try #require(ben["idToken"]))
    }

    /// - Parameter period: How many periods after the present one the app's code is; each is valid once.
    private func check(_ url: String, _ key: String, _ people: People, period: Int64) async throws {
        let refreshed = try await HTTP.post(
            "\(url)/v1/token?key=\(key)",
            .object(["grantType": "refresh_token", "refreshToken": .string(people.refreshToken)]))
        #expect(refreshed.status == 200, "\(refreshed.text)")
        let looked = try await post(url, key, "accounts:lookup", ["idToken": .string(people.idToken)])
        #expect(looked.status == 200 && looked.text.contains("ben@example.com"), "\(looked.text)")
        let ben = try await post(url, key, "accounts:signInWithPassword", Self.person("ben"))
        #expect(ben.status == 200, "\(ben.text)")
        let waiting = try await post(url, key, "accounts:signInWithPassword", Self.person("ana"))
        let pending = try #require(waiting["mfaPendingCredential"], "\(waiting.text)")
        let body: [String: JSONValue] = [
            "mfaPendingCredential": .string(pending),
            "mfaEnrollmentId": waiting.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
            "totpVerificationInfo": .object(["verificationCode": .string(people.app.code(at: Self.now, offset: period))]),
        ]
        let done = try await post(url, key, "v2/accounts/mfaSignIn:finalize", body)
        #expect(done.status == 200 && done["idToken"] != nil, "\(done.text)")
    }

    private static var now: Timestamp { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }
}
