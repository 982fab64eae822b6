package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// The project that an app belongs to, and notes that its key is used.
    ///
    /// - Parameters:
    ///   - key: The app's key.
    ///   - method: The name of what it calls in the API's description.
    ///   - client: The address that it calls from.
    /// - Throws: ``AuthError/invalidAPIKey``, ``AuthError/apiKeyRefused(_:)``.
    package func project(
        ofAPIKey key: String, calling method: String, from client: ClientAddress
    ) async throws -> String {
        // Nearly every request has a key that another one had just before.
        let known =
            if let known = place.parts.callers.known(apiKey: key) { known } else { try await serviceAccess.apiKey(key) }
        try known.admit(method, from: client)
        let now = clock.now
        if known.isWorthNoting(useAt: now) { lastUses.note(apiKey: key, at: now) }
        return known.project
    }
}

extension ServiceAccess {
    /// The API key that an app sent.
    ///
    /// - Throws: ``AuthError/invalidAPIKey``.
    fileprivate func apiKey(_ text: String) async throws -> APIKey {
        guard APIKey.isWellFormed(text),
            let key = try await callers.apiKey(text, read: { try await read { try $0.reads.apiKey(text) } })
        else { throw AuthError.invalidAPIKey }
        return key
    }

    /// Creates an API key.
    ///
    /// - Parameters:
    ///   - text: The key; `nil` for a new one. Apps that come from Firebase keep their key, under which browsers store who is
    ///     signed in.
    ///   - label: The owner's name for it.
    ///   - restrictions: What it may be used for.
    ///   - project: The project's id.
    /// - Throws: ``AdministrationError/labelTooLong``, ``AdministrationError/invalidAPIKey``,
    ///   ``AdministrationError/apiKeyExists``.
    package func createAPIKey(
        _ text: String? = nil, label: String, restrictions: APIKeyRestrictions = .none, of project: String
    ) async throws -> APIKey {
        guard label.utf8.count <= APIKey.longestLabel else { throw AdministrationError.labelTooLong }
        let text = text ?? APIKey.prefix + SecureRandom.alphanumeric(APIKey.randomLength)
        guard APIKey.isWellFormed(text) else { throw AdministrationError.invalidAPIKey }
        let key = APIKey(key: text, project: project, label: label, createdAt: clock.now, restrictions: restrictions)
        try await write(in: ProjectScope(project: project)) { work in
            guard try work.transaction.apiKey(text) == nil else { throw AdministrationError.apiKeyExists }
            try work.transaction.insert(key)
            work.transaction.record(
                AuditEvent(.apiKeyCreate, in: ProjectScope(project: project), details: key.auditDetails))
        }
        return key
    }

    /// Changes an API key. Servers honour new restrictions within a second.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - project: The project's id.
    ///   - change: Makes the change.
    /// - Returns: The key as it is now.
    /// - Throws: ``AdministrationError/noSuchAPIKey(_:)``, also for the key of another project;
    ///   ``AdministrationError/labelTooLong``, or what the change throws.
    @discardableResult
    package func updateAPIKey(
        _ key: String, of project: String, _ change: @escaping @Sendable (inout APIKey) throws -> Void
    ) async throws -> APIKey {
        try await write(in: ProjectScope(project: project)) { work in
            guard let found = try work.transaction.apiKey(key), found.project == project else {
                throw AdministrationError.noSuchAPIKey(key)
            }
            var changed = found
            try change(&changed)
            guard changed.label.utf8.count <= APIKey.longestLabel else { throw AdministrationError.labelTooLong }
            guard changed != found else { return found }
            try work.transaction.update(changed)
            work.transaction.record(
                AuditEvent(.apiKeyUpdate, in: ProjectScope(project: project), details: changed.auditDetails))
            return changed
        }
    }

    /// An API key of a project; `nil` if the project has no such key.
    package func apiKey(_ key: String, of project: String) async throws -> APIKey? {
        guard APIKey.isWellFormed(key) else { return nil }
        return try await read { try $0.reads.apiKey(key) }.flatMap { $0.project == project ? $0 : nil }
    }

    /// The API keys of a project, or of all projects, oldest first.
    package func apiKeys(of project: String?) async throws -> [APIKey] { try await read { try $0.reads.apiKeys(of: project) } }

    /// Deletes an API key. Servers reject it within a second.
    ///
    /// - Throws: ``AdministrationError/noSuchAPIKey(_:)``, also for the key of another project.
    package func deleteAPIKey(_ key: String, of project: String) async throws {
        try await write(in: ProjectScope(project: project)) { work in
            guard try work.transaction.apiKey(key)?.project == project, try work.transaction.deleteAPIKey(key) else {
                throw AdministrationError.noSuchAPIKey(key)
            }
            // The last characters identify the key, but cannot be used as one.
            work.transaction.record(
                AuditEvent(.apiKeyDelete, in: ProjectScope(project: project), details: ["ends": .string(String(key.suffix(6)))]))
        }
    }
}

extension APIKey {
    /// What the audit log says of it. Its last characters identify it, but cannot be used as one.
    fileprivate var auditDetails: [String: JSONValue] {
        var details: [String: JSONValue] = ["label": .string(label), "ends": .string(String(key.suffix(6)))]
        if !restrictions.methods.isEmpty { details["methods"] = .array(restrictions.methods.map(JSONValue.string)) }
        if !restrictions.networks.isEmpty { details["networks"] = .array(restrictions.networks.map(JSONValue.string)) }
        return details
    }
}

/// A request for API keys or service accounts by an operator that cannot be fulfilled.
package enum AdministrationError: Error, Hashable, Sendable, CustomStringConvertible {
    case labelTooLong
    case invalidAPIKey
    case apiKeyExists
    case noSuchAPIKey(String)
    case invalidName(String)
    case serviceAccountExists(String)
    case noSuchServiceAccount(String)
    case noSuchKey(String)
    case invalidCustomTokenKey(String)
    case noSuchCustomTokenKey(String)

    package var description: String {
        switch self {
        case .labelTooLong: "A label may have at most \(APIKey.longestLabel) bytes."
        case .invalidAPIKey: "An API key is \(APIKey.prefix) and \(APIKey.randomLength) letters, digits, hyphens or underscores."
        case .apiKeyExists: "The API key already exists, perhaps in another project."
        case .noSuchAPIKey(let key): "The project has no API key \(key)."
        case .invalidName(let name):
            "\(name) is not a valid service account name: use lowercase letters, digits and hyphens, starting with a letter. "
                + "The project's id may contain only letters, digits, hyphens, dots and underscores."
        case .serviceAccountExists(let email): "The service account \(email) already exists."
        case .noSuchServiceAccount(let name): "The project has no service account \(name)."
        case .noSuchKey(let id): "The service account has no key \(id)."
        case .invalidCustomTokenKey(let text): text
        case .noSuchCustomTokenKey(let name): "The project accepts no custom tokens of \(name)."
        }
    }
}
