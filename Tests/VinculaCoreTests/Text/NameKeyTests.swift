import Testing
import VinculaCore

struct NameKeyTests {
    @Test(
        "A key has the name's first characters, ASCII letters in lower case, and all others as they are",
        arguments: [
            ("Ada LOVELACE", "ada lovelace"), ("ÉMILE", "Émile"), ("İ", "İ"), ("[Z]@`{", "[z]@`{"), ("", ""),
            (String(repeating: "Ab", count: 40), String(repeating: "ab", count: 32)),
        ])
    func key(name: String, key: String) {
        #expect(Array(NameKey.key(of: name).utf8) == Array(key.utf8), "\(name)")
    }

    @Test("What people type finds the usual spellings, sorted by bytes, and no list is part of another")
    func prefixes() {
        #expect(NameKey.prefixes(of: "ADA") == ["ada"])
        #expect(NameKey.prefixes(of: "") == [])
        #expect(NameKey.prefixes(of: "иван") == ["ИВАН", "Иван", "иван"])
        for (typed, stored) in [
            ("müller", "Müller"), ("Müller", "MÜLLER"), ("élodie d", "Élodie Dubois"), ("ÉLODIE", "élodie"),
            ("e\u{301}lodie", "Élodie"), ("o'b", "O'Brien"), ("jean-é", "Jean-Élie"), ("ada", "Ada"), ("ada", "aDA"),
        ] {
            let key = NameKey.key(of: stored)
            #expect(NameKey.prefixes(of: typed).contains { key.utf8.starts(with: $0.utf8) }, "\(typed) finds \(stored)")
        }
        let prefixes = NameKey.prefixes(of: "ßa").map { Array($0.utf8) }
        for (first, second) in zip(prefixes, prefixes.dropFirst()) {
            #expect(first.lexicographicallyPrecedes(second) && !second.starts(with: first))
        }
    }

    @Test("A long text is cut where keys are")
    func long() {
        let name = String(repeating: "x", count: 100)
        #expect(NameKey.prefixes(of: name) == [NameKey.key(of: name)])
    }
}
