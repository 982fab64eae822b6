import Foundation
import VinculaCore

/// The variables that `vincula init` finds: they become answers, or part of the configuration file, because the service does not
/// have them.
enum InitEnvironment {
    /// The settings that a server in production does not have.
    private static let refused = [Settings.name(\.dev), Settings.name(\.ephemeral)]

    /// - Parameters:
    ///   - environment: The environment.
    ///   - names: The settings that flags and questions are about.
    /// - Throws: ``ConfigurationError`` for one that is unknown, invalid or only for development.
    static func take(_ environment: [String: String], names: Set<String>, into answers: inout InitAnswers) async throws {
        let unknown = UnknownSettings.inEnvironment(environment)
        guard unknown.isEmpty else { throw ConfigurationError(description: unknown.joined(separator: "\n")) }
        let sources = try await ConfigurationSources(flags: [:], file: nil)
        for declared in Settings.list {
            let setting = declared.about
            guard let value = environment[setting.environmentName], !value.isEmpty else { continue }
            if names.contains(setting.name) {
                answers.take(setting, value, isQuestion: true)
                continue
            }
            _ = try declared.anyValue(in: sources)
            let text = setting.kind.isTruth ? (isTrue(value) ? "true" : "false") : value
            if refused.contains(setting.name), text == "true" {
                throw ConfigurationError(
                    description: "\(setting.environmentName) is set, but vincula init sets up a server for production: unset it.")
            }
            answers.take(setting, text, isQuestion: false)
        }
    }

    /// Checks what the environment says of a proxy against the answers.
    ///
    /// - Throws: ``ConfigurationError`` if they contradict each other.
    static func check(_ answers: InitAnswers) throws {
        let name = Settings.name(\.behindProxy)
        guard let text = answers.others[name], (text == "true") != answers.front.isProxy else { return }
        throw ConfigurationError(
            description: """
                \(answers.variables[name] ?? name) is \(text), but TLS is terminated by \
                \(answers.front == .nothing ? "nothing" : answers.front.rawValue): unset it.
                """)
    }

    private static func isTrue(_ text: String) -> Bool { ["true", "yes", "1"].contains(text) }
}

extension SettingDescription.Kind {
    /// Indicates whether the value is `true` or `false`.
    fileprivate var isTruth: Bool {
        switch self {
        case .flag, .truth: true
        case .number, .text, .list: false
        }
    }
}
