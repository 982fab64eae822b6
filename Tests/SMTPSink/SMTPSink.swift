package import Foundation

/// A mail server in a process of its own that keeps what it gets, and fails as a test tells it: Tests/Fixtures/smtp_sink.py.
package final class SMTPSink: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// A mail as it came.
    package struct Mail: Decodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case sender = "mail_from"
            case recipients = "rcpt_tos"
            case data
            case isEncrypted = "tls"
            case user = "auth"
            case connection
        }

        /// The envelope's.
        package let sender: String
        package let recipients: [String]
        /// One character for each byte.
        package let data: String
        package let isEncrypted: Bool
        package let user: String?
        /// The connection's number, from 1 on.
        package let connection: Int
    }

    private struct Ready: Decodable { let port: Int }
    private struct Entry: Decodable {
        let connection: Int
        let verb: String
    }

    package let port: Int
    /// The folder in which it keeps the mails.
    package let folder: URL
    // Held: its end is the server's.
    private let input: Pipe
    private let process: Process

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - arguments: As the script describes them, without the folder.
    ///   - folder: Where it keeps the mails; a new one unless given.
    package init(_ arguments: [String] = [], folder: URL? = nil) throws {
        let folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "smtp-sink-\(UUID().uuidString)")
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures").standardized
        let process = Process()
        process.executableURL = Self.python
        process.arguments = [fixtures.appending(path: "smtp_sink.py").path, folder.path] + arguments
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw Failure(description: "The sink did not start: is aiosmtpd installed in .venv?") }
            line += data
        }
        port = try JSONDecoder().decode(Ready.self, from: line).port
        self.folder = folder
        self.input = input
        self.process = process
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The mails so far, in the order in which they came.
    package var mails: [Mail] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
                .map { try JSONDecoder().decode(Mail.self, from: Data(contentsOf: folder.appending(path: $0))) }
        }
    }

    /// The commands so far, without what they said; `CONNECT` is a connection.
    package var verbs: [String] {
        get throws {
            guard let text = try? String(contentsOf: folder.appending(path: "log.jsonl"), encoding: .utf8) else { return [] }
            return try text.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)).verb }
        }
    }

    /// The number of connections.
    package var connections: Int { get throws { try verbs.count { $0 == "CONNECT" } } }

    /// Sets what happens from now on, such as `greylist:1`.
    package func set(mode: String) throws {
        try Data(mode.utf8).write(to: folder.appending(path: "mode"), options: .atomic)
    }

    /// The interpreter of this checkout's `.venv`, or the system's.
    package static var python: URL {
        let prepared = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../.venv/bin/python").standardized
        if FileManager.default.isExecutableFile(atPath: prepared.path) { return prepared }
        return URL(filePath: "/usr/bin/python3")
    }
}
