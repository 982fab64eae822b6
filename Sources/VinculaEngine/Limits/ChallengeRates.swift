import Synchronization
import VinculaCore

/// The rates at which challenges were asked for, or solved, in a fixed amount of memory.
///
/// Callers are counted in slots that a hash under a secret of the process chooses. Two callers in one slot count together,
/// which makes the work of both a little harder; nobody can choose whose slot they share.
final class ChallengeRates: Sendable {
    private struct Window {
        /// The number of the window that ``now`` counts, since the clock's start.
        var number: Int64 = 0
        var now: [UInt16]
        var before: [UInt16]
    }

    /// The length of a window, in nanoseconds.
    private let length: Int64
    private let window: Mutex<Window>

    /// - Parameters:
    ///   - seconds: The time that a count covers.
    ///   - slots: The number of slots.
    init(seconds: Int64, slots: Int) {
        length = seconds * 1_000_000_000
        let empty = [UInt16](repeating: 0, count: max(1, slots))
        window = Mutex(Window(now: empty, before: empty))
    }

    /// Counts one more.
    ///
    /// - Returns: The number within the time that ends now, this one included; earlier ones count in proportion.
    @discardableResult
    func count(_ key: Int, now: Int64) -> Int { add(1, to: key, now: now) }

    /// The number within the time that ends now.
    func rate(_ key: Int, now: Int64) -> Int { add(0, to: key, now: now) }

    private func add(_ more: UInt16, to key: Int, now: Int64) -> Int {
        window.withLock { window in
            let number = now / length
            if number != window.number {
                let empty = [UInt16](repeating: 0, count: window.now.count)
                window.before = number == window.number + 1 ? window.now : empty
                window.now = empty
                window.number = number
            }
            let slot = Int(UInt(bitPattern: key) % UInt(window.now.count))
            if window.now[slot] < .max { window.now[slot] += more }
            let left = Double(length - now % length) / Double(length)
            return Int(window.now[slot]) + Int(Double(window.before[slot]) * left)
        }
    }
}

extension RequestLimits {
    /// The difficulty of the next challenge.
    ///
    /// For the address, the challenge itself counts, so that nobody hoards easy ones. For the project, only those that were
    /// solved do (``noteProof(in:)``): whoever asks for many and solves none makes nothing harder for others.
    ///
    /// - Returns: Bits, as ``ProofOfWorkPolicy`` has them; the least if nothing is limited.
    func difficulty(in scope: ProjectScope, from client: ClientAddress) -> Int {
        guard isOn else { return ProofOfWorkPolicy.leastBits }
        let now = now()
        let ofSite = challengesOfAddresses.count(Self.slot(scope, client.site, 0), now: now)
        // An IPv6 /48 has as many addresses as it likes.
        let ofBlock = client.block.map { challengesOfAddresses.count(Self.slot(scope, $0, 1), now: now) / 4 } ?? 0
        let ofProject = proofsOfProjects.rate(Self.slot(scope, scope, 2), now: now) + 1
        return ProofOfWorkPolicy.bits(fromAddress: max(ofSite, ofBlock), inProject: ofProject)
    }

    /// Counts a proof that was used up.
    func noteProof(in scope: ProjectScope) {
        guard isOn else { return }
        proofsOfProjects.count(Self.slot(scope, scope, 2), now: now())
    }

    private static func slot(_ scope: ProjectScope, _ caller: some Hashable, _ kind: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(scope)
        hasher.combine(caller)
        hasher.combine(kind)
        return hasher.finalize()
    }
}
