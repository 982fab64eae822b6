import Foundation
import VinculaCore

/// The text of a configuration file.
struct SettingsFile {
    /// A name with a value in JSON, or with more names.
    private final class Node {
        let name: String
        var text: String?
        var members: [Node] = []

        init(_ name: String) { self.name = name }

        func lines(_ indent: String) -> String {
            let value = text ?? "{\n\(members.map { $0.lines(indent + "  ") }.joined(separator: ",\n"))\n\(indent)}"
            return "\(indent)\(JSONValue.string(name).text): \(value)"
        }
    }

    /// The settings as JSON, in the order in which they are given.
    let text: String

    /// - Parameter settings: The values as flags have them, by the settings' names.
    init(_ settings: [(name: String, text: String)]) {
        let root = Node("")
        for (name, text) in settings {
            var node = root
            for part in name.split(separator: ".").map(String.init) {
                if let known = node.members.first(where: { $0.name == part }) {
                    node = known
                } else {
                    let new = Node(part)
                    node.members.append(new)
                    node = new
                }
            }
            node.text = Self.json(name, text)
        }
        text = "{\n\(root.members.map { $0.lines("  ") }.joined(separator: ",\n"))\n}\n"
    }

    private static func json(_ name: String, _ text: String) -> String {
        switch Settings.list.first(where: { $0.about.name == name })?.about.kind {
        case .flag?, .truth?, .number?: text
        case .list?: "[" + CommaList.items(text).map { JSONValue.string($0).text }.joined(separator: ", ") + "]"
        case .text?, nil: JSONValue.string(text).text
        }
    }
}
