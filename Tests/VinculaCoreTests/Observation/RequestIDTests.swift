import Testing
import VinculaCore

/// The names of requests.
@Suite("Request ids")
struct RequestIDTests {
    @Test("A new id is well formed, short, and never the same")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<10_000).map { _ in RequestID.random(using: &generator) }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.utf8.count == 13 && RequestID.isWellFormed($0) })
        // Every digit is used at every place, and half of them at the last, which has what remains of 64 bits: none are lost.
        for place in 0..<13 { #expect(Set(ids.map { Array($0)[place] }).count == (place < 12 ? 32 : 16), "place \(place)") }
    }

    @Test(
        "A proxy's id is taken if it is short and of plain characters",
        arguments: [
            ("a", true), ("3f6c0e9e-8b7c-4d57-9d3c-0f4a2b1c9d8e", true), ("Root=1-67891233-abcdef012345678912345678", true),
            ("Az09._:=-", true), (String(repeating: "x", count: 128), true), (String(repeating: "x", count: 129), false),
            ("", false), ("a b", false), ("a\nb", false), ("a\"b", false), ("a%20b", false), ("\u{1B}[2J", false), ("é", false),
            ("a,b", false), ("<a>", false),
        ])
    func given(text: String, isTaken: Bool) { #expect(RequestID.isWellFormed(text) == isTaken) }
}
