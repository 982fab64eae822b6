/// The rules of the proof of work that a client does before it is sent a message.
///
/// It makes each message cost the sender's computer time: a moment for a person, but a farm of machines for thousands.
package enum ProofOfWorkPolicy {
    /// Zero bits at the beginning of the hash: about 65,000 hashes, a tenth of a second for a phone.
    package static let leastBits = 16
    /// About 17 million hashes, half a minute for a phone. More would lock people out before it stops anybody.
    package static let mostBits = 24
    /// The time that a client has, in seconds. Short, so that easy challenges cannot be hoarded for an attack.
    package static let lifetime: Int64 = 5 * 60
    /// Messages from one address in an hour that cost no more than the least.
    package static let freePerAddress = 4
    /// Messages of one project in a minute that cost no more than the least.
    package static let freePerProject = 30

    /// The difficulty of the next challenge: one bit more, which is twice the work, with each doubling of the rate.
    ///
    /// - Parameters:
    ///   - fromAddress: The challenges that the address asked for in the last hour.
    ///   - inProject: The proofs that were used up in the project in the last minute, with the next one.
    /// - Returns: Bits from ``leastBits`` to ``mostBits``.
    package static func bits(fromAddress: Int, inProject: Int) -> Int {
        // One address is charged twice as much as a project, whose other people are innocent.
        let extra = 2 * doublings(of: fromAddress, beyond: freePerAddress) + doublings(of: inProject, beyond: freePerProject)
        return min(mostBits, leastBits + extra)
    }

    /// The number of times by which a number, halved, is still not below another; begun ones count.
    private static func doublings(of count: Int, beyond free: Int) -> Int {
        guard count > free else { return 0 }
        let times = (count - 1) / free
        return Int.bitWidth - times.leadingZeroBitCount
    }
}
