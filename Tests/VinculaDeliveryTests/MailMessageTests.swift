import Foundation
import Testing
import VinculaCore
import VinculaDelivery

@Suite struct MailMessageTests {
    private func lines(_ message: MailMessage) -> [Substring] {
        String(decoding: message.bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    }

    private func parsed(_ message: MailMessage) throws -> ParsedMail {
        try ParsedMail(String(decoding: message.bytes, as: UTF8.self))
    }

    @Test func headersAreThereOnce() throws {
        let message = try mail("1", replyTo: "help@vincula.test", language: .portuguese)
        let parsed = try parsed(message)
        #expect(
            parsed.headers.map { $0[0] } == [
                "Date", "Message-ID", "From", "To", "Reply-To", "Subject", "MIME-Version", "Content-Language", "Auto-Submitted",
                "Content-Type",
            ])
        #expect(lines(message).first == "Date: Tue, 14 Nov 2023 22:13:20 +0000")
        #expect(parsed.values("Message-ID") == ["<1@vincula.test>"])
        #expect(parsed.values("From") == ["Vincula <accounts@vincula.test>"])
        #expect(parsed.values("To") == ["ada@example.com"])
        #expect(parsed.values("Reply-To") == ["help@vincula.test"])
        #expect(parsed.values("Content-Language") == ["pt"])
        #expect(parsed.values("Auto-Submitted") == ["auto-generated"])
        #expect(parsed.types == ["text/plain", "text/html"])
        #expect(parsed.defects.isEmpty)
    }

    @Test(arguments: [
        "", "Reset your password", "two  spaces", "=?UTF-8?Q?Invoice?= overdue", "Grüße an 日本 — 🎉👩‍👩‍👧", "100% = \"all\"?",
        "Ваш пароль был изменён, если это были не вы, немедленно напишите нам: мы всё вернём как было",
        "a long line of plain words that has to be folded somewhere, for it does not fit into one line at all",
        String(repeating: "x", count: 150), String(repeating: "🎉", count: 150), "comma, <angle> (comment) @ : ; \\ \"quoted\"",
    ])
    func subjectsAndNamesArriveAsTheyAre(_ text: String) throws {
        let message = try mail(from: text, subject: text)
        let parsed = try parsed(message)
        #expect(parsed.values("Subject") == [text])
        #expect(parsed.defects.isEmpty)
        let header = lines(message).prefix { !$0.isEmpty }
        #expect(header.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        for word in header.joined(separator: " ").split(separator: " ") where word.hasPrefix("=?UTF-8") {
            #expect(word.utf8.count <= 75)
        }
        #expect(parsed.from == [text, "accounts@vincula.test"])
    }

    @Test func encodedWordsHoldWholeScalars() throws {
        let header = lines(try mail(subject: String(repeating: "é🎉", count: 90))).prefix { !$0.isEmpty }
        let words = header.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("=?UTF-8?B?") }
        #expect(words.count > 3)
        for word in words {
            let data = Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
            #expect(data.flatMap { String(data: $0, encoding: .utf8) } != nil)
        }
    }

    @Test(arguments: [
        "Hello\r\nBcc: eve@example.com", "Hello\nBcc: eve@example.com", "Hello\rBcc: eve@example.com",
        "Hello\u{0}\u{85}\u{2028}\u{2029}\r\n\r\n<script>", "\r\n\r\nBcc: eve@example.com", "ab\u{202E}cd\u{2066}ef\u{7F}",
    ])
    func nothingGetsOutOfAHeader(_ text: String) throws {
        let message = try mail(from: text, subject: text)
        let parsed = try parsed(message)
        let clean = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 0x20 && ($0.value < 0x7F || $0.value > 0x2070) }))
        #expect(parsed.values("Subject") == [clean])
        #expect(parsed.from == [clean, "accounts@vincula.test"])
        #expect(parsed.values("Bcc").isEmpty)
        #expect(parsed.headers.count == 9)
        #expect(parsed.text == "Hello.\n")
    }

    @Test func longHeadersAreCut() throws {
        let subject = try parsed(mail(subject: String(repeating: "ab ", count: 500))).values("Subject").first
        #expect(subject?.count == 200)
    }

    @Test(arguments: [
        "", "ada", "@example.com", "ada@", "a@b@example.com", "a da@example.com", "ada@example.com\r\nBcc: eve@example.com",
        "<ada@example.com>", "ada@example.com,eve@example.com", "ada@example.com;eve@example.com", "\"ada\"@example.com",
        "ada@exämple.com", "ada@example.com\u{0}", "ada@[127.0.0.1]", "a..b@example.com", "ada(x)@example.com",
        String(repeating: "a", count: 250) + "@example.com",
    ])
    func whatIsNoPlainAddressIsRefused(_ address: String) {
        #expect(throws: MailMessageError.from) { try mail(sender: address) }
        #expect(throws: MailMessageError.to) { try mail(to: address) }
        #expect(throws: MailMessageError.replyTo) { try mail(replyTo: address) }
    }

    @Test(arguments: [
        "", "1@2", "a b", "1\r\nBcc: eve@example.com", "<1", "1>", "1,2", "1;2", "\"1\"", "ü", "1\u{0}", "a..b", "1(x)",
        String(repeating: "a", count: 250),
    ])
    func whatIsNoPlainIdIsRefused(_ id: String) {
        #expect(throws: MailMessageError.messageID) { try mail(id) }
    }

    @Test(arguments: [
        "", "one line", "a\nb\r\nc\rd\n", ".\n..\n.hidden\n", "trailing space \ntab\t\n\n\nend", "= =3D =_vincula --=_vincula\n",
        "Привет, это письмо целиком по-русски.\nИ ещё строка.\n", "Mostly ASCII, with a “quote” and 🎉.\n", "\u{0}\u{1}\n",
        String(repeating: "long ", count: 2000), String(repeating: "ü", count: 3000), "From here\n--=_vincula--\n",
    ])
    func bodiesArriveAsTheyAre(_ text: String) throws {
        let message = try mail(text: text, html: text)
        let parsed = try parsed(message)
        var expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if !expected.hasSuffix("\n") { expected += "\n" }
        #expect(parsed.text == expected)
        #expect(parsed.html == expected)
        #expect(parsed.defects.isEmpty)
        for line in lines(message) {
            #expect(line.utf8.count <= 78 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 9 })
        }
    }

    @Test func theShorterEncodingIsTaken() throws {
        let plain = String(
            decoding: try mail(text: "Viele Grüße aus Berlin\n", html: "Привет, Привет, Привет\n").bytes, as: UTF8.self)
        #expect(plain.contains("quoted-printable\r\n\r\nViele Gr=C3=BC=C3=9Fe aus Berlin\r\n"))
        #expect(plain.contains("base64\r\n\r\n0J/R"))
    }
}
