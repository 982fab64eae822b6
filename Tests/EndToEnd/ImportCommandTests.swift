import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula import` and `vincula export`, with exports as firebase-tools writes them.
@Suite("The commands import and export")
struct ImportCommandTests {
    /// A folder with an export, and a data folder with the project `shop`.
    struct Place: Sendable {
        let folder: URL
        var data: [String] { ["--data", folder.appending(path: "data").path, "--project", "shop"] }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        func vincula(_ arguments: String...) async throws -> ChildProcess.Outcome { try await vincula(arguments: arguments) }

        func vincula(arguments: [String]) async throws -> ChildProcess.Outcome { try await VinculaProcess.run(arguments + data) }

        /// Writes an export, in which one in so many accounts has the email of another one.
        func export(_ count: Int, _ name: String = "users.json", duplicates interval: Int = 0) async throws {
            let script = FixtureScript.path("../../Benchmarks/firebase_export.py")
            let python = try await ChildProcess.run(
                OpenIDProviderProcess.python,
                [script, "\(count)", path(name), path("hash.txt"), "1", "\(interval)", "20"])
            #expect(python.status == 0, "\(python.output)")
        }

        /// Compares the export with the database.
        func check() async throws -> String {
            try await ChildProcess.run(
                OpenIDProviderProcess.python,
                [
                    FixtureScript.path("import_check.py"), path("users.json"), path("data/vincula.sqlite"),
                    path("users.json.rejected.jsonl"),
                ]
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    static func with(_ body: (Place) async throws -> Void) async throws {
        try await withFolder { folder in
            let place = Place(folder: folder)
            #expect(try await place.vincula("api-keys", "create").status == 0)
            try await body(place)
        }
    }

    @Test("A dry run changes nothing and says what an import then does; people sign in with their passwords; verify agrees")
    func story() async throws {
        try await Self.with { place in
            try await place.export(300, duplicates: 100)
            let file = place.path("users.json")
            let hash = ["--hash-config", place.path("hash.txt")]
            let rejected = place.path("users.json.rejected.jsonl")
            let without = try await place.vincula("import", "firebase", file)
            #expect(without.status == 1 && without.output.contains("--hash-config"), "\(without.output)")
            let dry = try await place.vincula("import", "firebase", file, "--dry-run", hash[0], hash[1])
            #expect(dry.status == 1 && dry.output.contains("Would import 297 of 300 accounts"), "\(dry.output)")
            #expect(try await place.vincula("users", "list").output.contains("has no accounts"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("data")).allSatisfy { $0 != "dry-run" })

            let missing = try await place.vincula("import", "verify", file, hash[0], hash[1])
            #expect(missing.status == 1 && missing.output.contains("missing 300"), "\(missing.output)")
            // What somebody may have mended is not overwritten.
            for command in [["import"], ["import", "--dry-run"]] {
                let kept = try await place.vincula(
                    arguments: [command[0], "firebase", file, hash[0], hash[1]] + command.dropFirst())
                #expect(kept.status == 1 && kept.output.contains("is there already"), "\(kept.output)")
            }
            try FileManager.default.removeItem(atPath: rejected)
            let done = try await place.vincula("users", "import", "firebase", file, hash[0], hash[1])
            #expect(done.status == 1, "\(done.output)")
            #expect(done.output.contains("297 new, 0 replaced") && done.output.contains("3  another account has the email"))
            #expect(try await place.check() == "ok 297 3")
            let again = try await place.vincula("import", "firebase", file, hash[0], hash[1])
            #expect(again.status == 1 && again.output.contains("was imported before"), "\(again.output)")
            try FileManager.default.removeItem(atPath: rejected)
            let other = try await place.vincula("import", "firebase", file, "--without-passwords", "--restart")
            #expect(other.output.contains("another account has the id"), "\(other.output)")
            #expect(try await place.check() != "ok 297 3", "all are in the file of refused accounts now")
            try FileManager.default.removeItem(atPath: rejected)
            _ = try await place.vincula("import", "firebase", file, "--restart", hash[0], hash[1])
            #expect(try await place.check() == "ok 297 3", "equal accounts are left alone")

            try Data("zzzzzzzz.none@example.com password 1\n".utf8).write(to: URL(filePath: place.path("passwords.txt")))
            let verify = try await place.vincula(
                "import", "verify", file, "--passwords", place.path("passwords.txt"), hash[0], hash[1])
            #expect(verify.status == 1 && verify.output.contains("missing 3"), "\(verify.output)")
            #expect(verify.output.contains("Password hashes: ") && verify.output.contains("0 of 1 are right"))

            // The refused accounts can be mended and imported.
            let text = try String(contentsOfFile: rejected, encoding: .utf8)
            let mended = text.replacing(/"email":"[^"]*"/) { _ in #""email":"\#(UUID().uuidString)@example.com""# }
            try Data(mended.utf8).write(to: URL(filePath: place.path("mended.jsonl")))
            let rest = try await place.vincula("import", "firebase", place.path("mended.jsonl"), hash[0], hash[1])
            #expect(rest.status == 0 && rest.output.contains("3 new, 0 replaced"), "\(rest.output)")
        }
    }

    @Test("CSV has the same accounts as JSON, and an export of ours goes back and forth")
    func roundTrip() async throws {
        try await Self.with { place in
            try await place.export(200)
            try await place.export(200, "users.csv")
            let hash = ["--hash-config", place.path("hash.txt")]
            let imported = try await place.vincula(
                "import", "firebase", place.path("users.csv"), "--trust-csv", hash[0], hash[1])
            #expect(imported.status == 0 && imported.output.contains("200 new"), "\(imported.output)")
            let verify = try await place.vincula("import", "verify", place.path("users.json"), hash[0], hash[1])
            // The columns have no second factors.
            #expect(verify.output.contains("Differences: mfaInfo 1\n") && verify.output.contains("140 equal"), "\(verify.output)")
            _ = try await place.vincula("import", "firebase", place.path("users.json"), "--allow-overwrite", hash[0], hash[1])

            for name in ["out.json", "out.csv", "complete.json"] {
                let flag = name == "complete.json" ? ["--complete"] : []
                let out = try await VinculaProcess.run(["export", place.path(name)] + flag + place.data)
                #expect(out.status == 0 && out.output.contains("Wrote 200 accounts"), "\(out.output)")
                #expect(out.output.contains("Passwords left out: 140."), "\(out.output)")
                let hasOmissions = out.output.contains("Identities and second factors left out: 1")
                #expect(hasOmissions == (name != "complete.json"), "\(out.output)")
                let facts = try FileManager.default.attributesOfItem(atPath: place.path(name))
                #expect(facts[.posixPermissions] as? Int == 0o600)
                let clean = try await place.vincula("import", "verify", place.path(name))
                let words = name == "complete.json" ? "No differences." : "mfaInfo 1"
                #expect(clean.output.contains(words), "\(name): \(clean.output)")
            }
            let twice = try await place.vincula("export", place.path("out.json"))
            #expect(twice.status == 1 && twice.output.contains("exists already"), "\(twice.output)")
            #expect(try await place.vincula("users", "export", place.path("out.json"), "--replace").status == 0)
        }
    }

    @Test("T131 CSV, in which a user can write other people's accounts, is refused unless it is trusted")
    func untrustedCSV() async throws {
        try await Self.with { place in
            // firebase-tools writes a photo URL without quotes, whatever is in it.
            let empty = String(repeating: ",", count: 16)
            let root = "root,root@example.com,true,,,,\(empty),1,1,,false,\"{\"\"admin\"\":true}\","
            let photo = "x\(empty),1,1,,false,,\n\(root)\nrest,,false,,,,y"
            let line = "eve,eve@example.com,false,,,Eve,\(photo)\(empty),1,1,,false,,\n"
            let files: [(name: String, flags: [String])] = [
                ("users.csv", []), ("users.CSV", []), ("users.txt", ["--format", "csv"]),
            ]
            for (name, flags) in files {
                let file = place.path(name)
                try Data(line.utf8).write(to: URL(filePath: file))
                for more in [[], ["--dry-run"]] {
                    let refused = try await VinculaProcess.run(["import", "firebase", file] + flags + more + place.data)
                    #expect(refused.status == 1 && refused.output.contains("--format=json"), "\(refused.output)")
                    #expect(refused.output.contains("--trust-csv"), "\(refused.output)")
                }
            }
            #expect(try await place.vincula("users", "list").output.contains("has no accounts"))
            let verified = try await place.vincula("import", "verify", place.path("users.csv"))
            #expect(verified.output.contains("3 accounts in the file, 0 of them here"), "\(verified.output)")
            let trusted = try await place.vincula("import", "firebase", place.path("users.csv"), "--trust-csv")
            #expect(trusted.status == 0 && trusted.output.contains("3 new"), "\(trusted.output)")
            #expect(trusted.output.contains("Warning: \(place.path("users.csv")) is CSV."), "\(trusted.output)")
        }
    }

    @Test("Refused records of CSV can be mended and imported, whatever is in their cells")
    func rejectedCSV() async throws {
        try await Self.with { place in
            #expect(try await place.vincula("users", "create", "--id", "ana", "--email", "ana@example.com").status == 0)
            func row(_ id: String, _ name: String, _ more: [Int: String] = [:]) -> String {
                var fields = Array(repeating: "", count: 28)
                (fields[0], fields[1], fields[2], fields[5]) = (id, "Ana@Example.com", "true", name)
                (fields[7], fields[23], fields[24], fields[26]) = ("g\(id)", "1", "2", "false")
                for (column, text) in more { fields[column] = text }
                return fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }
            let names = [
                "'=cmd|' /C calc'!A0", "Ana\nroot,root@example.com,true", "x\r\n\"y\",z", "'+15550100001", "\u{2028}\t,",
            ]
            let rows = names.enumerated().map { row("u\($0)", $1) } + [row("odd", "Odd", [26: "perhaps"]), "a,b,c"]
            let file = place.path("users.csv")
            try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: file))
            let first = try await place.vincula("import", "firebase", file, "--trust-csv")
            #expect(first.status == 1 && first.output.contains("Refused 7"), "\(first.output)")
            let rejected = place.path("users.csv.rejected.jsonl")
            let text = try String(contentsOfFile: rejected, encoding: .utf8)
            #expect(text.split(separator: "\n").count == 7, "\(text)")
            // Without a change, a second import refuses the same for the same reasons.
            try Data(text.utf8).write(to: URL(filePath: place.path("again.jsonl")))
            let again = try await place.vincula("import", "firebase", place.path("again.jsonl"))
            #expect(again.output.contains("5  another account has the email"), "\(again.output)")
            let mended = text.replacing(/"email":"[^"]*"/) { _ in #""email":"\#(UUID().uuidString)@example.com""# }
                .replacing(#""disabled":"perhaps""#, with: #""disabled":true"#)
                .split(separator: "\n").filter { !$0.contains(#""text":"#) }.joined(separator: "\n")
            try Data(mended.utf8).write(to: URL(filePath: place.path("mended.jsonl")))
            let rest = try await place.vincula("import", "firebase", place.path("mended.jsonl"))
            #expect(rest.status == 0 && rest.output.contains("6 new"), "\(rest.output)")
            let out = try await place.vincula("export", place.path("out.json"))
            #expect(out.status == 0, "\(out.output)")
            let exported = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: URL(filePath: place.path("out.json"))))
            guard case .array(let users)? = exported["users"] else {
                Issue.record("\(exported)")
                return
            }
            let found = Set(users.compactMap { $0["displayName"]?.string })
            let expected = names.map { $0.hasPrefix("'=") || $0.hasPrefix("'+") ? String($0.dropFirst()) : $0 }
            #expect(found == Set(expected + ["Odd"]), "\(found)")
        }
    }

    @Test("Our own hashes go to another Vincula, and open the same accounts")
    func ownHashes() async throws {
        try await Self.with { place in
            // The hashes' costs are a setting of the server.
            let settings = place.path("settings.json")
            try Data(#"{"hash":{"memoryKib":64,"passes":1}}"#.utf8).write(to: URL(filePath: settings))
            for email in ["ana", "ben"] {
                #expect(try await place.vincula("users", "create", "--id", email, "--email", "\(email)@example.com").status == 0)
            }
            let raw = #"{"localId":"cy","email":"cy@example.com","rawPassword":"correct horse"}"#
            try Data(raw.utf8).write(to: URL(filePath: place.path("raw.jsonl")))
            let made = try await place.vincula("import", "firebase", place.path("raw.jsonl"), "--config", settings)
            #expect(made.status == 0, "\(made.output)")
            // As the command's help says: standard output is the file for --hash-config.
            let out = try await ChildProcess.run(
                URL(filePath: "/bin/sh"),
                ["-c", "exec \"$0\" \"$@\" > '\(place.path("own.txt"))'", VinculaProcess.executable.path]
                    + ["export", place.path("out.json"), "--complete", "--with-hashes", "--config", settings] + place.data)
            #expect(out.status == 0 && !out.output.contains("left out"), "\(out.output)")
            #expect(out.output.contains("Wrote 3 accounts"), "what people read is not in the file: \(out.output)")
            let records = try await VinculaProcess.run(["audit", "--json"] + place.data).output.split(separator: "\n")
            let record = try #require(records.first { $0.contains("account.export") }, "\(records)")
            #expect(record.contains(#""accounts":3"#) && record.contains(#""passwordHashes":true"#), "\(record)")
            #expect(record.contains(NSUserName()) && record.contains(#""project":"shop""#), "\(record)")
            let second = ["--data", place.path("second"), "--project", "shop", "--config", settings]
            #expect(try await VinculaProcess.run(["api-keys", "create"] + second).status == 0)
            let hash = ["--hash-config", place.path("own.txt")]
            let moved = try await VinculaProcess.run(["import", "firebase", place.path("out.json")] + hash + second)
            #expect(moved.status == 0 && moved.output.contains("3 new, 0 replaced; 1 with a password"), "\(moved.output)")
            try Data("cy@example.com correct horse\n".utf8).write(to: URL(filePath: place.path("known.txt")))
            let verify = try await VinculaProcess.run(
                ["import", "verify", place.path("out.json"), "--passwords", place.path("known.txt")] + hash + second)
            #expect(verify.status == 0 && verify.output.contains("1 of 1 are right"), "\(verify.output)")
        }
    }

    @Test("20,000 accounts beside a running server, killed ten times: nothing is lost, nothing is there twice")
    func killed() async throws {
        try await withFolder { folder in
            let place = Place(folder: folder)
            let server = try await VinculaProcess.serve(place.data + VinculaProcess.cheap)
            try await place.export(20_000, duplicates: 700)
            let command = ["import", "firebase", place.path("users.json"), "--hash-config", place.path("hash.txt")] + place.data
            var (continued, patience) = (0, 1)
            for _ in 0..<10 {
                let child = try ChildProcess(VinculaProcess.executable, command)
                try await Task.sleep(for: .milliseconds(Int.random(in: 300...1500) * patience))
                child.signal(SIGKILL)
                try await child.end()
                // A busy machine needs longer to the first batch.
                if child.output.contains("Going on after") { continued += 1 } else { patience += 1 }
                // The server's own writes get their turn.
                let signUp = try await server.call("accounts:signUp")
                #expect(signUp.status == 200, "\(signUp.text)")
                if let token = signUp.json["idToken"] {
                    #expect(try await server.call("accounts:delete", ["idToken": token]).status == 200)
                }
            }
            #expect(continued > 0, "the kills came too early")
            let last = try await ChildProcess.run(VinculaProcess.executable, command, withinSeconds: 600)
            #expect(last.status == 1 && last.output.contains("Refused 29"), "\(last.output)")
            #expect(try await place.check() == "ok 19971 29")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
