import Configuration
import Foundation
import SystemPackage
import VinculaCore

/// An error that says which setting is invalid, where it is, and what it must be.
struct ConfigurationError: Error, CustomStringConvertible {
    /// The name of the invalid setting, if it is one that is invalid.
    var setting: String?
    let description: String
}

extension ConfigurationError {
    init<Value>(_ setting: KeyPath<Settings, Setting<Value>>, _ description: String) {
        self.init(setting: Settings.name(setting), description: description)
    }
}

/// The sources of settings: command line, environment and file, in this order of precedence.
struct ConfigurationSources {
    private let providers: [(name: String, provider: any ConfigProvider)]
    /// The names of settings that are treated as not given, because their values are invalid.
    var ignored: Set<String> = []
    /// The configuration file, if there is one.
    let file: String?
    /// The unknown settings, a sentence each.
    let unknown: [String]

    /// - Parameters:
    ///   - flags: The values from the command line, by the setting's name.
    ///   - file: The configuration file's path, if there is one.
    /// - Throws: ``ConfigurationError`` for a file that cannot be read.
    init(flags: [String: String], file: String?) async throws {
        let values = Dictionary(
            flags.map { (Self.key($0.key), ConfigValue(.string($0.value), isSecret: false)) },
            uniquingKeysWith: { first, _ in first })
        var providers: [(String, any ConfigProvider)] = [
            ("the command line", InMemoryProvider(name: "command line", values: values)),
            ("the environment", EnvironmentVariablesProvider().prefixKeys(with: "vincula")),
        ]
        var unknown: [String] = []
        if let file {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
                throw ConfigurationError(description: "The configuration file \(file) is a folder. Specify a file in it.")
            }
            guard access(file, R_OK) == 0 else {
                throw ConfigurationError(
                    description: "The configuration file \(file) cannot be read: \(SystemReason.text(errno)).")
            }
            do {
                providers.append((file, try await FileProvider<JSONSnapshot>(filePath: FilePath(file))))
            } catch {
                // Foundation's sentence says where; its description has the names of domains and codes around it.
                let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "\(error)"
                throw ConfigurationError(description: "The configuration file \(file) is not JSON: \(reason)")
            }
            unknown = try UnknownSettings.inFile(file)
        }
        self.file = file
        self.unknown = unknown + UnknownSettings.inEnvironment()
        self.providers = providers
    }

    /// The text of a setting, from the first source that has it.
    func text(_ name: String) throws -> String? {
        try value(name, .string) { if case .string(let text) = $0 { text } else { nil } }
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        let found = try value(name, .int) { content -> Int? in
            switch content {
            case .int(let number): number
            case .string(let text): Int(text)
            default: nil
            }
        }
        if let found, !range.contains(found) {
            throw ConfigurationError(
                description: "\(name) is \(found); it must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return found
    }

    func truth(_ name: String) throws -> Bool? {
        try value(name, .bool) { content -> Bool? in
            switch content {
            case .bool(let value): value
            case .string(let text):
                ["true", "yes", "1"].contains(text) ? true : ["false", "no", "0"].contains(text) ? false : nil
            default: nil
            }
        }
    }

    func list(_ name: String) throws -> [String]? {
        try value(name, .stringArray) { content -> [String]? in
            switch content {
            case .stringArray(let items): items
            case .string(let text): text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            default: nil
            }
        }
    }

    private func value<Value>(
        _ name: String, _ type: ConfigType, _ read: (ConfigContent) -> Value?
    ) throws -> Value? {
        if ignored.contains(name) { return nil }
        let key = Self.key(name)
        for (source, provider) in providers {
            // All values from the command line are text.
            let asked = provider is InMemoryProvider ? ConfigType.string : type
            let found: ConfigValue?
            do {
                found = try provider.value(forKey: key, type: asked).value
            } catch {
                throw ConfigurationError(description: "\(name) in \(source) is not \(Self.noun(type)).")
            }
            guard let found else { continue }
            guard let value = read(found.content) else {
                throw ConfigurationError(description: "\(name) in \(source) is not \(Self.noun(type)).")
            }
            return value
        }
        return nil
    }

    /// A setting's name as a key of swift-configuration.
    private static func key(_ name: String) -> AbsoluteConfigKey {
        AbsoluteConfigKey(name.split(separator: ".").map(String.init))
    }

    private static func noun(_ type: ConfigType) -> String {
        switch type {
        case .int: "a whole number"
        case .bool: "`true` or `false`"
        case .stringArray: "a list of strings"
        default: "a string"
        }
    }
}
