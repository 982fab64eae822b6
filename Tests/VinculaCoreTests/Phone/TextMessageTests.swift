import Testing
import VinculaCore

struct TextMessageTests {
    /// Texts with what is measured: GSM's alphabet or not, units, segments.
    private static let measured: [(String, Bool, Int, Int)] = [
        ("", true, 0, 0), ("a", true, 1, 1), ("é", true, 1, 1), ("ó", false, 1, 1), ("€", true, 2, 1), ("😀", false, 2, 1),
        ("e\u{301}", false, 2, 1), (letters(160), true, 160, 1), (letters(161), true, 161, 2), (letters(306), true, 306, 2),
        (letters(307), true, 307, 3), (letters(459), true, 459, 3), (letters(460), true, 460, 4),
        (letters(69) + "ж", false, 70, 1),
        (letters(70) + "ж", false, 71, 2), (letters(133) + "ж", false, 134, 2), (letters(134) + "ж", false, 135, 3),
        // Nothing is divided between two segments.
        (letters(152) + "€" + letters(152), true, 306, 3), (letters(66) + "😀" + letters(66), false, 134, 3),
        (letters(158) + "€", true, 160, 1),
        (letters(159) + "€", true, 161, 2),
    ]

    @Test("lengths", arguments: measured)
    func lengths(text: String, isGSM: Bool, units: Int, segments: Int) {
        let length = SMSLength(text)
        #expect(length.isGSM == isGSM && length.units == units && length.segments == segments, "\(length)")
    }

    @Test("our own texts fit into one segment", arguments: Language.allCases)
    func standard(language: Language) throws {
        let template = SMSTemplate.standard(language)
        #expect(try SMSTemplate(template.text) == template)
        let message = TextMessage(
            template, code: "123456", appName: String(repeating: "n", count: 30), lastLine: .app(hash: "FA+9qCX9VSu"))
        #expect(SMSLength(message.text).segments == 1 && SMSLength(message.text).isGSM)
        #expect(message.text.contains("123456") && message.text.contains("nnn") && !message.text.contains("%"))
    }

    @Test func `a code and a name are filled in`() throws {
        let template = try SMSTemplate("%APP_NAME%: %LOGIN_CODE%, for %APP_NAME%\n100 %")
        let message = TextMessage(template, code: "123456", appName: " My\nShop\u{202E} %LOGIN_CODE% ")
        #expect(message.text == "MyShop %LOGIN_CODE%: 123456, for MyShop %LOGIN_CODE%\n100 %")
        let long = TextMessage(template, code: "123456", appName: String(repeating: "😀", count: 100))
        let name = String(repeating: "😀", count: 15)
        #expect(long.text == "\(name): 123456, for \(name)\n100 %")
    }

    private static let refusedTemplates: [(String, SMSTemplate.Fault)] = [
        ("", SMSTemplate.Fault.code), ("Hello", .code), ("%LOGIN_CODE% %LOGIN_CODE%", .code), ("%login_code%", .code),
        ("%LOGIN_CODE% %EMAIL%", .placeholder), ("%LOGIN_CODE% %app_name%", .placeholder), ("%LOGIN_CODE%\u{0}", .character),
        ("%LOGIN_CODE%\r", .character), ("%LOGIN_CODE%\u{202E}", .character), ("%LOGIN_CODE%\u{2028}", .character),
        ("%LOGIN_CODE%e" + String(repeating: "\u{301}", count: 31), .character), ("%LOGIN_CODE%" + letters(454), .tooLong),
        ("%LOGIN_CODE%%APP_NAME%" + letters(166), .tooLong), ("%LOGIN_CODE%" + String(repeating: "ж", count: 196), .tooLong),
        ("%LOGIN_CODE%" + letters(10_000), .tooLong),
    ]

    @Test("templates that are refused", arguments: refusedTemplates)
    func refused(text: String, fault: SMSTemplate.Fault) {
        #expect(throws: fault) { try SMSTemplate(text) }
    }

    @Test(
        "no message is longer than three segments",
        arguments: ["%LOGIN_CODE%%APP_NAME%" + letters(165), "%LOGIN_CODE%" + String(repeating: "ж", count: 195)])
    func longest(text: String) throws {
        let template = try SMSTemplate(text)
        for name in ["n", String(repeating: "ж", count: 100)] {
            for line in [TextMessage.LastLine.none, .app(hash: "FA+9qCX9VSu"), .website(domain: "a." + letters(60) + ".example")]
            {
                let message = TextMessage(template, code: "123456", appName: name, lastLine: line)
                #expect((1...3).contains(SMSLength(message.text).segments))
                #expect(message.text.contains("123456"))
            }
        }
    }

    @Test func `last lines`() throws {
        let template = try SMSTemplate("Code %LOGIN_CODE%")
        let app = try #require(TextMessage.LastLine.forApp(hash: "FA+9qCX9VSu"))
        #expect(TextMessage(template, code: "123456", appName: "", lastLine: app).text == "Code 123456\nFA+9qCX9VSu")
        let website = try #require(TextMessage.LastLine.forWebsite(domain: "Shop.Example"))
        #expect(
            TextMessage(template, code: "123456", appName: "", lastLine: website).text == "Code 123456\n\n@shop.example #123456")
        #expect(TextMessage.LastLine.forWebsite(domain: "localhost") == .website(domain: "localhost"))
        #expect(TextMessage.LastLine.forWebsite(domain: "bücher.example") == .website(domain: "xn--bcher-kva.example"))
        for hash in ["", "FA+9qCX9VS", "FA+9qCX9VSu=", "FA+9qCX9VS\n", "FA-9qCX9VSu", "FA+9qCX9VS\u{301}"] {
            #expect(TextMessage.LastLine.forApp(hash: hash) == nil, "\(hash)")
        }
        for domain in [
            "", ".", "a..b", "-a.example", "a-.example", "127.0.0.1", "[::1]", "a b", "a.example:80", "a\n.example",
            letters(64), "a/b", String(repeating: "a.", count: 127) + "aa",
        ] {
            #expect(TextMessage.LastLine.forWebsite(domain: domain) == nil, "\(domain)")
        }
    }
}

private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
