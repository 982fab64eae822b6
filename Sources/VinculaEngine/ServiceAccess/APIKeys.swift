package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// The project that an app belongs to.
    ///
    /// - Throws: ``AuthError/invalidAPIKey``.
    package func project(ofAPIKey key: String) async throws -> String {
        // Nearly every request has a key that another one had just before.
        if let project = place.parts.callers.knownProject(ofAPIKey: key) { return project }
        return try await serviceAccess.project(ofAPIKey: key)
    }
}

extension ServiceAccess {
    /// The project that an app belongs to.
    ///
    /// - Throws: ``AuthError/invalidAPIKey``.
    package func project(ofAPIKey key: String) async throws -> String {
        guard APIKey.isWellFormed(key),
            let project = try await callers.project(
                ofAPIKey: key, read: { try await read { try $0.reads.apiKey(key)?.project } })
        else { throw AuthError.invalidAPIKey }
        return project
    }

    /// Creates an API key.
    ///
    /// - Parameters:
    ///   - text: The key; `nil` for a new one. Apps that come from Firebase keep their key, under which browsers store who is
    ///     signed in.
    ///   - label: The owner's name for it.
    ///   - project: The project's id.
    /// - Throws: ``AdministrationError/labelTooLong``, ``AdministrationError/invalidAPIKey``,
    ///   ``AdministrationError/apiKeyExists``.
    package func createAPIKey(_ text: String? = nil, label: String, of project: String) async throws -> APIKey {
        guard label.utf8.count <= APIKey.longestLabel else { throw AdministrationError.labelTooLong }
        let text = text ?? APIKey.prefix + SecureRandom.alphanumeric(APIKey.randomLength)
        guard APIKey.isWellFormed(text) else { throw AdministrationError.invalidAPIKey }
        let key = APIKey(key: text, project: project, label: label, createdAt: clock.now)
        try await write(in: ProjectScope(project: project)) { work in
            guard try work.transaction.apiKey(text) == nil else { throw AdministrationError.apiKeyExists }
            try work.transaction.insert(key)
            work.transaction.record(
                AuditEvent(.apiKeyCreate, in: ProjectScope(project: project), details: ["label": .string(key.label)]))
        }
        return key
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
