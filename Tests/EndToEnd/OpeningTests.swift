import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Commands beside the very first start, and beside an upgrade.
@Suite("First starts take turns")
struct OpeningTests {
    @Test("Commands during the very first start find no data, or all of it, and never half a schema")
    func beside() async throws {
        for _ in 0..<3 {
            try await withFolder { folder in
                let data = folder.appending(path: "data").path
                let commands = [["users"], ["doctor", "--dev"], ["keys"], ["audit"], ["sign-in"]]
                let outcomes = try await withThrowingTaskGroup(of: [ChildProcess.Outcome].self) { group in
                    for command in commands {
                        group.addTask {
                            // Until it has seen the data: some rounds fall into the middle of it.
                            var outcomes: [ChildProcess.Outcome] = []
                            for _ in 0..<200 {
                                let outcome = try await VinculaProcess.run(command + ["--data", data])
                                outcomes.append(outcome)
                                if outcome.status == 0, !outcome.output.contains("There is no data in") { break }
                            }
                            return outcomes
                        }
                    }
                    let server = try await VinculaProcess.serve(
                        ["--data", data] + VinculaProcess.cheap, environment: [:])
                    let all = try await group.reduce(into: []) { $0 += $1 }
                    server.child.signal(SIGTERM)
                    #expect(try await server.child.end() == 0)
                    return all
                }
                for outcome in outcomes {
                    #expect(outcome.status == 0 || outcome.output.contains("There is no data in"), "\(outcome.output)")
                    for words in ["no such table", "SQLite", "database is locked", "damaged", "older version"] {
                        #expect(!outcome.output.contains(words), "\(outcome.output)")
                    }
                }
            }
        }
    }

    @Test("While another process opens the data, a command says that it waits, can be interrupted, and then continues")
    func waits() async throws {
        try await withFolder { folder in
            let data = folder.path
            let server = try await VinculaProcess.serve(["--data", data] + VinculaProcess.cheap)
            server.child.signal(SIGTERM)
            try await server.child.end()
            let script = """
                import fcntl, sys, time
                lock = open(sys.argv[1])
                fcntl.flock(lock, fcntl.LOCK_EX)
                print("locked now", flush=True)
                time.sleep(600)
                """
            let holder = try ChildProcess(
                OpenIDProviderProcess.python, ["-c", script, folder.appending(path: "opening.lock").path])
            _ = try await holder.line(matching: "(locked now)")
            let interrupted = try ChildProcess(VinculaProcess.executable, ["users", "--data", data])
            _ = try await interrupted.line(matching: "(Waiting for it)")
            interrupted.signal(SIGINT)
            #expect(try await interrupted.end() != 0)
            let patient = try ChildProcess(VinculaProcess.executable, ["users", "--data", data])
            _ = try await patient.line(matching: "(Waiting for it)")
            holder.signal(SIGKILL)
            #expect(try await patient.end() == 0, "\(patient.output)")
            try await holder.end()
        }
    }
}
