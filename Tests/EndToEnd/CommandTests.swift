import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The commands, as a person runs them.
@Suite("Commands")
struct CommandTests {
    @Test("users show: a second factor, and how many recovery codes are left")
    func recoveryCodes() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--dev", "--data", folder.path] + VinculaProcess.cheap)
            func post(_ path: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
                try await HTTP.post("\(server.url)\(path)?key=k", .object(body))
            }
            let identity = #"{"sub":"g","email":"ana@gmail.com","email_verified":true}"#
            let person: [String: JSONValue] = [
                "postBody": .string("providerId=google.com&id_token=\(identity)"), "requestUri": "http://localhost",
                "returnSecureToken": true,
            ]
            let token = JSONValue.string(try #require(try await post("/v1/accounts:signInWithIdp", person)["idToken"]))
            let started = try await post(
                "/v2/accounts/mfaEnrollment:start", ["idToken": token, "totpEnrollmentInfo": .object([:])])
            let app = Authenticator(id: "", secret: started.json["totpSessionInfo"]?["sharedSecretKey"]?.string ?? "")
            let proof: [String: JSONValue] = [
                "sessionInfo": started.json["totpSessionInfo"]?["sessionInfo"] ?? .null,
                "verificationCode": .string(app.code(at: Timestamp(seconds: Int64(Date().timeIntervalSince1970)))),
            ]
            let enrolled = try await post(
                "/v2/accounts/mfaEnrollment:finalize", ["idToken": token, "totpVerificationInfo": .object(proof)])
            func show() async throws -> String {
                try await VinculaProcess.run(["users", "show", "ana@gmail.com", "--data", folder.path]).output
            }
            let before = try await show()
            #expect(before.contains("Second factor") && !before.contains("Recovery codes"), "\(before)")
            let made = try await post("/account/recovery-codes:new", ["idToken": .string(enrolled["idToken"] ?? "")])
            let awaited = try await post("/v1/accounts:signInWithIdp", person)
            let done = try await post(
                "/v2/accounts/mfaSignIn:finalize",
                [
                    "mfaPendingCredential": .string(awaited["mfaPendingCredential"] ?? ""),
                    "recoveryCode": .string(made.recoveryCodes.first ?? ""),
                ])
            #expect(done["idToken"] != nil, "\(done.text)")
            let after = try await show()
            #expect(after.contains("Recovery codes") && after.contains("9 left, made "), "\(after)")
        }
    }

    @Test("users: list, show and delete, with a readable table")
    func users() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let made = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            let id = try #require(made["localId"])
            _ = try await server.call("accounts:signUp")

            let list = try await VinculaProcess.run(["users", "list", "--data", folder.path])
            #expect(list.status == 0)
            #expect(list.output.contains("ID") && list.output.contains("SIGNS IN WITH"))
            #expect(list.output.contains(id) && list.output.contains("ana@example.com"))
            #expect(list.output.contains("2 of 2 accounts in project demo-project"))

            let show = try await VinculaProcess.run(["users", "show", "ana@example.com", "--data", folder.path])
            #expect(show.output.contains("ana@example.com (not verified)"))
            #expect(!show.output.contains("argon2"))
            let nobody = try await VinculaProcess.run(["users", "show", "nobody@example.com", "--data", folder.path])
            #expect(nobody.status != 0)
            #expect(nobody.output.contains("No account in project demo-project"))

            // Nothing is on standard input, so the question is answered with no.
            let kept = try await VinculaProcess.run(["users", "delete", id, "--data", folder.path])
            #expect(kept.status != 0 && kept.output.contains("Nothing was deleted."))
            let deleted = try await VinculaProcess.run(["users", "delete", id, "--yes", "--data", folder.path])
            #expect(deleted.output.contains("Deleted account \(id), ana@example.com."))
            let lookup = try await server.call("accounts:lookup", ["idToken": .string(made["idToken"] ?? "")])
            #expect(lookup.code == "USER_NOT_FOUND")
        }
    }

    @Test("explain: prints the decision, the rule and the reason, and changes nothing")
    func explain() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let made = try await server.call("accounts:signUp", ["email": "ana@gmail.com", "password": "secret1"])
            let id = try #require(made["localId"])
            // As in production, where no provider is believed for its word.
            try FileManager.default.removeItem(at: folder.appending(path: "development"))
            let facts = ["--provider", "google.com", "--subject", "1", "--email", "ana@gmail.com", "--data", folder.path]
            let proven = try await VinculaProcess.run(["explain", "--email-verified"] + facts)
            #expect(proven.output.contains("purge account \(id), link to it and open it"), "\(proven.output)")
            #expect(proven.output.contains("ana@gmail.com: proven"))
            #expect(proven.output.contains("the provider runs the mailbox"))
            #expect(proven.output.contains("in google.com: domainOwner; set by the project's default"))
            let claimed = try await VinculaProcess.run(["explain"] + facts)
            #expect(claimed.output.contains("refuse: needConfirmation"), "\(claimed.output)")
            let link = try await VinculaProcess.run(["explain", "--link-to", id] + facts)
            #expect(link.output.contains("link to account \(id) and open it"), "\(link.output)")
            let signIn = try await server.call("accounts:signInWithPassword", ["email": "ana@gmail.com", "password": "secret1"])
            #expect(signIn["localId"] == id)
        }
    }

    @Test("doctor: says what is wrong, where, and what to do")
    func doctor() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data").path
            let fresh = try await VinculaProcess.run(["doctor", "--dev", "--data", data])
            #expect(fresh.status == 0, "\(fresh.output)")
            #expect(fresh.output.contains("No problems found."))
            let file = folder.appending(path: "vincula.json")
            try Data(#"{"google":{"clientIds":["a"],"secret":"x"},"listen":"everywhere"}"#.utf8).write(to: file)
            let broken = try await VinculaProcess.run(["doctor", "--dev", "--data", data, "--config", file.path])
            #expect(broken.status != 0)
            #expect(broken.output.contains("listen is everywhere; it must be HOST:PORT"), "\(broken.output)")
            try Data(#"{"google":{"clientIds":["a"],"secret":"x"}}"#.utf8).write(to: file)
            let unknown = try await VinculaProcess.run(["doctor", "--data", data, "--config", file.path])
            #expect(unknown.output.contains("Unknown setting google.secret in \(file.path)."), "\(unknown.output)")
            #expect(unknown.output.contains("publicUrl is not set"))
            #expect(unknown.output.contains("Google tokens are accepted for a."))
            let mail = try await VinculaProcess.run(["doctor", "--smtp-host", "mail.example.com", "--data", data])
            #expect(mail.output.split(separator: "\n").count { $0.contains("mail.from is not set") } == 1, "\(mail.output)")
        }
    }

    @Test("keys rotate: the next key is published first and signs later; with --now it signs at once, and old tokens stay valid")
    func keys() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes)
            let old = try #require(try await server.call("accounts:signUp")["idToken"])
            let first = try await publishedKeys(server)
            let planned = try await VinculaProcess.run(["keys", "rotate", "--data", folder.path])
            #expect(
                planned.status == 0 && planned.output.contains("is published now and will sign ID tokens from"),
                "\(planned.output)")
            let now = try await VinculaProcess.run(["keys", "rotate", "--now", "--data", folder.path])
            #expect(now.output.contains("retired"), "\(now.output)")
            // The running server notices within five seconds.
            var token = old
            for _ in 0..<600 where keyID(token) == keyID(old) {
                try await Task.sleep(for: .milliseconds(100))
                token = try #require(try await server.call("accounts:signUp")["idToken"])
            }
            #expect(keyID(token) != keyID(old))
            let published = try await publishedKeys(server)
            #expect(published.isSuperset(of: first) && published.contains(keyID(token)))
            #expect(try await server.call("accounts:lookup", ["idToken": .string(old)]).status == 200)

            // Keys that leaked: nothing of them is left, here or in what backends fetch. The key that waits for its turn goes
            // too: it lay beside them.
            let before = keyIDs(try await VinculaProcess.run(["keys", "rotate", "--data", folder.path]))
            let after = keyIDs(try await VinculaProcess.run(["keys", "rotate", "--revoke-old", "--data", folder.path]))
            #expect(before.count >= 6 && !after.isEmpty && after.isDisjoint(with: before))
            var answer = try await server.call("accounts:lookup", ["idToken": .string(token)])
            for _ in 0..<600 where answer.status == 200 {
                try await Task.sleep(for: .milliseconds(100))
                answer = try await server.call("accounts:lookup", ["idToken": .string(token)])
            }
            #expect(answer.code == "INVALID_ID_TOKEN")
            #expect(try await publishedKeys(server).isDisjoint(with: published))
        }
    }

    @Test("Correct passwords stay correct while their hashes are renewed, in parallel too")
    func rehash() async throws {
        try await withFolder { folder in
            let cheap = ["--data", folder.path, "--hash-memory-kib", "64"]
            let before = try await VinculaProcess.serve(cheap + ["--hash-passes", "1"])
            let signUp = try await before.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            #expect(signUp.status == 200)
            before.child.signal(SIGTERM)
            try await before.child.end()
            let after = try await VinculaProcess.serve(cheap + ["--hash-passes", "2"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await after.call(
                            "accounts:signInWithPassword", ["email": "ana@example.com", "password": "secret1"]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 8))
        }
    }

    @Test("A second server on one folder is refused, commands are not, and SIGTERM ends the first with status 0")
    func oneServer() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path])
            let second = try await VinculaProcess.run(["serve", "--dev", "--listen", "127.0.0.1:0", "--data", folder.path])
            #expect(second.status != 0)
            #expect(second.output.contains("Another server is using"), "\(second.output)")
            #expect(try await VinculaProcess.run(["users", "list", "--data", folder.path]).status == 0)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("Running requests are answered before the server stops")
    func drain() async throws {
        try await withFolder { folder in
            // A hash that takes a while, so that requests are under way when the signal comes; and two of them, so that no
            // busy machine makes one wait for the other longer than the server lets it (503 after two seconds).
            let server = try await VinculaProcess.serve(
                ["--data", folder.path, "--hash-memory-kib", "131072", "--hash-passes", "6", "--hash-threads", "2"])
            var wereUnderWay = false
            let answers = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<2 {
                    group.addTask {
                        try? await server.call(
                            "accounts:signUp", ["email": .string("d\(number)@example.com"), "password": "secret1"]
                        ).status
                    }
                }
                // The signal comes when both are under way; the third is the look at the metrics itself.
                for _ in 0..<1200 where !wereUnderWay {
                    let metrics = try? await HTTP.send("GET", "\(server.url)/metrics").text
                    wereUnderWay = metrics?.contains("vincula_requests_in_flight 3") == true
                }
                server.child.signal(SIGTERM)
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(wereUnderWay)
            #expect(answers.allSatisfy { $0 == 200 }, "\(answers)")
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("Outside --dev, and for --dev on other addresses, the server lists what is missing and does not start")
    func refusals() async throws {
        try await withFolder { folder in
            let production = try await VinculaProcess.run(["serve", "--data", folder.path])
            #expect(production.status != 0 && production.output.contains("publicUrl is not set"), "\(production.output)")
            #expect(production.output.contains("For development on this machine: vincula serve --dev"))
            let open = try await VinculaProcess.run(["serve", "--dev", "--listen", "0.0.0.0:0", "--data", folder.path])
            #expect(open.status != 0 && open.output.contains("listens on this machine only"), "\(open.output)")
            let bad = try await VinculaProcess.run(
                ["serve", "--dev", "--data", folder.path], environment: ["VINCULA_LIMITS_JSON_DEPTH": "deep"])
            #expect(
                bad.status != 0 && bad.output.contains("limits.jsonDepth in the environment is not a whole number"),
                "\(bad.output)")
        }
    }

    @Test("Settings come from flags, then the environment, then the file; every setting is in the help")
    func settings() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.json")
            try Data(#"{"project":"from-file","projectNumber":"77","ephemeral":true,"limits":{"bodyBytes":2048}}"#.utf8).write(
                to: file)
            let child = try ChildProcess(
                VinculaProcess.executable,
                ["serve", "--dev", "--listen", "127.0.0.1:0", "--config", file.path, "--log-level", "error"],
                environment: ["VINCULA_PROJECT": "from-environment"])
            let url = try await child.line(matching: #"Server +(http://[^\s]+)"#)
            #expect(child.output.contains("Project    from-environment"))
            #expect(child.output.contains("in memory"))
            let config = try await HTTP.send("GET", "\(url)/v1/projects?key=k")
            #expect(config["projectId"] == "77")
            let help = try await VinculaProcess.run(["serve", "--help"])
            for flag in ["--listen", "--google-client-ids", "--limits-json-depth", "--hash-memory-kib", "--shutdown-seconds"] {
                #expect(help.output.contains(flag), "\(flag)")
            }
        }
    }

    @Test("T166 The log contains no secret, at any level")
    func logs() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(
                ["--data", folder.path, "--log-level", "trace"] + VinculaProcess.cheap)
            let signUp = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "canary-password"])
            _ = try await server.call("accounts:signInWithPassword", ["email": "ana@example.com", "password": "canary-wrong"])
            _ = try await server.refresh(try #require(signUp["refreshToken"]))
            _ = try await server.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": "providerId=google.com&id_token=canary-token"])
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            let log = server.child.output
            #expect(log.contains("accounts:signInWithIdp"), "The log does not show the requests: \(log.suffix(500))")
            let secrets = ["canary", signUp["idToken"] ?? "?", signUp["refreshToken"] ?? "?", "test-key", "ana@example.com"]
            for secret in secrets { #expect(!log.contains(secret), "\(secret.prefix(20)) is in the log") }
        }
    }

    private func publishedKeys(_ server: VinculaProcess) async throws -> Set<String> {
        let keys = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
        guard case .array(let all)? = keys.json["keys"] else { return [] }
        return Set(all.compactMap { $0["kid"]?.string })
    }

    private func keyIDs(_ outcome: ChildProcess.Outcome) -> Set<String> {
        Set(outcome.output.matches(of: /[0-9a-f]{40}/).map { String($0.output) })
    }

    private func keyID(_ token: String) -> String {
        let segment = token.prefix { $0 != "." }.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padded = segment + String(repeating: "=", count: (4 - segment.count % 4) % 4)
        return Data(base64Encoded: padded).flatMap(JSONValue.parse)?["kid"]?.string ?? ""
    }
}
