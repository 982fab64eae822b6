import VinculaCore

extension ProjectAdministration {
    /// A refused request about a project, in words.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case invalidName
        case exists(String)
        case noSuchProject(String)
        case isBeingDeleted(String)

        package var description: String {
            switch self {
            case .invalidName:
                "A project's name begins with a letter or digit, and has up to 128 letters, digits, dashes, dots, underscores and colons."
            case .exists(let name): "Project \(name) already exists."
            case .noSuchProject(let name): "There is no project \(name)."
            case .isBeingDeleted(let name):
                "A project \(name) was deleted, and its data is still being deleted. The name is free once vincula projects list "
                    + "no longer shows it."
            }
        }
    }

    /// Creates a project, in which every sign-in method is off.
    ///
    /// - Throws: ``Refusal``.
    package func createProject(_ name: String) async throws {
        guard ProjectScope.isProjectID(name) else { throw Refusal.invalidName }
        try await write { work in
            guard try !work.transaction.isBeingDeleted(ProjectScope(project: name)) else { throw Refusal.isBeingDeleted(name) }
            guard try work.transaction.insertProject(name, at: work.now) else { throw Refusal.exists(name) }
            // One that is there already may have another name.
            guard ProjectScope.isNewProjectID(name) else { throw Refusal.invalidName }
            work.about(ProjectScope(project: name)).record(.projectCreate)
        }
    }

    /// Creates a project unless it exists.
    package func ensureProject(_ name: String) async throws {
        do { try await createProject(name) } catch Refusal.exists {}
    }
}
