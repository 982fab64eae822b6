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

    @Test("0.1.0: people sign in and stay signed in, secrets open, the audit log is the same, and it backs up")
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
            #expect(restored.status == 0 && restored.output.contains("the next start brings its schema"), "\(restored.output)")
            try await check(data, known, environment)
        }
    }

    private func check(_ data: URL, _ known: JSONValue, _ environment: [String: String]) async throws {
        let server = try await VinculaProcess.serve(
            ["--data", data.path, "--sessions-idle-days", "0", "--sessions-absolute-days", "0"] + VinculaProcess.cheapHashes,
            environment: environment)
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
        // Who has an authenticator is asked for it.
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
