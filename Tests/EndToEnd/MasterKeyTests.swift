import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// T168: the master key changes, and nothing that happens meanwhile loses a secret or lays one open.
@Suite("Master key")
struct MasterKeyTests {
    private static let secretCount = 240

    @Test("T168 master-key rotation: killed at any moment, thirty times over, everything opens and nothing is plain")
    func killed() async throws {
        try await withFolder { folder in
            let canaries = Canaries()
            let token = try await fill(folder, canaries)
            let first = try Data(contentsOf: folder.appending(path: "master.key"))
            var broken = 0
            for round in 0..<30 {
                let child = try ChildProcess(VinculaProcess.executable, ["keys", "rotate-master", "--data", folder.path])
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...180)))
                child.signal(SIGKILL)
                if try await child.end() != 0 { broken += 1 }
                // A command that only looks can do so at once, whatever stands in the folder.
                if round % 5 == 0 {
                    let verified = try await VinculaProcess.run(["audit", "verify", "--data", folder.path])
                    #expect(verified.status == 0, "round \(round): \(verified.output)")
                }
                if round % 10 == 9 { try await check(folder, token, canaries, "round \(round)") }
            }
            #expect(broken > 10, "\(broken)")
            let last = try await VinculaProcess.run(["keys", "rotate-master", "--data", folder.path])
            #expect(last.status == 0, "\(last.output)")
            #expect(last.output.contains("the old one was deleted"))
            let key = try String(contentsOf: folder.appending(path: "master.key"), encoding: .utf8)
            #expect(key.split(separator: "\n").count == 1 && Data(key.utf8) != first)
            try await check(folder, token, canaries, "at the end")
            // The first key opens nothing any more.
            try FileManager.default.removeItem(at: folder.appending(path: "master.key"))
            let old = String(decoding: first, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let refused = try await VinculaProcess.run(
                ["keys", "--data", folder.path], environment: ["VINCULA_MASTER_KEY": old])
            #expect(
                refused.status != 0 && refused.output.contains("VINCULA_MASTER_KEY is not the master key"), "\(refused.output)")
        }
    }

    @Test("T168 master-key rotation: refused while a server runs")
    func running() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
            let before = try Data(contentsOf: folder.appending(path: "master.key"))
            let refused = try await VinculaProcess.run(["keys", "rotate-master", "--data", folder.path])
            #expect(refused.status != 0 && refused.output.contains("Stop it first"), "\(refused.output)")
            #expect(try Data(contentsOf: folder.appending(path: "master.key")) == before)
            #expect(try await server.call("accounts:signUp").status == 200)
        }
    }

    @Test("T168 master-key rotation: a key that does not fit the data replaces nothing; there must be data")
    func wrongKey() async throws {
        try await withFolder { folder in
            let nothing = try await VinculaProcess.run(["keys", "rotate-master", "--data", folder.path])
            #expect(nothing.status != 0 && nothing.output.contains("There is no data"), "\(nothing.output)")
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
            server.child.signal(SIGTERM)
            try await server.child.end()
            let file = folder.appending(path: "master.key")
            let key = try Data(contentsOf: file)
            let other = Data((Data(repeating: 3, count: 32).base64EncodedString() + "\n").utf8)
            try other.write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let refused = try await VinculaProcess.run(["keys", "rotate-master", "--data", folder.path])
            #expect(refused.status != 0 && refused.output.contains("master.key is not the master key"), "\(refused.output)")
            #expect(try Data(contentsOf: file) == other)
            try key.write(to: file)
            #expect(try await VinculaProcess.run(["keys", "rotate-master", "--data", folder.path]).status == 0)
        }
    }

    @Test("T168 master-key rotation: with the key in the environment, and the previous one in another variable")
    func environment() async throws {
        try await withFolder { folder in
            let keys = (1...2).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
            func run(_ arguments: [String], _ current: String, _ previous: String? = nil) async throws -> ChildProcess.Outcome {
                var environment = ["VINCULA_MASTER_KEY": current]
                environment["VINCULA_MASTER_KEY_PREVIOUS"] = previous
                return try await VinculaProcess.run(arguments + ["--data", folder.path], environment: environment)
            }
            let child = try ChildProcess(
                VinculaProcess.executable, ["serve", "--dev", "--listen", "127.0.0.1:0", "--data", folder.path],
                environment: ["VINCULA_MASTER_KEY": keys[0]])
            _ = try await child.line(matching: #"Server +(http://[^\s]+)"#)
            child.signal(SIGTERM)
            try await child.end()
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "master.key").path))

            let unsaid = try await run(["keys", "rotate-master"], keys[0])
            #expect(unsaid.status != 0 && unsaid.output.contains("VINCULA_MASTER_KEY_PREVIOUS"), "\(unsaid.output)")
            #expect(try await run(["keys", "list"], keys[1]).status != 0)
            #expect(try await run(["keys", "list"], keys[1], keys[0]).status == 0)
            let done = try await run(["keys", "rotate-master"], keys[1], keys[0])
            #expect(done.status == 0 && done.output.contains("is no longer needed"), "\(done.output)")
            #expect(try await run(["audit", "verify"], keys[1]).status == 0)
            #expect(try await run(["keys", "list"], keys[0]).status != 0)
        }
    }

    /// Data with many sealed secrets, and a session.
    private func fill(_ folder: URL, _ canaries: Canaries) async throws -> String {
        let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
        for number in 0..<Self.secretCount {
            let made = try await server.admin(
                "POST", "v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId=oidc.p\(number)",
                ["issuer": "https://id.example", "clientId": "app", "clientSecret": .string(canaries.make("client secret"))])
            #expect(made.status == 200)
        }
        let token = try #require(try await server.call("accounts:signUp")["refreshToken"])
        server.child.signal(SIGTERM)
        try await server.child.end()
        return token
    }

    /// The server starts, signs, knows its sessions and its providers, and nothing of the secrets is legible.
    private func check(_ folder: URL, _ token: String, _ canaries: Canaries, _ moment: String) async throws {
        let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
        let answer = try await server.refresh(token)
        #expect(answer.status == 200, "\(moment): \(answer.text)")
        let lookup = try await server.call("accounts:lookup", ["idToken": .string(answer["id_token"] ?? "")])
        #expect(lookup.status == 200, "\(moment): \(lookup.text)")
        let configs = try await server.admin("GET", "v2/projects/demo-project/oauthIdpConfigs?pageSize=100")
        #expect(configs.status == 200)
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
        let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", folder.path])
        #expect(doctor.status == 0, "\(moment): \(doctor.output)")
        let verified = try await VinculaProcess.run(["audit", "verify", "--data", folder.path])
        #expect(verified.status == 0, "\(moment): \(verified.output)")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(moment): \(file.lastPathComponent)")
            #expect(canaries.found(in: try Data(contentsOf: file)).isEmpty, "\(moment): \(file.lastPathComponent)")
        }
    }
}
