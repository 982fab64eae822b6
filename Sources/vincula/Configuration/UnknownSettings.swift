import Foundation
import VinculaCore

/// Finds unknown settings: misspelt names would otherwise be ignored silently.
enum UnknownSettings {
    /// The unknown settings in a configuration file, a sentence each.
    ///
    /// - Parameter path: The file, as the operator named it.
    /// - Throws: ``ConfigurationError`` for a file that two parsers could read differently, or that is not an object.
    static func inFile(_ path: String) throws -> [String] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw ConfigurationError(description: "The configuration file \(path) cannot be read: \(SystemReason.text(error)).")
        }
        guard let json = JSONValue.parse(data), case .object = json else {
            throw ConfigurationError(
                description: "The configuration file \(path) must contain a single JSON object without duplicate names.")
        }
        let known = Settings.list.map(\.about.name)
        return names(json).filter { !known.contains($0) }.sorted().map { sentence($0, in: path, among: known) }
    }

    private static func names(_ json: JSONValue, below prefix: String = "") -> [String] {
        guard case .object(let members) = json else { return prefix.isEmpty ? [] : [prefix] }
        return members.flatMap { names($0.value, below: prefix.isEmpty ? $0.key : "\(prefix).\($0.key)") }
    }

    /// The unknown settings in the environment, a sentence each.
    static func inEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        let names = Settings.list.map(\.about.environmentName)
        let known = Set(names).union(others)
        return environment.filter { name, value in
            name.hasPrefix("VINCULA_") && !known.contains(name) && !isServiceLink(name, value)
        }.keys.sorted().map { sentence($0, in: "the environment", among: names) }
    }

    /// Variables of Vincula that are not settings of the server: the configuration file's name, and those that the build, the
    /// tests, the benchmarks and an example app read.
    private static let others: Set<String> = [
        "VINCULA_CONFIG", "VINCULA_BENCH", "VINCULA_ONLY_TESTS", "VINCULA_ONLY_SDK", "VINCULA_FUZZ", "VINCULA_FUZZ_BUILD",
        "VINCULA_BINARY", "VINCULA_STALE_STEPS", "VINCULA_SERVER_URL", "VINCULA_API_KEY", "VINCULA_APP_PLIST",
    ]

    /// True if Kubernetes or Docker set the variable, because a service is called `vincula`, or its database `vincula-db`.
    private static func isServiceLink(_ name: String, _ value: String) -> Bool {
        if name.wholeMatch(of: /VINCULA(_[A-Z0-9_]+)?_SERVICE_(HOST|PORT(_.+)?)/) != nil { return true }
        if name.wholeMatch(of: /VINCULA(_[A-Z0-9_]+)?_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?/) != nil { return true }
        return name.wholeMatch(of: /VINCULA(_[A-Z0-9_]+)?_PORT/) != nil
            && ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    }

    private static func sentence(_ name: String, in place: String, among names: [String]) -> String {
        let shown = Table.printable(String(name.prefix(100)))
        let hint =
            NearestName.of(name, among: names).map { "Did you mean \($0)?" }
            ?? "Documentation/Operations.md and `vincula serve --help` list them all."
        return "Unknown setting \(shown) in \(place). \(hint)"
    }
}
