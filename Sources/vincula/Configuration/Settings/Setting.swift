/// A setting of the server.
///
/// Its declaration is the only place that describes it: its flag, its name in the environment, its help, the messages about
/// invalid values and its row in Operations.md are derived from it. ``Settings`` declares all of them.
struct Setting<Value: Sendable>: DeclaredSetting {
    private(set) var about: SettingDescription
    /// The value if no source has one.
    let fallback: Value
    private var read: @Sendable (ConfigurationSources) throws -> Value?

    /// - Parameter read: Reads the value from the first source that has one, and returns `nil` if none has.
    init(_ about: SettingDescription, fallback: Value, read: @escaping @Sendable (ConfigurationSources) throws -> Value?) {
        self.about = about
        self.fallback = fallback
        self.read = read
    }

    /// Reads the value.
    ///
    /// - Throws: ``ConfigurationError`` that names the setting.
    func value(in sources: ConfigurationSources) throws -> Value {
        do {
            return try read(sources) ?? fallback
        } catch var error as ConfigurationError {
            error.setting = error.setting ?? about.name
            throw error
        }
    }

    func anyValue(in sources: ConfigurationSources) throws -> any Sendable { try value(in: sources) }

    /// The setting with a flag for every command, not only for those that need a server's settings.
    func forEveryCommand() -> Setting {
        var setting = self
        setting.about.place = .everyCommand
        return setting
    }

    /// The setting with more about it for Operations.md, in Markdown.
    func details(_ text: String) -> Setting {
        var setting = self
        setting.about.details = text
        return setting
    }

    /// The setting, for which an empty text means that it is not given.
    func ignoringEmpty() -> Setting {
        var setting = self
        setting.read = { [name = about.name, read] sources in try sources.text(name) == "" ? nil : try read(sources) }
        return setting
    }
}

/// A setting with a value of any type.
protocol DeclaredSetting: Sendable {
    var about: SettingDescription { get }

    /// Reads the value.
    ///
    /// - Throws: ``ConfigurationError`` that names the setting.
    func anyValue(in sources: ConfigurationSources) throws -> any Sendable
}

/// The values of all settings.
struct SettingValues {
    private var values: [String: any Sendable] = [:]

    /// - Throws: ``ConfigurationError`` for the first invalid setting.
    init(_ sources: ConfigurationSources) throws {
        for setting in Settings.list { values[setting.about.name] = try setting.anyValue(in: sources) }
    }

    subscript<Value>(_ path: KeyPath<Settings, Setting<Value>>) -> Value {
        self[Settings.all[keyPath: path]]
    }

    subscript<Value>(_ setting: Setting<Value>) -> Value { values[setting.about.name] as? Value ?? setting.fallback }
}
