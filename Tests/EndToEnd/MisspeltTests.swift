import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Misspelt names are reported with a suggestion; nothing starts with them.
@Suite("Misspelt settings and commands")
struct MisspeltTests {
    @Test("A misspelt setting stops doctor, serve and every command, in the file and in the environment")
    func settings() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.json").path
            let data = ["--data", folder.appending(path: "data").path]
            let commands = [
                ["serve", "--dev", "--listen", "127.0.0.1:0"], ["doctor", "--dev"], ["api-keys", "create"], ["users"],
                ["config", "get"],
            ]
            for (json, unknown, hint) in [
                (#"{"sesions":{"idle":1}}"#, "sesions.idle", "Did you mean sessions.idleDays?"),
                (#"{"publicURI":"https://a.example"}"#, "publicURI", "Did you mean publicUrl?"),
                (#"{"google":{"clientIDs":["a"],"cliendIds":["b"]}}"#, "google.cliendIds", "Did you mean google.clientIds?"),
                (#"{"zebra":[1,2]}"#, "zebra", "list them all."),
            ] {
                try Data(json.utf8).write(to: URL(filePath: file))
                for command in commands {
                    let outcome = try await VinculaProcess.run(command + data + ["--config", file])
                    let words = "Unknown setting \(unknown) in \(file). "
                    #expect(outcome.status != 0 && outcome.output.contains(words), "\(command): \(outcome.output)")
                    #expect(outcome.output.contains(hint), "\(command): \(outcome.output)")
                }
            }
            for command in commands {
                let outcome = try await VinculaProcess.run(
                    command + data, environment: ["VINCULA_SESSIONS_IDLE_DAY": "1", "VINCULA_LISTENS": "127.0.0.1:0"])
                #expect(outcome.status != 0, "\(command): \(outcome.output)")
                for words in [
                    "Unknown setting VINCULA_SESSIONS_IDLE_DAY in the environment. Did you mean VINCULA_SESSIONS_IDLE_DAYS?",
                    "Unknown setting VINCULA_LISTENS in the environment. Did you mean VINCULA_LISTEN?",
                ] { #expect(outcome.output.contains(words), "\(command): \(outcome.output)") }
            }
            // An ambiguous file, and one that is not an object.
            for json in [#"{"listen":"127.0.0.1:1","listen":"127.0.0.1:2"}"#, "[]", #""listen""#] {
                try Data(json.utf8).write(to: URL(filePath: file))
                let outcome = try await VinculaProcess.run(["doctor", "--dev", "--config", file] + data)
                #expect(outcome.status != 0 && outcome.output.contains(file), "\(json): \(outcome.output)")
            }
            try Data(#"{"listen":"127.0.0.1:1","#.utf8).write(to: URL(filePath: file))
            let broken = try await VinculaProcess.run(["doctor", "--dev", "--config", file] + data).output
            #expect(broken.contains("\(file) is not JSON: ") && !broken.contains("NSCocoaErrorDomain"), "\(broken)")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "data").path))
        }
    }

    @Test("Variables that Kubernetes and Docker set for a service of this name are ignored; a port set by a person is not")
    func serviceLinks() async throws {
        try await withFolder { folder in
            let links = [
                "VINCULA_SERVICE_HOST": "10.0.0.1", "VINCULA_SERVICE_PORT": "9099", "VINCULA_SERVICE_PORT_HTTP": "9099",
                "VINCULA_PORT": "tcp://10.0.0.1:9099", "VINCULA_PORT_9099_TCP": "tcp://10.0.0.1:9099",
                "VINCULA_PORT_9099_TCP_PROTO": "tcp", "VINCULA_PORT_9099_TCP_PORT": "9099",
                "VINCULA_PORT_9099_TCP_ADDR": "10.0.0.1", "VINCULA_DB_SERVICE_HOST": "10.0.0.2",
                "VINCULA_DB_SERVICE_PORT": "5432", "VINCULA_DB_PORT": "tcp://10.0.0.2:5432",
                "VINCULA_DB_PORT_5432_TCP": "tcp://10.0.0.2:5432", "VINCULA_DB_PORT_5432_TCP_PORT": "5432",
            ]
            let good = try await VinculaProcess.run(
                ["doctor", "--dev", "--data", folder.path, "--google-client-ids", "web.example"], environment: links)
            #expect(good.status == 0, "\(good.output)")
            // Under --dev, this server's page takes the place of providers that nobody has configured.
            #expect(good.output.contains(/own page stands in for providers without a client \(Apple, [^)]*\)/), "\(good.output)")
            #expect(good.output.contains("Google tokens are accepted for web.example."), "\(good.output)")
            #expect(!good.output.contains("tokens are refused"), "\(good.output)")
            let bad = try await VinculaProcess.run(
                ["doctor", "--dev", "--data", folder.path], environment: ["VINCULA_PORT": "8080", "VINCULA_PORT_X_TCP": "1"])
            #expect(bad.status != 0 && bad.output.contains("Unknown setting VINCULA_PORT in"), "\(bad.output)")
            #expect(bad.output.contains("Unknown setting VINCULA_PORT_X_TCP in"), "\(bad.output)")
        }
    }

    @Test(
        "A mistyped command is answered with the one that was meant",
        arguments: [
            (["usres"], "Unknown command vincula usres. Did you mean users?"),
            (["users", "lsit"], "Unknown command vincula users lsit. Did you mean list?"),
            (["service-accounts", "keys", "crate"], "Unknown command vincula service-accounts keys crate. Did you mean create?"),
            (["help", "docter"], "Unknown command vincula docter. Did you mean doctor?"),
            (["srve", "--dev"], "Unknown command vincula srve. Did you mean serve?"),
            (["backwards"], "Unknown command vincula backwards. `vincula --help` lists them all."),
            (["api-keys", "x\u{1B}[31m"], "Unknown command vincula api-keys x?[31m. `vincula api-keys --help` lists them all."),
        ])
    func commands(arguments: [String], words: String) async throws {
        let outcome = try await VinculaProcess.run(arguments)
        #expect(outcome.status == 64 && outcome.output.contains("Error: \(words)"), "\(outcome.output)")
    }

    @Test("A mistyped option is reported too; commands, help and defaults work as before")
    func options() async throws {
        try await withFolder { folder in
            let option = try await VinculaProcess.run(["serve", "--sessions-idel-days", "1"])
            #expect(option.status == 64 && option.output.contains("Did you mean '--sessions-idle-days'?"), "\(option.output)")
            for good in [["help"], ["help", "users"], ["help", "users", "list"], ["--version"], ["users", "--help"], []] {
                let outcome = try await VinculaProcess.run(good)
                #expect(outcome.status == 0 && !outcome.output.contains("Unknown"), "\(good): \(outcome.output)")
            }
            let defaulted = try await VinculaProcess.run(["users", "--data", folder.path])
            #expect(defaulted.output.contains("There is no data"), "\(defaulted.output)")
            let argument = try await VinculaProcess.run(["config", "vincula.sessions.keys", "--data", folder.path])
            #expect(argument.output.contains("There is no data"), "\(argument.output)")
        }
    }
}
