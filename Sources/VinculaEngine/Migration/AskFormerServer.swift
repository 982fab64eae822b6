import VinculaCore
import VinculaCrypto

/// The places that sealed API keys of former projects are bound to.
enum FormerProjectSecret {
    static func place(of project: String) -> String { "migration-key/\(project)" }
}

extension AuthEngine {
    /// Asks the server that a project left, within the limits of such questions.
    ///
    /// - Parameters:
    ///   - former: The project there.
    ///   - project: The project here.
    ///   - client: The network address of whoever causes the question.
    /// - Throws: ``AuthError/formerServerUnavailable(_:)``, also beyond the limits: the client must not sign anybody out then.
    func ask<Result: Sendable>(
        _ former: FormerProject, of project: String, for client: ClientAddress,
        _ body: (FormerServerAccess) async throws -> Result
    ) async throws -> Result {
        let slot: RequestLimits.Place?
        do {
            try limits.admit(.formerServer, from: client)
            try limits.admit(.formerServer, target: project)
            slot = try limits.enter(.password, in: ProjectScope(project: project), for: .formerServer)
        } catch {
            throw AuthError.formerServerUnavailable("Too many people are moving at this moment.")
        }
        defer { slot?.leave() }
        do {
            return try await body(try access(to: former, of: project))
        } catch let error as AuthError {
            if case .formerServerUnavailable = error { migrationCounts.note(.failure) } else { migrationCounts.note(.refusal) }
            throw error
        }
    }

    /// The access to a project's former project.
    func access(to former: FormerProject, of project: String) throws -> FormerServerAccess {
        let key = try sealer.open(
            former.sealedAPIKey.sealedBytes, place: FormerProjectSecret.place(of: project))
        return FormerServerAccess(project: former.id, server: former.server, apiKey: String(decoding: key, as: UTF8.self))
    }
}
