import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula users` as an operator uses it, while the server runs.
@Suite("vincula users")
struct UsersCommandTests {
    /// A shell's pipe into the command; the password is never an argument of it.
    private static func piped(_ line: String, _ arguments: [String], _ data: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            URL(filePath: "/bin/sh"),
            ["-c", "printf '%s\\n' \"$LINE\" | \"$0\" \"$@\"", VinculaProcess.executable.path] + arguments + data,
            environment: ["LINE": line])
    }

    /// Creates Ana's account with a password and returns its id.
    private static func ana(_ data: [String]) async throws -> String {
        let made = try await piped(
            "violet river", ["users", "create", "--email", "ana@example.com", "--email-verified", "--name", "Ana", "--password"],
            data)
        #expect(made.status == 0 && made.output.contains("Created an account in project demo-project."), "\(made.output)")
        return String(try #require(made.output.firstMatch(of: /[A-Za-z0-9]{28}/), "\(made.output)").output)
    }

    @Test("An account's whole life: create, update, password, claims, link, unlink, disable, enable, revoke, delete")
    func life() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let data = ["--data", folder.path]
            let account = "ana@example.com"
            func run(_ arguments: [String]) async throws -> String {
                let outcome = try await VinculaProcess.run(arguments + data)
                #expect(outcome.status == 0, "\(arguments): \(outcome.output)")
                return outcome.output
            }
            func signIn(_ password: String) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithPassword",
                    ["email": .string(account), "password": .string(password), "returnSecureToken": true])
            }
            let id = try await Self.ana(data)
            let first = try await signIn("violet river")
            #expect(first["localId"] == id && first["displayName"] == "Ana", "\(first.text)")

            #expect(try await run(["users", "claims", account]).contains("{}"))
            #expect(
                try await run(["users", "claims", account, "--set", #"{"admin":true}"#]).contains("Set the claims of account"))
            #expect(try await run(["users", "claims", account]).contains(#"{"admin":true}"#))
            let found = try await server.call("accounts:lookup", ["idToken": .string(try #require(first["idToken"]))])
            #expect(found.json["users"]?[0]?["customAttributes"]?.string == #"{"admin":true}"#, "\(found.text)")
            #expect(try await run(["users", "claims", account, "--remove"]).contains("Removed the claims"))
            #expect(try await run(["users", "claims", account]).contains("{}"))

            let updated = try await run(
                ["users", "update", account, "--name", "Ana B.", "--phone", "+15550100001", "--photo", "https://a.example/a.png"])
            #expect(updated.contains("Changed account \(id) (ana@example.com)."), "\(updated)")
            let shown = try await run(["users", "show", "+15550100001"])
            #expect(shown.contains("Ana B.") && shown.contains("https://a.example/a.png"), "\(shown)")
            _ = try await run(["users", "update", id, "--remove", "photo", "--remove", "phone", "--no-email-verified"])
            let stripped = try await run(["users", "show", id])
            #expect(
                !stripped.contains("a.png") && !stripped.contains("+1555") && stripped.contains("not verified"), "\(stripped)")

            #expect(try await run(["users", "link", account, "google.com", "g-1"]).contains("Linked google.com to account"))
            let google = try await server.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "returnSecureToken": true,
                    "postBody": "providerId=google.com&id_token=%7B%22sub%22%3A%22g-1%22%7D",
                ])
            #expect(google["localId"] == id, "\(google.text)")
            #expect(try await run(["users", "unlink", account, "google.com"]).contains("Unlinked google.com"))

            #expect(try await run(["users", "disable", account]).contains("Disabled account"))
            #expect(try await signIn("violet river").code == "USER_DISABLED")
            #expect(try await run(["users", "enable", account]).contains("Enabled account"))
            let again = try await signIn("violet river")
            #expect(again.status == 200, "\(again.text)")

            let list = try await run(["users", "sessions", "list", account])
            let handle = String(try #require(list.firstMatch(of: /[A-Za-z0-9_-]{43}/), "\(list)").output)
            #expect(try await run(["users", "sessions", "end", account, handle]).contains("Ended one session of account"))
            #expect(try await !run(["users", "sessions", account]).contains(handle))

            #expect(try await run(["users", "revoke", account]).contains("Ended all sessions of account"))
            #expect(try await server.refresh(try #require(again["refreshToken"])).code == "TOKEN_EXPIRED")
            let set = try await Self.piped("copper meadow", ["users", "set-password", account], data)
            #expect(set.status == 0 && set.output.contains("Set the password of account"), "\(set.output)")
            #expect(try await signIn("violet river").status == 400)
            #expect(try await signIn("copper meadow").status == 200)

            let log = try await run(["audit", "--limit", "50"])
            #expect(log.contains("command-line \(NSUserName())"), "\(log)")
            #expect(!log.contains("copper meadow") && !log.contains("violet river"))
        }
    }

    @Test("Ids that begin with a hyphen are pasted as they are")
    func dashedIDs() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            _ = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            // As Firebase's push() makes ids, which apps with custom tokens use as user IDs.
            let id = "-MxYz0hTn"
            let handle = "-SJMmfC_zoY6x1PqnWUcP4RUVZiGYOY7CuvauGioLgQ"
            let table: [([String], Int32, String)] = [
                (["create", "--id", id, "--name=-Ana"], 0, "Created an account"),
                (["show", id], 0, "-Ana"),
                (["claims", id, "--set", #"{"admin":true}"#], 0, "Set the claims of account"),
                (["claims", "--set", "{}", id], 0, "Set the claims of account"),
                (["update", id, "--name=-B"], 0, "Changed account \(id)"),
                (["link", id, "google.com", "-g-1", "--name", "G"], 0, "Linked google.com to account"),
                (["unlink", id, "google.com"], 0, "Unlinked google.com"),
                (["sessions", id], 0, "Account \(id) is signed in nowhere."),
                (["sessions", "end", id, handle], 1, "Account \(id) has no such session open."),
                (["sessions", "end", id, "-" + handle.dropLast(), handle], 1, "Account \(id) has no such session open."),
                (["link", id, "--email", "g@example.com", "google.com", "-"], 0, "Linked google.com to account"),
                (["disable", "-Nobody"], 1, "has the id, email or phone number -Nobody."),
                (["delete", id, "-y"], 0, "Deleted account"),
                // What is not an id is still an option that does not exist.
                (["show", "nobody@example.com", "-x"], 64, "Unknown option '-x'"),
                (["show", "nobody@example.com", "-data=\(folder.path)"], 64, "Unknown option '-data'"),
                (["show", "nobody@example.com", "-dta=x"], 64, "Unknown option"),
                (["export", "-rows", "--format", "json"], 64, "Unknown option"),
                (["show", "nobody@example.com", "--dta", "x"], 64, "Unknown option '--dta'"),
            ]
            for (arguments, status, words) in table {
                let outcome = try await VinculaProcess.run(["users"] + arguments + data)
                #expect(outcome.status == status && outcome.output.contains(words), "\(arguments): \(outcome.output)")
            }
            let behind = try await VinculaProcess.run(["users", "disable"] + data + ["--", id])
            #expect(behind.output.contains("has the id, email or phone number -MxYz0hTn."), "\(behind.output)")
        }
    }

    @Test("Refusals say why, and change nothing")
    func refusals() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            let id = try await Self.ana(data)
            #expect(try await VinculaProcess.run(["users", "create", "--phone", "+15550100001"] + data).status == 0)
            let table: [([String], String)] = [
                (["create", "--email", "ANA@example.com"], "Another account has this email."),
                (["create", "--id", id], "Another account has this id."),
                (["create", "--email", "nonsense"], "This is not an email address."),
                (["create", "--email", ""], "--email is empty."),
                (["update", id, "--phone", "+15550100001"], "Another account has this phone number."),
                (["update", id, "--phone", "555"], "This is not a phone number."),
                (["update", id], "Nothing to change"),
                (["update", id, "--name", "A", "--remove", "name"], "--name is both set and removed."),
                (["claims", id, "--set", "[1]"], "The claims must be a JSON object."),
                (["claims", id, "--set", #"{"sub":"x"}"#], "The claim sub is reserved."),
                (["claims", id, "--set", "{}", "--remove"], "Pass either --set or --remove."),
                (["link", id, "oidc.nobody", "1"], "The project does not have this provider."),
                (["unlink", id, "github.com"], "does not sign in with github.com, but with password."),
                (["disable", "nobody@example.com"], "No account in project demo-project has the id"),
            ]
            for (arguments, reason) in table {
                let outcome = try await VinculaProcess.run(["users"] + arguments + data)
                #expect(outcome.status != 0 && outcome.output.contains(reason), "\(arguments): \(outcome.output)")
            }
            let weak = try await Self.piped("abc", ["users", "set-password", id], data)
            #expect(weak.status != 0 && weak.output.contains("Password should be at least 6 characters"), "\(weak.output)")
            let none = try await Self.piped("", ["users", "set-password", id], data)
            #expect(none.status != 0 && none.output.contains("There is no password."), "\(none.output)")
            let same = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "violet river"])
            #expect(same["localId"] == id, "\(same.text)")
        }
    }

    @Test("A password typed on a terminal is asked for twice and not shown")
    func terminal() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.path]
            let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
            let id = try await Self.ana(data)
            // Types the second argument at the first question, and the third at the second.
            let script = """
                import os, pty, sys
                pid, fd = pty.fork()
                if pid == 0: os.execv(sys.argv[1], sys.argv[1:2] + sys.argv[4:])
                seen, answers = b"", {b"New password: ": sys.argv[2], b"Again: ": sys.argv[3]}
                while True:
                    try: part = os.read(fd, 4096)
                    except OSError: break
                    if not part: break
                    seen += part
                    for question in [known for known in answers if seen.endswith(known)]:
                        os.write(fd, answers.pop(question).encode() + b"\\n")
                print(seen.decode())
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                """
            func type(_ first: String, _ second: String) async throws -> ChildProcess.Outcome {
                try await ChildProcess.run(
                    OpenIDProviderProcess.python,
                    ["-c", script, VinculaProcess.executable.path, first, second, "users", "set-password", id] + data)
            }
            let differs = try await type("copper meadow", "copper meadows")
            #expect(differs.status != 0 && differs.output.contains("The two passwords differ."), "\(differs.output)")
            let set = try await type("copper meadow", "copper meadow")
            #expect(set.status == 0 && set.output.contains("Set the password"), "\(set.output)")
            #expect(!differs.output.contains("copper") && !set.output.contains("copper"), "\(set.output)")
            let opened = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "copper meadow"])
            #expect(opened["localId"] == id, "\(opened.text)")
        }
    }

    @Test("sign-in enable phone says that no country is allowed yet; sms regions shows, sets and refuses countries")
    func regions() async throws {
        try await withFolder { folder in
            func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await ProductionProcess.vincula(arguments, folder)
            }
            _ = try await run(["api-keys", "create"])
            let on = try await run(["sign-in", "enable", "phone"])
            #expect(
                on.output.contains("phone is on in project shop.") && on.output.contains("vincula sms regions"), "\(on.output)")
            #expect(try await !run(["sign-in"]).output.contains("Nobody can sign in"))
            #expect(try await run(["sms", "regions"]).output.contains("to no country"))
            #expect(try await run(["sms", "regions", "--only", "it, ES"]).output.contains("sends text messages to ES, IT."))
            #expect(try await run(["sms", "regions"]).output.contains("to ES, IT."))
            #expect(try await run(["sms", "regions", "--all-except", "GB"]).output.contains("all countries except GB."))
            for wrong in [["--only", "Spain"], ["--only", ","], ["--only", "ES", "--off"]] {
                #expect(try await run(["sms", "regions"] + wrong).status != 0, "\(wrong)")
            }
            #expect(try await run(["sms", "regions"]).output.contains("all countries except GB."))
            #expect(try await run(["sms", "regions", "--off"]).output.contains("to no country"))
            #expect(try await run(["sign-in", "disable", "phone"]).output.contains("phone is off"))
        }
    }
}
