import ArgumentParser
import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// `vincula email preview`
struct EmailPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Shows a mail as the project's users get it.",
        discussion: """
            With --out every kind is written to a folder in every language, as KIND.LANGUAGE.html and .txt, to be looked at in \
            a browser. A project's own templates count; without data, ours are shown.
            """)

    private static let kinds = MailKind.allCases.map(\.rawValue).joined(separator: ", ")

    @Argument(help: ArgumentHelp("\(EmailPreview.kinds).", valueName: "kind"), transform: EmailPreview.kind)
    var kind = MailKind.signIn

    @Option(help: "en, es, it, fr, de or pt.", transform: EmailPreview.language)
    var language = Language.english

    @Flag(help: "Show the HTML, not the plain text.")
    var html = false

    @Option(help: "Write every mail in every language to this folder.")
    var out: String?

    @OptionGroup(title: "Data") var data: DataFlags

    @Option(help: "Where clients reach the server: links lead there. [env: VINCULA_PUBLIC_URL]") var publicURL: String?

    func run() async throws {
        var settings: [Setting: String] = [:]
        settings[.publicUrl] = publicURL
        let configuration = try await data.configuration(settings)
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
        print("\(MailKind.allCases.count * Language.allCases.count) mails are in \(folder.path).")
    }

    /// What the project says of its mails, where there is data.
    static func settings(_ configuration: ServerConfiguration) async throws -> EmailSettings {
        let database = configuration.dataDirectory.appending(path: "vincula.sqlite")
        guard !configuration.isEphemeral, FileManager.default.fileExists(atPath: database.path) else { return EmailSettings() }
        return try await Installation.useProject(configuration) { try await $0.settings(of: configuration.project).email }
    }
}

extension EmailPreview {
    /// Reads a kind's name.
    static func kind(_ text: String) throws -> MailKind {
        guard let kind = MailKind(rawValue: text) else {
            throw ValidationError("\(text) is none of \(MailKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }

    /// Reads a language's name.
    static func language(_ text: String) throws -> Language {
        guard let language = Language(tag: text) else {
            throw ValidationError("\(text) is none of \(Language.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return language
    }
}
