import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

@Suite("What mails say")
struct MailTemplatesTests {
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
            let mail = try MailTemplates().render(order, EmailSettings())
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

    @Test("That nobody reads answers is said where that is so", arguments: Language.allCases)
    func answers(_ language: Language) throws {
        var settings = EmailSettings()
        let unread = try MailTemplates().render(Self.order(.signIn, language), settings).text
        settings.replyTo = EmailAddress(canonical: "help@example.com")
        let read = try MailTemplates().render(Self.order(.signIn, language), settings).text
        let sentence = unread.split(separator: ".").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        #expect(read.count < unread.count && !read.contains(sentence), "\(sentence)")
    }

    @Test("Digits stand in a mail that has some, and in no other")
    func digits() throws {
        var order = Self.order(.signIn, .english)
        #expect(try !MailTemplates().render(order, EmailSettings()).text.contains("enter this code"))
        order.digits = "123456"
        let mail = try MailTemplates().render(order, EmailSettings())
        #expect(mail.text.contains("\n    123456\n") && mail.html.contains(">123456<"))
    }

    @Test("Times in words")
    func validity() throws {
        for (seconds, words) in [(60, "an hour"), (3600, "an hour"), (7200, "2 hours"), (86400, "a day"), (259_200, "3 days")]
            as [(Int64, String)]
        {
            var order = Self.order(.signIn, .english)
            order.validForSeconds = seconds
            #expect(try MailTemplates().render(order, EmailSettings()).text.contains("for \(words)."))
        }
    }
}
