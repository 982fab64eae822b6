import ArgumentParser
import Dispatch
import Foundation

/// Runs work that Ctrl-C and SIGTERM cancel; it cleans up before the command ends.
enum Interruptible {
    /// - Throws: Any error of the closure; after a signal, the shell's exit code for an interrupt.
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
