import ChildProcesses
import FirebaseAuth
import Foundation
import SDKSupport
import Testing

/// The command `linking-app`, with commands from a pipe.
@MainActor @Suite struct TerminalTests {
    @Test("The scenario of the seed in two runs, the second of which finds the person signed in")
    func twoRuns() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.with { server in
                let email = MadeUp.email()
                let options = ["--server", server.url.absoluteString, "--state", directory.path]
                let first = try await run(
                    options,
                    """
                    sign-up \(email) "correct horse"
                    link-facebook \(email) Ana
                    link-facebook
                    sign-out
                    facebook \(email) Ana
                    """)
                #expect(first.status == 0)
                #expect(first.output.contains("Server: \(server.url.absoluteString)"))
                #expect(first.output.contains("Nobody is signed in."))
                #expect(!first.output.contains("correct horse"), "a password is not repeated")
                #expect(first.output.contains("✅ Account linked."))
                #expect(first.output.contains("it\naccepts unsigned JSON from any person"))
                #expect(first.output.contains("link-facebook is not available now: Facebook is already linked."))
                #expect(first.output.contains("Link Facebook (Facebook is already linked)"))
                let accounts = Set(first.output.matches(of: /\(account ([^)]+)\)/).map { String($0.output.1) })
                #expect(accounts.count == 1, "one account, whichever way in: \(accounts)")

