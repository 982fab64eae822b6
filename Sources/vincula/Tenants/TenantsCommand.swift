import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula tenants`
struct TenantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants", abstract: "Manages a project's tenants: separate sets of accounts.",
        discussion: """
            Each tenant has its own accounts, sign-in methods and providers. In a new tenant, every method is off. The project \
            must allow tenants first:

              vincula tenants allow
              vincula tenants create acme --password --email-link
              vincula users list --tenant acme-x1y2z
            """,
        subcommands: [
            TenantsList.self, TenantsCreate.self, TenantsShow.self, TenantsUpdate.self, TenantsDelete.self, TenantsAllow.self,
        ],
        defaultSubcommand: TenantsList.self)
}

/// The argument that names a tenant.
struct TenantArgument: ParsableArguments {
    @Argument(help: "The tenant's id.") var tenant: String

    /// Runs a closure for the tenant, and says in words why it is refused.
    ///
    /// - Throws: ``ConfigurationError``, or any other error of the closure.
    func use<Result>(
        _ configuration: ServerConfiguration, _ body: (AuthEngine, ProjectScope) async throws -> Result
    ) async throws -> Result {
        let scope = try TenantRefusal.scope(configuration.project, tenant)
        return try await Installation.useProject(configuration) { engine in
            try await TenantRefusal.described { try await body(engine, scope) }
        }
    }
}

/// `vincula tenants list`
struct TenantsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists a project's tenants, by id.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let project = configuration.project
        let (isAllowed, tenants, deletions) = try await Installation.useProject(configuration) { engine in
            var found: [Tenant] = []
            while true {
                let page = try await engine.projects.tenants(of: project, after: found.last?.id ?? "", limit: 1000)
                found += page
                guard page.count == 1000 else { break }
            }
            let deletions = try await engine.projects.deletions().filter { $0.scope.project == project }
            return (try await engine.projects.settings(of: project).tenants.allowsTenants, found, deletions)
        }
        defer { for deletion in deletions { print(deletion.line) } }
        guard !tenants.isEmpty else {
            return print(
                "Project \(project) has no tenants." + (isAllowed ? "" : " It does not allow any: vincula tenants allow."))
        }
        var table = Table(headings: ["ID", "NAME", "METHODS", "CREATED", ""])
        table.rows = tenants.map {
            [
                $0.id, $0.settings.displayName ?? "", $0.settings.methods, $0.createdAt.short,
                $0.settings.isDisabled ? "disabled" : "",
            ]
        }
        print(table.text(widest: 128))
    }
}

/// `vincula tenants create`
struct TenantsCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates a tenant, and prints its id, which begins with its name.")

    @Argument(help: "The name: a letter, then letters, digits and hyphens, at most 20 in all.") var name: String
    @OptionGroup var methods: TenantMethodFlags
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        var settings = TenantSettings()
        settings.displayName = name
        methods.apply(to: &settings)
        let tenant = try await Installation.useProject(configuration) { [settings] engine in
            try await TenantRefusal.described {
                try await engine.projects.createTenant(settings, of: configuration.project)
            }
        }
        print(tenant.id)
        StandardError.print("Created a tenant of project \(configuration.project). Sign-in methods: \(settings.methods).")
    }
}

/// `vincula tenants show`
struct TenantsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one tenant.")

    @OptionGroup var argument: TenantArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let (found, count) = try await argument.use(configuration) {
            (try await $0.projects.tenant($1), try await $0.accounts.countAccounts(in: $1))
        }
        var table = Table(headings: ["Tenant", found.id])
        let settings = found.settings
        table.rows = [
            ["Name", settings.displayName ?? ""], ["State", settings.isDisabled ? "disabled" : "enabled"],
            ["Sign-in methods", settings.methods],
            [
                "Second factors",
                settings.secondFactors.hasKind ? (settings.secondFactors.isMandatory ? "required" : "on") : "off",
            ],
            ["Sign-ups", settings.disabledUserSignUp ? "by administrators only" : "by everybody"],
            ["Accounts", String(count)], ["Created", found.createdAt.short],
        ]
        print(table.text(widest: 100))
    }
}

/// `vincula tenants update`
struct TenantsUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Changes a tenant: its name, sign-in methods and state.",
        discussion: "The other settings are changed with vincula config set NAME VALUE --tenant TENANT.")

    @OptionGroup var argument: TenantArgument
    @Option(help: "The name; the id does not change.") var name: String?
    @OptionGroup var methods: TenantMethodFlags
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the tenant is disabled: nobody can sign in to it, and apps cannot manage its accounts.")
    var disabled: Bool?
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard name != nil || disabled != nil || !methods.isEmpty else {
            throw ValidationError("Nothing to change. See vincula help tenants update.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let (name, methods, disabled) = (name, methods.values, disabled)
        let updated = try await argument.use(configuration) {
            try await $0.projects.updateTenant($1) { settings, _ in
                if let name { settings.displayName = name }
                if let disabled { settings.isDisabled = disabled }
                methods.apply(to: &settings)
            }
        }
        let state = updated.settings.isDisabled ? "disabled" : "enabled"
        print("Tenant \(updated.id) is \(state). Sign-in methods: \(updated.settings.methods).")
    }
}

/// `vincula tenants delete`
struct TenantsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a tenant with all its accounts and providers; this cannot be undone.",
        discussion: """
            The tenant is gone at once. Its accounts are then deleted some at a time. If you interrupt that, a running server goes \
            on, or the next one that starts.
            """)

    @OptionGroup var argument: TenantArgument
    @OptionGroup(title: "Data") var data: DataFlags
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() async throws {
        let configuration = try await data.configuration()
        let count = try await argument.use(configuration) { engine, scope in
            _ = try await engine.projects.tenant(scope)
            return try await engine.accounts.countAccounts(in: scope)
        }
        let what = "tenant \(argument.tenant) with \(count == 1 ? "its account" : "its \(count) accounts")"
        if !yes {
            print("Delete \(what)? This cannot be undone. [y/N] ", terminator: "")
            guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
                print("Nothing was deleted.")
                throw ExitCode.failure
            }
        }
        let erasure = try await argument.use(configuration) { engine, scope in
            let progress = DeletionProgress()
            defer { progress.end() }
            return try await engine.projects.deleteTenant(scope, patience: nil, progress: progress.show)
        }
        print("Deleted tenant \(argument.tenant) with \(erasure.text).")
    }
}

/// `vincula tenants allow`
struct TenantsAllow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Allows a project to have tenants, or to have no more of them.",
        discussion: "With --no-more, tenants that exist stay and can be used.")

    @Flag(help: "Allow no more tenants.") var noMore = false
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let isAllowed = !noMore
        _ = try await Installation.useProject(configuration) { engine in
            try await engine.projects.updateSettings(of: configuration.project) { $0.tenants.allowsTenants = isAllowed }
        }
        print("Project \(configuration.project) \(isAllowed ? "allows tenants" : "allows no more tenants").")
    }
}
