public import Foundation

/// Which refresh tokens of a session count: the active one, and the one it was made from.
public struct RefreshChain: Hashable, Sendable {
    /// SHA-256 of the active token.
    public var active: Data
    /// SHA-256 of the active token's direct parent; `nil` for the first token.
    public var parent: Data?
    /// When the parent was exchanged for the active token.
    public var rotatedAt: Timestamp?
    /// How often the parent was exchanged anew because its answer seemed lost; part of what the child is derived from.
    public var branch: Int64

    public init(active: Data, parent: Data? = nil, rotatedAt: Timestamp? = nil, branch: Int64 = 0) {
        self.active = active
        self.parent = parent
        self.rotatedAt = rotatedAt
        self.branch = branch
    }
}

extension RefreshChain {
    /// The chain of a session that is over: no token has an empty hash.
    public static let ended = RefreshChain(active: Data())

    /// The chain of a session that ended at a moment, until which it counts as used.
    public static func ended(at now: Timestamp) -> RefreshChain { RefreshChain(active: Data(), rotatedAt: now) }

    /// Whether the session is over.
    public var isEnded: Bool { active.isEmpty }
}

/// What presenting a refresh token leads to.
public enum RefreshDecision: Hashable, Sendable {
    /// The active token: exchange it for its child.
    case rotate
    /// The parent again, within the grace: two tabs or a retry. Answer with the same child.
    case repeatChild(branch: Int64)
    /// The parent again, later: its answer was lost. Void the child that nobody used and make another.
    case replaceChild(branch: Int64)
    /// Anything older: somebody copied a token. End the session.
    case endSession

    /// How long two users of one token get the same answer, in seconds (Cognito's cap on its grace).
    public static let graceSeconds: Int64 = 60

    /// Decides on a presented token of a session.
    ///
    /// Only the active token and its direct parent count. The parent of the *active* token is never harmful by itself:
    /// its child was not used yet. Replacing the child after the grace makes a thief and an owner who both hold it
    /// part ways, so that the next one to come with the void child ends the session.
    ///
    /// - Parameters:
    ///   - presented: SHA-256 of the presented token.
    ///   - chain: The session's tokens.
    ///   - now: The present moment.
    public static func decide(presented: Data, chain: RefreshChain, now: Timestamp) -> RefreshDecision {
        if presented == chain.active { return .rotate }
        guard presented == chain.parent, let rotatedAt = chain.rotatedAt else { return .endSession }
        let age = now.seconds(since: rotatedAt)
        // A clock that was set back does not make the grace last until it has caught up.
        return abs(age) <= Double(graceSeconds) ? .repeatChild(branch: chain.branch) : .replaceChild(branch: chain.branch + 1)
    }
}