                let second = try await run(
                    options,
                    """
                    unlink facebook
                    no
                    unlink
                    facebook
                    yes
                    unlink password
                    link-google \(email) Ana
                    unlink google yes
                    delete
                    no
                    delete yes
                    unlink facebook
                    """)
                let account = try #require(accounts.first)
                #expect(second.status == 0)
                #expect(
                    second.output.contains(
                        "Signed in as \(email) (account \(account)). Sign-in methods: Email and password, Facebook."))
                #expect(second.output.contains("(account \(account)). Sign-in methods: Email and password."))
                #expect(second.output.contains("Unlink it? Type yes: no\nFacebook stays linked.\n"))
                #expect(
                    second.output.contains(
                        "unlink is not available now: it is the only sign-in method; link another one first."))
                #expect(second.output.contains("Sign-in methods: Email and password, Google."))
                #expect(second.output.hasSuffix("unlink is not available now: nobody is signed in; sign in first.\n> \n"))
                #expect(second.output.contains("The account was not deleted."))
                #expect(!second.output.contains("❌"), "\(second.output)")
                let third = try await run(options, "")
                #expect(third.output.contains("Nobody is signed in."))
            }
        }
    }

    @Test("Recovery from a collision, with answers on separate lines")
    func collision() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.with { server in
                let email = MadeUp.email()
                let outcome = try await run(
                    ["--server=\(server.url.absoluteString)", "--state=\(directory.path)"],
                    """
                    sign-up
                    \(email)
                    correct horse
                    recover
                    sign-out
                    facebook
                    \(email)
                    Ana
                    recover
                    carrier pigeon
                    recover
                    password
                    wrong horse
                    5
                    password
                    correct horse
                    quit
                    nobody reads this
                    """)
                #expect(outcome.status == 0)
                #expect(outcome.output.contains("Email at Facebook (may be empty): \(email)\nName: Ana\n"))
                #expect(outcome.output.contains("recover is not available now: you are already signed in."))
                #expect(outcome.output.contains("❌ An account with the email \(email) exists"))
                #expect(outcome.output.contains("carrier pigeon is not one of password, google."))
                #expect(outcome.output.contains("❌ The email address or the password is wrong."))
                #expect(outcome.output.contains("Sign-in methods: Email and password, Facebook."))
                #expect(!outcome.output.contains("horse"))
                #expect(!outcome.output.contains("nobody reads this"))
            }
        }
    }

    @Test("Emails: requested in one run, the link pasted in the next, the code typed in a third")
    func mails() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.mailing { server, mailbox in
                let email = MadeUp.email()
                let options = ["--server", server.url.absoluteString, "--state", directory.path]
                let first = try await run(options, "mail-link \(email)")
                #expect(first.status == 0 && first.output.contains("An email was sent to \(email)."))
                let link = try await mailbox.next(to: email).link
                let second = try await run(
                    options,
                    """
                    open-link "\(link)" \(email)
                    sign-out
                    open-link "\(link)"
                    \(email)
                    mail-link
                    \(email)
                    """)
                #expect(second.output.contains("Signed in as \(email)"), "\(second.output)")
                #expect(second.output.contains("❌ This link or code is wrong, expired or already used."))
                #expect(!second.output.contains("oobCode"), "a link is not repeated")
                let digits = try #require(try await mailbox.next(to: email).digits)
                let third = try await run(options, "open-link\n\(digits)\n\(email)\nmail-link")
                #expect(third.output.contains("Signed in as \(email)") && !third.output.contains(digits), "\(third.output)")
                #expect(third.output.contains("mail-link is not available now: the account already has an email address."))
            }
        }
    }

    @Test("Phone numbers and second factors, with the fixed codes of test numbers")
    func phones() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.with { server in
                let numbers = #"{"+34600000011":"111111","+34600000012":"222222","+34600000013":"333333"}"#
                try await server.configure(
                    "v2/projects/demo-project/config",
                    #"{"signIn":{"phoneNumber":{"testPhoneNumbers":\#(numbers)}}}"#, mask: "signIn.phoneNumber.testPhoneNumbers")
                let email = MadeUp.email()
                let outcome = try await run(
                    ["--server", server.url.absoluteString, "--state", directory.path],
                    """
                    phone 0600
                    phone +34600000011 999999
                    phone "+34 600 000 011" 111111
                    link-phone
                    +34600000012
                    222222
                    unlink phone
                    sign-out
                    google \(email) Ana
                    link-phone +34600000012 222222
                    link-phone +34600000011 111111
                    unlink phone yes
                    sign-out
                    google \(email) Ana
                    add-factor fax
                    add-factor phone +34600000013 333333
                    sign-out
                    second-factor
                    google \(email) Ana
                    second-factor 1 999999
                    second-factor
                    333333
                    remove-factor
                    no
                    remove-factor 1 yes
                    remove-factor
                    """)
                let output = outcome.output
                #expect(outcome.status == 0)
                #expect(output.contains("❌ This is not a phone number. Write it with the country code"), "\(output)")
                #expect(output.contains("❌ This code is wrong.") && !output.contains("999999") && !output.contains("111111"))
                #expect(output.contains("A text message was sent to +34600000011."))
                #expect(output.contains("Signed in as +34600000011 (account "))
                #expect(output.contains("Signed in as +34600000012 (account "), "replaced")
                #expect(output.contains("unlink is not available now: it is the only sign-in method"))
                #expect(output.contains("This sign-in already belongs to another account."))
                #expect(output.contains("Sign-in methods: Google, Phone number."))
                #expect(output.contains("fax is not one of phone, app.") && output.contains("Second factors: +34600000013."))
                #expect(output.contains("second-factor is not available now: no sign-in waits for a second factor."))
                #expect(output.contains("❌ This account has a second factor. Enter its code to finish signing in."))
                #expect(output.contains("+*******0013 stays.") || output.contains("+34600000013 stays."), "\(output)")
                #expect(
                    output.hasSuffix("remove-factor is not available now: the account has no second factor.\n> \n"), "\(output)")
            }
        }
    }

    @Test("Without a server, the app says what to do")
    func noServer() async throws {
        try await withTemporaryDirectory { directory in
            let outcome = try await run(
                ["--server", "http://127.0.0.1:1", "--state", directory.path], "sign-up a@example.com secret99\nnonsense\nhelp")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("No server answers at http://127.0.0.1:1. Start one in another terminal"))
            #expect(outcome.output.contains("make run"))
            #expect(outcome.output.contains("Unknown command."))
            #expect(outcome.output.contains("sign-in [EMAIL [PASSWORD]]"))
        }
    }

    @Test("The server from the environment, and servers that are rejected")
    func servers() async throws {
        try await withTemporaryDirectory { directory in
            let state = ["--state", directory.path]
            let environment = try await run(state, "", environment: ["VINCULA_SERVER_URL": "https://auth.example.com/"])
            #expect(environment.status == 0 && environment.output.contains("Server: https://auth.example.com  "))
            let plain = try await run(state + ["--server", "http://auth.example.com"], "")
            #expect(plain.status == 1 && plain.output.contains("must begin with https"))
            let nonsense = try await run(state + ["--server", "auth"], "")
            #expect(nonsense.status == 1 && nonsense.output.contains("must be an address such as https://auth.example.com"))
        }
    }

    @Test("Help, and unknown options")
    func options() async throws {
        let help = try await run(["--help"], "")
        #expect(help.status == 0 && help.output.contains("USAGE: linking-app"))
        let unknown = try await run(["--sever", "x"], "")
        #expect(unknown.status == 64 && unknown.output.contains("--sever is not a valid option."))
        let empty = try await run(["--state"], "")
        #expect(empty.status == 64 && empty.output.contains("--state needs a value."))
    }

    /// Runs the command with a text as its input, until it exits.
    private func run(
        _ arguments: [String], _ input: String, environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "linking-app-\(UUID().uuidString).txt")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await ChildProcess.run(
            URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" < \"$COMMANDS\"", Self.executable.path] + arguments,
            environment: ["COMMANDS": file.path].merging(environment) { $1 })
    }

    /// The command built together with the tests.
    private static var executable: URL {
        var directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while !FileManager.default.isExecutableFile(atPath: directory.appending(path: "linking-app").path), directory.path != "/"
        {
            directory.deleteLastPathComponent()
        }
        return directory.appending(path: "linking-app")
    }
}
