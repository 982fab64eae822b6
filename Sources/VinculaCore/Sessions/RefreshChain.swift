public import Foundation

/// The valid refresh tokens of a session: the active one, and those that were exchanged for it a short while ago.
///
/// A chain only grows in projects that use rotation; elsewhere a session keeps its first token.
public struct RefreshChain: Hashable, Sendable {
    /// A token that was exchanged for its child.
    public struct Ancestor: Hashable, Sendable, Codable {
        /// SHA-256 of the token.
        public let hash: Data
        /// The time at which it was last exchanged.
        public let exchangedAt: Timestamp
        /// The number of the child that it was exchanged for.
        public let branch: Int64

        public init(hash: Data, exchangedAt: Timestamp, branch: Int64 = 0) {
            self.hash = hash
            self.exchangedAt = exchangedAt
            self.branch = branch
        }
    }

    /// SHA-256 of the active token.
    public let active: Data
    /// Oldest first. Each is the direct parent of the next one, and the last is the active token's parent.
    public let ancestors: [Ancestor]

    public init(active: Data, ancestors: [Ancestor] = []) {
        self.active = active
        self.ancestors = ancestors
    }

    /// The chain of a session that was ended: no token has an empty hash.
    public static let ended = RefreshChain(active: Data())

    /// True if the session was ended.
    public var isEnded: Bool { active.isEmpty }
}

extension RefreshChain {
    /// The chain after the active token was exchanged for its child.
    ///
    /// - Parameters:
    ///   - child: SHA-256 of the child.
    ///   - presented: SHA-256 of the presented token: the active one, or an ancestor that was exchanged along with it.
    public func exchanged(for child: Data, presented: Data, rotation: RefreshRotation, now: Timestamp) -> RefreshChain {
        let first = ancestors.firstIndex { $0.hash == presented } ?? ancestors.endIndex
        let renewed = ancestors[first...].map { Ancestor(hash: $0.hash, exchangedAt: now, branch: $0.branch) }
        let kept = rotation.young(ancestors[..<first] + renewed, now: now)
        return RefreshChain(active: child, ancestors: kept + [Ancestor(hash: active, exchangedAt: now)])
    }
}

/// The response to a presented refresh token.
public enum RefreshDecision: Hashable, Sendable {
    /// The response is the active token. It descends from the presented one along these branches; if there are none, it is
    /// the same.
    case keep(branches: [Int64])
    /// The active token is exchanged for its child, which is the response. The branches lead from the presented token to the
    /// active one.
    case rotate(branches: [Int64], under: RefreshRotation)
    /// A token was copied: the session ends.
    case endSession

    /// Decides on a presented token of a session.
    ///
    /// Clients hold copies of a token: each browser tab has one in memory, and a tab that slept presents one that has been
    /// exchanged in the meantime. So an ancestor is valid for an hour, and is answered with the active token. The direct
    /// parent is valid for longer, because its child may never have been received. It gets the child's child, as if the
    /// client had received the child and exchanged that; a client that did receive the child has the same hour to follow.
    ///
    /// - Parameters:
    ///   - presented: SHA-256 of the presented token.
    ///   - chain: The session's tokens.
    ///   - rotation: The project's; `nil` if tokens keep their value. Tokens that were valid when rotation was switched off
    ///     stay valid, the parent for good and the others for a month: a client may have slept that long, but no copy stays
    ///     valid for ever.
    ///   - now: The current time.
    public static func decide(
        presented: Data, chain: RefreshChain, rotation: RefreshRotation?, now: Timestamp
    ) -> RefreshDecision {
        guard !chain.isEnded else { return .endSession }
        let index = presented == chain.active ? chain.ancestors.endIndex : chain.ancestors.firstIndex { $0.hash == presented }
        guard let index else { return .endSession }
        let branches = chain.ancestors[index...].map(\.branch)
        guard let rotation else {
            let isGood = branches.count < 2 || chain.ancestors[index].isRemembered(now: now)
            return isGood ? .keep(branches: branches) : .endSession
        }
        if let ancestor = chain.ancestors[index...].first {
            if rotation.isYoung(ancestor, now: now) { return .keep(branches: branches) }
            guard branches.count == 1 else { return .endSession }
        }
        let isFull = rotation.young(chain.ancestors[...], now: now).count >= RefreshRotation.longestChain
        return isFull ? .keep(branches: branches) : .rotate(branches: branches, under: rotation)
    }
}
