import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `apiKeys`, list: oldest first.
    func listAPIKeys(_ call: Call) async throws -> Response {
        let keys = try await engine.serviceAccess.apiKeys(of: call.scope.project)
        return try Answer.json(ListAPIKeysResponse(apiKeys: keys.map(APIKeyMessage.init)))
    }

    /// v2 `apiKeys`, create.
    func createAPIKey(_ call: Call) async throws -> Response {
        let message = try call.decode(administrator: APIKeyMessage.self)
        let restrictions = try message.restrictions?.checked(besides: .none, FieldMask(nil)) ?? .none
        let key = try await AuthError.described {
            try await engine.serviceAccess.createAPIKey(
                message.keyString, label: message.displayName ?? "", restrictions: restrictions, of: call.scope.project)
        }
        return try Answer.json(APIKeyMessage(key))
    }

    /// v2 `apiKeys/{key}`, read.
    func apiKey(_ call: Call) async throws -> Response {
        guard let found = try await engine.serviceAccess.apiKey(call.namedAPIKey, of: call.scope.project) else {
            throw AuthError.configurationNotFound
        }
        return try Answer.json(APIKeyMessage(found))
    }

    /// v2 `apiKeys/{key}`, change: the fields in `updateMask`, or without a mask those in the body.
    func updateAPIKey(_ call: Call) async throws -> Response {
        let mask = try call.updateMask(of: APIKeyMessage.self)
        let message = try call.decode(administrator: APIKeyMessage.self, mask: mask)
        let key = call.namedAPIKey
        guard message.keyString.map({ $0 == key }) ?? true else {
            throw AuthError.invalidArgument("keyString cannot be changed: create another key.")
        }
        let changed = try await AuthError.described {
            try await engine.serviceAccess.updateAPIKey(key, of: call.scope.project) { found in
                if mask.covers("displayName"), let label = message.displayName { found.label = label }
                if let sent = message.restrictions { found.restrictions = try sent.checked(besides: found.restrictions, mask) }
            }
        }
        return try Answer.json(APIKeyMessage(changed))
    }

    /// v2 `apiKeys/{key}`, delete.
    func deleteAPIKey(_ call: Call) async throws -> Response {
        try await AuthError.described {
            try await engine.serviceAccess.deleteAPIKey(call.namedAPIKey, of: call.scope.project)
        }
        return try Answer.json([String: String]())
    }
}

extension Call {
    /// The key in the path.
    fileprivate var namedAPIKey: String { parameters.get("key").map { PercentEncoding.decoded($0.utf8) } ?? "" }
}

extension AuthError {
    /// Makes a change of keys, whose refusals have answers of their own at the command and the console.
    fileprivate static func described<Result>(_ change: () async throws -> Result) async throws -> Result {
        do {
            return try await change()
        } catch AdministrationError.noSuchAPIKey {
            throw AuthError.configurationNotFound
        } catch AdministrationError.apiKeyExists {
            throw AuthError.duplicateConfig
        } catch let refusal as AdministrationError {
            throw AuthError.invalidArgument(refusal.description)
        }
    }
}

extension APIKeyMessage.Restrictions {
    /// The restrictions, as far as a mask covers them.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for what cannot be honoured.
    fileprivate func checked(besides present: APIKeyRestrictions, _ mask: FieldMask) throws(AuthError) -> APIKeyRestrictions {
        /// What is left out is kept, unless the mask asks for it: a key must not lose a restriction by accident.
        func value(_ sent: [String]?, _ name: String, _ present: [String]) -> [String] {
            let path = "restrictions." + name
            guard mask.covers(path) else { return present }
            return sent ?? (["restrictions", path, "*"].contains(where: mask.names) ? [] : present)
        }
        do {
            return try APIKeyRestrictions(
                methods: value(methods, "methods", present.methods),
                networks: value(allowedIps, "allowedIps", present.networks))
        } catch {
            throw .invalidArgument(error.description)
        }
    }
}

extension APIKeyMessage {
    fileprivate init(_ key: APIKey) {
        self.init()
        keyString = key.key
        displayName = key.label
        createTime = key.createdAt.rfc3339
        lastUseTime = key.lastUsedAt?.rfc3339
        if !key.restrictions.isEmpty {
            restrictions = Restrictions(
                methods: key.restrictions.methods.isEmpty ? nil : key.restrictions.methods,
                allowedIps: key.restrictions.networks.isEmpty ? nil : key.restrictions.networks)
        }
    }
}
