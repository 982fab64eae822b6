import ArgumentParser

/// The part of a setting's declaration that does not depend on the type of its value, and what follows from it.
struct SettingDescription: Sendable {
    /// The form of the value on the command line and in the file.
    enum Kind: Sendable {
        /// A flag without a value, which is true if it is given.
        case flag
        /// `true` or `false`.
        case truth
        /// A whole number in a range, which another setting's value may narrow.
        case number(ClosedRange<Int>, atLeast: Bound? = nil, atMost: Bound? = nil)
        case text
        /// A JSON array in the file, comma-separated elsewhere.
        case list
    }

    /// A setting whose value is a bound of another one's range.
    typealias Bound = @Sendable (Settings) -> Setting<Int>

    enum Default: Sendable {
        case none
        case value(String)
        case words(String)
    }

    /// The commands that have a flag for the setting.
    enum Place: Sendable {
        /// `serve` and the others that need a server's settings.
        case server
        case everyCommand
        /// None: the value is a secret, and other users of the machine can see flags.
        case nowhere
    }

    /// The name, as in the configuration file. A dot is a level of nesting.
    let name: String
    /// The summary for a command's help, one or more sentences.
    let help: String
    /// More about the setting for Operations.md, in Markdown.
    var details = ""
    let kind: Kind
    var `default` = Default.none
    var place = Place.server

    /// The name in the environment: `VINCULA_GOOGLE_CLIENT_IDS`.
    var environmentName: String { "VINCULA_" + name.separated(by: "_").uppercased() }

    /// The name on the command line without its dashes: `google-client-ids`.
    var flagName: String { name.separated(by: "-").lowercased() }

    /// The text of the default; `nil` if there is none.
    var defaultText: String? {
        switch self.default {
        case .none: nil
        case .value(let text), .words(let text): text
        }
    }

    /// The help of the flag, with the default.
    var flagHelp: ArgumentHelp {
        var text = help
        if place == .everyCommand { text += " [env: \(environmentName)]" }
        if let defaultText { text += " (default: \(defaultText))" }
        return ArgumentHelp(text)
    }

    /// The error for an invalid value; a secret is not repeated in it.
    ///
    /// - Parameter mustBe: The requirement, to follow "it must be".
    func invalid(_ text: String, mustBe: String) -> ConfigurationError {
        ConfigurationError(
            setting: name,
            description: place == .nowhere ? "\(name) must be \(mustBe)." : "\(name) is \(text); it must be \(mustBe).")
    }
}

extension String {
    /// The text, which is ASCII, with a separator before each capital and in place of each dot.
    fileprivate func separated(by separator: Character) -> String {
        var text = ""
        for character in unicodeScalars {
            if character == "." || ("A"..."Z").contains(character) { text.append(separator) }
            if character != "." { text.unicodeScalars.append(character) }
        }
        return text
    }
}
