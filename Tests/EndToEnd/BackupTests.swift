import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Backups and what they are for, by the real command, under load.
@Suite("Backups")
struct BackupTests {
    private static let clients = 6

    @Test("Under load: backed up, killed and restored, with every account that was answered before the backup began")
    func story() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let backup = folder.appending(path: "backup.sqlite")
            let arguments = ["--data", data.path] + VinculaProcess.cheapHashes
            let server = try await VinculaProcess.serve(arguments)
            let signedUp = SignedUp()
            let load = Task {
                await withTaskGroup(of: Void.self) { group in
                    for client in 0..<Self.clients { group.addTask { await signedUp.go(server, client) } }
                }
            }
            try await signedUp.reach(60)
            let before = signedUp.emails
            let made = try await VinculaProcess.run(["backup", backup.path, "--data", data.path])
            #expect(made.status == 0 && made.output.contains("Backup written and checked"), "\(made.output)")
            #expect(made.output.contains("The backup does not contain the master key") && made.output.contains("vincula restore"))
            #expect(try mode(backup) == 0o600)
            // It did not wait for a pause: people signed up meanwhile.
            try await signedUp.reach(before.count + 1)
            server.child.signal(SIGKILL)
            try await server.child.end()
            await load.value
            #expect(try await VinculaProcess.isSound(at: backup))

