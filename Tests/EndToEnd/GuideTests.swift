import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Runs the commands of the guides as they are written there (`Tests/Fixtures/guides.py`).
@Suite("Guides", .serialized)
struct GuideTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/Guides")
        .standardized

    private static let guides: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted()
    }()

    /// What the guides are tried with is Debian's: its commands, and the places of its programs.
    private static let isLinux: Bool = {
        #if os(Linux)
            true
        #else
            false
        #endif
    }()

    @Test("Each guide's commands work, one after the other, and print what it says", .enabled(if: isLinux), arguments: guides)
    func commands(guide: String) async throws {
        let checks = try await BrowserChecks.run(
            "guides.py", [VinculaProcess.executable.path, Self.folder.appending(path: guide).path], withinSeconds: 300)
        #expect(!checks.isEmpty)
    }

    @Test("There are guides, and the list of them has each")
    func list() throws {
        let list = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        #expect(Self.guides.count > 25)
        for guide in Self.guides where guide != "README.md" { #expect(list.contains("](\(guide))"), "\(guide)") }
    }

    @Test("The six commands of the README are those of the guide")
    func sixCommands() throws {
        func commands(_ page: URL) throws -> [String] {
            let text = try String(contentsOf: page, encoding: .utf8)
            let block = try #require(text.firstMatch(of: /(?s)```sh\n(sudo apt-get .*?)```/), "\(page.path)").output.1
            return block.replacing(/\ +# made by .*/, with: "").components(separatedBy: "\n\n")
        }
        let guide = try commands(Self.folder.appending(path: "first-production.md"))
        #expect(guide.count == 6)
        #expect(try commands(Self.folder.appending(path: "../../README.md").standardized) == guide)
    }

    @Test("A guide with a block that nobody tries, a wrong output or a failing command does not pass")
    func mistakes() async throws {
        try await withFolder { folder in
            let guide = folder.appending(path: "wrong").appendingPathExtension("md")
            for (text, words) in [
                ("```sh\ntrue\n```\n\n```json\n{}\n```\n", "Nobody tries this block"),
                ("<!-- not run: no -->\n```sh\nfalse\n```\n", "Say why"),
                ("```sh\nfalse\n```\n", "exit 1"),
                ("```sh\necho one\n```\n\n```output\ntwo\n```\n", "missing: two"),
                ("```sh\nfalse\n```\n\n```sh\ntrue\n```\n", "not reached"),
            ] {
                try Data(text.utf8).write(to: guide)
                let outcome = try await ChildProcess.run(
                    OpenIDProviderProcess.python,
                    [FixtureScript.path("guides.py"), VinculaProcess.executable.path, guide.path],
                    environment: ["PYTHONDONTWRITEBYTECODE": "1"])
                #expect(outcome.status == 1 && outcome.output.contains(words), "\(words): \(outcome.output)")
            }
        }
    }
}
