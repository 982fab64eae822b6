import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// What shells complete, by the scripts that the packages contain.
@Suite("Completions")
struct CompletionTests {
    /// Asks bash for the completions of the last word.
    private static func completions(_ words: [String], in folder: URL) async throws -> Set<String> {
        let script = """
            PATH="$1:$PATH"
            cd "$2"
            source <(vincula --generate-completion-script bash)
            shift 2
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            COMP_LINE="$*"
            COMP_POINT=${#COMP_LINE}
            handler="$(complete -p vincula | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
            "$handler" vincula "${@: -1}" "${@: -2:1}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["bash", "-c", script, "bash", VinculaProcess.executable.deletingLastPathComponent().path, folder.path] + words)
        return Set(outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    @Test("bash completes commands, flags and names of files")
    func bash() async throws {
        try await withFolder { folder in
            try Data().write(to: folder.appending(path: "settings.json"))
            try Data().write(to: folder.appending(path: "saved.sqlite"))
            try FileManager.default.createDirectory(at: folder.appending(path: "s-data"), withIntermediateDirectories: true)
            #expect(try await Self.completions(["vincula", "use"], in: folder) == ["users"])
            #expect(try await Self.completions(["vincula", "users", "li"], in: folder) == ["list", "link"])
            #expect(try await Self.completions(["vincula", "serve", "--tls-c"], in: folder) == ["--tls-certificate-file"])
            let saved = try await Self.completions(["vincula", "restore", "s"], in: folder)
            #expect(saved.isSuperset(of: ["saved.sqlite", "settings.json"]), "\(saved)")
            let config = try await Self.completions(["vincula", "serve", "--config", "s"], in: folder)
            #expect(config.contains("settings.json") && !config.contains("saved.sqlite"), "\(config)")
            let data = try await Self.completions(["vincula", "serve", "--data", "s"], in: folder)
            #expect(data.contains { $0.hasPrefix("s-data") } && !data.contains("settings.json"), "\(data)")
        }
    }

    @Test("bash completes the names of settings, those of tenants too, and values of which there are few")
    func settings() async throws {
        try await withFolder { folder in
            let keys = ["vincula.sessions.keys", "vincula.sessions.keyNonce", "vincula.sessions.keyNotices"]
            for command in ["get", "set", "unset"] {
                let found = try await Self.completions(["vincula", "config", command, "vincula.sessions.key"], in: folder)
                #expect(found == Set(keys), "\(command): \(found)")
            }
            let tenants = try await Self.completions(
                ["vincula", "config", "set", "--tenant", "acme", "mfaConfig.s"], in: folder)
            #expect(tenants == ["mfaConfig.state"], "\(tenants)")
            let values = try await Self.completions(["vincula", "config", "set", "vincula.sessions.keys", ""], in: folder)
            #expect(values.isSuperset(of: ["off", "optional", "required"]), "\(values)")
            // All of them: words in capitals stand for several names.
            let table = try await VinculaProcess.run(["settings-table", "--projects"]).output
            let names = table.matches(of: /(?m)^\| `([^`]+)`/).map { String($0.output.1) }
                .filter { !$0.contains(/\.[A-Z]+(\.|$)/) }
            let all = try await Self.completions(["vincula", "config", "get", ""], in: folder)
            #expect(names.count > 60 && all.isSuperset(of: names), "\(Set(names).subtracting(all))")
        }
    }

    @Test("Every value that is a file or a folder is completed as one, and nothing else is")
    func kinds() async throws {
        let dump = try await VinculaProcess.run(["--experimental-dump-help"])
        let root = try JSONDecoder().decode(JSONValue.self, from: Data(dump.output.utf8))
        func arguments(_ command: JSONValue) -> [JSONValue] {
            var found: [JSONValue] = []
            if case .array(let own)? = command["arguments"] { found += own }
            if case .array(let commands)? = command["subcommands"] { found += commands.flatMap(arguments) }
            return found
        }
        let all = arguments(try #require(root["command"])).filter { $0["kind"]?.string != "flag" }
        #expect(all.count > 500)
        #expect(
            all.contains { $0["valueName"] == "method" && $0["completionKind"]?["list"]?.text.contains("google.com") == true })
        for argument in all {
            let name = argument["valueName"]?.string ?? ""
            let help = (argument["abstract"]?.string ?? "").lowercased()
            let kind = argument["completionKind"]
            let isPath = kind?["file"] != nil || kind?["directory"] != nil
            if name.hasSuffix("file") || ["config", "data", "backups-folder", "metadata", "hash-config"].contains(name) {
                #expect(isPath, "\(name): \(help)")
            }
            let few = [
                "tls-by": "acme", "log-level": "notice", "smtp-security": "startTLS", "level": "never",
                "sms-gateway": "twilio", "tokens-algorithm": "ES256",
            ]
            if let value = few[name] {
                #expect(kind?["list"]?.text.contains("\"\(value)\"") == true, "\(name): \(kind?.text ?? "")")
            }
            if isPath {
                let words = ["file", "folder", "backup", "export:", "certificate", "private key"]
                #expect(words.contains { help.contains($0) }, "\(name): \(help)")
            }
        }
    }
}
