import ArgumentParser
import Foundation
import Logging
import VinculaCore
import VinculaDelivery

/// The flags that every command needs: the configuration file, the data folder and the project.
struct DataFlags: ParsableArguments {
    @Option(help: "A JSON file with settings. [env: VINCULA_CONFIG]", completion: .file(extensions: ["json"]))
    var config: String?

    @Option(help: Settings.all.data.about.flagHelp, completion: .directory)
    var data: String?

    @Option(help: Settings.all.project.about.flagHelp)
    var project: String?

    /// Reads all settings; these flags take precedence. If root runs the command on another user's data folder, the process acts
    /// as that user afterwards (``FolderOwner``).
    ///
    /// - Parameter more: Other flags' values, by the setting's name.
    func configuration(_ more: [String: String] = [:]) async throws -> ServerConfiguration {
        let configuration = try ServerConfiguration.read(try await sources(more))
        try FolderOwner.takeOn(configuration)
        return configuration
    }

    /// The sources of settings; these flags take precedence.
    func sources(_ more: [String: String] = [:]) async throws -> ConfigurationSources {
        var flags = more
        flags[Settings.name(\.data)] = data
        flags[Settings.name(\.project)] = project
        let file = config ?? ProcessInfo.processInfo.environment["VINCULA_CONFIG"]
        return try await ConfigurationSources(flags: flags, file: file)
    }
}

/// The flags of all other settings, made from their declarations.
///
/// ArgumentParser finds the flags of a type by reflection, and then decodes it. This type shows it a flag for each setting
/// where another one has a property for each, and decodes the same flags.
struct ServerFlags: ParsableArguments, CustomReflectable {
    /// The given values, by the setting's name.
    private(set) var values: [String: String] = [:]

    private static let settings = Settings.list.map(\.about).filter { $0.place == .server }

    init() {}

    init(from decoder: any Decoder) throws {
        let flags = try decoder.container(keyedBy: FlagName.self)
        for setting in Self.settings {
            let name = FlagName(stringValue: setting.flagName)
            switch setting.kind {
            case .flag:
                if try flags.decode(Flag<Bool>.self, forKey: name).wrappedValue { values[setting.name] = "true" }
            case .number:
                values[setting.name] = try flags.decode(Option<Int?>.self, forKey: name).wrappedValue.map(String.init)
            case .truth, .text, .list:
                values[setting.name] = try flags.decode(Option<String?>.self, forKey: name).wrappedValue
            }
        }
    }

    var customMirror: Mirror { Mirror(self, children: Self.definitions) }

    /// The flags, made once: ArgumentParser looks at them more than ten times for each command. They are values that nobody
    /// changes; `Any` does not say so.
    private nonisolated(unsafe) static let definitions: [Mirror.Child] = settings.map {
        (label: $0.flagName, value: $0.flag)
    }
}

private struct FlagName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension SettingDescription {
    /// The values of settings that have only a few.
    private var choices: [String] {
        switch name {
        case Settings.name(\.logLevel): Logger.Level.allCases.map(\.rawValue)
        case Settings.name(\.smtp.security): SMTPOptions.Security.allCases.map(\.rawValue)
        case Settings.name(\.tokensAlgorithm): SigningAlgorithm.allCases.map(\.rawValue)
        case Settings.name(\.sms.gateway): SMSSettings.Gateway.allCases.map(\.rawValue)
        default: []
        }
    }

    /// The definition of the flag.
    fileprivate var flag: Any {
        switch kind {
        case .flag: Flag<Bool>(wrappedValue: false, name: .customLong(flagName), help: flagHelp)
        case .number: Option<Int?>(name: .customLong(flagName), help: flagHelp)
        case .truth, .text, .list: Option<String?>(name: .customLong(flagName), help: flagHelp, completion: completion)
        }
    }

    /// The values that a shell offers; a setting's name says whether it is a file or a folder.
    var completion: CompletionKind? {
        switch kind {
        case .truth: .list(["true", "false"])
        case .text where !choices.isEmpty: .list(choices)
        case .text where name.hasSuffix("File"): .file()
        case .text where name.hasSuffix(".folder"): .directory
        case .flag, .number, .text, .list: nil
        }
    }
}
