import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore

/// Who sends a request.
enum Caller: Hashable, Sendable {
    /// An app, by its API key; what a person may do, their ID token says.
    case app
    /// Somebody who runs the project.
    case administrator

    /// Finds out who calls.
    ///
    /// - Parameter namesProject: Whether the path names a project, which only administrators' paths do.
    /// - Throws: ``AuthError/missingAPIKey``, ``AuthError/invalidBearer``.
    static func identify(
        _ headers: HTTPFields, query: QueryParameters, namesProject: Bool, options: ServerOptions
    ) throws(AuthError) -> Caller {
        if let authorization = headers[.authorization] {
            guard options.isDevelopment, authorization.lowercased() == "bearer owner" else { throw .invalidBearer }
            return .administrator
        }
        let key = query["key"] ?? HTTPField.Name("X-Goog-Api-Key").flatMap { headers[$0] }
        guard let key, !key.isEmpty, options.isDevelopment else { throw .missingAPIKey }
        guard !namesProject else { throw .invalidBearer }
        return .app
    }
}