            let restored = try await VinculaProcess.run(["restore", backup.path, "--data", data.path])
            #expect(restored.status == 0 && restored.output.contains("The old data is in"), "\(restored.output)")
            #expect(restored.output.contains("Next: vincula doctor"))
            #expect(try names(data).contains { $0.hasPrefix("replaced-") })
            let again = try await VinculaProcess.serve(arguments)
            for email in before {
                let answer = try await again.call(
                    "accounts:signInWithPassword", ["email": .string(email), "password": "secret1"])
                #expect(answer.status == 200, "\(email) was answered before the backup began: \(answer.text)")
            }
            again.child.signal(SIGTERM)
            #expect(try await again.child.end() == 0)
            #expect(try await VinculaProcess.isSound(data))
            // The data that was set aside can be restored, including its log.
            let aside = try #require(try names(data).first { $0.hasPrefix("replaced-") })
            let undone = try await VinculaProcess.run(
                ["restore", data.appending(path: "\(aside)/vincula.sqlite").path, "--data", data.path])
            #expect(undone.status == 0, "\(undone.output)")
            let last = try await VinculaProcess.serve(arguments)
            for email in signedUp.emails.subtracting(before).prefix(50) {
                let answer = try await last.call("accounts:signInWithPassword", ["email": .string(email), "password": "secret1"])
                #expect(answer.status == 200, "\(email): \(answer.text)")
            }
            last.child.signal(SIGTERM)
            try await last.child.end()
        }
    }

    @Test("Killed at any moment, a backup leaves no file under its name, or a complete one")
    func killed() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap)
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            for round in 0..<12 {
                let file = folder.appending(path: "backup\(round).sqlite")
                let child = try ChildProcess(VinculaProcess.executable, ["backup", file.path, "--data", data.path])
                try await Task.sleep(for: .milliseconds(20 + round * 12))
                child.signal(round.isMultiple(of: 2) ? SIGKILL : SIGINT)
                try await child.end()
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                #expect(try await VinculaProcess.isSound(at: file), "round \(round)")
            }
            let after = try await VinculaProcess.run(["backup", folder.path, "--data", data.path])
            #expect(after.status == 0, "\(after.output)")
            let named = try names(folder).filter { $0.wholeMatch(of: /by-hand-vincula-\d{8}T\d{6}Z\.sqlite/) != nil }
            #expect(named.count == 1)
        }
    }

    @Test("Killed at any moment, a restore leaves the old data, the backup, or a note that it was interrupted")
    func killedRestore() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let arguments = ["--data", data.path] + VinculaProcess.cheap
            let backup = folder.appending(path: "backup.sqlite")
            let server = try await VinculaProcess.serve(arguments)
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            #expect(try await VinculaProcess.run(["backup", backup.path, "--data", data.path]).status == 0)
            server.child.signal(SIGTERM)
            try await server.child.end()
            for round in 0..<12 {
                let child = try ChildProcess(VinculaProcess.executable, ["restore", backup.path, "--data", data.path])
                try await Task.sleep(for: .milliseconds(20 + round * 10))
                child.signal(SIGKILL)
                try await child.end()
                let list = try await VinculaProcess.run(["users", "list", "--data", data.path])
                #expect(
                    list.status == 0 && list.output.contains("ana@example.com") || list.output.contains("was interrupted"),
                    "round \(round): \(list.output)")
            }
            // The last one may have been killed between its two files.
            #expect(try await VinculaProcess.run(["restore", backup.path, "--data", data.path]).status == 0)
            // A mark alone keeps everybody out, until it is run again; without a database too, as in the middle of it.
            try Data().write(to: data.appending(path: "restoring"))
            try FileManager.default.moveItem(
                at: data.appending(path: "vincula.sqlite"), to: data.appending(path: "elsewhere.sqlite"))
            for command in [
                ["users", "list"], ["doctor", "--dev"], ["serve", "--dev", "--listen", "127.0.0.1:0"],
                ["backup", folder.appending(path: "no.sqlite").path],
            ] {
                let refused = try await VinculaProcess.run(command + ["--data", data.path])
                #expect(refused.status != 0 && refused.output.contains("Run `vincula restore` again"), "\(refused.output)")
            }
            #expect(try await VinculaProcess.run(["restore", backup.path, "--data", data.path]).status == 0)
            let list = try await VinculaProcess.run(["users", "list", "--data", data.path])
            #expect(list.status == 0 && list.output.contains("ana@example.com"), "\(list.output)")
        }
    }

    @Test("A restore is refused while a server runs, from an invalid backup, and with another master key; nothing changes")
    func refusals() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let backup = folder.appending(path: "backup.sqlite")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap)
            #expect(try await VinculaProcess.run(["backup", backup.path, "--data", data.path]).status == 0)
            func restore(_ file: URL, _ folder: URL) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(["restore", file.path, "--data", folder.path])
            }
            let running = try await restore(backup, data)
            #expect(running.status != 0 && running.output.contains("Stop it first"), "\(running.output)")
            let live = try await restore(data.appending(path: "vincula.sqlite"), folder.appending(path: "other"))
            #expect(live.status != 0 && live.output.contains("is a running server's database"), "\(live.output)")
            let twice = try await VinculaProcess.run(["backup", backup.path, "--data", data.path])
            #expect(twice.status != 0 && twice.output.contains("already exists"), "\(twice.output)")
            for own in ["vincula.sqlite", "vincula.sqlite-wal", "vincula.sqlite-journal"] {
                let target = data.appending(path: own).path
                let itself = try await VinculaProcess.run(["backup", target, "--replace", "--data", data.path])
                #expect(itself.status != 0 && itself.output.contains("the database itself"), "\(itself.output)")
            }
            let secret = data.appending(path: "master.key").path
            let master = try await VinculaProcess.run(["backup", secret, "--replace", "--data", data.path])
            #expect(master.status != 0 && master.output.contains("is not a backup, so it is not replaced"), "\(master.output)")
            #expect(try Data(contentsOf: URL(filePath: secret)).count < 100)
            let again = try await VinculaProcess.run(["backup", backup.path, "--replace", "--data", data.path])
            #expect(again.status == 0, "\(again.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()

            let before = try names(data)
            let none = try await restore(folder.appending(path: "none.sqlite"), data)
            #expect(none.status != 0 && none.output.contains("There is no backup"), "\(none.output)")
            let text = folder.appending(path: "text.sqlite")
            try Data("no database".utf8).write(to: text)
            let rubbish = try await restore(text, data)
            #expect(rubbish.status != 0 && rubbish.output.contains("is not a Vincula database"), "\(rubbish.output)")
            let damaged = folder.appending(path: "damaged.sqlite")
            var bytes = try Data(contentsOf: backup)
            for page in [7, 12, 20] {
                bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            try bytes.write(to: damaged)
            let broken = try await restore(damaged, data)
            #expect(broken.status != 0 && broken.output.contains("is damaged"), "\(broken.output)")
            let key = data.appending(path: "master.key")
            let right = try Data(contentsOf: key)
            try Data((Data(repeating: 3, count: 32).base64EncodedString() + "\n").utf8).write(to: key)
            let other = try await restore(backup, data)
            #expect(other.status != 0 && other.output.contains("is not the master key"), "\(other.output)")
            #expect(try names(data) == before)
            try right.write(to: key)

            // To an empty folder: what is missing is said, and with the key it works; it is a development server's still.
            let fresh = folder.appending(path: "fresh")
            let first = try await restore(backup, fresh)
            #expect(first.status == 0 && first.output.contains("The master key is missing"), "\(first.output)")
            #expect(!first.output.contains("The old data"))
            try FileManager.default.copyItem(at: key, to: fresh.appending(path: "master.key"))
            let doctor = try await VinculaProcess.run(["doctor", "--deep", "--dev", "--data", fresh.path])
            #expect(doctor.status == 0, "\(doctor.output)")
            let production = try await VinculaProcess.run(["doctor", "--data", fresh.path])
            #expect(production.output.contains("belongs to a --dev server"), "\(production.output)")
        }
    }

    @Test("The server makes backups on its own, keeps the configured number, and counts them")
    func timer() async throws {
        try await withFolder { folder in
            let backups = folder.appending(path: "backups")
            try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
            let old = (1...4).map { "vincula-2020010\($0)T000000Z.sqlite" }
            for name in old + ["notes.txt"] { try Data().write(to: backups.appending(path: name)) }
            let server = try await VinculaProcess.serve(
                ["--data", folder.appending(path: "data").path, "--backups-every", "1h", "--backups-keep", "3"]
                    + ["--backups-folder", backups.path] + VinculaProcess.cheap, preparing: ":", level: "notice")
            _ = try await server.child.line(matching: "(Backup written and checked)")
            for _ in 0..<1200 where try names(backups).count > 4 { try await Task.sleep(for: .milliseconds(50)) }
            let kept = try names(backups)
            #expect(kept.isSuperset(of: [old[2], old[3], "notes.txt"]) && kept.count == 4, "\(kept)")
            let fresh = try #require(kept.first { !$0.hasPrefix("vincula-2020") && $0 != "notes.txt" })
            #expect(try mode(backups.appending(path: fresh)) == 0o600)
            #expect(try await VinculaProcess.isSound(at: backups.appending(path: fresh)))
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains("vincula_backups_total 1\n") && metrics.contains("vincula_backups_failed_total 0\n"))
            #expect(metrics.firstMatch(of: /vincula_backup_last_seconds 1[0-9]{9}\n/) != nil)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            let doctor = try await VinculaProcess.run(
                ["doctor", "--dev", "--data", folder.appending(path: "data").path, "--backups-every", "1h", "--backups-folder"]
                    + [backups.path])
            #expect(doctor.output.contains("The last backup in"), "\(doctor.output)")
        }
    }

    @Test("A backup that cannot be made is logged, counted, and tried again; wrong settings are refused by name")
    func timerFailures() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data").path
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            let server = try await VinculaProcess.serve(
                ["--data", data, "--backups-every", "1m", "--backups-folder", file.appending(path: "backups").path]
                    + VinculaProcess.cheap, preparing: ":")
            _ = try await server.child.line(matching: "(No backup was made)")
            #expect(server.child.output.contains("not a directory"), "\(server.child.output)")
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains("vincula_backups_failed_total 1\n"), "\(metrics)")
            server.child.signal(SIGTERM)
            try await server.child.end()
            for (flags, text) in [
                (["--backups-every", "often"], "backups.every is often"), (["--backups-keep", "0"], "backups.keep is 0"),
                (["--backups-every", "1h", "--ephemeral"], "with ephemeral there is no data to back up"),
            ] {
                let refused = try await VinculaProcess.run(["serve", "--dev", "--listen", "127.0.0.1:0", "--data", data] + flags)
                #expect(refused.status != 0 && refused.output.contains(text), "\(refused.output)")
            }
        }
    }

    private func names(_ folder: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    private func mode(_ file: URL) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber)?.intValue
    }
}
