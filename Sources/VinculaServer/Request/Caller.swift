import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The kind of caller that sends a request.
enum Caller: Hashable, Sendable {
    /// An app, identified by its API key; the user's ID token decides what the user may do.
    case app
    /// An administrator of the project.
    case administrator
}

/// The caller of a request, and what it may act for.
struct IdentifiedCaller: Sendable {
    let caller: Caller
    /// The project that the caller's key belongs to; `nil` for any.
    let project: String?
    /// Indicates whether the caller may only read.
    let isReadOnly: Bool
    /// The actor that the audit log names.
    let actor: AuditActor

    /// A caller who needs no key, because the path is open.
    static let anybody = IdentifiedCaller(caller: .app, project: nil, isReadOnly: false, actor: .endUser)

    /// Identifies the caller.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - query: Its query.
    ///   - client: The address that it comes from.
    ///   - route: Its route.
    ///   - options: The server's options.
    ///   - engine: The engine.
    /// - Throws: ``AuthError/missingAPIKey``, ``AuthError/invalidAPIKey``, ``AuthError/apiKeyRefused(_:)``,
    ///   ``AuthError/invalidBearer``, or the store's errors.
    static func identify(
        _ headers: HTTPFields, query: QueryParameters, from client: ClientAddress, _ route: Route, options: ServerOptions,
        engine: AuthEngine
    ) async throws -> IdentifiedCaller {
        if let authorization = headers.bearer {
            if options.takesOwner, authorization.lowercased() == "bearer owner" {
                return IdentifiedCaller(caller: .administrator, project: nil, isReadOnly: false, actor: .administrator("owner"))
            }
            let scheme = "bearer "
            guard authorization.lowercased().hasPrefix(scheme) else { throw AuthError.invalidBearer }
            let account = try await engine.serviceAccess.administrator(accessToken: String(authorization.dropFirst(scheme.count)))
            return IdentifiedCaller(
                caller: .administrator, project: account.project, isReadOnly: account.role == .viewer,
                actor: .serviceAccount(account.email))
        }
        let key = query["key"] ?? headers[.apiKey]
        guard let key, !key.isEmpty else { throw AuthError.missingAPIKey }
        guard route.access != .administrator else { throw AuthError.invalidBearer }
        if options.isDevelopment { return IdentifiedCaller(caller: .app, project: nil, isReadOnly: false, actor: .endUser) }
        let project = try await engine.project(ofAPIKey: key, calling: route.operation.name, from: client)
        return IdentifiedCaller(caller: .app, project: project, isReadOnly: false, actor: .endUser)
    }
}

extension RequestLimits {
    /// Counts a request before its body is read: an app's against its address, an administrator's against the administrator.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    func admit(_ rpc: LimitedRPC?, _ caller: IdentifiedCaller, from client: ClientAddress) throws(AuthError) {
        guard let rpc else { return }
        switch caller.caller {
        case .app: try admit(rpc, from: client)
        case .administrator: try admit(.admin, target: caller.actor)
        }
    }
}

extension HTTPFields {
    /// The `Authorization` field, if its scheme is bearer. Other schemes are ignored: a proxy in front of the server may use
    /// them.
    var bearer: String? {
        guard let authorization = value(of: .authorization),
            authorization.prefix(while: { $0 != " " }).lowercased() == "bearer"
        else { return nil }
        return authorization
    }
}
