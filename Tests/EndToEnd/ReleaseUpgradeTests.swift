import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// A database that the release before this one wrote (`Tests/Fixtures/Release`), opened by this one.
@Suite("Upgrade from the last release")
struct ReleaseUpgradeTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/Release")
        .standardized

    @Test("0.1.0: users sign in and stay signed in, secrets open, the audit log is unchanged, and backups work")
    func release() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            try await write("0.1.0", to: data)
            let facts = try Data(contentsOf: Self.fixtures.appending(path: "0.1.0.json"))
            let known = try #require(JSONValue.parse(facts))
            let environment = ["VINCULA_MASTER_KEY": try #require(known["masterKey"]?.string)]
            // The backup before an upgrade is of the old schema, and changes nothing.
            let backup = folder.appending(path: "backup.sqlite")
            let made = try await VinculaProcess.run(["backup", backup.path, "--data", data.path], environment: environment)
            #expect(made.status == 0, "\(made.output)")

            try await check(data, known, environment)

            let restored = try await VinculaProcess.run(["restore", backup.path, "--data", data.path], environment: environment)
            #expect(restored.status == 0 && restored.output.contains("the next start upgrades its schema"), "\(restored.output)")
            try await check(data, known, environment)
        }
    }

    @Test("0.1.0, upgraded and under load: backed up, killed, restored elsewhere; every account from before the backup exists")
    func underLoad() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            try await write("0.1.0", to: data)
            let known = try #require(JSONValue.parse(try Data(contentsOf: Self.fixtures.appending(path: "0.1.0.json"))))
            let environment = ["VINCULA_MASTER_KEY": try #require(known["masterKey"]?.string)]
            let server = try await VinculaProcess.serve(Self.arguments(data), environment: environment)
            let old = try ["ana", "ben", "anonymous"].map { try #require(known["\($0)Refresh"]?.string) }
            let people = SignedUp()
            let load = Task {
                await withTaskGroup(of: Void.self) { group in
                    for client in 0..<4 { group.addTask { await people.go(server, client) } }
                    for _ in 0..<2 { group.addTask { await people.refresh(server, old) } }
                }
            }
            try await people.reach(40)
            let before = people.tokens
            let backup = folder.appending(path: "backup.sqlite")
            let made = try await VinculaProcess.run(["backup", backup.path, "--data", data.path], environment: environment)
            #expect(made.status == 0 && made.output.contains("Backup written and checked"), "\(made.output)")
            // The load did not end while it was made, nor did it begin after.
            try await people.reach(before.count + 1)
            server.child.signal(SIGKILL)
            try await server.child.end()
            await load.value
            #expect(people.refreshes > 0)

            let elsewhere = folder.appending(path: "elsewhere")
            let restored = try await VinculaProcess.run(
                ["restore", backup.path, "--data", elsewhere.path], environment: environment)
            #expect(restored.status == 0 && !restored.output.contains("older version"), "\(restored.output)")
            let again = try await VinculaProcess.serve(Self.arguments(elsewhere), environment: environment)
            for (email, token) in before {
                let answer = try await again.call(
                    "accounts:signInWithPassword", ["email": .string(email), "password": "secret1"])
                #expect(answer.status == 200, "\(email) was answered before the backup began: \(answer.text)")
                let refreshed = try await again.refresh(token)
                #expect(refreshed.status == 200, "\(email) was answered before the backup began: \(refreshed.text)")
            }
            again.child.signal(SIGTERM)
            #expect(try await again.child.end() == 0)
            // The people of the old release, their sessions and secrets; the audit log from its first record on.
            try await check(elsewhere, known, environment)
            #expect(try await VinculaProcess.isSound(elsewhere))
        }
    }

    @Test("Only the server upgrades: every other command refuses an older schema, says what to do, and changes nothing")
    func onlyTheServerUpgrades() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            try await write("0.1.0", to: data)
            let known = try #require(JSONValue.parse(try Data(contentsOf: Self.fixtures.appending(path: "0.1.0.json"))))
            let environment = ["VINCULA_MASTER_KEY": try #require(known["masterKey"]?.string)]
            let file = data.appending(path: "vincula.sqlite")
            let before = try Data(contentsOf: file)
            for command in [
                ["users", "list"], ["users", "show", "ana@example.com"], ["users", "delete", "ana@example.com", "--yes"],
                ["api-keys"], ["api-keys", "create"], ["service-accounts"], ["keys"], ["keys", "rotate"], ["audit"],
                ["audit", "verify"], ["email", "outbox"], ["email", "preview"], ["sign-in"], ["sign-in", "disable", "email"],
                ["trust"], ["trust", "set", "github.com", "never"], ["explain", "--provider", "google.com", "--subject", "1"],
            ] {
                let refused = try await VinculaProcess.run(command + ["--data", data.path], environment: environment)
                #expect(
                    refused.status != 0 && refused.output.contains("run `vincula serve` once"), "\(command): \(refused.output)")
            }
            let rotated = try await VinculaProcess.run(
                ["keys", "rotate-master", "--data", data.path],
                environment: environment.merging(["VINCULA_MASTER_KEY_PREVIOUS": environment["VINCULA_MASTER_KEY"] ?? ""]) { $1 })
            #expect(rotated.status != 0 && rotated.output.contains("run `vincula serve` once"), "\(rotated.output)")
            // It stands in nobody's way: the server's start is what the doctor is asked about.
            let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", data.path], environment: environment)
            #expect(doctor.status == 0 && doctor.output.contains("run `vincula serve` once"), "\(doctor.output)")
            // A server that does not start upgrades nothing.
            let production = try await VinculaProcess.run(["serve", "--data", data.path], environment: environment)
            #expect(production.status != 0 && production.output.contains("the server from starting"), "\(production.output)")
            #expect(try Data(contentsOf: file) == before)

            let server = try await VinculaProcess.serve(
                Self.arguments(data), preparing: ":", environment: environment, level: "notice")
            #expect(server.child.output.contains("was upgraded"), "\(server.child.output)")
            let list = try await VinculaProcess.run(["users", "list", "--data", data.path], environment: environment)
            #expect(list.status == 0 && list.output.contains("ana@example.com"), "\(list.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()
        }
    }

    private static func arguments(_ data: URL) -> [String] {
        ["--data", data.path, "--sessions-idle-days", "0", "--sessions-absolute-days", "0"] + VinculaProcess.cheapHashes
    }

    private func check(_ data: URL, _ known: JSONValue, _ environment: [String: String]) async throws {
        let server = try await VinculaProcess.serve(Self.arguments(data), environment: environment)
        let ana = try await server.call(
            "accounts:signInWithPassword", ["email": "ana@example.com", "password": "correct horse", "returnSecureToken": true])
        #expect(ana.status == 200 && ana["localId"] == known["ana"]?.string, "\(ana.text)")
        for person in ["ana", "ben", "anonymous"] {
            let refreshed = try await server.refresh(try #require(known["\(person)Refresh"]?.string))
            #expect(refreshed.status == 200 && refreshed["user_id"] == known[person]?.string, "\(person): \(refreshed.text)")
        }
        let assertion = "%7B%22sub%22%3A%22g-1%22%7D"
        let ben = try await server.call(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string("providerId=google.com&id_token=\(assertion)")])
        #expect(ben.status == 200 && ben["localId"] == known["ben"]?.string, "\(ben.text)")
        // Users with an authenticator app are asked for its code.
        let eve = try await server.call(
            "accounts:signInWithPassword", ["email": "eve@example.com", "password": "correct horse", "returnSecureToken": true])
        #expect(eve.status == 200 && eve["mfaPendingCredential"] != nil && eve["idToken"] == nil, "\(eve.text)")
        let disabled = try await server.call(
            "accounts:signInWithPassword", ["email": "dora@example.com", "password": "correct horse"])
        #expect(disabled.code == "USER_DISABLED", "\(disabled.text)")
        let provider = try await server.admin("GET", "v2/projects/demo-project/oauthIdpConfigs/oidc.acme")
        #expect(provider["clientId"] == "app" && provider["clientSecret"] == "********", "\(provider.text)")
        let config = try await server.admin("GET", "v2/projects/demo-project/config")
        #expect(config.json["authorizedDomains"] == ["localhost", "shop.example"], "\(config.text)")
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
        let anchor = try #require(known["audit"]?.string)
        let audit = try await VinculaProcess.run(
            ["audit", "verify", "--anchor", anchor, "--data", data.path], environment: environment)
        #expect(audit.status == 0, "\(audit.output)")
        let doctor = try await VinculaProcess.run(["doctor", "--dev", "--deep", "--data", data.path], environment: environment)
        #expect(doctor.status == 0 && doctor.output.contains("Every row can be read."), "\(doctor.output)")
    }

    /// Makes the data folder of a development server from the text of its database.
    private func write(_ release: String, to data: URL) async throws {
        try FileManager.default.createDirectory(
            at: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[2])
            db.executescript(open(sys.argv[1]).read())
            db.close()
            """
        let file = data.appending(path: "vincula.sqlite")
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, Self.fixtures.appending(path: "\(release).sql").path, file.path])
        #expect(outcome.status == 0, "\(outcome.output)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try Data().write(to: data.appending(path: "development"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data.appending(path: "development").path)
    }
}
