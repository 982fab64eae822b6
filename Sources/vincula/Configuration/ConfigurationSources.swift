import Configuration
import Foundation
import Synchronization
import SystemPackage
import VinculaCore

/// A setting that cannot be read, in words that say where it stands and what it must be.
struct ConfigurationError: Error, CustomStringConvertible {
    /// The setting that is at fault, where its reader says so.
    var setting: Setting?
    let description: String
}

/// Where settings come from: command line, environment, file, in this order.
struct ConfigurationSources {
    private let providers: [(name: String, provider: any ConfigProvider)]
    /// Settings that count as not given, because what was given cannot be read.
    var ignored: Set<Setting> = []
    /// What stands among the settings and is none, a sentence each.
    let unknown: [String]
    private let reading = LastRead()

    /// The setting that was asked for last; what cannot be read is most often that.
    var lastRead: Setting? { reading.setting.withLock { $0 } }

    /// - Parameters:
    ///   - flags: What the command line says.
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

    /// The text of a setting, wherever it stands first.
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
            // The command line's values are text whatever they mean.
            let asked = provider is InMemoryProvider ? ConfigType.string : type
            let found: ConfigValue?
            do {
                found = try provider.value(forKey: setting.key, type: asked).value
            } catch {
                throw ConfigurationError(description: "\(setting.rawValue) in \(name) is no \(Self.noun(type)).")
            }
            guard let found else { continue }
            guard let value = read(found.content) else {
                throw ConfigurationError(description: "\(setting.rawValue) in \(name) is no \(Self.noun(type)).")
            }
            return value
        }
        return nil
    }

    private static func noun(_ type: ConfigType) -> String {
        switch type {
        case .int: "whole number"
        case .bool: "`true` or `false`"
        case .stringArray: "list of texts"
        default: "text"
        }
    }
}

private final class LastRead: Sendable {
    let setting = Mutex<Setting?>(nil)
}

extension ServerConfiguration {
    /// Reads all settings.
    ///
    /// - Throws: ``ConfigurationError`` that names every setting that cannot be used or that there is none of, a line each.
    static func read(_ sources: ConfigurationSources) throws -> ServerConfiguration {
        let (configuration, problems) = readAll(sources)
        guard let configuration, sources.unknown.isEmpty else {
            throw ConfigurationError(description: (sources.unknown + problems).joined(separator: "\n"))
        }
        return configuration
    }

    /// Reads all settings.
    ///
    /// - Returns: The configuration, or everything that is wrong with the settings.
    static func readAll(_ sources: ConfigurationSources) -> (configuration: ServerConfiguration?, problems: [String]) {
        var sources = sources
        var problems: [String] = []
        while true {
            do {
                let configuration = try ServerConfiguration(sources)
                return problems.isEmpty ? (configuration, []) : (nil, problems)
            } catch {
                // What is missing stays so when it is passed over.
                if !problems.contains("\(error)") { problems.append("\(error)") }
                // What cannot be read is passed over, to see what else cannot be.
                let fault = (error as? ConfigurationError)?.setting ?? sources.lastRead
                guard let fault, sources.ignored.insert(fault).inserted else { return (nil, problems) }
            }
        }
    }
}
