import ChildProcesses
import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore

/// T166, T167, T171: what a real server writes anywhere while people hand it their secrets.
@Suite("Secrets of a real server")
struct SecretsTests {
    @Test("T166, T167: no secret is in logs, metrics, audit records, answers to others, the database or its log")
    func canaries() async throws {
        try await withFolder { folder in
            let canaries = Canaries()
            let child = try ChildProcess(
                VinculaProcess.executable,
                ["serve", "--dev", "--listen", "127.0.0.1:0", "--log-level", "trace", "--data", folder.path]
                    + VinculaProcess.cheapHashes)
            let server = VinculaProcess(child: child, url: try await child.line(matching: #"Server +(http://[^\s]+)"#))
            let visit = SecretVisit(server: server, canaries: canaries)
            try await visit.run()
            #expect(canaries.count > 25)
            // The search finds what is there, in base64 too.
            let control = canaries.make("control")
            for text in [control, Data("x\(control)x".utf8).base64EncodedString()] {
                #expect(canaries.found(in: Data("before \(text) after".utf8)) == ["control"])
            }

            // Answers to other people, errors among them.
            for answer in visit.answers.withLock({ $0 }) {
                let leaked = canaries.found(in: answer.answer.data) { answer.mayTell.contains($0) }
                #expect(leaked.isEmpty, "\(answer.name): \(leaked)")
            }
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics")
            #expect(metrics.text.contains("vincula_requests_total"))
            #expect(canaries.found(in: metrics.data).isEmpty)

            let audit = try await VinculaProcess.run(["audit", "list", "--json", "--limit", "100000", "--data", folder.path])
            #expect(audit.output.contains("password.change") && audit.output.contains("provider.create"))
            #expect(canaries.found(in: Data(audit.output.utf8)).isEmpty)
            let table = try await VinculaProcess.run(["audit", "--limit", "100000", "--data", folder.path])
            #expect(canaries.found(in: Data(table.output.utf8)).isEmpty)

            // Everything that the server keeps, while it runs and after it is killed.
            for round in 0..<2 {
                let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                #expect(files.contains { $0.lastPathComponent == "vincula.sqlite" })
                for file in files where file.lastPathComponent != "master.key" {
                    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(file.lastPathComponent)")
                    let leaked = canaries.found(in: try Data(contentsOf: file))
                    #expect(leaked.isEmpty, "\(file.lastPathComponent), round \(round): \(leaked)")
                }
                if round == 0 {
                    child.signal(SIGKILL)
                    try await child.end()
                }
            }
            // The log, at its most talkative, once it is complete.
            let output = child.output
            #expect(output.contains("Request"), "There is a log")
            #expect(canaries.found(in: Data(output.utf8)).isEmpty, "\(canaries.found(in: Data(output.utf8)))")
            for personal in SecretVisit.personal { #expect(!output.contains(personal), "\(personal)") }
        }
    }

    @Test("T171 entropy at boot: two fresh servers issue a thousand tokens each, and no value repeats")
    func boots() async throws {
        var seen: Set<String> = []
        for _ in 0..<2 {
            try await withFolder { folder in
                let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
                let made = try await withThrowingTaskGroup(of: [String].self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            var made: [String] = []
                            for _ in 0..<125 {
                                let answer = try await server.call("accounts:signUp")
                                made += [try #require(answer["localId"]), try #require(answer["refreshToken"])]
                            }
                            return made
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(made.count == 2000)
                for value in made { #expect(seen.insert(value).inserted, "\(value) twice") }
                let keys = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
                guard case .array(let published)? = keys.json["keys"] else { return }
                for value in published.flatMap({ [$0["kid"]?.string ?? "", $0["n"]?.string ?? ""] }) {
                    #expect(seen.insert(value).inserted, "\(value) twice")
                }
                let masterKey = try String(contentsOf: folder.appending(path: "master.key"), encoding: .utf8)
                #expect(seen.insert(masterKey).inserted)
                server.child.signal(SIGKILL)
            }
        }
        #expect(seen.count >= 4000)
    }
}
