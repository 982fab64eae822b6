package import Foundation

/// A program that a test makes up: a shell script.
package enum MadeUpProgram {
    /// Writes it, ready to be started.
    ///
    /// Another process does: the tests start programs all the time, and each of those has what this process is writing open for a
    /// moment, in which the system starts no program that is being written ("Text file busy").
    ///
    /// - Parameters:
    ///   - script: Its lines.
    ///   - file: Where it is to be.
    package static func write(_ script: String, to file: URL) async throws {
        let source = file.appendingPathExtension("source")
        try "#!/bin/sh\n\(script)\n".write(to: source, atomically: true, encoding: .utf8)
        let outcome = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["install", "-m", "755", source.path, file.path])
        guard outcome.status == 0 else { throw ChildProcess.Failure(description: outcome.output) }
    }
}
