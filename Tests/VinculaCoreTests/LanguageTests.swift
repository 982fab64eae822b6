import Testing
import VinculaCore

@Suite("Languages")
struct LanguageTests {
    @Test(arguments: [
        ("de", Language.german), ("pt-BR", .portuguese), ("pt_PT", .portuguese), ("ES-419", .spanish), ("fr-CA-x-a", .french),
        ("", nil), ("-", nil), ("zz", nil), ("deutsch", nil), ("nl-BE", nil),
    ])
    func tags(_ tag: String, _ expected: Language?) { #expect(Language(tag: tag) == expected) }

    @Test(arguments: [
        ("de-CH, fr;q=0.9, en;q=0.8", Language.german), ("nl, it;q=0.5, es;q=0.7", .spanish), ("en;q=0, fr;q=0.1", .french),
        ("*", nil), ("", nil), ("nl;q=1, fr;q=x", .french), ("it, es", .italian),
        (String(repeating: "nl,", count: 100) + "de", nil),
    ])
    func wishes(_ header: String, _ expected: Language?) { #expect(Language(acceptLanguage: header) == expected) }
}
