public import Foundation

/// The refresh tokens of a session that count: the active one, and those that were exchanged for it a short while ago.
///
/// A chain grows only in projects that ask for rotation; elsewhere a session keeps its first token.
public struct RefreshChain: Hashable, Sendable {
    /// A token that was exchanged for its child.
    public struct Ancestor: Hashable, Sendable, Codable {
        /// SHA-256 of the token.
        public let hash: Data
        /// When it was exchanged last.
        public let exchangedAt: Timestamp
        /// Which of its possible children it was exchanged for.
        public let branch: Int64

        public init(hash: Data, exchangedAt: Timestamp, branch: Int64 = 0) {
            self.hash = hash
            self.exchangedAt = exchangedAt
            self.branch = branch
        }
    }

    /// SHA-256 of the active token.
    public let active: Data
    /// Oldest first. Each is the direct parent of the next one, and the last is the active token's.
    public let ancestors: [Ancestor]

    public init(active: Data, ancestors: [Ancestor] = []) {
        self.active = active
        self.ancestors = ancestors
    }

    /// The chain of a session that was ended: no token has an empty hash.
    public static let ended = RefreshChain(active: Data())

    /// Whether the session was ended.
    public var isEnded: Bool { active.isEmpty }
}

extension RefreshChain {
    /// The chain after the active token was exchanged for its child.
    ///
    /// - Parameters:
    ///   - child: SHA-256 of the child.
    ///   - presented: SHA-256 of the token that came: the active one, or an ancestor that was exchanged along with it.
    public func exchanged(for child: Data, presented: Data, rotation: RefreshRotation, now: Timestamp) -> RefreshChain {
        let first = ancestors.firstIndex { $0.hash == presented } ?? ancestors.endIndex
        let renewed = ancestors[first...].map { Ancestor(hash: $0.hash, exchangedAt: now, branch: $0.branch) }
        let kept = rotation.young(ancestors[..<first] + renewed, now: now)
        return RefreshChain(active: child, ancestors: kept + [Ancestor(hash: active, exchangedAt: now)])
    }
}

/// What presenting a refresh token leads to.
public enum RefreshDecision: Hashable, Sendable {
    /// The active token is the answer. It descends from the presented one along these branches; along none it is the same.
    case keep(branches: [Int64])
    /// The active token is exchanged for its child, which is the answer. The branches lead from the presented token to the
    /// active one.
    case rotate(branches: [Int64], under: RefreshRotation)
    /// Somebody copied a token: the session is over.
    case endSession

    /// Decides on a presented token of a session.
    ///
    /// Clients hold copies of a token: a browser's tabs each have one in memory, and one that slept comes with what was
    /// exchanged meanwhile. So an ancestor counts for an hour, and leads everybody to the active token. The direct parent
    /// counts for longer: nobody may have received its child. It gets the child's child, as if it had received the child and
    /// exchanged that; whoever did receive the child has the same hour to follow.
    ///
    /// - Parameters:
    ///   - presented: SHA-256 of the presented token.
    ///   - chain: The session's tokens.
    ///   - rotation: The project's; `nil` where tokens keep their value. What counted when rotation was switched off counts on,
    ///     the parent for good and the others for a month: as long as a client may have slept, and no copy is good for ever.
    ///   - now: The present moment.
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
