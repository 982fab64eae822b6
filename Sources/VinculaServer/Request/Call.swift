import Foundation
import HTTPTypes
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// A request as an endpoint sees it: its caller, project and content.
///
/// A class, because it is handed on many times, and each copy of a structure of this size costs a dozen counts of references.
final class Call: Sendable {
    let scope: ProjectScope
    let caller: Caller
    /// The only project that an administrator may act for; `nil` for any.
    let ownProject: String?
    /// True for administrators who may do more than read: they see the hashes of passwords.
    let seesHashes: Bool
    /// The actor that the audit log names.
    let actor: AuditActor
    /// The address that the request comes from.
    let client: ClientAddress
    /// The id of the request.
    let requestID: String
    let body: ReceivedBody
    let query: QueryParameters
    let parameters: Parameters
    let headers: HTTPFields
    let method: HTTPRequest.Method
    let path: String
    /// The name and port that the client calls the server by.
    let authority: String?

    init(
        scope: ProjectScope, caller: Caller, ownProject: String?, seesHashes: Bool, actor: AuditActor, client: ClientAddress,
        requestID: String, body: ReceivedBody, query: QueryParameters, parameters: Parameters, headers: HTTPFields,
        method: HTTPRequest.Method, path: String, authority: String?
    ) {
        self.scope = scope
        self.caller = caller
        self.ownProject = ownProject
        self.seesHashes = seesHashes
        self.actor = actor
        self.client = client
        self.requestID = requestID
        self.body = body
        self.query = query
        self.parameters = parameters
        self.headers = headers
        self.method = method
        self.path = path
        self.authority = authority
    }

    /// The API key in the query or the header.
    var apiKey: String? { query["key"] ?? headers[.apiKey] }

    /// The caller's language: as stated by the app, or else by the browser.
    var language: Language? {
        headers[.firebaseLocale].flatMap(Language.init(tag:))
            ?? headers[.acceptLanguage].flatMap(Language.init(acceptLanguage:))
    }

    /// The header that names the caller's program.
    var userAgent: String? { headers[.userAgent] }

    /// The caller's device, as far as its headers tell.
    var device: ClientDevice? { userAgent.flatMap(ClientDevice.init(userAgent:)) }

    /// Returns the value of an enum in the query, by name or by number; `nil` if absent.
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

    /// Decodes an end user's body, which may not contain fields that only administrators set.
    func decode<Value: EndUserRequest>(endUser type: Value.Type) throws -> Value {
        // Almost no request mentions such a field anywhere; only those that do are parsed twice.
        if body.hasNone(of: type.refusedFields.lazy.map(\.name)) { return try body.decode(type) }
        let suspects = type.refusedFields.filter { body.mentions($0.name) || body.mentions(FieldSpelling.snakeCase($0.name)) }
        if !suspects.isEmpty {
            let names = try body.topLevelNames()
            if let refused = suspects.first(where: { names.contains($0.name) }) { throw FieldRefusal(answer: refused.answer) }
        }
        return try body.decode(type)
    }

    /// Returns the scope that an administrator's `targetProjectId` asks for, if the path names no project; with the request's
    /// tenant.
    ///
    /// - Throws: ``AuthError/permissionDenied`` for a project other than the caller's, ``AuthError/projectNotFound(_:)``.
    func scope(target: String?) throws(AuthError) -> ProjectScope {
        guard let target, !target.isEmpty, parameters.get("project") == nil else { return scope }
        if let ownProject, ownProject != target { throw .permissionDenied }
        return try ProjectScope(named: target).withTenant(scope.tenant)
    }
}

extension ProjectScope {
    /// Creates the scope of a project named in a request.
    ///
    /// - Throws: ``AuthError/projectNotFound(_:)`` if the name cannot be a project's id.
    init(named project: String) throws(AuthError) {
        guard Self.isProjectID(project) else { throw .projectNotFound("with that name") }
        self.init(project: project)
    }
}

/// A field that an end user may not set.
struct FieldRefusal: Error, Hashable {
    let answer: String
}
