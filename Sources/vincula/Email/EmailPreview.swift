import ArgumentParser
import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// `vincula email preview`
struct EmailPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Shows an email as the project's users would receive it.",
        discussion: """
            With --out, every kind is written to a folder in every language, as KIND.LANGUAGE.html and .txt, to be viewed in a \
            browser. The project's own templates are used; without data, the built-in ones.
            """)

    private static let kinds = MailKind.allCases.map(\.rawValue).joined(separator: ", ")

    @Argument(help: ArgumentHelp("\(EmailPreview.kinds).", valueName: "kind"), transform: EmailPreview.kind)
    var kind = MailKind.signIn

    @Option(help: "en, es, it, fr, de or pt.", transform: EmailPreview.language)
    var language = Language.english

    @Flag(help: "Show the HTML instead of the plain text.")
    var html = false

    @Option(help: "Write every email in every language to this folder.", completion: .directory)
    var out: String?

    @OptionGroup(title: "Data") var data: DataFlags

    @Option(help: "The URL at which clients reach the server; the links lead there. [env: VINCULA_PUBLIC_URL]")
    var publicURL: String?

    func run() async throws {
        let configuration = try await data.configuration(publicURL.map { [Settings.name(\.publicUrl): $0] } ?? [:])
        let example = ExampleMail(
            purpose: .preview, configuration: configuration, settings: try await Self.settings(configuration))
        guard let out else {
            let mail = try example.render(kind, language)
            print(html ? mail.html : "Subject: \(mail.subject)\n\n\(mail.text)")
            return
        }
        let folder = URL(filePath: out, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for kind in MailKind.allCases {
            for language in Language.allCases {
                let mail = try example.render(kind, language)
                let name = "\(kind.rawValue).\(language.rawValue)"
                try Data(mail.html.utf8).write(to: folder.appending(path: "\(name).html"))
                try Data("Subject: \(mail.subject)\n\n\(mail.text)".utf8).write(to: folder.appending(path: "\(name).txt"))
            }
        }
        print("\(MailKind.allCases.count * Language.allCases.count) emails are in \(folder.path).")
    }

    /// The project's settings, if there is data.
    static func settings(_ configuration: ServerConfiguration) async throws -> ProjectSettings {
        guard !configuration.isEphemeral, try await configuration.home.hasData() else { return ProjectSettings() }
        return try await Installation.useProject(configuration) {
            try await $0.projects.settings(of: configuration.project)
        }
    }
}

extension EmailPreview {
    /// Parses a kind's name.
    static func kind(_ text: String) throws -> MailKind {
        guard let kind = MailKind(rawValue: text) else {
            throw ValidationError("\(text) is not one of \(MailKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }

    /// Parses a language's name.
    static func language(_ text: String) throws -> Language {
        guard let language = Language(tag: text) else {
            throw ValidationError("\(text) is not one of \(Language.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return language
    }
}
