import Foundation
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaDelivery

@Suite("Texts of mails")
struct MailTemplatesTests {
    private static let templates = MailTemplates(
        catalogue: ProviderCatalogue([ProviderDescription(id: .google, title: "Google")]))

    private static func order(_ kind: MailKind, _ language: Language) -> MailOrder {
        var order = MailOrder(kind, project: "shop", to: EmailAddress(canonical: "ana@example.com"))
        order.language = language
        order.email = order.to
        order.newEmail = EmailAddress(canonical: "new@example.com")
        order.provider = "google.com"
        guard ActionCodePurpose.allCases.contains(where: { MailKind($0) == kind }) else { return order }
        order.link = "https://auth.example.com/__/auth/action?mode=x&oobCode=CODE"
        order.validForSeconds = kind == .verifyEmail ? 3 * 24 * 3600 : 3600
        if kind == .verifyEmail { order.disownLink = order.link.map { $0 + "&answer=no" } }
        return order
    }

    @Test(
        "Every mail in every language is whole: nothing is left unfilled, and text and HTML say the same",
        arguments: MailKind.allCases)
    func whole(_ kind: MailKind) throws {
        var subjects: Set<String> = []
        for language in Language.allCases {
            let order = Self.order(kind, language)
            let mail = try Self.templates.render(order, EmailSettings())
            subjects.insert(mail.subject)
            #expect(!mail.subject.isEmpty && mail.subject.contains("shop") && mail.language == language)
            for text in [mail.subject, mail.text, mail.html] { #expect(!text.contains("{{") && !text.contains("}}"), "\(text)") }
            #expect(mail.html.contains("<html lang=\"\(language.rawValue)\">") && !mail.html.contains("<script"))
            #expect(!mail.html.contains("src=") && !mail.html.contains("url("), "nothing is loaded from anywhere")
            if let link = order.link {
                #expect(mail.text.contains(link) && mail.html.contains(link.replacing("&", with: "&amp;")))
            }
            if let link = order.disownLink { #expect(mail.text.contains(link)) }
            if kind == .recoverEmail { #expect(mail.text.contains("new@example.com")) }
            if kind == .emailChanged { #expect(mail.text.contains("n…@example.com") && !mail.text.contains("new@example.com")) }
            if kind == .signInMethodRemoved || kind == .signInMethodAdded { #expect(mail.text.contains("Google")) }
        }
        #expect(subjects.count == Language.allCases.count, "\(subjects)")
    }

    private static func event(_ device: ClientDevice? = ClientDevice(program: .firefox, system: .windows)) -> MailEvent {
        MailEvent(at: Timestamp(seconds: 1_800_000_000), address: "192.0.2.7", device: device)
    }

    @Test("A notice says when, where and on what, in the reader's language, in text and HTML", arguments: Language.allCases)
    func facts(_ language: Language) throws {
        for kind in MailKind.allCases where !kind.isAskedFor {
            var order = Self.order(kind, language)
            #expect(try !MailTemplates().render(order, EmailSettings()).html.contains("<li>"), "a mail of an earlier version")
            order.event = Self.event()
            order.removed =
                kind == .accountRecovered ? [.password, .wayIn(.google), .authenticator(since: Timestamp(seconds: 1))] : nil
            let mail = try Self.templates.render(order, EmailSettings())
            let time = Timestamp(seconds: 1_800_000_000).text(language)
            #expect(time.contains("2027") && time.contains("8:00") && time.hasSuffix("UTC"), "\(time)")
            for text in [mail.text, mail.html] {
                for part in [time, "192.0.2.7", "Firefox (Windows)"] { #expect(text.contains(part), "\(part) \(text)") }
                #expect(!text.contains("{{") && !text.contains("\n\n\n"), "\(text)")
            }
            #expect(mail.html.components(separatedBy: "<li>").count == 4)
            if kind == .accountRecovered { #expect(mail.text.contains("Google") && !mail.text.contains("oobCode")) }
            order.event?.isPlaceUntold = true
            let untold = try MailTemplates().render(order, EmailSettings()).text
            #expect(untold.contains(time) && !untold.contains("192.0.2.7") && !untold.contains("Firefox"))
            order.event = MailEvent(at: Timestamp(seconds: 1_800_000_000))
            let unknown = try MailTemplates().render(order, EmailSettings())
            #expect(unknown.html.components(separatedBy: "<li>").count == 4 && !unknown.text.contains("(Windows)"))
        }
    }

    @Test("Portuguese is the European one: no word that only Brazil uses")
    func portuguese() {
        let texts = "\(MailTexts.of(.portuguese))"
        let brazilian = ["você", "senha", "aplicativo", "usuári", "e-mail", "compartilh", "insira", "encerr"]
        let found = Set(texts.lowercased().split { !$0.isLetter && $0 != "-" }).filter { word in
            brazilian.contains { word.hasPrefix($0) }
        }
        #expect(found.isEmpty && texts.contains("palavra-passe"), "\(found)")
    }

    @Test("A button that undoes a change says what else it does; without a link, a mail says nothing of one")
    func undoing() throws {
        for language in Language.allCases {
            let texts = MailTexts.of(language)
            for kind in MailKind.allCases {
                var order = Self.order(kind, language)
                let mail = try Self.templates.render(order, EmailSettings())
                #expect(mail.text.contains(texts.undoing) == kind.takesBack, "\(kind) \(mail.text)")
                (order.link, order.disownLink) = (nil, nil)
                let plain = try MailTemplates().render(order, EmailSettings())
                #expect(!plain.text.contains(texts.undoing) && !plain.html.contains("<a "), "\(kind) \(plain.text)")
                #expect(!plain.text.contains("{{"))
            }
            var order = Self.order(.signInMethodAdded, language)
            order.provider = "password"
            let button = try #require(texts.passwordChanged.button)
            #expect(try MailTemplates().render(order, EmailSettings()).text.contains("\(button)\(texts.colon)\n"))
        }
    }

    @Test("Apps are named, and a device of which only one thing is known")
    func devices() throws {
        for (device, words) in [
            (ClientDevice(program: .app, system: .android), "App (Android)"), (ClientDevice(program: .app, system: nil), "App"),
            (ClientDevice(program: nil, system: .linux), "Linux"), (nil, "unknown"),
        ] as [(ClientDevice?, String)] {
            var order = Self.order(.passwordChanged, .english)
            order.event = Self.event(device)
            #expect(try MailTemplates().render(order, EmailSettings()).text.contains("Device: \(words)\n"))
        }
    }

    @Test("A project's own template may name them; one from before works without")
    func ownTemplates() throws {
        let new = "{{time}}|{{place}}|{{device}}|{{#removed}}{{removed}}{{/removed}}|{{link}}"
        #expect(Self.problem(.init(subject: new, text: new, html: new)) == nil)
        var order = Self.order(.passwordChanged, .english)
        order.event = Self.event()
        var settings = EmailSettings()
        settings.templates = ["passwordChanged": ["en": .init(text: new)]]
        let mail = try MailTemplates().render(order, settings)
        #expect(mail.text.hasSuffix("|192.0.2.7|Firefox (Windows)||\(order.link ?? "")"), "\(mail.text)")
        settings.templates = ["passwordChanged": ["en": .init(text: "Changed: {{email}}", html: "<p>{{email}}</p>")]]
        let old = try MailTemplates().render(order, settings)
        #expect(old.text == "Changed: ana@example.com" && old.html == "<p>ana@example.com</p>")
    }

    @Test("Mails say that replies are not read where that is true", arguments: Language.allCases)
    func answers(_ language: Language) throws {
        var settings = EmailSettings()
        let unread = try MailTemplates().render(Self.order(.signIn, language), settings).text
        settings.replyTo = EmailAddress(canonical: "help@example.com")
        let read = try MailTemplates().render(Self.order(.signIn, language), settings).text
        let sentence = unread.split(separator: ".").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        #expect(read.count < unread.count && !read.contains(sentence), "\(sentence)")
    }

    @Test("A mail has the project's name, colour and logo, for light and dark; a logo that mail programs do not show is left out")
    func look() throws {
        let order = Self.order(.signIn, .english)
        let plain = try Self.templates.render(order, EmailSettings()).html
        #expect(plain.contains(">shop</p>") && !plain.contains("<img"))
        var page = PageSettings()
        page.name = "Wool & Yarn"
        page.color = PageColor("#7a1fa2")
        page.logo = "https://cdn.example.com/l.png?a=1&b=2"
        let mail = try Self.templates.render(order, EmailSettings(), page: page).html
        #expect(mail.contains("<img src=\"https://cdn.example.com/l.png?a=1&amp;b=2\" alt=\"\""), "\(mail)")
        #expect(mail.contains("Wool &amp; Yarn</p>") && mail.contains("background:#7a1fa2;color:#ffffff"))
        let dark = try #require(page.color?.onDark)
        #expect(mail.contains("background:\(dark.text) !important; color:\(dark.ink.text) !important"))
        for unknown in ["data:image/png;base64,AAAA", "https://cdn.example.com/l.SVG?v=2"] {
            page.logo = unknown
            #expect(try !Self.templates.render(order, EmailSettings(), page: page).html.contains("<img"), "\(unknown)")
        }
    }

    @Test("A mail has one button at most", arguments: MailKind.allCases)
    func oneButton(_ kind: MailKind) throws {
        let order = Self.order(kind, .english)
        let html = try Self.templates.render(order, EmailSettings()).html
        #expect(html.components(separatedBy: "<a class=\"action\"").count == (order.link == nil ? 1 : 2), "\(html)")
    }

    @Test("Only mails with digits show digits")
    func digits() throws {
        var order = Self.order(.signIn, .english)
        #expect(try !MailTemplates().render(order, EmailSettings()).text.contains("enter this code"))
        order.digits = "123456"
        let mail = try Self.templates.render(order, EmailSettings())
        #expect(mail.text.contains("\n    123456\n") && mail.html.contains(">123456<"))
    }

    private static func problem(_ template: EmailSettings.Template) -> String? {
        do {
            try MailTemplates().check(template)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("A template that could make a mail of more than 256 KiB is refused, whichever part causes it")
    func longestTemplates() {
        func many(_ tag: String, _ count: Int) -> String { String(repeating: tag, count: count) }
        for (source, isTaken) in [
            (many("{{link}}", 10), true), (many("{{link}}", 11), false), (many("{{#link}}{{link}}{{/link}}", 11), false),
            (many("{{ link }}", 11), false), (many("{{disownLink}}", 16), true), (many("{{disownLink}}", 17), false),
            (many("{{displayName}}", 170), true), (many("{{displayName}}", 171), false), (many("{{#link}}x{{/link}}", 32), true),
            (many("{{!link}}", 1000), true), (many("x", 64 * 1024), true), (many("x", 20_000) + many("{{link}}", 10), false),
        ] as [(String, Bool)] {
            for template in [EmailSettings.Template(subject: source), .init(text: source), .init(html: source)] {
                #expect((Self.problem(template) == nil) == isTaken, "\(source.prefix(40)) \(Self.problem(template) ?? "")")
            }
        }
    }

    @Test(
        "What is no tag, and what Mustache would read otherwise than we do",
        arguments: [
            "{{", "{{link", "{{link}", "{{}}", "{{&link}}", "{{{link}}}", "{{>link}}", "{{=<% %>=}}", "{{unknown}}", "{{#link}}",
            "{{link}}\u{301}", "{{link}\u{301}}", "{{\u{301}link}}", "{{link\u{301}}}", "{{#\u{301}link}}", "{{.}}",
            "{{link.count}}",
            "{{upper(link)}}", "{{link}}{{", "{{/link}}",
        ])
    func refused(_ source: String) { #expect(Self.problem(.init(text: source)) != nil) }

    @Test(
        "A template that was kept before there were bounds gives way to ours where its values make it too long, and nowhere else")
    func outgrown() throws {
        var order = Self.order(.signIn, .english)
        var settings = EmailSettings()
        settings.templates = ["signIn": ["en": .init(text: String(repeating: "{{link}} ", count: 2000))]]
        let short = try MailTemplates().render(order, settings)
        #expect(!short.hasTooLongTemplate && short.text.utf8.count > 100_000)
        order.link = order.link.map { $0 + "&continueUrl=" + String(repeating: "%2525", count: 4000) }
        let long = try MailTemplates().render(order, settings)
        #expect(long.hasTooLongTemplate && long.text.utf8.count < 64 * 1024 && long.text.contains("oobCode=CODE"))
        // The most tags that there is room for, each long: 160 megabytes, if they were written.
        settings.templates = ["signIn": ["en": .init(html: String(repeating: "{{link}}", count: 8192))]]
        #expect(try MailTemplates().render(order, settings).hasTooLongTemplate)
        // And what is too long in our own words is no mail.
        order.link = String(repeating: "x", count: 300_000)
        #expect(throws: (any Error).self) { try MailTemplates().render(order, settings) }
    }

    @Test("Times in words")
    func validity() throws {
        for (seconds, words) in [(60, "an hour"), (3600, "an hour"), (7200, "2 hours"), (86400, "a day"), (259_200, "3 days")]
            as [(Int64, String)]
        {
            var order = Self.order(.signIn, .english)
            order.validForSeconds = seconds
            #expect(try MailTemplates().render(order, EmailSettings()).text.contains("expires in \(words)."))
        }
    }
}
