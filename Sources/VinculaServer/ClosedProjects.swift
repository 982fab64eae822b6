import Synchronization
import VinculaCore
import VinculaEngine

/// Detects sign-ins that fail because a project has every sign-in method disabled, and notifies the operator once for each
/// project.
final class ClosedProjects: Sendable {
    /// The maximum number of projects remembered; a server has a handful.
    private static let most = 1000

    private let notices: OperatorNotices
    private let told = Mutex<Set<String>>([])

    init(notices: OperatorNotices) { self.notices = notices }

    /// - Parameter error: The error that an app's call ended with.
    func look(at error: AuthError, in scope: ProjectScope, _ engine: AuthEngine) async {
        guard Self.mayMeanClosed(error), told.withLock({ !$0.contains(scope.project) && $0.count < Self.most }),
            (try? await engine.projects.hasWayIn(to: scope.project)) == false,
            told.withLock({ $0.insert(scope.project).inserted })
        else { return }
        notices.nobodyCanSignIn(scope.project)
    }

    private static func mayMeanClosed(_ error: AuthError) -> Bool {
        switch error {
        case .operationNotAllowed, .adminOnlyOperation, .passwordLoginDisabled, .providerNotConfigured, .providerDisabled: true
        default: false
        }
    }
}
