import ArgumentParser
import VinculaCore

/// Checks the command line for unknown commands.
enum MistypedCommand {
    /// The error message for the first unknown command on a command line; `nil` if there is none.
    ///
    /// Looks only at commands that have subcommands; none of those takes arguments itself, but its default may: then a word that
    /// resembles none of the others is its argument.
    static func complaint(_ arguments: [String], below root: any ParsableCommand.Type) -> String? {
        var command = root
        var path = [root._commandName]
        for (index, word) in arguments.enumerated() {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            if index == 0, word == "help" { continue }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let known = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                let nearest = NearestName.of(word, among: known)
                if nearest == nil, command is any DefaultTakesArgument.Type { return nil }
                let hint = nearest.map { "Did you mean \($0)?" } ?? "`\(path.joined(separator: " ")) --help` lists them all."
                let shown = Table.printable(String(word.prefix(60)))
                return "Unknown command \((path + [shown]).joined(separator: " ")). \(hint)"
            }
            command = next
            path.append(word)
        }
        return nil
    }
}

/// A command whose default subcommand takes an argument, as in `vincula users sessions ana@example.com`.
protocol DefaultTakesArgument: ParsableCommand {}
