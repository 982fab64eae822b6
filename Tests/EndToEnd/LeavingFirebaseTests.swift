import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Runs the commands of "Documentation/Leaving Firebase.md" as they are written there.
@Suite("Leaving Firebase")
struct LeavingFirebaseTests {
    /// The shell blocks below a heading.
    private static func blocks(in section: String) throws -> String {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Documentation/Leaving Firebase.md")
        let part = try #require(
            try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") },
            "\(section) is not there")
        let blocks = part.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.output.1) }
        #expect(!blocks.isEmpty, "\(section) has no commands")
        // A test asks nothing of Firebase.
        return blocks.joined(separator: "\n").replacing("migration enable", with: "migration enable --no-try-key")
    }

    @Test("A rehearsal, the switch-over and the way back do what they say, one after the other")
    func commands() async throws {
        try await ImportCommandTests.with { place in
            try await place.export(100)
            let user = try #require(
                try String(contentsOfFile: place.path("users.json"), encoding: .utf8)
                    .firstMatch(of: /"email": "([^"]*\.2@example\.com)"/)?.output.1)
            try Data("\(user) password 2\n".utf8).write(to: URL(filePath: place.path("passwords.txt")))
            func run(_ section: String) async throws -> String {
                let outcome = try await ChildProcess.run(
                    URL(filePath: "/usr/bin/env"),
                    ["bash", "-euo", "pipefail", "-c", "cd '\(place.folder.path)'\n" + (try Self.blocks(in: section))],
                    environment: [
                        "PATH": VinculaProcess.executable.deletingLastPathComponent().path + ":"
                            + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
                        "VINCULA_DATA": place.path("data"), "VINCULA_PROJECT": "shop", "FIREBASE_API_KEY": "AIzaFormer",
                    ])
                #expect(outcome.status == 0, "\(section): \(outcome.output)")
                return outcome.output
            }
            #expect(try await run("Rehearse").contains("Would import 100 of 100 accounts"))
            let over = try await run("Switch over")
            #expect(over.contains("Imported 100 of 100 accounts") && over.contains("No differences."), "\(over)")
            #expect(over.contains("1 of 1 are right") && over.contains("5 of 100 accounts"), "\(over)")
            #expect(try await run("The way back").contains("Wrote 100 accounts to back.json."))
        }
    }
}
