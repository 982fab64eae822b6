import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// Who sends a request.
enum Caller: Hashable, Sendable {
    /// An app, by its API key; what a person may do, their ID token says.
    case app
    /// Somebody who runs the project.
    case administrator
}

/// Who sends a request, and for what they may speak.
struct IdentifiedCaller: Sendable {
    let caller: Caller
    /// The one project that the caller's key belongs to; `nil` where any will do.
    let project: String?
    /// Whether the caller may change nothing.
    let isReadOnly: Bool
    /// Whom the audit log names.
    let actor: AuditActor

    /// Somebody who needs no key: an open path.
    static let anybody = IdentifiedCaller(caller: .app, project: nil, isReadOnly: false, actor: .endUser)

    /// Finds out who calls.
    ///
    /// - Parameter namesProject: Whether the path names a project, which only administrators' paths do.
    /// - Throws: ``AuthError/missingAPIKey``, ``AuthError/invalidAPIKey``, ``AuthError/invalidBearer``, or the store's errors.
    static func identify(
        _ headers: HTTPFields, query: QueryParameters, namesProject: Bool, options: ServerOptions, engine: AuthEngine
    ) async throws -> IdentifiedCaller {
        if let authorization = headers.bearer {
            if options.takesOwner, authorization.lowercased() == "bearer owner" {
                return IdentifiedCaller(caller: .administrator, project: nil, isReadOnly: false, actor: .administrator("owner"))
            }
            let scheme = "bearer "
            guard authorization.lowercased().hasPrefix(scheme) else { throw AuthError.invalidBearer }
            let account = try await engine.administrator(accessToken: String(authorization.dropFirst(scheme.count)))
            return IdentifiedCaller(
                caller: .administrator, project: account.project, isReadOnly: account.role == .viewer,
                actor: .serviceAccount(account.email))
        }
        let key = query["key"] ?? HTTPField.Name("X-Goog-Api-Key").flatMap { headers[$0] }
        guard let key, !key.isEmpty else { throw AuthError.missingAPIKey }
        guard !namesProject else { throw AuthError.invalidBearer }
        if options.isDevelopment { return IdentifiedCaller(caller: .app, project: nil, isReadOnly: false, actor: .endUser) }
        return IdentifiedCaller(
            caller: .app, project: try await engine.project(ofAPIKey: key), isReadOnly: false, actor: .endUser)
    }
}

extension HTTPFields {
    /// The `Authorization` that names a bearer. Of other schemes nobody is asked here: what stands before the server may have asked
    /// for them.
    var bearer: String? {
        guard let authorization = self[.authorization],
            authorization.prefix(while: { $0 != " " }).lowercased() == "bearer"
        else { return nil }
        return authorization
    }
}
