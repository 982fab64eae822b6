package import ChildProcesses
import Foundation
import SMTPSink

/// The mailboxes of all people: what a server that mails for real sent to a mail server of the tests.
package final class Mailbox: Sendable {
    private let sink: SMTPSink
    private let read = Guarded<[String: Int]>([:])

    init() throws { sink = try SMTPSink() }

    var port: Int { sink.port }

    /// Waits for the oldest mail to an address that was not read yet.
    package func next(to email: String) async throws -> ReceivedMail {
        let number = read.withLock { read in
            defer { read[email, default: 0] += 1 }
            return read[email, default: 0]
        }
        for _ in 0..<4000 {
            let mails = try sink.mails.filter { $0.recipients == [email] }
            if mails.count > number { return try ReceivedMail(mails[number]) }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw ChildProcess.Failure(description: "No mail came to \(email).")
    }

    /// The number of mails to an address so far.
    package func count(to email: String) throws -> Int { try sink.mails.count { $0.recipients == [email] } }
}

extension ServerProcess {
    /// Runs a server that mails for real, for as long as a body does.
    ///
    /// - Parameter environment: What is set for the server.
    package static func mailing<Result>(
        environment: [String: String] = [:], isolation: isolated (any Actor)? = #isolation,
        _ body: (ServerProcess, Mailbox) async throws -> Result
    ) async throws -> Result {
        let mailbox = try Mailbox()
        let arguments = [
            "--smtp-host", "127.0.0.1", "--smtp-port", "\(mailbox.port)", "--smtp-security", "none",
            "--mail-from", "accounts@example.com",
        ]
        return try await with(arguments, environment: environment, isolation: isolation) { server in
            try await body(server, mailbox)
        }
    }
}
