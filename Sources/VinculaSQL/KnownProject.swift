import VinculaCore

/// What a transaction has read about a project, so that it need not ask again.
///
/// Every decision needs the project's settings, and every change of an account asks for its webhooks. On PostgreSQL each question
/// is a round trip.
final class KnownProject {
    private var settings: (project: String, value: ProjectSettings?)?
    private var projectWithoutWebhooks: String?
    /// Indicates whether the transaction has changed what it would know, and may undo that.
    private var isChanged = false

    /// The settings of a project; `nil` if they have not been read, `.some(nil)` if it has none.
    func settings(of project: String) -> ProjectSettings?? {
        guard let settings, settings.project == project else { return nil }
        return .some(settings.value)
    }

    func note(_ value: ProjectSettings?, of project: String) {
        if !isChanged { settings = (project, value) }
    }

    /// Indicates whether a project is known to have no webhooks, nor its tenants.
    func hasNoWebhooks(_ project: String) -> Bool { projectWithoutWebhooks == project }

    func noteNoWebhooks(of project: String) {
        if !isChanged { projectWithoutWebhooks = project }
    }

    /// Forgets everything, for good: the transaction is about to change it.
    func forget() {
        settings = nil
        projectWithoutWebhooks = nil
        isChanged = true
    }
}
