import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// Remembers which ID tokens were found genuine, so that a signature is checked once and not at every request.
///
/// Only what can never change is remembered: who signed what for whom. Times, the key's standing and the account are
/// looked at each time. Tokens themselves are not kept, only their SHA-256.
final class VerifiedTokens: Sendable {
    /// A token whose signature and names are right.
    struct Genuine: Sendable {
        let facts: IDTokenFacts
        let scope: ProjectScope
        let keyID: String
        /// In seconds.
        let expiresAt: Int64
    }

    private struct Generations {
        var young: [Data: Genuine] = [:]
        var old: [Data: Genuine] = [:]
    }

    /// How many tokens one generation holds; when it is full, the one before is forgotten.
    private let capacity: Int
    private let generations = Mutex(Generations())

    init(capacity: Int = 8192) { self.capacity = capacity }

    /// The token if it is remembered, else what a check finds it to be.
    ///
    /// - Parameter check: Checks the token; `nil` if it is not genuine, which is not remembered.
    func genuine(_ text: String, check: () -> Genuine?) -> Genuine? {
        let digest = Data(text.utf8).sha256
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
