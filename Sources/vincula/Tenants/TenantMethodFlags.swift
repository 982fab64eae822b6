import ArgumentParser
import VinculaCore
import VinculaEngine

/// The sign-in methods of a tenant, as flags.
struct TenantMethodFlags: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether people may sign in with a password.") var password: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether people may sign in with an emailed link.") var emailLink: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether anonymous accounts may be created.") var anonymous: Bool?

    var values: TenantMethods { TenantMethods(password: password, emailLink: emailLink, anonymous: anonymous) }

    /// `true` if nothing was given.
    var isEmpty: Bool { password == nil && emailLink == nil && anonymous == nil }

    func apply(to settings: inout TenantSettings) { values.apply(to: &settings) }
}

/// The sign-in methods that are turned on or off; `nil` for those that stay as they are.
struct TenantMethods: Sendable {
    let password: Bool?
    let emailLink: Bool?
    let anonymous: Bool?

    func apply(to settings: inout TenantSettings) {
        settings.passwordEnabled = password ?? settings.passwordEnabled
        settings.emailLinkEnabled = emailLink ?? settings.emailLinkEnabled
        settings.anonymousEnabled = anonymous ?? settings.anonymousEnabled
    }
}

extension TenantSettings {
    /// The sign-in methods that are on, in words.
    var methods: String {
        let on = [
            passwordEnabled ? "password" : nil, emailLinkEnabled ? "email link" : nil, anonymousEnabled ? "anonymous" : nil,
        ].compactMap(\.self)
        return on.isEmpty ? "none" : on.joined(separator: ", ")
    }
}

/// The tenant that a command about accounts is for.
struct TenantFlag: ParsableArguments {
    @Option(help: "The id of the tenant whose accounts are meant; without it, those of the project itself.") var tenant: String?

    /// The project or tenant.
    func scope(_ configuration: ServerConfiguration) throws -> ProjectScope {
        guard let tenant else { return ProjectScope(project: configuration.project) }
        return try TenantRefusal.scope(configuration.project, tenant)
    }

    /// The project or tenant in words.
    func words(_ configuration: ServerConfiguration) -> String {
        tenant.map { "tenant \($0) of project \(configuration.project)" } ?? "project \(configuration.project)"
    }
}

/// The reasons why a command about tenants is refused, in words.
enum TenantRefusal {
    /// - Throws: ``ConfigurationError`` for a text that cannot be a tenant's id.
    static func scope(_ project: String, _ tenant: String) throws -> ProjectScope {
        guard TenantID.isWellFormed(tenant) else {
            throw ConfigurationError(
                description: "\(Table.printable(String(tenant.prefix(60)))) is not a tenant's id. See vincula tenants list.")
        }
        return ProjectScope(project: project, tenant: tenant)
    }

    /// Runs an action, and says in words why it is refused.
    ///
    /// - Throws: ``ConfigurationError``.
    static func described<Result>(_ action: () async throws -> Result) async throws -> Result {
        do {
            return try await action()
        } catch AuthError.tenantNotFound {
            throw ConfigurationError(description: "There is no such tenant. See vincula tenants list.")
        } catch AuthError.tenantsNotAllowed {
            throw ConfigurationError(description: "The project does not allow tenants. Allow them first: vincula tenants allow")
        } catch AuthError.invalidTenantName {
            throw ConfigurationError(
                description: """
                    A tenant's name is a letter, then letters, digits and hyphens, at most \(TenantID.longestName) in all.
                    """)
        }
    }
}
