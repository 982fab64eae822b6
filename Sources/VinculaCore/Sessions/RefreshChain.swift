package import Foundation

/// The valid refresh tokens of a session: the active one, and those that were exchanged for it a short while ago.
///
/// A chain only grows in projects that use rotation; elsewhere a session keeps its first token.
package struct RefreshChain: Hashable, Sendable {
    /// A token that was exchanged for its child.
    package struct Ancestor: Hashable, Sendable, Codable {
        /// SHA-256 of the token.
        package let hash: Data
        /// The time at which it was last exchanged.
        package let exchangedAt: Timestamp
        /// The number of the child that it was exchanged for.
        package let branch: Int64

        package init(hash: Data, exchangedAt: Timestamp, branch: Int64 = 0) {
            self.hash = hash
            self.exchangedAt = exchangedAt
            self.branch = branch
        }
    }

    /// SHA-256 of the active token.
    package let active: Data
    /// Oldest first. Each is the direct parent of the next one, and the last is the active token's parent.
    package let ancestors: [Ancestor]

    package init(active: Data, ancestors: [Ancestor] = []) {
        self.active = active
        self.ancestors = ancestors
    }

    /// The chain of a session that was ended: no token has an empty hash.
    package static let ended = RefreshChain(active: Data())

    /// True if the session was ended.
    package var isEnded: Bool { active.isEmpty }
}

extension RefreshChain {
    /// The chain after the active token was exchanged for its child.
    ///
    /// - Parameters:
    ///   - child: SHA-256 of the child.
    ///   - presented: SHA-256 of the presented token: the active one, or an ancestor that was exchanged along with it.
    ///   - rotation: The project's choice of rotation.
    ///   - now: The current time.
    package func exchanged(for child: Data, presented: Data, rotation: RefreshRotation, now: Timestamp) -> RefreshChain {
        let first = ancestors.firstIndex { $0.hash == presented } ?? ancestors.endIndex
        let renewed = ancestors[first...].map { Ancestor(hash: $0.hash, exchangedAt: now, branch: $0.branch) }
        let kept = rotation.young(ancestors[..<first] + renewed, now: now)
        return RefreshChain(active: child, ancestors: kept + [Ancestor(hash: active, exchangedAt: now)])
    }
}
