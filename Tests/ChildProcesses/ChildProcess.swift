package import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A process that a test starts, reads and ends.
package final class ChildProcess: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The output of a process, and its exit status.
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
    }

    private let process: Process
    private let printed: Guarded<Data>
    private let isAtEnd = Guarded(false)

    package init(_ executable: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        // On a machine that is busy with tests, a provider may take longer than the default allows.
        let patience = ["VINCULA_PROVIDERS_TIMEOUT_SECONDS": "60"]
        process.environment = ProcessInfo.processInfo.environment.merging(patience) { $1 }.merging(environment) { $1 }
            // For a command that must not have it.
            .filter { $0.key != "VINCULA_PROVIDERS_TIMEOUT_SECONDS" || !$0.value.isEmpty }
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        self.process = process
        printed = Guarded(Data())
        try process.run()
        Self.read(pipe.fileHandleForReading, into: printed, isAtEnd)
    }

    /// Reads on a thread of its own: on a busy machine Dispatch may have none to spare for seconds, and the last lines of a
    /// process that has ended would be missing.
    private static func read(_ handle: FileHandle, into printed: Guarded<Data>, _ isAtEnd: Guarded<Bool>) {
        Thread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                // FileHandle's own would wait until the buffer is full.
                let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                printed.withLock { $0 += buffer[..<count] }
            }
            isAtEnd.withLock { $0 = true }
        }.start()
    }

    deinit { if isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Standard output and error so far.
    package var output: String { printed.withLock { String(decoding: $0, as: UTF8.self) } }
    package var identifier: Int32 { process.processIdentifier }
    package var isRunning: Bool { exitStatus == nil }

    /// The exit status, or the number of the signal that ended it; `nil` while it runs.
    ///
    /// Foundation is told of an end by a socket that closes. Another child, started at the same moment, may have inherited it
    /// and keep it open, so the system is asked, too.
    private var exitStatus: Int32? {
        if !process.isRunning { return process.terminationStatus }
        #if canImport(Glibc)
            var end = siginfo_t()
            // Foundation reaps the process, once it hears of it.
            let options = WEXITED | WNOHANG | WNOWAIT
            guard waitid(P_PID, id_t(process.processIdentifier), &end, options) == 0, end._sifields._sigchld.si_pid != 0 else {
                return nil
            }
            return end._sifields._sigchld.si_status
        #else
            return nil
        #endif
    }

    /// Waits until a text is printed.
    ///
    /// - Returns: The first group of the pattern.
    package func line(matching pattern: String) async throws -> String {
        let expression = try Regex<(Substring, Substring)>(pattern)
        for _ in 0..<2400 {
            // Asked before the output is looked at, which is then whole.
            let isOver = !isRunning && isAtEnd.withLock { $0 }
            if let match = try expression.firstMatch(in: output) { return String(match.1) }
            guard !isOver else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure(description: "\(pattern) was not printed by \(process.executableURL?.lastPathComponent ?? ""): \(output)")
    }

    package func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end.
    ///
    /// - Returns: The exit status.
    @discardableResult
    package func end(withinSeconds limit: Int = 120) async throws -> Int32 {
        for _ in 0..<(limit * 40) {
            if let exitStatus {
                // The pipe's last bytes come after the process is gone; a grandchild may hold the pipe open for ever.
                for _ in 0..<200 where !isAtEnd.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(25)) }
                return exitStatus
            }
            try await Task.sleep(for: .milliseconds(25))
        }
        signal(SIGKILL)
        throw Failure(description: "The process did not end: \(output)")
    }

    /// Runs a command to its end.
    package static func run(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], withinSeconds limit: Int = 120
    ) async throws -> Outcome {
        let child = try ChildProcess(executable, arguments, environment: environment)
        let status = try await child.end(withinSeconds: limit)
        return Outcome(status: status, output: child.output)
    }
}
