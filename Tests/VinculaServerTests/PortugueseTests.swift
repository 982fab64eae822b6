import Testing
import VinculaCore

@testable import VinculaServer

/// The Portuguese of the pages and the console.
@Suite("Portuguese")
struct PortugueseTests {
    /// The beginnings of words that only Brazil uses, at least for these things.
    private static let brazilian = [
        "você", "senha", "aplicativo", "usuári", "cadastr", "arquivo", "salvar", "salve", "salvo", "celular", "e-mail",
        "provedor", "gerenci", "contatar", "contate", "encerr", "excluir", "baixar", "deletar", "compartilh", "insira",
    ]

    @Test("It is the European one everywhere: no word that only Brazil uses")
    func european() {
        var texts = [
            "\(PageTexts.of(.portuguese))", "\(FlowTexts.of(.portuguese))", "\(InboxTexts.of(.portuguese))",
            "\(StartTexts.of(.portuguese))",
        ]
        texts += Array(ConsoleTexts.of(.portuguese).byName.values) + Array(AccountTexts.of(.portuguese).byName.values)
        texts += Array(SettingWords.of(.portuguese).byEnglish.values)
        #expect(texts.count > 700 && texts[0].contains("palavra-passe"))
        let words = Set(texts.joined(separator: " ").lowercased().split { !$0.isLetter && $0 != "-" })
        let found = words.filter { word in Self.brazilian.contains { word.hasPrefix($0) } }
        #expect(found.isEmpty, "\(found)")
    }
}
