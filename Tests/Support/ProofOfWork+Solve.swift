import Crypto
import Foundation
import VinculaCore

/// The work that clients do.
package enum ProofSolver {
    /// Solves a challenge.
    package static func solve(_ challenge: String) -> String {
        let bits = bits(of: challenge)
        var beginning = SHA256()
        beginning.update(data: Data("\(challenge).".utf8))
        var nonce = 0
        while true {
            var hash = beginning
            hash.update(data: Data(String(nonce).utf8))
            let first = hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
            if first.leadingZeroBitCount >= bits { return "\(challenge).\(nonce)" }
            nonce += 1
        }
    }

    /// The zero bits that a challenge asks for.
    package static func bits(of challenge: String) -> Int {
        Int(challenge.split(separator: ".").dropFirst().first ?? "") ?? 0
    }
}

extension HTTPAnswer {
    /// The challenge in the refusal of a request without a proof.
    package var challenge: String? {
        json["error"]?["details"]?[0]?["metadata"]?["challenge"]?.string
    }
}
