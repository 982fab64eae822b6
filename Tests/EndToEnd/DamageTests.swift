import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Damage, full disks and loose rights, as an operator hears of them.
@Suite("Damage")
struct DamageTests {
    @Test("Four overwritten pages: the doctor, the log, /readyz and the metric say so, with the file and what to do")
    func pages() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheap
            let server = try await VinculaProcess.serve(arguments)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        _ = try await server.call(
                            "accounts:signUp", ["email": .string("p\(number)@example.com"), "password": "secret1"])
                    }
                }
                try await group.waitForAll()
            }
            server.child.signal(SIGTERM)
            try await server.child.end()
            let sound = try await VinculaProcess.run(["doctor", "--dev", "--deep", "--data", folder.path])
            #expect(sound.status == 0 && sound.output.contains("Every row can be read."), "\(sound.output)")
            #expect(sound.output.contains("The master key decrypts every secret"))

            try damageAccounts(folder)
            let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", folder.path])
            #expect(doctor.status != 0 && doctor.output.contains("vincula.sqlite is damaged"), "\(doctor.output)")
            #expect(doctor.output.contains("vincula restore FILE") && !doctor.output.contains("No problems found"))

            let damaged = try await VinculaProcess.serve(arguments, preparing: ":")
            var statuses: Set<Int> = []
            for number in 0..<300 {
                let answer = try await damaged.call(
                    "accounts:signInWithPassword", ["email": .string("p\(number)@example.com"), "password": "secret1"])
                statuses.insert(answer.status)
            }
            #expect(statuses.contains(503) && !statuses.contains(500), "\(statuses)")
            let ready = try await HTTP.send("GET", "\(damaged.url)/readyz")
            #expect(ready.status == 503 && ready["status"] == "the database is damaged", "\(ready.text)")
            let metrics = try await HTTP.send("GET", "\(damaged.url)/metrics").text
            #expect(!metrics.contains("vincula_store_failures_total 0\n") && metrics.contains("vincula_store_fit 0\n"))
            let log = damaged.child.output
            #expect(
                log.contains("the database is damaged") && log.contains("\(folder.path)/vincula.sqlite"), "\(log.suffix(800))")
            #expect(log.contains("vincula restore"))
            damaged.child.signal(SIGKILL)
            try await damaged.child.end()
        }
    }

    @Test("A server that nobody asks finds the damage by itself")
    func found() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheap
            let server = try await VinculaProcess.serve(arguments)
            for number in 0..<40 {
                _ = try await server.call("accounts:signUp", ["email": .string("p\(number)@example.com"), "password": "secret1"])
            }
            server.child.signal(SIGTERM)
            try await server.child.end()
            try damageAccounts(folder)
            let idle = try await VinculaProcess.serve(arguments, preparing: ":")
            _ = try await idle.child.line(matching: "(the database is damaged)")
            #expect(try await HTTP.send("GET", "\(idle.url)/readyz").status == 503)
            idle.child.signal(SIGKILL)
            try await idle.child.end()
        }
    }

    @Test("Loose rights: the doctor names each file, with the command that mends it")
    func rights() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            server.child.signal(SIGTERM)
            try await server.child.end()
            for (path, mode) in [("", 0o777), ("/vincula.sqlite", 0o644), ("/master.key", 0o600), ("/server.lock", 0o666)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + path)
            }
            let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", folder.path])
            #expect(doctor.status != 0)
            for text in [
                "\(folder.path) can be changed by others on this machine. Run `chmod 700",
                "vincula.sqlite can be read by others on this machine. Run `chmod 600",
                "server.lock can be changed by others on this machine. Run `chmod 600",
            ] { #expect(doctor.output.contains(text), "\(text): \(doctor.output)") }
            #expect(!doctor.output.contains("master.key can be"), "\(doctor.output)")
        }
    }

    @Test("What the system refuses is told with the file and in plain words, by every command that opens files")
    func words() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            server.child.signal(SIGTERM)
            try await server.child.end()
            let file = folder.appending(path: "file")
            try Data("not a folder".utf8).write(to: file)
            let below = file.appending(path: "below").path
            let data = ["--data", folder.path]
            let commands: [(arguments: [String], file: String)] = [
                (["users", "list", "--data", below], below),
                (["serve", "--dev", "--listen", "127.0.0.1:0", "--data", below], below),
                (["api-keys", "create", "--data", below], below),
                (["restore", folder.path + "/vincula.sqlite", "--data", below], below),
                (["backup", below] + data, below), (["restore", below] + data, below),
                (["email", "preview", "resetPassword", "--out", below] + data, below),
                (["doctor", "--config", below] + data, below), (["serve", "--config", below] + data, below),
                (
                    ["service-accounts", "create", "b", "--out", below, "--public-url", "http://localhost"] + data, below
                ),
            ]
            for (arguments, file) in commands {
                let outcome = try await VinculaProcess.run(arguments)
                #expect(outcome.status != 0 && outcome.output.contains(file), "\(arguments): \(outcome.output)")
                for raw in ["Domain", "Code=", "Error Domain", "errno", "POSIXError", "CocoaError", "UserInfo"] {
                    #expect(!outcome.output.contains(raw), "\(arguments): \(outcome.output)")
                }
            }
            try FileManager.default.removeItem(at: folder.appending(path: "master.key"))
            try FileManager.default.createDirectory(at: folder.appending(path: "master.key"), withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: folder.appending(path: "master.key").path)
            let key = try await VinculaProcess.run(["users", "list"] + data)
            #expect(key.status != 0 && key.output.contains("master.key cannot be read"), "\(key.output)")
            #expect(!key.output.contains("Domain"), "\(key.output)")
        }
    }

    @Test("An empty database where there was one is damage: every command says so, and nobody makes a new one in its place")
    func emptied() async throws {
        let key = ["VINCULA_MASTER_KEY": Data(repeating: 7, count: 32).base64EncodedString()]
        for (environment, sign) in [([:], "master.key exists"), (key, "VINCULA_MASTER_KEY is set")] {
            try await withFolder { folder in
                let data = folder.appending(path: "data")
                let file = data.appending(path: "vincula.sqlite")
                // With the key in the environment and no file at all it is the first start.
                let server = try await VinculaProcess.serve(
                    ["--data", data.path] + VinculaProcess.cheap, environment: environment)
                server.child.signal(SIGTERM)
                #expect(try await server.child.end() == 0)
                #expect(!FileManager.default.fileExists(atPath: data.appending(path: "making").path))
                for isTableless in [false, true] {
                    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
                    try Data().write(to: file)
                    if isTableless { try await makeTableless(file) }
                    let lost = try Data(contentsOf: file)
                    for command in [
                        ["serve", "--dev", "--listen", "127.0.0.1:0"], ["doctor", "--dev"], ["users"], ["api-keys", "create"],
                        ["keys", "rotate-master"], ["audit", "verify"], ["email", "outbox"],
                        ["backup", folder.appending(path: "no.sqlite").path],
                    ] {
                        let refused = try await VinculaProcess.run(command + ["--data", data.path], environment: environment)
                        #expect(refused.status != 0, "\(command): \(refused.output)")
                        for words in ["is damaged", sign, "vincula restore FILE"] {
                            #expect(refused.output.contains(words), "\(command): \(refused.output)")
                        }
                    }
                    #expect(try Data(contentsOf: file) == lost)
                }
            }
        }
    }

    @Test("A database that is gone while its log is there: every command says so, and the log stays as it is")
    func logAlone() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheap
            let server = try await VinculaProcess.serve(arguments)
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            server.child.signal(SIGKILL)
            try await server.child.end()
            let database = folder.appending(path: "vincula.sqlite")
            let elsewhere = folder.appending(path: "elsewhere")
            let log = try Data(contentsOf: folder.appending(path: "vincula.sqlite-wal"))
            try #require(!log.isEmpty)
            try FileManager.default.moveItem(at: database, to: elsewhere)
            for command in [
                ["serve", "--dev", "--listen", "127.0.0.1:0"], ["doctor", "--dev"], ["users", "list"], ["api-keys", "create"],
            ] {
                let refused = try await VinculaProcess.run(command + ["--data", folder.path])
                #expect(refused.status != 0 && refused.output.contains("its log"), "\(command): \(refused.output)")
            }
            #expect(try Data(contentsOf: folder.appending(path: "vincula.sqlite-wal")) == log)
            #expect(!FileManager.default.fileExists(atPath: database.path))
            try FileManager.default.moveItem(at: elsewhere, to: database)
            let list = try await VinculaProcess.run(["users", "list", "--data", folder.path])
            #expect(list.status == 0 && list.output.contains("ana@example.com"), "\(list.output)")
        }
    }

    @Test("A first start that was broken off goes on; another program's database is refused and left as it is")
    func unfinishedAndForeign() async throws {
        try await withFolder { folder in
            let key = ["VINCULA_MASTER_KEY": Data(repeating: 7, count: 32).base64EncodedString()]
            let data = folder.appending(path: "data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let file = data.appending(path: "vincula.sqlite")
            try Data().write(to: file)
            try Data().write(to: data.appending(path: "making"))
            let list = try await VinculaProcess.run(["users", "--data", data.path], environment: key)
            #expect(list.status != 0 && list.output.contains("There is no data in"), "\(list.output)")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap, environment: key)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: data.appending(path: "making").path))

            let other = folder.appending(path: "other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            let foreign = other.appending(path: "vincula.sqlite")
            try await makeTableless(foreign, "CREATE TABLE cats (name TEXT)")
            let before = try Data(contentsOf: foreign)
            for command in [
                ["serve", "--dev", "--listen", "127.0.0.1:0"], ["doctor", "--dev"], ["users"], ["api-keys", "create"],
            ] {
                let refused = try await VinculaProcess.run(command + ["--data", other.path])
                #expect(
                    refused.status != 0 && refused.output.contains("is not a Vincula database"),
                    "\(command): \(refused.output)")
            }
            #expect(try Data(contentsOf: foreign) == before)
        }
    }

    @Test("One project's unreadable settings: the server starts, that project is answered 503, the log and the doctor name it")
    func settings() async throws {
        try await withFolder { folder in
            let good = try await ProductionProcess.serve(folder)
            good.child.signal(SIGTERM)
            try await good.child.end()
            // The server's own project exists by now; any other must be created.
            #expect(try await VinculaProcess.run(["projects", "create", "broken", "--data", folder.path]).status == 0)
            for project in ["shop", "broken"] {
                let flags = ["--project", project, "--data", folder.path]
                let made = try await VinculaProcess.run(["api-keys", "create"] + flags)
                #expect(made.status == 0, "\(made.output)")
                let enabled = try await VinculaProcess.run(["sign-in", "enable", "email"] + flags)
                #expect(enabled.status == 0, "\(enabled.output)")
            }
            let script = "UPDATE project_settings SET settings = '{\"emailEnabled\":' WHERE project = 'broken'"
            try await execute(script, folder.appending(path: "vincula.sqlite"))
            let keys = try await VinculaProcess.run(["api-keys", "--project", "shop", "--data", folder.path]).output
            let key = try #require(keys.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/)).output
            let server = try await ProductionProcess.serve(folder)
            #expect(server.child.output.contains("The settings of project broken"), "\(server.child.output)")
            let signUp = "identitytoolkit.googleapis.com/v1/accounts:signUp"
            let body = JSONValue.object(["email": "ana@example.com", "password": "correct horse"])
            let shop = try await HTTP.post("\(server.url)/\(signUp)?key=\(key)", body)
            #expect(shop.status == 200, "\(shop.text)")
            let others = try await VinculaProcess.run(["api-keys", "create", "--project", "broken", "--data", folder.path])
            let brokenKey = try #require(others.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(others.output)").output
            let broken = try await HTTP.post("\(server.url)/\(signUp)?key=\(brokenKey)", body)
            #expect(broken.status == 503 && broken.code == "UNAVAILABLE", "\(broken.text)")
            #expect(try await HTTP.send("GET", "\(server.url)/readyz").status == 200)
            let doctor = try await ProductionProcess.vincula(["doctor", "--public-url", "http://127.0.0.1"], folder)
            #expect(doctor.status != 0 && doctor.output.contains("The settings of project broken"), "\(doctor.output)")
            #expect(!doctor.output.contains("The settings of project shop"), "\(doctor.output)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("A folder that everybody may write to is refused in production, and told of under --dev; the doctor names it")
    func openFolders() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let backups = folder.appending(path: "backups")
            try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
            #expect(try await ProductionProcess.vincula(["api-keys", "create"], data).status == 0)
            let flags = [
                "--listen", "127.0.0.1:0", "--public-url", "http://127.0.0.1", "--backups-every", "1h", "--backups-folder",
                backups.path,
            ]
            for open in [data, backups] {
                for mode in [0o777, 0o1777, 0o703] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: open.path)
                    let next = mode == 0o1777 ? "Use a folder of the server's own" : "Run `chmod 700 \(open.path)`."
                    let words = "\(open.path) can be changed by others on this machine. \(next)"
                    for command in ["serve", "doctor"] {
                        let refused = try await ProductionProcess.vincula([command] + flags, data)
                        #expect(refused.status != 0, "\(command): \(refused.output)")
                        #expect(refused.output.components(separatedBy: words).count == 2, "\(command): \(refused.output)")
                    }
                }
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: open.path)
            }
            // A sticky bit, as /tmp has it, keeps others from replacing what is in a folder.
            for (mode, isRefused) in [(0o777, true), (0o1777, false)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
                let doctor = try await ProductionProcess.vincula(["doctor"] + flags, data)
                let words = "Everybody on this machine can replace the contents of \(folder.resolvingSymlinksInPath().path)"
                #expect(doctor.output.contains(words) == isRefused, "\(doctor.output)")
                if isRefused {
                    let refused = try await ProductionProcess.vincula(["serve"] + flags, data)
                    #expect(refused.status != 0 && refused.output.contains(words), "\(refused.output)")
                }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            let own = folder.appending(path: "own")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: own.path)
            let development = try await VinculaProcess.serve(["--data", own.path] + VinculaProcess.cheap, preparing: ":")
            #expect(development.child.output.contains("\(own.path) can be changed by others"), "\(development.child.output)")
            development.child.signal(SIGTERM)
            #expect(try await development.child.end() == 0)
        }
    }

    /// Makes a database file without the tables of Vincula's.
    private func makeTableless(
        _ file: URL, _ statements: String = "CREATE TABLE gone (x); DROP TABLE gone"
    ) async throws {
        try? FileManager.default.removeItem(at: file)
        try await execute(statements, file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    private func execute(_ statements: String, _ file: URL) async throws {
        let script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[2]); db.executescript(sys.argv[1]); db.commit()"
        let outcome = try await ChildProcess.run(OpenIDProviderProcess.python, ["-c", script, statements, file.path])
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// Overwrites four pages of the table of accounts: those that its names stand in.
    private func damageAccounts(_ folder: URL) throws {
        let file = folder.appending(path: "vincula.sqlite")
        var bytes = try Data(contentsOf: file)
        var damaged = 0
        for page in 1..<(bytes.count / 4096) where damaged < 4 {
            let range = page * 4096..<(page + 1) * 4096
            // A leaf of a table, with people in it.
            guard bytes[range.lowerBound] == 13, bytes[range].firstRange(of: Data("@example.com".utf8)) != nil else { continue }
            bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: 4096))
            damaged += 1
        }
        #expect(damaged > 0)
        try bytes.write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    }
}
