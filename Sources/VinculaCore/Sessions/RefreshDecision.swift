package import Foundation

/// The response to a presented refresh token.
package enum RefreshDecision: Hashable, Sendable {
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
    ///     stay valid, the parent indefinitely and the others for a month: a client may have slept that long, but no copy
    ///     stays valid forever.
    ///   - now: The current time.
    package static func decide(
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
