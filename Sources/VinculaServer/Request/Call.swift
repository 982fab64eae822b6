import Foundation
import HTTPTypes
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// A request as an endpoint sees it: who calls, for which project, with what.
struct Call: Sendable {
    let scope: ProjectScope
    let caller: Caller
    /// The one project that an administrator may speak for; `nil` for any.
    let ownProject: String?
    /// Whom the audit log names.
    let actor: AuditActor
    /// Where the request comes from.
    let client: ClientAddress
    let body: ReceivedBody
    let query: QueryParameters
    let parameters: Parameters
    let headers: HTTPFields
    let method: HTTPRequest.Method
    let path: String

    /// The API key that came along.
    var apiKey: String? { query["key"] ?? HTTPField.Name("X-Goog-Api-Key").flatMap { headers[$0] } }

    /// What the caller reads: what the app says of it, or else the browser.
    var language: Language? {
        HTTPField.Name("X-Firebase-Locale").flatMap { headers[$0] }.flatMap(Language.init(tag:))
            ?? headers[.acceptLanguage].flatMap(Language.init(acceptLanguage:))
    }

    /// The value of an enum in the query, by name or by number; `nil` for none.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names the parameter.
    func choice<Value: WireEnum>(_ name: String, of type: Value.Type) throws(AuthError) -> Value? {
        guard let text = query[name], !text.isEmpty else { return nil }
        if let value = Value.named(text) { return value }
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidArgument("Invalid query. \(name) must be one of \(names)")
    }

    /// Decodes the body.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try body.decode(type) }

    /// Decodes the body of an end user, who may not name what only administrators set.
    func decode<Value: EndUserRequest>(endUser type: Value.Type) throws -> Value {
        // Almost no request names such a field anywhere; only those that do are read twice.
        let suspects = type.refusedFields.filter { body.mentions($0.name) || body.mentions(FieldSpelling.snakeCase($0.name)) }
        if !suspects.isEmpty {
            let names = try body.topLevelNames()
            if let refused = suspects.first(where: { names.contains($0.name) }) { throw FieldRefusal(answer: refused.answer) }
        }
        return try body.decode(type)
    }

    /// Answers for tenants: there are none.
    ///
    /// - Throws: ``AuthError/tenantNotFound`` if a tenant is named.
    func requireNoTenant(_ tenant: String?) throws(AuthError) {
        if let tenant, !tenant.isEmpty { throw .tenantNotFound }
    }

    /// The scope that an administrator's `targetProjectId` asks for, where the path names no project.
    ///
    /// - Throws: ``AuthError/permissionDenied`` for the project of others, ``AuthError/projectNotFound(_:)``.
    func scope(target: String?) throws(AuthError) -> ProjectScope {
        guard let target, !target.isEmpty, parameters.get("project") == nil else { return scope }
        if let ownProject, ownProject != target { throw .permissionDenied }
        return try ProjectScope(named: target)
    }
}

extension ProjectScope {
    /// The scope of a project that a request names.
    ///
    /// - Throws: ``AuthError/projectNotFound(_:)`` for what cannot be a project's id.
    init(named project: String) throws(AuthError) {
        guard Self.isProjectID(project) else { throw .projectNotFound("of that name") }
        self.init(project: project)
    }
}

/// A field that an end user may not set.
struct FieldRefusal: Error, Hashable {
    let answer: String
}
