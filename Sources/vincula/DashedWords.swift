import ArgumentParser
import Foundation

/// Lets ids that begin with a hyphen be pasted as they are: user IDs that Firebase's `push()` made (`-MxYz…`), and one session
/// handle in 64. Without it ArgumentParser takes each for a group of short options, which this command does not have.
enum DashedWords {
    /// The command line in which such words stand where ArgumentParser reads them as values.
    ///
    /// A value of an option is joined to it (`--id=-MxYz`); an argument, and those that follow it, move behind a `--`.
    ///
    /// - Parameters:
    ///   - arguments: The command line, without the command's own name.
    ///   - root: The command.
    static func settled(_ arguments: [String], below root: any ParsableCommand.Type) -> [String] {
        let words = arguments.prefix { $0 != "--" }
        guard words.contains(where: mayBeValue) else { return arguments }
        let (command, depth) = command(of: words, below: root)
        guard let options = Options(of: command) else { return arguments }

        var before = Array(words.prefix(depth))
        var behind: [String] = []
        var rest = words.dropFirst(depth)
        while let word = rest.popFirst() {
            // A hyphen and one letter is a mistyped short option rather than an id.
            let isArgument = mayBeValue(word) && word.utf8.count > 2 && !options.has(word)
            if isArgument || (!behind.isEmpty && !word.hasPrefix("-")) {
                behind.append(word)
            } else if options.takeValue.contains(word), let value = rest.popFirst() {
                before += mayBeValue(value) && !options.has(value) ? ["\(word)=\(value)"] : [word, value]
            } else {
                before.append(word)
            }
        }
        let tail = arguments.dropFirst(words.count)
        return behind.isEmpty ? before + tail : before + ["--"] + behind + tail.dropFirst()
    }

    /// Whether a word begins with one hyphen, or with two and is as long as a session handle: a shorter one is a mistyped option.
    private static func mayBeValue(_ word: String) -> Bool {
        word.hasPrefix("--") ? word.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil : word.hasPrefix("-") && word != "-"
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

    /// The options of one command, by its own description of itself.
    private struct Options {
        /// The names of all, each with its hyphens.
        let names: Set<String>
        /// The names of those that a value follows.
        let takeValue: Set<String>

        init?(of command: any ParsableCommand.Type) {
            guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)) else { return nil }
            func names(_ arguments: [Dump.Argument]) -> Set<String> {
                Set(arguments.flatMap { $0.names ?? [] }.map { ($0.kind == "long" ? "--" : "-") + $0.name })
            }
            let arguments = dump.command.arguments ?? []
            self.names = names(arguments)
            takeValue = names(arguments.filter { $0.kind == "option" })
        }

        /// Whether a word is an option of the command, also with a value (`--name=Ana`) or with one hyphen too few, which
        /// ArgumentParser answers with the right name.
        func has(_ word: String) -> Bool {
            let name = String(word.prefix { $0 != "=" })
            return names.contains(name) || names.contains("-" + name)
        }
    }

    /// What is read here of `vincula --experimental-dump-help`.
    private struct Dump: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        struct Argument: Decodable {
            let kind: String
            let names: [Name]?
        }
        struct Command: Decodable {
            let arguments: [Argument]?
        }
        let command: Command
    }
}
