import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The command's output on a terminal.
@Suite("Help and colours")
struct HelpTests {
    /// Every command with its help's long text, as the command itself describes them.
    private static func discussions() async throws -> [(command: String, text: String)] {
        let dump = try await VinculaProcess.run(["--experimental-dump-help"])
        let root = try JSONDecoder().decode(JSONValue.self, from: Data(dump.output.utf8))
        func walk(_ command: JSONValue, _ path: String) -> [(String, String)] {
            let name = "\(path) \(command["commandName"]?.string ?? "")"
            var found = [(name, command["discussion"]?.string ?? ""), (name, command["abstract"]?.string ?? "")]
            if case .array(let commands)? = command["subcommands"] { found += commands.flatMap { walk($0, name) } }
            if case .array(let arguments)? = command["arguments"] {
                found += arguments.map { ("\(name) \($0["valueName"]?.string ?? "")", $0["abstract"]?.string ?? "") }
            }
            return found
        }
        return walk(try #require(root["command"]), "")
    }

    @Test("A paragraph is one line, which the terminal's width breaks once; examples fit into 80 columns")
    func paragraphs() async throws {
        let texts = try await Self.discussions()
        #expect(
            texts.count > 150
                && texts.contains { $0.command.hasSuffix("vincula serve") && $0.text.contains("VINCULA_MASTER_KEY") })
        for (command, text) in texts {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && !next.isEmpty {
                #expect(line.hasPrefix(" ") && next.hasPrefix(" "), "\(command): a line ends inside a paragraph: \(line)")
            }
            for line in lines where line.hasPrefix(" ") { #expect(line.count <= 78, "\(command): \(line)") }
        }
    }

    @Test("At 80 columns no line of the help is longer, except for a single long word")
    func width() async throws {
        for command in [["serve"], ["explain"], ["keys", "rotate"], ["audit", "verify"], ["email", "preview"], []] {
            let help = try await VinculaProcess.run(["help"] + command, environment: ["COLUMNS": "80"])
            // The synopsis is the library's, which leaves it to the terminal.
            for line in help.output.split(separator: "\n") where line.count > 80 && !line.hasPrefix("USAGE: ") {
                #expect(!line.drop { $0 == " " }.contains(" "), "\(command): \(line)")
            }
        }
    }

    @Test("doctor uses colour on a terminal and nowhere else; NO_COLOR and a dumb terminal are respected")
    func colors() async throws {
        try await withFolder { folder in
            let doctor = ["doctor", "--data", folder.path]
            let piped = try await VinculaProcess.run(doctor, environment: ["TERM": "xterm"])
            #expect(piped.output.contains("  note  ") && piped.output.contains("  BAD   ") && !piped.output.contains("\u{1B}"))
            for (environment, isColored) in [
                (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
                (["TERM": "xterm", "NO_COLOR": "1"], false),
                (["TERM": "dumb"], false),
            ] {
                let script = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
                let outcome = try await ChildProcess.run(
                    OpenIDProviderProcess.python, ["-c", script, VinculaProcess.executable.path] + doctor,
                    environment: environment.merging(["NO_COLOR": environment["NO_COLOR"] ?? ""]) { $1 })
                let words = ["\u{1B}[1;32mok\u{1B}[0m", "\u{1B}[1;33mnote\u{1B}[0m", "\u{1B}[1;31mBAD\u{1B}[0m"]
                for word in words { #expect(outcome.output.contains(word) == isColored, "\(environment): \(outcome.output)") }
            }
        }
    }
}
