import Testing
import VinculaCore

@testable import VinculaServer

/// The Portuguese of the pages and the console.
@Suite("Portuguese")
struct PortugueseTests {
    @Test("It is the European one everywhere: no word that only Brazil uses")
    func european() {
        let brazilian =
            /\b(?:você|senhas?|aplicativos?|usuári[oa]s?|cadastr\w+|arquivos?|salv(?:ar|e|o|a)|telas?|celular(?:es)?|e-mails?|provedor(?:es)?|gerenci\w+|contat(?:ar|e)|encerr\w+|excluir|baixar|deletar|em um|em uma)\b/
            .ignoresCase()
        var texts = [
            "\(PageTexts.of(.portuguese))", "\(FlowTexts.of(.portuguese))", "\(InboxTexts.of(.portuguese))",
            "\(StartTexts.of(.portuguese))",
        ]
        texts += Array(ConsoleTexts.of(.portuguese).byName.values) + Array(AccountTexts.of(.portuguese).byName.values)
        texts += Array(SettingWords.of(.portuguese).byEnglish.values)
        #expect(texts.count > 700 && texts[0].contains("palavra-passe"))
        for text in texts {
            let found = text.matches(of: brazilian).map { String(text[$0.range]) }
            #expect(found.isEmpty, "\(found): \(text.prefix(200))")
        }
    }
}
