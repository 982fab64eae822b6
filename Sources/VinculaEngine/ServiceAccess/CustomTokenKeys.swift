package import VinculaCore
package import VinculaCrypto

/// The use cases of the foreign keys whose custom tokens a project accepts.
extension ServiceAccess {
    /// The foreign keys of a project, sorted by service account, oldest first.
    package func customTokenKeys(in project: String) async throws -> [CustomTokenKey] {
        try await read { try $0.reads.customTokenKeys(in: project) }
    }

    /// Accepts the custom tokens that some keys of a service account sign. The server keeps their public halves only.
    ///
    /// Whoever has the private half can sign in as anybody in the project.
    ///
    /// - Parameters:
    ///   - keys: The keys. Those that the project accepts already are passed over, and stay as they are.
    ///   - serviceAccount: The service account's email.
    ///   - project: The project's id.
    /// - Returns: The keys that were added.
    /// - Throws: ``AdministrationError/invalidCustomTokenKey(_:)``.
    package func addCustomTokenKeys(
        _ keys: [ForeignPublicKey], of serviceAccount: String, in project: String
    ) async throws -> [CustomTokenKey] {
        guard CustomTokenKey.isServiceAccount(serviceAccount) else {
            throw AdministrationError.invalidCustomTokenKey("\(serviceAccount.prefix(80)) is not a service account's email.")
        }
        let most = CustomTokenKey.mostOfAServiceAccount
        return try await write(in: ProjectScope(project: project)) { work in
            var added: [CustomTokenKey] = []
            for foreign in keys {
                guard CustomTokenKey.isID(foreign.id) else {
                    throw AdministrationError.invalidCustomTokenKey(
                        "A key id must be 1 to \(CustomTokenKey.longestID) visible ASCII characters.")
                }
                let key = CustomTokenKey(
                    project: project, serviceAccount: serviceAccount, id: foreign.id, publicKey: foreign.publicKey,
                    expiresAt: foreign.expiresAt, createdAt: work.now)
                guard key.isGood(now: work.now) else {
                    throw AdministrationError.invalidCustomTokenKey("The certificate of key \(foreign.id) has expired.")
                }
                guard try work.transaction.insert(key) else { continue }
                added.append(key)
                work.recordCustomTokenKey(.customTokenKeyAdd, key)
            }
            let count = try work.transaction.customTokenKeys(in: project).count { $0.serviceAccount == serviceAccount }
            guard count <= most else {
                throw AdministrationError.invalidCustomTokenKey(
                    "A project can accept at most \(most) keys of one service account. Delete the ones that are no longer used.")
            }
            return added
        }
    }

    /// Disables foreign keys, or enables them again, from the next sign-in on.
    ///
    /// - Parameters:
    ///   - id: The key's id; `nil` for all keys of the service account.
    ///   - serviceAccount: The service account's email.
    ///   - isDisabled: `true` to disable.
    ///   - project: The project's id.
    /// - Returns: The keys, as they are now.
    /// - Throws: ``AdministrationError/noSuchCustomTokenKey(_:)``.
    package func setCustomTokenKeys(
        _ id: String?, of serviceAccount: String, isDisabled: Bool, in project: String
    ) async throws -> [CustomTokenKey] {
        try await write(in: ProjectScope(project: project)) { work in
            try work.customTokenKeys(id, of: serviceAccount).map { key in
                var key = key
                key.isDisabled = isDisabled
                try work.transaction.update(key)
                work.recordCustomTokenKey(isDisabled ? .customTokenKeyDisable : .customTokenKeyEnable, key)
                return key
            }
        }
    }

    /// Deletes foreign keys.
    ///
    /// - Parameters:
    ///   - id: The key's id; `nil` for all keys of the service account.
    ///   - serviceAccount: The service account's email.
    ///   - project: The project's id.
    /// - Returns: The deleted keys.
    /// - Throws: ``AdministrationError/noSuchCustomTokenKey(_:)``.
    package func deleteCustomTokenKeys(
        _ id: String?, of serviceAccount: String, in project: String
    ) async throws -> [CustomTokenKey] {
        try await write(in: ProjectScope(project: project)) { work in
            let keys = try work.customTokenKeys(id, of: serviceAccount)
            for key in keys {
                _ = try work.transaction.deleteCustomTokenKey(key.id, of: key.serviceAccount, in: key.project)
                work.recordCustomTokenKey(.customTokenKeyDelete, key)
            }
            return keys
        }
    }
}

extension Work {
    /// The foreign keys of a service account in this project.
    ///
    /// - Throws: ``AdministrationError/noSuchCustomTokenKey(_:)`` if there are none.
    fileprivate func customTokenKeys(_ id: String?, of serviceAccount: String) throws -> [CustomTokenKey] {
        let found = try transaction.customTokenKeys(of: serviceAccount).filter {
            $0.project == scope.project && (id == nil || $0.id == id)
        }
        guard !found.isEmpty else { throw AdministrationError.noSuchCustomTokenKey(id ?? serviceAccount) }
        return found
    }

    fileprivate func recordCustomTokenKey(_ action: AuditAction, _ key: CustomTokenKey) {
        record(action, details: ["id": .string(key.serviceAccount), "key": .string(key.id)])
    }
}
