import Crypto
import Foundation

/// Finds the solution of a server's proof of work, a few attempts at a time.
///
/// A challenge is `pow1.BITS.CONTENTS.TAG`. Its solution is the challenge with `.NONCE`, a decimal number for which the SHA-256
/// of the whole begins with BITS zero bits.
struct ProofOfWorkSolver: Sendable {
    /// The hardest challenge that is worked on: a server must not be able to keep a phone busy for hours.
    static let mostBits = 26
    /// The number of attempts between two looks at whether the task was cancelled.
    static let attemptsAtATime = 2048

    private let challenge: Data
    private let bits: Int
    private var nonce: UInt64 = 0

    /// Takes a server's challenge.
    ///
    /// - Returns: `nil` unless it has the form of one, and is not too hard.
    init?(challenge: String) {
        let parts = challenge.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard challenge.utf8.count <= 108, challenge.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), parts.count == 4,
            challenge.hasPrefix("pow1."), let bits = Int(String(decoding: parts[1], as: UTF8.self)),
            (1...Self.mostBits).contains(bits)
        else { return nil }
        self.challenge = Data(challenge.utf8) + [UInt8(ascii: ".")]
        self.bits = bits
    }

    /// Goes on with the search.
    ///
    /// - Parameter attempts: The number of hashes to compute.
    /// - Returns: The solution; `nil` if it is not among these attempts.
    mutating func next(_ attempts: Int) -> String? {
        var beginning = SHA256()
        beginning.update(data: challenge)
        for _ in 0..<attempts {
            let digits = Data(String(nonce).utf8)
            nonce += 1
            var hash = beginning
            hash.update(data: digits)
            if Self.zeroBits(of: hash.finalize()) >= bits { return String(decoding: challenge + digits, as: UTF8.self) }
        }
        return nil
    }

    /// Solves a challenge, and lets other tasks run meanwhile.
    ///
    /// - Returns: `nil` if the text is not a challenge, or if the challenge is too hard.
    /// - Throws: `CancellationError`.
    static func solve(_ challenge: String) async throws -> String? {
        guard var solver = ProofOfWorkSolver(challenge: challenge) else { return nil }
        while true {
            try Task.checkCancellation()
            if let solution = solver.next(attemptsAtATime) { return solution }
            await Task.yield()
        }
    }

    private static func zeroBits(of digest: SHA256.Digest) -> Int {
        var count = 0
        for byte in digest {
            count += byte.leadingZeroBitCount
            if byte != 0 { break }
        }
        return count
    }
}
