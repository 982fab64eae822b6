import Configuration
import Foundation
import Synchronization
import SystemPackage
import VinculaCore

/// An error that says which setting is invalid, where it is, and what it must be.
struct ConfigurationError: Error, CustomStringConvertible {
    /// The invalid setting, if known.
    var setting: Setting?
    let description: String
}

/// The sources of settings: command line, environment and file, in this order of precedence.
struct ConfigurationSources {
    private let providers: [(name: String, provider: any ConfigProvider)]
    /// Settings that are treated as not given, because their values are invalid.
    var ignored: Set<Setting> = []
    /// The unknown settings, a sentence each.
    let unknown: [String]
    private let reading = LastRead()

    /// The setting that was read last, which is usually the invalid one.
    var lastRead: Setting? { reading.setting.withLock { $0 } }

    /// - Parameters:
    ///   - flags: The values from the command line.
    ///   - file: The configuration file's path, if there is one.
    /// - Throws: ``ConfigurationError`` for a file that cannot be read.
    init(flags: [Setting: String], file: String?) async throws {
        let values = Dictionary(
            flags.map { ($0.key.key, ConfigValue(.string($0.value), isSecret: $0.key.isSecret)) },
            uniquingKeysWith: { first, _ in first })
        var providers: [(String, any ConfigProvider)] = [
            ("the command line", InMemoryProvider(name: "command line", values: values)),
            ("the environment", EnvironmentVariablesProvider().prefixKeys(with: "vincula")),
        ]
        var unknown: [String] = []
        if let file {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
                throw ConfigurationError(description: "The configuration file \(file) is a folder. Name the file in it.")
            }
            guard access(file, R_OK) == 0 else {
                throw ConfigurationError(
                    description: "The configuration file \(file) cannot be read: \(SystemReason.text(errno)).")
            }
            do {
                providers.append((file, try await FileProvider<JSONSnapshot>(filePath: FilePath(file))))
            } catch {
                throw ConfigurationError(description: "The configuration file \(file) cannot be read as JSON: \(error)")
            }
            unknown = try UnknownSettings.inFile(file)
        }
        self.unknown = unknown + UnknownSettings.inEnvironment()
        self.providers = providers
    }

    /// The text of a setting, from the first source that has it.
    func text(_ setting: Setting) throws -> String? {
        try value(setting, .string) { if case .string(let text) = $0 { text } else { nil } }
    }

    func integer(_ setting: Setting, default: Int, in range: ClosedRange<Int>) throws -> Int {
        let found = try value(setting, .int) { content -> Int? in
            switch content {
            case .int(let number): number
            case .string(let text): Int(text)
            default: nil
            }
        }
        guard let found else { return `default` }
        guard range.contains(found) else {
            throw ConfigurationError(
                description: "\(setting.rawValue) is \(found); it must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return found
    }

    func flag(_ setting: Setting, default: Bool = false) throws -> Bool {
        try value(setting, .bool) { content -> Bool? in
            switch content {
            case .bool(let value): value
            case .string(let text):
                ["true", "yes", "1"].contains(text) ? true : ["false", "no", "0"].contains(text) ? false : nil
            default: nil
            }
        } ?? `default`
    }

    func list(_ setting: Setting) throws -> [String] {
        let found = try value(setting, .stringArray) { content -> [String]? in
            switch content {
            case .stringArray(let items): items
            case .string(let text): text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            default: nil
            }
        }
        return found ?? []
    }

    private func value<Value>(
        _ setting: Setting, _ type: ConfigType, _ read: (ConfigContent) -> Value?
    ) throws -> Value? {
        reading.setting.withLock { $0 = setting }
        if ignored.contains(setting) { return nil }
        for (name, provider) in providers {
            // All values from the command line are text.
            let asked = provider is InMemoryProvider ? ConfigType.string : type
            let found: ConfigValue?
            do {
                found = try provider.value(forKey: setting.key, type: asked).value
            } catch {
                throw ConfigurationError(description: "\(setting.rawValue) in \(name) is not \(Self.noun(type)).")
            }
            guard let found else { continue }
            guard let value = read(found.content) else {
                throw ConfigurationError(description: "\(setting.rawValue) in \(name) is not \(Self.noun(type)).")
            }
            return value
        }
        return nil
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

private final class LastRead: Sendable {
    let setting = Mutex<Setting?>(nil)
}

extension ServerConfiguration {
    /// Reads all settings.
    ///
    /// - Throws: ``ConfigurationError`` that names every invalid or unknown setting, a line each.
    static func read(_ sources: ConfigurationSources) throws -> ServerConfiguration {
        let (configuration, problems) = readAll(sources)
        guard let configuration, sources.unknown.isEmpty else {
            throw ConfigurationError(description: (sources.unknown + problems).joined(separator: "\n"))
        }
        return configuration
    }

    /// Reads all settings.
    ///
    /// - Returns: The configuration, or every problem with the settings.
    static func readAll(_ sources: ConfigurationSources) -> (configuration: ServerConfiguration?, problems: [String]) {
        var sources = sources
        var problems: [String] = []
        while true {
            do {
                let configuration = try ServerConfiguration(sources)
                return problems.isEmpty ? (configuration, []) : (nil, problems)
            } catch {
                // A missing setting fails again when it is ignored, but is reported once.
                if !problems.contains("\(error)") { problems.append("\(error)") }
                // The invalid setting is ignored, to find the other problems.
                let fault = (error as? ConfigurationError)?.setting ?? sources.lastRead
                guard let fault, sources.ignored.insert(fault).inserted else { return (nil, problems) }
            }
        }
    }
}
