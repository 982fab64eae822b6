import ArgumentParser
import VinculaCore
import VinculaEngine
import VinculaServer

/// `vincula config`
struct ConfigCommand: AsyncParsableCommand, DefaultTakesArgument {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Shows and changes a project's settings, one by one.",
        discussion: """
            A running server applies each change at once, and the audit log says who made it. The settings of the server itself, \
            such as where it listens, are elsewhere: `vincula serve --help` lists them.

              vincula config get
              vincula config enable email
              vincula config set passwordPolicyConfig.minPasswordLength 10
              vincula config domains add app.example.com
              vincula config providers set google.com --client-id CLIENT --secret
            """,
        subcommands: [
            ConfigGet.self, ConfigSet.self, ConfigUnset.self, ConfigEnable.self, ConfigDisable.self, ConfigDomains.self,
            ConfigProviders.self, ConfigMail.self,
        ],
        defaultSubcommand: ConfigGet.self)
}

/// `vincula config get`
struct ConfigGet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Shows one setting, or all that have a value.",
        discussion: """
            For one setting, prints its value alone: an empty line if it has none. For the beginning of names, such as mfa, shows \
            all of them that have a value. `--all` says what each may be.
            """)

    @Argument(help: "The setting's name, or the beginning of several.", completion: SettingName.completion) var name: String?
    @Flag(help: "Also show the settings without a value, and what each may be.") var all = false
    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard name == nil || !all else { throw ValidationError("--all has no effect with a name.") }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let isTenant = tenant.tenant != nil
        let group = name.map { SettingName.settings(below: $0, inTenant: isTenant) } ?? []
        if let name, group.isEmpty {
            let setting = try SettingName.find(name, inTenant: isTenant)
            let text = try await tenant.use(configuration) { try await $0.value(of: setting) }
            return print(Table.printable(text ?? ""))
        }
        let values = try await tenant.use(configuration) { try await $0.values() }
        guard all else {
            var table = Table(headings: ["SETTING", "VALUE"])
            table.rows = values.map { [isTenant ? $0.setting.tenantName ?? "" : $0.setting.name, $0.text] }
                .filter { name == nil || group.contains($0[0]) }
            guard !table.rows.isEmpty else { return print("None of these settings has a value.") }
            return print(table.text(widest: 80))
        }
        for setting in ProjectSettingsEditor.settings(ofTenant: isTenant) {
            let name = isTenant ? setting.tenantName ?? "" : setting.name
            let value = values.first { $0.setting.name == setting.name }?.text
            print("\(name)\(value.map { " = " + Table.printable($0) } ?? "")")
            print("    \(setting.help.replacing("`", with: "")) [\(setting.kind.words)]")
        }
    }
}

/// `vincula config set`
struct ConfigSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Sets one setting.",
        discussion: """
            `vincula config get --all` lists the settings and what each may be. A list has several values, or one with commas. \
            The value of a secret comes from a file, a prompt or standard input, because an argument is seen by all users of \
            the machine.

              vincula config set vincula.page.color '#1a4fba'
              vincula config set signIn.phoneNumber.testPhoneNumbers +16505550100=123456
              vincula config set vincula.email.templates.signIn.en.html --file mail.html
            """)

    @Argument(help: "The setting's name.", completion: SettingName.completion) var name: String
    @Argument(help: "The value; several for a list.", completion: SettingName.valueCompletion) var values: [String] = []
    @Option(
        name: [.customLong("file"), .customLong("secret-file")], help: "Read the value from a file; - is standard input.",
        completion: .file())
    var file: String?
    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup var addresses: PrivateAddressFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration(addresses.values)
        let setting = try SettingName.find(name, inTenant: tenant.tenant != nil)
        let texts = try given(for: setting)
        let value: String?
        let caution: SettingCaution?
        do {
            (value, caution) = try await tenant.use(configuration) { editor in
                try await editor.set([(setting, texts)])
                return (try await editor.value(of: setting), try await editor.caution(about: setting))
            }
        } catch let error as ConfigurationError {
            throw ConfigurationError(setting: error.setting, description: error.description + SettingName.togetherHint(setting))
        }
        let shown = setting.kind == .secret ? "set" : Table.printable(value ?? "empty")
        print("\(Table.printable(name)) is \(shown.count > 100 ? "set" : shown) in \(tenant.words(configuration)).")
        if let caution {
            let hint = caution == .sendsNoMail ? " \(MailFindings.blindSpot)" : ""
            StandardError.print("Note: \(caution.words(now: SystemClock().now))\(hint)")
        }
    }

    private func given(for setting: ProjectSetting) throws -> [String] {
        guard setting.kind != .secret else {
            guard values.isEmpty else {
                throw ValidationError(
                    "\(Table.printable(name)) is a secret: other users of this machine can see arguments. Leave the value out to be asked for it, or pass --secret-file."
                )
            }
            return [try SecretInput.read("\(Table.printable(name)): ", file: file)]
        }
        if let file {
            guard values.isEmpty else { throw ValidationError("Pass a value or --file, not both.") }
            return [try SecretInput.text(of: file, longest: 256 << 10)]
        }
        guard !values.isEmpty else {
            throw ValidationError(
                "The value is missing. \(Table.printable(name)) is \(setting.kind.words). To clear it: vincula config unset \(Table.printable(name))"
            )
        }
        return values
    }
}

/// `vincula config unset`
struct ConfigUnset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Sets one setting back to what it is in a new project; a tenant takes its project's.")

    @Argument(help: "The setting's name.", completion: SettingName.completion) var name: String
    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let isTenant = tenant.tenant != nil
        if ProjectSettingsEditor.groups(ofTenant: isTenant).contains(name) {
            try await tenant.use(configuration) { try await $0.clear(group: name) }
            return print("\(name) is empty in \(tenant.words(configuration)).")
        }
        let setting = try SettingName.find(name, inTenant: isTenant)
        let value = try await tenant.use(configuration) { editor in
            try await editor.unset(setting)
            return try await editor.value(of: setting)
        }
        let own = value.map { $0.isEmpty ? "empty" : Table.printable($0) } ?? (isTenant ? "not set" : "empty")
        print("\(name) is \(own) in \(tenant.words(configuration)).")
    }
}
