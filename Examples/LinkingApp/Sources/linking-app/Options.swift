import Foundation

/// The command-line options.
struct Options {
    static let help = """
        OVERVIEW: The example app in a terminal: sign up, sign in, link and unlink sign-in methods.

        USAGE: linking-app [--server <address>] [--api-key <key>] [--state <directory>]

        OPTIONS:
          --server <address>   The server's URL. Plain http is allowed for this machine only.
                               [env: VINCULA_SERVER_URL] (default: http://127.0.0.1:9099)
          --api-key <key>      The project's API key; a development server accepts any.
                               [env: VINCULA_API_KEY] (default: linking-app)
          --state <directory>  The directory in which the session is stored.
                               (default: $XDG_STATE_HOME/vincula or ~/.local/state/vincula)
          -h, --help           Show this help.

        Reads commands from standard input, one per line, until its end. `help` lists them.
        Start a development server first, in another terminal: make run
        """

    /// An error in the command line.
    struct UsageError: Error {
        let text: String
    }

    var server = ""
    var apiKey = ""
    var state: URL?
    var wantsHelp = false

    init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
        server = environment["VINCULA_SERVER_URL"] ?? ""
        apiKey = environment["VINCULA_API_KEY"] ?? ""
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            func value() throws(UsageError) -> String {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw UsageError(text: "\(parts[0]) needs a value.")
                }
                return value
            }
            switch parts[0] {
            case "--server": server = try value()
            case "--api-key": apiKey = try value()
            case "--state": state = URL(filePath: try value(), directoryHint: .isDirectory)
            case "-h", "--help": wantsHelp = true
            default: throw UsageError(text: "\(argument) is not a valid option.")
            }
        }
        // Sessions are stored under the server's URL, so each server needs a single spelling.
        while server.hasSuffix("/") { server.removeLast() }
        if server.isEmpty { server = "http://127.0.0.1:9099" }
        if apiKey.isEmpty { apiKey = "linking-app" }
    }

    /// Indicates a plain http server on this machine, which is assumed to be a development server.
    var isDevelopment: Bool { server.lowercased().hasPrefix("http:") }
}
