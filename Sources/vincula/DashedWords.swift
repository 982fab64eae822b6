import ArgumentParser
import Foundation

/// Lets ids that begin with a hyphen be pasted as they are: user IDs that Firebase's `push()` made (`-MxYz…`), and one session
/// handle in 64. ArgumentParser takes each for a group of short options.
enum DashedWords {
    /// The arguments that are such ids, by the names that the help gives them.
    private static let arguments: Set = ["account", "sessions", "factors", "subject"]
    /// The options whose values are such ids.
    private static let options: Set = ["--id", "--account", "--subject"]

    /// The command line in which such words stand where ArgumentParser reads them as values.
    ///
    /// A value of an option is joined to it (`--id=-MxYz`); an argument, and those that follow it, move behind a `--`.
    ///
    /// - Parameters:
    ///   - words: The command line, without the command's own name.
    ///   - root: The command.
    static func settled(_ words: [String], below root: any ParsableCommand.Type) -> [String] {
        let open = words.prefix { $0 != "--" }
        guard open.contains(where: resemblesID) else { return words }
        let (command, depth) = command(of: open, below: root)
        guard let syntax = Syntax(of: command) else { return words }

        var before = Array(open.prefix(depth))
        var behind: [String] = []
        var rest = open.dropFirst(depth)
        while let word = rest.popFirst() {
            let isID = syntax.takesID && resemblesID(word) && !syntax.hasOption(word)
            if isID || (!behind.isEmpty && (word == "-" || !word.hasPrefix("-"))) {
                behind.append(word)
            } else if syntax.optionsWithValue.contains(word), let value = rest.popFirst() {
                let isJoined = options.contains(word) && resemblesID(value) && !syntax.hasOption(value)
                before += isJoined ? ["\(word)=\(value)"] : [word, value]
            } else {
                before.append(word)
            }
        }
        let tail = words.dropFirst(open.count)
        return behind.isEmpty ? before + tail : before + ["--"] + behind + tail.dropFirst()
    }

    /// Indicates whether a word may be an id: a hyphen and at least two other characters, or the 43 characters of a session handle
    /// that begins with two hyphens. Anything else that begins with two is a mistyped option.
    private static func resemblesID(_ word: String) -> Bool {
        guard word.hasPrefix("-"), !word.contains("=") else { return false }
        return word.hasPrefix("--") ? word.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil : word.utf8.count > 2
    }

    /// The command that a command line names, and how many of the words do so.
    private static func command(
        of words: ArraySlice<String>, below root: any ParsableCommand.Type
    ) -> (command: any ParsableCommand.Type, depth: Int) {
        var (command, depth) = (root, 0)
        for word in words {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            (command, depth) = (next, depth + 1)
        }
        while let next = command.configuration.defaultSubcommand { command = next }
        return (command, depth)
    }

    /// The arguments and options of one command, by its own description of itself.
    private struct Syntax {
        /// Indicates whether one of its arguments may be an id.
        let takesID: Bool
        /// The names of the options that a value follows, each with its hyphens.
        let optionsWithValue: Set<String>
        private let optionNames: Set<String>

        init?(of command: any ParsableCommand.Type) {
            guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)) else { return nil }
            func names(_ arguments: [Dump.Argument]) -> Set<String> {
                Set(arguments.flatMap { $0.names ?? [] }.map { ($0.kind == "long" ? "--" : "-") + $0.name })
            }
            let all = dump.command.arguments ?? []
            takesID = all.contains { $0.kind == "positional" && $0.valueName.map(DashedWords.arguments.contains) == true }
            optionsWithValue = names(all.filter { $0.kind == "option" })
            optionNames = names(all)
        }

        /// Indicates whether a word is an option of the command, even with one hyphen too few: ArgumentParser then suggests the
        /// right name.
        func hasOption(_ word: String) -> Bool { optionNames.contains(word) || optionNames.contains("-" + word) }
    }

    /// The parts of `vincula --experimental-dump-help` that are used here.
    private struct Dump: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        struct Argument: Decodable {
            let kind: String
            let valueName: String?
            let names: [Name]?
        }
        struct Command: Decodable {
            let arguments: [Argument]?
        }
        let command: Command
    }
}
