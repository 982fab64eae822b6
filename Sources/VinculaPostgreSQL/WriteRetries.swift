import Synchronization

/// The attempts of one write: how it runs next, and after which pause.
///
/// Whoever runs alone keeps all others waiting, on all servers. So a write that met another one runs beside the others once more,
/// after a pause of random length, and alone only if that fails, too; and it does not wait for long until nobody else writes: a
/// slow write, such as an import's, would keep everybody waiting through it.
struct WriteRetries {
    /// The reason why an attempt failed.
    enum Failure {
        /// The connection was lost before the attempt.
        case lost
        /// Other writes were in its way.
        case undone
        /// A row broke a constraint, perhaps by what another write has just made.
        case violation
        /// Another write went on for too long.
        case notAlone
        /// It is about everything, and needs to run alone.
        case mustBeAlone
    }

    /// The longest time that a write that is alone waits for rows that somebody else has locked, in milliseconds.
    static let longestWaitForRows = 1_000
    private static let mostAttempts = 100
    /// The time after which no other attempt begins.
    private static let patience = Duration.seconds(5)
    /// The age from which a write keeps others waiting for longer, so that it ends, too.
    private static let longAge = Duration.seconds(2)

    private(set) var mode: WriteMode
    private let crowd: Crowd
    private let since = ContinuousClock.now
    private var attempts = 1
    private var mustBeAlone = false
    private var violations = 0

    init(isClaim: Bool, crowd: Crowd) {
        mode = isClaim ? .claim : .besideOthers
        self.crowd = crowd
    }

    /// The longest time that the next attempt waits until it is alone, in milliseconds.
    var longestWait: Int { isOld ? 1_000 : 200 }

    private var isOld: Bool { since.duration(to: .now) > Self.longAge }

    /// Indicates whether a broken constraint is the last word: whoever decided saw everything that others had made.
    var isFinal: Bool { mode != .besideOthers }

    /// Decides on another attempt.
    ///
    /// - Returns: The pause before it, in milliseconds; `nil` if there is none.
    mutating func pause(after failure: Failure) -> Double? {
        guard attempts < Self.mostAttempts else { return nil }
        attempts += 1
        // A server that stood still may have taken all the time.
        guard failure == .lost || since.duration(to: .now) < Self.patience else { return nil }
        switch failure {
        case .lost: return 0
        case .mustBeAlone:
            mustBeAlone = true
            mode = .alone
            return 0
        case .notAlone:
            crowd.noteSlowWrite()
            guard !mustBeAlone else { return .random(in: 100...300) }
            mode = .besideOthers
        case .violation:
            violations += 1
            // Each attempt began after the last one, and has seen what was in its way.
            if violations > 2, crowd.hasSlowWrite { return nil }
            if violations > 1, !crowd.hasSlowWrite { mode = .alone }
        case .undone:
            if mode == .besideOthers, attempts > 2, isOld || !crowd.hasSlowWrite { mode = .alone }
        }
        return mode == .alone ? 0 : .random(in: 0.5...min(100, 4 * Double(attempts)))
    }

    /// What the writes of this server know of slow writes of any server.
    final class Crowd: Sendable {
        private static let memory = Duration.seconds(2)
        private let slowUntil = Mutex(ContinuousClock.now)

        /// Remembers for two seconds that a write goes on for a long time, so that nobody tries to be alone.
        func noteSlowWrite() { slowUntil.withLock { $0 = .now + Self.memory } }

        var hasSlowWrite: Bool { slowUntil.withLock { $0 > .now } }
    }
}
