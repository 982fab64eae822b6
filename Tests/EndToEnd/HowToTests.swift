import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Runs the commands of Documentation/HOWTO.md as they are written there.
@Suite("HOWTO")
struct HowToTests {
    /// A page's sections by their headings.
    private static func sections() throws -> [String: String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/HOWTO.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ").dropFirst()
        return Dictionary(
            parts.map { part in
                let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(lines[0]), String(lines.last ?? ""))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The code blocks of a section in one language.
    private static func blocks(_ language: String, in section: String) throws -> [String] {
        let text = try #require(try sections()[section], "\(section) is not in HOWTO.md")
        let blocks = text.matches(of: try Regex<(Substring, Substring)>("(?s)```\(language)\n(.*?)```")).map {
            String($0.output.1)
        }
        #expect(!blocks.isEmpty, "\(section) has no blocks of \(language)")
        return blocks
    }

    @Test("Sign-in methods, Google, a person's account, and a backup: the commands do what they say, one after the other")
    func shell() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let admin = server.adminURL.replacing("http://", with: "")
            func run(_ section: String) async throws -> String {
                let script = try Self.blocks("sh", in: section).joined(separator: "\n").replacing("127.0.0.1:9098", with: admin)
                let path = VinculaProcess.executable.deletingLastPathComponent().path
                let outcome = try await ChildProcess.run(
                    URL(filePath: "/usr/bin/env"), ["bash", "-euo", "pipefail", "-c", script],
                    environment: [
                        "PATH": path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "VINCULA_DATA": folder.path,
                        "VINCULA_PROJECT": ProductionProcess.project,
                    ])
                #expect(outcome.status == 0, "\(section): \(outcome.output)")
                return outcome.output
            }
            let ways = try await run("Sign-in methods")
            #expect(ways.contains("Nobody can sign in") && ways.contains("email-link is on in project shop."), "\(ways)")
            #expect(ways.contains("anonymous is off in project shop."))
            let google = try await run("Add Google")
            #expect(google.contains(/google.com +on/) && google.contains("google.com is off in project shop."), "\(google)")
            #expect(google.contains("ana@gmail.com: proven"), "\(google)")
            let account = try await run("Create and disable a person's account")
            #expect(account.contains("ana@example.com (verified)") && account.contains("disabled"), "\(account)")
            #expect(account.contains("Deleted account ana") && account.contains("account.disable"), "\(account)")
            let backup = try await run("Back up and restore")
            #expect(backup.contains("Backup written and checked"), "\(backup)")
        }
    }

    @Test("The configuration file of the systemd section has only settings that exist")
    func file() async throws {
        try await withFolder { folder in
            let json = try #require(try Self.blocks("json", in: "systemd").first)
            let file = folder.appending(path: "vincula.json")
            try Data(json.replacing("/var/lib/vincula", with: folder.path).utf8).write(to: file)
            let config = ["--config", file.path]
            #expect(try await VinculaProcess.run(["api-keys", "create"] + config).status == 0)
            let doctor = try await VinculaProcess.run(["doctor"] + config)
            #expect(doctor.status == 0 && doctor.output.contains("The settings can be read."), "\(doctor.output)")
        }
    }
}
