import Synchronization
package import VinculaCore

/// A result of the checks that a server makes of itself, with what mends it.
package struct ServerFinding: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable {
        case good, note, bad
    }

    /// What mends a finding.
    package enum Remedy: Hashable, Sendable {
        /// Turning email and password on in a project that nobody can sign in to.
        case turnOnEmail(project: String)
        /// A page of a project.
        case page(String, project: String)
        /// A command on the server.
        case command(String)
        /// A setting of the server's own, or a variable of its environment.
        case setting(String)
    }

    package let level: Level
    /// The finding in English, as `vincula doctor` prints it.
    package let text: String
    package let remedy: Remedy?

    package init(_ level: Level, _ text: String, remedy: Remedy? = nil) {
        self.level = level
        self.text = text
        self.remedy = remedy
    }
}

/// The checks that a server makes of itself in the background, once at a time.
package final class ServerFindings: Sendable {
    package enum State: Hashable, Sendable {
        case never
        case running
        case finished([ServerFinding], at: Timestamp)
        /// They took too long, and go on unnoticed.
        case late(at: Timestamp)
    }

    private let current = Mutex((state: State.never, round: 0))
    private let patience: Duration
    private let look: @Sendable () async -> [ServerFinding]

    /// - Parameters:
    ///   - patience: The time that the checks may take.
    ///   - look: Makes them.
    package init(patience: Duration = .seconds(30), look: @escaping @Sendable () async -> [ServerFinding]) {
        self.patience = patience
        self.look = look
    }

    package var state: State { current.withLock { $0.state } }

    /// Begins the checks, unless they are running.
    ///
    /// - Parameter now: Tells the time when they end.
    package func begin(now: @escaping @Sendable () -> Timestamp) {
        let started = current.withLock { current -> Int? in
            if current.state == .running { return nil }
            current.state = .running
            current.round += 1
            return current.round
        }
        guard let round = started else { return }
        let (look, patience) = (look, patience)
        let timer = Task {
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            self.end(round, .late(at: now()))
        }
        // At the usual priority: on Linux, what has a lower one hardly runs on a busy machine, and would be late.
        Task {
            let found = await look()
            timer.cancel()
            self.end(round, .finished(found, at: now()))
        }
    }

    /// Ends a round; what comes after that does not count.
    private func end(_ round: Int, _ state: State) {
        current.withLock { current in
            guard current.round == round, current.state == .running else { return }
            current.state = state
        }
    }
}
