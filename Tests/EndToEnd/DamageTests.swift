import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Damage, full disks and loose rights, as an operator hears of them.
@Suite("Damage", .serialized)
struct DamageTests {
    @Test("Four overwritten pages: the doctor, the log, /readyz and the metric say so, with the file and what to do")
    func pages() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheapHashes
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
            #expect(sound.output.contains("The master key opens every secret"))

            try damageAccounts(folder)
            let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", folder.path])
            #expect(doctor.status != 0 && doctor.output.contains("vincula.sqlite is damaged"), "\(doctor.output)")
            #expect(doctor.output.contains("vincula restore FILE") && !doctor.output.contains("Nothing stands in the way"))

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
            let arguments = ["--data", folder.path] + VinculaProcess.cheapHashes
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
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
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
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
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
