package import Foundation

/// A development server of the built `vincula`, on a free port, with nothing kept.
package struct ServerProcess: Sendable {
    package let child: ChildProcess
    /// Such as `http://127.0.0.1:40123`.
    package let url: URL

    /// The command: the one that this build made beside the tests, or that VINCULA_BINARY names.
    package static var executable: URL {
        if let path = ProcessInfo.processInfo.environment["VINCULA_BINARY"], !path.isEmpty { return URL(filePath: path) }
        var directory = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while !FileManager.default.isExecutableFile(atPath: directory.appending(path: "vincula").path), directory.path != "/" {
            directory.deleteLastPathComponent()
        }
        return directory.appending(path: "vincula")
    }

    /// Runs a server for as long as a body does.
    ///
    /// - Parameters:
    ///   - arguments: What `vincula serve` is told beside `--dev`, a free port, cheap hashes and cheap keys: a client does not
    ///     look at signatures.
    ///   - environment: What is set for it.
    ///   - body: Gets the server, which answers already.
    package static func with<Result>(
        _ arguments: [String] = [], environment: [String: String] = [:], isolation: isolated (any Actor)? = #isolation,
        _ body: (ServerProcess) async throws -> Result
    ) async throws -> Result {
        let arguments =
            [
                "serve", "--dev", "--ephemeral", "--listen", "127.0.0.1:0", "--log-level", "error",
                "--hash-memory-kib", "64", "--hash-passes", "1", "--tokens-algorithm", "ES256",
            ] + arguments
        // By way of a shell where something is set: with a library preloaded, the command gets no arguments otherwise.
        let child =
            environment.isEmpty
            ? try ChildProcess(executable, arguments)
            : try ChildProcess(
                URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\"", executable.path] + arguments, environment: environment)
        defer { child.signal(SIGKILL) }
        let address = try await child.line(matching: #"Server +(http://[^\s]+)"#)
        guard let url = URL(string: address) else { throw ChildProcess.Failure(description: "\(address) is no address.") }
        return try await body(ServerProcess(child: child, url: url))
    }

    package var host: String { url.host() ?? "" }
    package var port: Int { url.port ?? 0 }
}
