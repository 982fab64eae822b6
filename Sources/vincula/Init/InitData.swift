import Foundation
import VinculaCore
import VinculaEngine

/// The data that `vincula init` makes: the project with its keys, an API key, and what the answers turn on.
struct InitData {
    /// The label of the API key.
    private static let label = "init"

    let answers: InitAnswers
    let configuration: ServerConfiguration

    /// Makes what is missing.
    ///
    /// - Returns: The API key.
    /// - Throws: ``ConfigurationError``, or the errors of the data.
    func make() async throws -> String {
        let project = configuration.project
        let key = try await Installation.useFirstProject(configuration) { engine in
            let (methods, domains) = (answers.methods, answers.domains.compactMap(AuthorizedDomains.host))
            if !methods.isEmpty || !domains.isEmpty {
                _ = try await engine.projects.updateSettings(of: project) { settings in
                    for method in methods { method.set(true, in: &settings) }
                    for domain in domains where !settings.authorizedDomains.contains(domain) {
                        settings.authorizedDomains.append(domain)
                    }
                }
            }
            if answers.usesGoogle { try await configureGoogle(engine, configuration) }
            let present = try await engine.serviceAccess.apiKeys(of: project).first { $0.label == Self.label }
            if let present { return present.key }
            return try await engine.serviceAccess.createAPIKey(nil, label: Self.label, of: project).key
        }
        try await Installation.use(configuration) { try await $0.signingKeys.prepare([.idToken]) }
        return key
    }

    private func configureGoogle(_ engine: AuthEngine, _ configuration: ServerConfiguration) async throws {
        var edit = SupportedProviderEdit()
        edit.isEnabled = true
        edit.clientID = answers[InitQuestion.Topic.googleClientID]
        edit.clientSecret = answers[InitQuestion.Topic.googleSecret]
        let (scope, filled) = (ProjectScope(project: configuration.project), edit)
        try await ProviderRefusal.plain(.google, configuration) {
            do {
                _ = try await engine.projects.updateSupportedProvider(.google, filled, in: scope)
            } catch AuthError.configurationNotFound {
                _ = try await engine.projects.createSupportedProvider(.google, filled, in: scope)
            }
        }
    }
}
