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
            "+16505550100\u{0}", "+16505550100\n", "0016505550100", "+1650555010\u{301}0", "+-1234567",
        ])
    func refused(text: String) {
        #expect(PhoneNumber(text) == nil)
    }
}
