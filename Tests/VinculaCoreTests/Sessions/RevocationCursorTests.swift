import Testing
import VinculaCore

struct RevocationCursorTests {
    @Test func `a position is read as it is written, and an empty text is the start`() {
        let cursor = RevocationCursor(sequence: 7, madeAt: 1_700_000_000_123)
        #expect(RevocationCursor(cursor.text) == cursor && cursor.text == "7.1700000000123")
        #expect(RevocationCursor("") == .start && RevocationCursor(RevocationCursor.start.text) == .start)
    }

    @Test(arguments: [
        "7", "7.", ".7", "-1.5", "1.-5", "+1.5", "01.5", "1.5.6", "a.b", "1.5 ", "9223372036854775808.1", " ",
        String(repeating: "1", count: 41),
    ])
    func `anything else is no position`(_ text: String) { #expect(RevocationCursor(text) == nil) }
}
