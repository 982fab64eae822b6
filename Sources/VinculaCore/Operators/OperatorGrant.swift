/// The rights of somebody who runs the server, from the greatest to the least.
package enum OperatorRole: String, Hashable, Sendable, CaseIterable, Comparable {
    /// May do everything; for all projects, also manage operators.
    case owner
    /// May change accounts and settings.
    case editor
    /// May look up, disable and sign out accounts, and send them links for a new password.
    case support
    /// May look, and change nothing.
    case viewer

    private var strength: Int {
        switch self {
        case .owner: 3
        case .editor: 2
        case .support: 1
        case .viewer: 0
        }
    }

    package static func < (left: OperatorRole, right: OperatorRole) -> Bool { left.strength < right.strength }
}

/// The projects that an operator's role is for.
package enum OperatorReach: Hashable, Sendable {
    case all
    case some(Set<String>)

    /// The number of projects that a list has at most.
    package static let mostListed = 100

    package func contains(_ project: String) -> Bool {
        switch self {
        case .all: true
        case .some(let projects): projects.contains(project)
        }
    }

    /// The listed projects, sorted; `nil` for all.
    package var list: [String]? {
        switch self {
        case .all: nil
        case .some(let projects): projects.sorted()
        }
    }

    /// Creates a reach from a list; `nil` for all projects.
    package init(list: [String]?) { self = list.map { .some(Set($0)) } ?? .all }
}

/// A role, and the projects that it is for.
package struct OperatorGrant: Hashable, Sendable {
    package var role: OperatorRole
    package var reach: OperatorReach

    package init(role: OperatorRole, reach: OperatorReach) {
        self.role = role
        self.reach = reach
    }

    /// The rights of the first operator.
    package static let everything = OperatorGrant(role: .owner, reach: .all)

    /// Indicates whether the operator manages others.
    package var managesOperators: Bool { role == .owner && reach == .all }
}
