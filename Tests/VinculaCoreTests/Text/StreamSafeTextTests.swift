import Foundation
import Testing
import VinculaCore

struct StreamSafeTextTests {
    private static let acute = "\u{301}"
    private static let below = "\u{316}"

    private static func marks(_ count: Int) -> String { (0..<count).map { $0 % 2 == 0 ? acute : below }.joined() }

    private static let rows: [(text: String, isSafe: Bool)] = [
        ("", true), ("plain", true), ("é", true), ("e\u{301}", true), (marks(30), true), (marks(31), false),
        (["a", marks(30), "b", marks(30)].joined(), true), ("a" + marks(31), false),
        ([marks(30), "é", marks(30)].joined(), true), ([marks(20), "\u{CB}", marks(20)].joined(), true),
        ([marks(20), "日", marks(20)].joined(), true), ([marks(20), "😀", marks(20)].joined(), true),
        // Arabic and Hebrew points, a mark of three bytes, one of four.
        (row("\u{64E}", 31), false), (row("\u{5B0}", 31), false), (row("\u{20D0}", 31), false), (row("\u{1E000}", 31), false),
        (row("\u{1E000}", 30), true),
        // Joiners, variation selectors and flags are no marks that anybody sorts.
        (row("\u{200D}", 1000), true), (row("\u{FE0F}", 1000), true), (row("🇩", 1000), true),
    ]

    private static func row(_ mark: String, _ count: Int) -> String { String(repeating: mark, count: count) }

    @Test("stream-safe text, and text with one mark too many", arguments: rows)
    func table(text: String, isSafe: Bool) {
        #expect(text.isStreamSafe == isSafe)
        let longer = "x\n" + text
        #expect(longer[longer.utf8.index(longer.startIndex, offsetBy: 2)...].isStreamSafe == isSafe, "a part of a text")
        #expect(NSString(string: text).substring(from: 0).isStreamSafe == isSafe, "a text of Foundation's")
    }

    @Test("any scalars: the bytes say what the scalars say", arguments: 0..<300)
    func random(seed: Int) {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<200 {
            let value: UInt32 =
                switch Int.random(in: 0..<12) {
                case 0: .random(in: 0...0x7F)
                case 1: .random(in: 0x80...0x10FFFF)
                case 2: .random(in: 0x1D165...0x1D1AD)
                default: .random(in: 0x300...0x34E)
                }
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        var run = 0
        var longest = 0
        for scalar in scalars {
            run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            longest = max(longest, run)
        }
        #expect(String(scalars).isStreamSafe == (longest <= 30), "\(longest) in a row")
    }

    @Test("any JSON text with too many marks in a row is refused, escaped or not, and the guard says why")
    func json() {
        let raw = Self.marks(31)
        let escaped = raw.unicodeScalars.map { "\\u0" + String($0.value, radix: 16) }.joined()
        for written in [raw, escaped, escaped.replacingOccurrences(of: "\\u0301", with: "\u{301}")] {
            for text in ["\"\(written)\"", "{\"a\":\"\(written)\"}", "{\"\(written)\":1}", "[[\"x\",\"\(written)\"]]"] {
                #expect(JSONValue.parse(Data(text.utf8)) == nil, "\(text)")
                #expect {
                    try JSONGuard.check(Array(text.utf8), maximumDepth: 16, maximumValues: 1000)
                } throws: { ($0 as? JSONGuard.Complaint)?.text == "A text has more than 30 combining marks in a row" }
            }
        }
        let fine = "{\"\(Self.marks(30))\":\"\(Self.marks(30))\"}"
        #expect(JSONValue.parse(Data(fine.utf8)) != nil)
        #expect(throws: Never.self) { try JSONGuard.check(Array(fine.utf8), maximumDepth: 16, maximumValues: 1000) }
    }

    @Test("a member's name has at most 1024 bytes")
    func names() {
        for (length, isTaken) in [(1024, true), (1025, false)] {
            let text = "{\"\(String(repeating: "n", count: length))\":1}"
            #expect((JSONValue.parse(Data(text.utf8)) != nil) == isTaken)
            let isGuarded = (try? JSONGuard.check(Array(text.utf8), maximumDepth: 16, maximumValues: 1000)) != nil
            #expect(isGuarded == isTaken)
        }
    }
}
