import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula config enable`
struct ConfigEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Turns a sign-in method or a provider on.")

    @Argument(help: "email, email-link, anonymous, phone, or a provider's id.", completion: .list(MethodSwitch.names))
    var method: String
    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws { try await MethodSwitch.set(method, true, tenant, try await data.configuration()) }
}

/// `vincula config disable`
struct ConfigDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turns a sign-in method or a provider off; accounts and sessions are kept.")

    @Argument(help: "email, email-link, anonymous, phone, or a provider's id.", completion: .list(MethodSwitch.names))
    var method: String
    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws { try await MethodSwitch.set(method, false, tenant, try await data.configuration()) }
}

/// Turns sign-in methods and providers on and off.
enum MethodSwitch {
    /// The methods, and the built-in providers.
    static let names = SignInMethod.allCases.map(\.rawValue) + ProviderID.builtIn.map(\.value).sorted()

    /// - Throws: ``ConfigurationError``.
    static func set(
        _ name: String, _ isOn: Bool, _ tenant: ConfigTenantFlag, _ configuration: ServerConfiguration
    ) async throws {
        if let method = SignInMethod(rawValue: name) {
            guard tenant.tenant != nil else { return try await method.set(isOn, configuration) }
            return try await set(method, isOn, tenant, configuration)
        }
        let id = ProviderID(name)
        guard ProviderID.builtIn.contains(id) || id.isDefinedByProject else {
            let hint =
                NearestName.of(name, among: names.sorted()).map { "Did you mean \($0)?" }
                ?? "The methods are \(SignInMethod.allCases.map(\.rawValue).joined(separator: ", ")), and providers such as google.com."
            throw ConfigurationError(
                description: "Unknown sign-in method \(Table.printable(String(name.prefix(60)))). \(hint)")
        }
        try await ProviderSwitch.set(id, isOn, tenant, configuration)
    }

    private static func set(
        _ method: SignInMethod, _ isOn: Bool, _ tenant: ConfigTenantFlag, _ configuration: ServerConfiguration
    ) async throws {
        let methods: TenantMethods
        switch method {
        case .email: methods = TenantMethods(password: isOn, emailLink: nil, anonymous: nil)
        case .emailLink: methods = TenantMethods(password: nil, emailLink: isOn, anonymous: nil)
        case .anonymous: methods = TenantMethods(password: nil, emailLink: nil, anonymous: isOn)
        case .phone:
            throw ConfigurationError(
                description:
                    "In a tenant, a phone is a second factor only: vincula config set mfaConfig.enabledProviders PHONE_SMS")
        }
        let scope = try tenant.scope(configuration)
        _ = try await Installation.useProject(configuration) { engine in
            try await TenantRefusal.described {
                try await engine.projects.updateTenant(scope) { settings, _ in methods.apply(to: &settings) }
            }
        }
        print("\(method.rawValue) is \(isOn ? "on" : "off") in \(tenant.words(configuration)).")
    }
}
