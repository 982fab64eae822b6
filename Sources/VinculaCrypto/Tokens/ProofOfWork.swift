import Crypto
package import Foundation

/// The contents of a challenge.
package struct ProofOfWorkFacts: Hashable, Sendable {
    /// Random bytes that tell challenges apart. A caller that accepts a proof remembers them until it expires.
    package let id: Data
    /// The zero bits at the beginning of the hash.
    package let bits: Int
    /// In whole seconds since 1970.
    package let expiresAt: Int64
}

/// Issues challenges, and checks their solutions with one keyed and one plain hash.
///
/// A challenge is `pow1.BITS.CONTENTS.TAG`; its solution is the challenge with `.NONCE` (decimal) whose SHA-256 begins with so
/// many zero bits. Both are plain ASCII, so that a solution fits where Firebase's clients send `recaptchaToken`.
package struct ProofsOfWork: Sendable {
    /// The key's length, in bytes.
    package static let keyLength = 32
    /// The greatest length of a solution, in bytes.
    package static let longestSolution = 128
    private static let idLength = 16
    private static let prefix = "pow1"
    private static let purpose = Data("vincula proof of work".utf8)

    /// The result of a check.
    package enum Outcome: Hashable, Sendable {
        /// The work was done. It counts once: the caller checks and remembers the id.
        case done(ProofOfWorkFacts)
        case expired
        /// It is another server's, project's or purpose's, or the hash has too few zero bits.
        case wrong
    }

    private let key: SymmetricKey

    package init(key: Data) { self.key = SymmetricKey(data: key) }

    /// Makes a challenge.
    ///
    /// - Parameters:
    ///   - project: The project in which it counts.
    ///   - purpose: The use that it is for, such as an RPC's name.
    ///   - bits: From 1 to 64.
    ///   - expiresAt: In whole seconds since 1970.
    package func challenge(project: String, purpose: String, bits: Int, expiresAt: Int64) -> String {
        let bits = min(max(bits, 1), 64)
        let contents = withUnsafeBytes(of: expiresAt.bigEndian) { Data($0) } + SecureRandom.bytes(Self.idLength)
        let tag = Data(tag(contents, bits: bits, project: project, purpose: purpose))
        return "\(Self.prefix).\(bits).\(contents.base64URL).\(tag.base64URL)"
    }

    /// Checks a solution.
    ///
    /// - Parameters:
    ///   - solution: As received, of any length.
    ///   - project: The project in which it is used.
    ///   - purpose: The use that it is presented for.
    ///   - now: In whole seconds since 1970.
    package func check(_ solution: String, project: String, purpose: String, now: Int64) -> Outcome {
        guard solution.utf8.count <= Self.longestSolution, solution.utf8.allSatisfy({ $0 < 0x80 }) else { return .wrong }
        let parts = solution.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == Self.prefix, let bits = Int(parts[1]), (1...64).contains(bits),
            let contents = Data(base64URL: parts[2]), contents.count == 8 + Self.idLength, let tag = Data(base64URL: parts[3]),
            FixedTime.areEqual(tag, Data(self.tag(contents, bits: bits, project: project, purpose: purpose)))
        else { return .wrong }
        let expiresAt = Int64(bitPattern: contents.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        guard now < expiresAt else { return .expired }
        guard Self.zeroBits(of: solution) >= bits else { return .wrong }
        return .done(ProofOfWorkFacts(id: Data(contents.suffix(Self.idLength)), bits: bits, expiresAt: expiresAt))
    }

    private func tag(
        _ contents: Data, bits: Int, project: String, purpose: String
    ) -> HMAC<SHA256>.MAC {
        // A project's id and a purpose have no zero bytes; the contents have a fixed length.
        let names = Data(project.utf8) + [0] + Data(purpose.utf8) + [0]
        return HMAC<SHA256>.authenticationCode(for: Self.purpose + [UInt8(bits)] + contents + names, using: key)
    }

    private static func zeroBits(of text: String) -> Int {
        var count = 0
        for byte in SHA256.hash(data: Data(text.utf8)) {
            count += byte.leadingZeroBitCount
            if byte != 0 { break }
        }
        return count
    }
}
