/// The rules for what operators may do.
package enum OperatorRights {
    /// Indicates whether an operator may do something.
    ///
    /// - Parameters:
    ///   - act: The act.
    ///   - grant: The operator's rights as they are now.
    ///   - project: The project that the act is about; `nil` if it is about the whole server.
    package static func allows(_ act: ConsoleAct, to grant: OperatorGrant, in project: String?) -> Bool {
        switch act.rule {
        case .managers: project == nil && grant.managesOperators
        case .inProject(let least): project.map { grant.reach.contains($0) && grant.role >= least } ?? false
        }
    }

    /// The reason why an operator's rights may not be changed.
    package enum Refusal: Hashable, Sendable {
        /// Nobody would be left who manages operators.
        case lastOwner
        /// An operator may lower their own rights, and not change them otherwise.
        case ownRights
    }

    /// Checks a change of an operator's rights by somebody who manages operators.
    ///
    /// - Parameters:
    ///   - old: The rights before.
    ///   - new: The rights after; `nil` if the operator is removed.
    ///   - isOwn: `true` if the operator makes the change.
    ///   - managers: The number of operators who manage others, before the change.
    /// - Returns: `nil` if it may be made.
    package static func refusal(
        of old: OperatorGrant, to new: OperatorGrant?, isOwn: Bool, managers: Int
    ) -> Refusal? {
        if old.managesOperators, new?.managesOperators != true, managers <= 1 { return .lastOwner }
        if isOwn, let new, !new.isWithin(old) { return .ownRights }
        return nil
    }
}

extension OperatorGrant {
    /// Indicates whether these rights are part of others.
    package func isWithin(_ other: OperatorGrant) -> Bool {
        guard role <= other.role else { return false }
        switch (reach, other.reach) {
        case (_, .all): return true
        case (.all, .some): return false
        case (.some(let these), .some(let those)): return these.isSubset(of: those)
        }
    }
}
