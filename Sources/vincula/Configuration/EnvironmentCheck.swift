import Foundation

/// Looks for variables of the environment that no setting has.
enum EnvironmentCheck {
    /// What begins as a setting does and is none: the configuration file's name, and the benchmarks' switch.
    private static let others: Set<String> = ["VINCULA_CONFIG", "VINCULA_BENCH"]

    static func findings(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [Finding] {
        let known = Set(Setting.allCases.map(\.environmentName)).union(others)
        return environment.keys.filter { $0.hasPrefix("VINCULA_") && !known.contains($0) }.sorted().map {
            .bad("The environment has \($0), which is no setting. `vincula serve --help` lists them all.")
        }
    }
}

extension Setting {
    /// The name in the environment: `VINCULA_GOOGLE_CLIENT_IDS`.
    var environmentName: String {
        "VINCULA_"
            + rawValue.map { character in
                character == "." ? "_" : character.isUppercase ? "_\(character)" : character.uppercased()
            }.joined()
    }
}
