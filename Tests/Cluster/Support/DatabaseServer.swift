import ChildProcesses
import Foundation
import VinculaPostgreSQL

/// A PostgreSQL server that a test stops, kills, copies and promotes, as operators and accidents do.
///
/// Unlike `PostgreSQLServer`, it never removes `postmaster.pid`: after a kill, the server itself waits for its last processes.
final class DatabaseServer: Sendable {
    enum Stop: String, CaseIterable, Sendable {
        /// As an operator does, who wants the standby to have everything.
        case fast
        /// As a crash of the server does.
        case immediate
        /// As the system does when memory is short.
        case kill
    }

    /// The processes that remove the folders, also after a crash of the tests.
    private static let watchers = Guarded<[ChildProcess]>([])

    let folder: URL

    private init() throws {
        // Not in TMPDIR: the path of a socket has at most 107 bytes.
        folder = URL(filePath: "/tmp/vincula-db-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        let watcher = try ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", Self.script, "sh", folder.path, "watch", String(ProcessInfo.processInfo.processIdentifier)])
        Self.watchers.withLock { $0.append(watcher) }
    }

    deinit { try? Data().write(to: folder.appending(path: "end")) }

    /// Makes a server with an empty database named `vincula`, and starts it.
    static func start() async throws -> DatabaseServer {
        let server = try DatabaseServer()
        try await server.run("create")
        try await server.start()
        try await server.sql("CREATE DATABASE vincula", database: "postgres")
        return server
    }

    /// Makes a copy that follows this server, and starts it.
    func standby() async throws -> DatabaseServer {
        let copy = try DatabaseServer()
        try await copy.become(standbyOf: self)
        return copy
    }

    /// Makes this server, which has stopped, a copy of another one, and starts it.
    func become(standbyOf primary: DatabaseServer) async throws {
        try await run("copy", primary.folder.path)
        try await start()
    }

    /// Starts the server again, and waits until it accepts connections.
    func start() async throws { try await run("start") }

    func stop(_ stop: Stop) async throws { try await run("stop", stop.rawValue) }

    /// Makes a standby accept writes.
    func promote() async throws { try await run("promote") }

    /// Runs statements.
    ///
    /// - Returns: The first column of the last one's first row.
    @discardableResult
    func sql(_ sql: String, database: String = "vincula") async throws -> String? {
        try await SQLScript.run(sql, at: try PostgreSQLAddress(Self.address([self], database)))
    }

    /// Waits until a query's answer is `true`.
    func wait(until query: String) async throws {
        for _ in 0..<600 {
            if try await sql("SELECT (\(query))::text") == "true" { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw ChildProcess.Failure(description: "Not so within half a minute: \(query)")
    }

    /// The address of a database on whichever of these servers accepts writes.
    static func address(_ servers: [DatabaseServer], _ database: String = "vincula") -> String {
        let hosts = servers.map(\.folder.path).joined(separator: ",")
        return "postgresql:///\(database)?host=\(hosts)&user=postgres"
            + (servers.count > 1 ? "&target_session_attrs=read-write" : "")
    }

    private func run(_ arguments: String...) async throws {
        let outcome = try await ChildProcess.run(
            URL(filePath: "/bin/sh"), ["-c", Self.script, "sh", folder.path] + arguments)
        guard outcome.status == 0 else { throw ChildProcess.Failure(description: "\(arguments): \(outcome.output)") }
    }

    private static let script = #"""
        folder="$1" action="$2" more="$3"
        PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
        as="" user="$(id -un)"
        if [ "$(id -u)" = 0 ]; then
            user=nobody; id postgres >/dev/null 2>&1 && user=postgres
            as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups"
        fi
        if [ "$action" = watch ]; then
            while kill -0 "$more" 2>/dev/null && [ ! -e "$folder/end" ]; do sleep 0.3; done
            $as pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1
            exec rm -rf "$folder"
        fi
        [ -d "$folder" ] || { mkdir -m 700 "$folder" && chown "$user" "$folder"; } || exit 1
        cd "$folder" || exit 1
        {
            case "$action" in
            create)
                $as initdb -D data -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync ;;
            copy)
                rm -rf data
                $as pg_basebackup -D data -h "$more" -U postgres -R -X stream -c fast --no-sync ;;
            start)
                # The last processes of a killed server take a moment to notice it.
                for try in $(seq 100); do
                    $as pg_ctl -D data -w -l log -o "-c listen_addresses= -c unix_socket_directories=$folder \
                        -c max_connections=200 -c fsync=off -c autovacuum=off" start && break
                    [ "$try" = 100 ] && exit 1
                    sleep 0.1
                done ;;
            stop)
                if [ "$more" = kill ]; then
                    kill -KILL "$(head -n 1 data/postmaster.pid)"
                else
                    $as pg_ctl -D data -m "$more" -w stop
                fi ;;
            promote)
                $as pg_ctl -D data -w promote ;;
            esac
        } >ctl.log 2>&1 || { cat ctl.log; tail -n 20 log; exit 1; }
        """#
}
