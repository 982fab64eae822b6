import ArgumentParser
import Dispatch
import Foundation

/// Work that Ctrl-C and SIGTERM stop, after it has cleaned up behind itself.
enum Interruptible {
    /// - Throws: What the closure throws; ends with the shell's exit code for an interrupt where a signal came.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let work = Task { try await body() }
        let sources = [SIGINT, SIGTERM].map { number in
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { work.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        do {
            return try await work.value
        } catch is CancellationError {
            StandardError.print("Stopped.")
            throw ExitCode(130)
        }
    }
}
