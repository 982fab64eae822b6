import Foundation
import VinculaCore

/// Looks for names in the configuration file that no setting has.
enum ConfigurationFileCheck {
    /// - Parameter path: The file, if there is one.
    static func findings(_ path: String?) throws -> [Finding] {
        guard let path else { return [] }
        guard let json = JSONValue.parse(try Data(contentsOf: URL(filePath: path))) else { return [] }
        let known = Set(Setting.allCases.map(\.rawValue))
        let unknown = names(json).filter { !known.contains($0) }
        guard !unknown.isEmpty else { return [.good("Every name in \(path) is a setting.")] }
        return unknown.sorted().map { .bad("\(path) has \($0), which is no setting. `vincula serve --help` lists them all.") }
    }

    private static func names(_ json: JSONValue, below prefix: String = "") -> [String] {
        guard case .object(let members) = json else { return prefix.isEmpty ? [] : [prefix] }
        return members.flatMap { names($0.value, below: prefix.isEmpty ? $0.key : "\(prefix).\($0.key)") }
    }
}
