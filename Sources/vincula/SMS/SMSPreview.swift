import ArgumentParser
import VinculaCore

/// `vincula sms preview`
struct SMSPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Shows the text message with a code, in each language, and how many messages it is billed as.",
        discussion: """
            The project's own texts are used; without data, the built-in ones. --app-hash and --domain show the last line by \
            which an Android app or a website finds the code.
            """)

    @Option(help: "Show one language only: en, es, it, fr, de or pt.", transform: EmailPreview.language)
    var language: Language?

    @Option(help: ArgumentHelp("The hash of an Android app, as it sends it.", valueName: "hash"))
    var appHash: String?

    @Option(help: "The domain of a website that asks for a code.")
    var domain: String?

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let lastLine = try Self.lastLine(appHash: appHash, domain: domain)
        let configuration = try await data.configuration()
        let settings = try await EmailPreview.settings(configuration)
        let name = settings.pageName(of: configuration.project)
        let shown = (language.map { [$0] } ?? Language.allCases).map { language in
            let message = TextMessage(settings.phone.template(language), code: "123456", appName: name, lastLine: lastLine)
            let length = SMSLength(message.text)
            let segments = length.segments == 1 ? "1 segment" : "\(length.segments) segments"
            return "\(language.rawValue) (\(segments))\n\(message.text)"
        }
        print(shown.joined(separator: "\n\n"))
    }

    private static func lastLine(appHash: String?, domain: String?) throws -> TextMessage.LastLine {
        switch (appHash, domain) {
        case (nil, nil): return .none
        case (_?, _?): throw ValidationError("A message ends with either an app's hash or a domain.")
        case (let hash?, nil):
            guard let line = TextMessage.LastLine.forApp(hash: hash) else {
                throw ValidationError("\(hash) is not the hash of an app: 11 characters of Base64.")
            }
            return line
        case (nil, let domain?):
            guard let line = TextMessage.LastLine.forWebsite(domain: domain) else {
                throw ValidationError("\(domain) is not a domain.")
            }
            return line
        }
    }
}
