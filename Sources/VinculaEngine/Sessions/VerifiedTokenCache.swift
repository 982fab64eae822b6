import Synchronization
import VinculaCore
import VinculaCrypto

/// Remembers the ID tokens that were found genuine, so that a signature is checked once and not on every request.
///
/// Only facts that can never change are remembered: the signature and the claims. Times, the state of the key and the
/// account are checked each time. The tokens themselves are not stored, only their SHA-256.
final class VerifiedTokenCache: Sendable {
    /// A token with a valid signature, where tokens are signed, and valid names.
    ///
    /// A class, because every request takes one out of the cache twice.
    final class Genuine: Sendable {
        let facts: IDTokenFacts
        let scope: ProjectScope
        /// `nil` for a token that nobody signed.
        let keyID: String?
        /// In seconds.
        let expiresAt: Int64

        init(facts: IDTokenFacts, scope: ProjectScope, keyID: String?, expiresAt: Int64) {
            self.facts = facts
            self.scope = scope
            self.keyID = keyID
            self.expiresAt = expiresAt
        }
    }

    private struct Generations {
        var young: [TextDigest: Genuine] = [:]
        var old: [TextDigest: Genuine] = [:]
    }

    /// The number of tokens in one generation; when it is full, the previous one is dropped.
    private let capacity: Int
    private let generations = Mutex(Generations())

    init(capacity: Int = 8192) { self.capacity = capacity }

    /// The remembered token, or else the result of a check.
    ///
    /// - Parameter check: Checks the token; returns `nil` if it is not genuine, which is not remembered.
    func genuine(_ text: String, check: () -> Genuine?) -> Genuine? {
        let digest = TextDigest(text)
        let known = generations.withLock { $0.young[digest] ?? $0.old[digest] }
        if let known { return known }
        guard let found = check() else { return nil }
        generations.withLock { generations in
            if generations.young.count >= capacity {
                generations.old = generations.young
                generations.young = [:]
            }
            generations.young[digest] = found
        }
        return found
    }
}
