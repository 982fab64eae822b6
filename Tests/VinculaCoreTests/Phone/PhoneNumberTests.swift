import Testing
import VinculaCore

struct PhoneNumberTests {
    @Test("E.164 is accepted unchanged", arguments: ["+16505550100", "+491701234567", "+1234567", "+123456789012345"])
    func accepted(text: String) {
        #expect(PhoneNumber(text)?.value == text)
    }

    @Test(
        "T150 anything else is refused, not repaired",
        arguments: [
            "", "+", "16505550100", "+1 650 555 0100", "+1-650-555-0100", "+1(650)5550100", "+016505550100", "+0123456789",
            "+1650555010O", "+123456", "+1234567890123456", "tel:+16505550100", "+16505550100;ext=1", "+16505550100 ",
            " +16505550100", "++16505550100", "\u{FF0B}16505550100", "+\u{FF11}6505550100", "+\u{661}6505550100",
            "+16505550100\u{0}", "+16505550100\n", "0016505550100", "+1650555010\u{301}0", "+-1234567", "+99912345678",
        ])
    func refused(text: String) {
        #expect(PhoneNumber(text) == nil)
    }

    @Test(
        "T150 a number has one form, however people write it",
        arguments: [
            ("+1 650-555-0100", "+16505550100"), ("+1 (650) 555.0100 ", "+16505550100"),
            ("+1\u{A0}650\u{2011}5550100", "+16505550100"),
            ("+44 (0)20 7946 0018", "+442079460018"), ("+4402079460018", "+442079460018"), ("+442079460018", "+442079460018"),
            ("+49 (0) 30/123456", "+4930123456"), ("+1 1 650 555 0100", "+16505550100"),
            // A zero at the beginning of an Italian number is part of it.
            ("+39 06 6982 1234", "+390669821234"), ("+39 02 12345678", "+390212345678"),
            // The 15 of Argentina's mobile phones becomes a 9 in front.
            ("+54 11 15 2345 6789", "+5491123456789"), ("+54 9 11 2345-6789", "+5491123456789"),
            ("+54 0343 15 555 1212", "+5493435551212"),
            // A Brazilian carrier.
            ("+55 015 11 98765 4321", "+5511987654321"), ("+7 8 912 345 67 89", "+79123456789"),
            // The 1 that Mexico gave up is no prefix; with it the number is nobody's.
            ("+52 1 222 123 4567", "+5212221234567"), ("+36 06 20 123 4567", "+36201234567"),
        ])
    func forms(text: String, number: String) throws {
        #expect(try PhoneNumber(typed: text).value == number)
        #expect(try PhoneNumber(typed: number).value == number)
        #expect(PhoneNumber(number)?.value == number)
        #expect(PhoneNumber(stored: number)?.value == number)
    }

    @Test func `what a program sends has the same form`() {
        #expect(PhoneNumber("+4402079460018")?.value == "+442079460018")
    }

    private static let faulty: [(String, PhoneNumberFault)] = [
        ("", PhoneNumberFault.missing), ("+", .malformed), ("16505550100", .malformed), (" +16505550100", .malformed),
        ("+-16505550100", .malformed), ("+()", .malformed), ("++16505550100", .malformed), ("+1 650 555 010O", .malformed),
        ("+1-800-FLOWERS", .malformed), ("+16505550100;ext=1", .malformed), ("+1650555010\u{301}0", .malformed),
        ("\u{FF0B}16505550100", .malformed), ("+\u{FF11}6505550100", .malformed), ("+1\u{660}505550100", .malformed),
        ("+16505550100\u{0}", .malformed), ("+16505550100\n", .malformed), ("+1\u{200B}6505550100", .malformed),
        ("+99912345678", .unknownCallingCode), ("+016505550100", .unknownCallingCode), ("+210123456", .unknownCallingCode),
        ("+9", .unknownCallingCode), ("+16505", .tooShort), ("+1", .tooShort), ("+441", .tooShort),
        ("+1234567890123456", .tooLong), ("+1" + String(repeating: "2", count: 30), .tooLong),
        (String(repeating: "1", count: 65), .tooLong),
    ]

    @Test("faults", arguments: faulty)
    func faults(text: String, fault: PhoneNumberFault) {
        #expect(throws: fault) { try PhoneNumber(typed: text) }
        #expect(PhoneNumber(text) == nil)
    }

    @Test func `long texts cost nothing`() {
        let texts = [
            "+" + String(repeating: "1", count: 10_000), "+1" + String(repeating: " ", count: 1_000_000),
            "+1" + String(repeating: "\u{301}", count: 100_000), String(repeating: "+", count: 65),
        ]
        for text in texts {
            #expect(throws: PhoneNumberFault.tooLong) { try PhoneNumber(typed: text) }
            #expect(PhoneNumber(text) == nil)
            #expect(PhoneNumber(stored: text) == nil)
        }
    }

    private static let assigned: [(String, PhoneNumberFault?)] = [
        ("+16505550100", nil), ("+15555550100", .unassigned), ("+1650555", .tooShort),
        ("+165055501001", .tooLong), ("+390669821234", nil), ("+44207946001", .unassigned),
    ]

    @Test("reasons why nobody can have a number", arguments: assigned)
    func invalid(text: String, fault: PhoneNumberFault?) throws {
        let number = try #require(PhoneNumber(text))
        #expect(number.fault == fault)
        #expect(number.isValid == (fault == nil))
    }

    @Test func `a stored number stays readable whatever the plans say`() {
        #expect(PhoneNumber(stored: "+4402079460018")?.value == "+4402079460018")
        #expect(PhoneNumber(stored: "+99912345678")?.region == nil)
        for text in ["", "+", "+123456", "16505550100", "+016505550100", "+1234567890123456", "+1650555010a"] {
            #expect(PhoneNumber(stored: text) == nil)
        }
    }
}
