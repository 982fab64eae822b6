import ChildProcesses
package import Foundation
package import VinculaPostgreSQL

/// A PostgreSQL server from the system's package, in a temporary folder, for as long as the tests' process lives.
///
/// A shell script starts it again when it dies, and removes it once this process is gone, however it ended.
package final class PostgreSQLServer: Sendable {
    package let folder: URL
    private let child: ChildProcess

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameter settings: Settings of the server beside those of all tests, such as `fsync=on`.
    package convenience init(_ settings: [String] = []) async throws { try await self.init(copying: nil, settings) }

    /// Starts a standby that copies another server, and waits until it answers.
    ///
    /// - Parameter settings: Settings of the server beside those of all tests.
    package convenience init(standbyOf primary: PostgreSQLServer, _ settings: [String] = []) async throws {
        try await self.init(copying: primary, settings)
    }

    private init(copying primary: PostgreSQLServer?, _ settings: [String]) async throws {
        // Not in TMPDIR: the path of a socket has at most 107 bytes.
        folder = URL(filePath: "/tmp/vincula-pg-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        child = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", Self.script, "sh", folder.path, String(ProcessInfo.processInfo.processIdentifier),
                primary?.folder.path ?? "",
            ] + settings)
        _ = try await child.line(matching: "(ready)")
    }

    /// The address of a database.
    package func address(_ database: String = "postgres") throws -> PostgreSQLAddress {
        try PostgreSQLAddress(text(database))
    }

    /// The address of a database, for `VINCULA_DATABASE`.
    package func text(_ database: String = "postgres", user: String = "postgres") -> String {
        "postgresql:///\(database)?host=\(folder.path)&user=\(user)"
    }

    /// Stops all of the server's processes, so that it answers nothing, or has them go on.
    ///
    /// - Parameter signal: `SIGSTOP` or `SIGCONT`.
    package func signalAll(_ signal: Int32) async throws {
        let first = try process()
        let script = "kill -\(signal) \(first) $(ps -o pid= --ppid \(first))"
        // A process that has just ended is no failure.
        _ = try await ChildProcess.run(URL(filePath: "/bin/sh"), ["-c", "\(script); true"])
    }

    /// Ends the server as a crash does; it starts again by itself.
    package func crash() throws { kill(try process(), SIGKILL) }

    /// The server's first process.
    package func process() throws -> Int32 {
        let file = try String(contentsOf: folder.appending(path: "data/postmaster.pid"), encoding: .utf8)
        guard let line = file.split(separator: "\n").first, let process = Int32(line) else {
            throw ChildProcess.Failure(description: "postmaster.pid has no process: \(file)")
        }
        return process
    }

    /// Ends the server for good.
    package func end() async throws {
        try Data().write(to: folder.appending(path: "end"))
        try await child.end()
    }

    // Sorting by ICU's rules for English shows whether a column compares byte by byte all the same.
    private static let script = #"""
        folder="$1" tests="$2" primary="$3"; shift 3
        PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
        mkdir -m 700 "$folder" || exit 1
        as=""
        if [ "$(id -u)" = 0 ]; then
            user=nobody; id postgres >/dev/null 2>&1 && user=postgres
            chown "$user" "$folder"
            as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups"
        fi
        cd "$folder" || exit 1
        if [ -n "$primary" ]; then
            $as pg_basebackup -D "$folder/data" -h "$primary" -U postgres -R -X stream -c fast --no-sync
        else
            $as initdb -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 --locale-provider=icu \
                --icu-locale=en-US --no-sync
        fi >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log"; exit 1; }
        options="-c listen_addresses= -c unix_socket_directories=$folder -c max_connections=300 -c fsync=off"
        for setting in "$@"; do options="$options -c $setting"; done
        living() { [ ! -e "$folder/end" ] && kill -0 "$tests" 2>/dev/null; }
        while living; do
            rm -f "$folder/data/postmaster.pid"
            $as postgres -D "$folder/data" $options >>"$folder/log" 2>&1 &
            server=$!
            for try in $(seq 200); do
                pg_isready -q -h "$folder" -U postgres && { echo ready; break; }
                kill -0 $server 2>/dev/null || break
                sleep 0.1
            done
            while living && kill -0 $server 2>/dev/null; do sleep 0.2; done
        done
        kill -QUIT $server 2>/dev/null; wait $server
        cd /; rm -rf "$folder"
        """#
}
