package import VinculaCore
import VinculaCrypto

extension ProjectAdministration {
    /// The settings by which everything in a scope happens: in a tenant, the tenant's own over the project's.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    package func settings(in scope: ProjectScope) async throws -> ProjectSettings {
        try await read(in: scope) { try $0.settings() }
    }

    /// A page of a project's tenants, sorted by id.
    package func tenants(of project: String, after: String, limit: Int) async throws -> [Tenant] {
        try await read(in: ProjectScope(project: project)) { try $0.reads.tenants(of: project, after: after, limit: limit) }
    }

    /// - Throws: ``AuthError/tenantNotFound``.
    package func tenant(_ scope: ProjectScope) async throws -> Tenant { try await read(in: scope) { try $0.tenant(scope) } }

    /// Checks that a tenant exists and that its accounts may be used.
    ///
    /// - Throws: ``AuthError/tenantNotFound``, ``AuthError/projectDisabled``.
    package func requireTenantInUse(_ scope: ProjectScope) async throws { try await read(in: scope) { try $0.requireInUse() } }

    /// Creates a tenant, with an id that begins with its name.
    ///
    /// - Parameters:
    ///   - settings: Its settings.
    ///   - project: The project's ID.
    /// - Throws: ``AuthError/tenantsNotAllowed``, ``AuthError/invalidTenantName``.
    package func createTenant(_ settings: TenantSettings, of project: String) async throws -> Tenant {
        try settings.requireName()
        let scope = ProjectScope(project: project)
        return try await write(in: scope) { work in
            guard try work.settings().tenants.allowsTenants else { throw AuthError.tenantsNotAllowed }
            guard try !work.reads.isBeingDeleted(scope) else { throw AuthError.projectNotFound(project) }
            while true {
                let suffix = SecureRandom.alphanumeric(TenantID.suffixLength).lowercased()
                let id = TenantID.make(name: settings.displayName, suffix: suffix)
                let tenant = Tenant(scope: scope.withTenant(id), settings: settings, createdAt: work.now)
                guard try work.transaction.insert(tenant) else { continue }
                tenant.record(.tenantCreate, from: nil, to: settings, work, describer)
                return tenant
            }
        }
    }

    /// Creates the tenant of a scope, if there is none, with everything switched on: what the emulator does with an id that it
    /// has not seen before.
    package func requireDevelopmentTenant(_ scope: ProjectScope) async throws {
        guard try await read({ try $0.reads.tenant(scope) }) == nil else { return }
        try await write(in: scope.withoutTenant) { work in
            let tenant = Tenant(scope: scope, settings: .development, createdAt: work.now)
            guard try work.settings().tenants.allowsTenants, try work.transaction.insert(tenant) else { return }
            tenant.record(.tenantCreate, from: nil, to: tenant.settings, work, describer)
        }
    }

    /// Changes the settings of a tenant. If they stay as they are, nothing is written or recorded.
    ///
    /// - Parameters:
    ///   - scope: The tenant's scope.
    ///   - change: Changes the settings in place, or throws; it may run more than once. It also gets the project's settings.
    /// - Returns: The tenant after the change.
    /// - Throws: ``AuthError/tenantNotFound``, ``AuthError/invalidTenantName``.
    package func updateTenant(
        _ scope: ProjectScope, _ change: @escaping @Sendable (inout TenantSettings, ProjectSettings) throws -> Void
    ) async throws -> Tenant {
        try await write(in: scope) { work in
            var tenant = try work.tenant(scope)
            let old = tenant.settings
            let project = try work.settings(ofProject: scope.project)
            try change(&tenant.settings, project)
            guard tenant.settings != old else { return tenant }
            if tenant.settings.displayName != old.displayName { try tenant.settings.requireName() }
            try work.transaction.update(tenant)
            if tenant.settings.isDisabled, !old.isDisabled { work.transaction.journal.noteEnd(of: .everybody(in: scope)) }
            if tenant.settings.effective(in: project).secondFactors.isMandatory,
                !old.effective(in: project).secondFactors.isMandatory
            {
                // Cookies from before would outlive the change, as in ``updateSettings(of:_:)``.
                work.transaction.journal.noteEnd(of: .everybodyWithoutSecondFactor(in: scope))
            }
            tenant.record(.tenantUpdate, from: old, to: tenant.settings, work, describer)
            return tenant
        }
    }
}

extension TenantSettings {
    fileprivate func requireName() throws(AuthError) {
        guard displayName.map(TenantID.isName) ?? true else { throw .invalidTenantName }
    }
}

extension Tenant {
    /// Adds a change to the audit log.
    fileprivate func record(
        _ action: AuditAction, from old: TenantSettings?, to new: TenantSettings, _ work: Work, _ describer: any SettingDescriber
    ) {
        work.transaction.record(AuditEvent(action, in: scope, details: describer.details(from: old, to: new)))
    }
}
