extension FlowTexts {
    static let portuguese = FlowTexts(
        handingOver: Notice(title: "Entrando", text: "Você está voltando para {{app}}."),
        askedByApp: Notice(
            title: "Continuar para {{app}}?",
            text:
                "O aplicativo {{receiver}} pediu sua entrada em {{app}} com {{provider}}. Se você não começou nesse aplicativo, feche esta página: nada será passado adiante."
        ),
        askedByProgram: Notice(
            title: "Continuar para {{app}}?",
            text:
                "Um programa neste computador ({{receiver}}) pediu sua entrada em {{app}} com {{provider}}. Se você não começou em um programa em que confia, feche esta página: nada será passado adiante."
        ),
        done: Notice(title: "Pronto", text: "Você pode fechar esta janela e voltar para {{app}}."),
        appOpened: Notice(title: "Voltar para {{app}}", text: "Se {{app}} não abrir, toque no botão."),
        windowGone: Notice(
            title: "{{app}} não está mais esperando",
            text: "A página que abriu esta janela foi fechada ou mudou. Volte para {{app}} e entre novamente."),
        noStorage: Notice(
            title: "Este navegador não guarda nada para este site",
            text:
                "Não é possível passar a entrada para {{app}}. Permita que este site guarde dados e entre novamente."),
        needsScript: "Esta página precisa de JavaScript para levar você de volta a {{app}}. Ative-o e entre novamente.",
        cancelled: Notice(
            title: "Entrada cancelada", text: "Você não permitiu que {{provider}} fizesse sua entrada em {{app}}."),
        refused: Notice(
            title: "{{provider}} não fez sua entrada", text: "{{provider}} recusou a entrada em {{app}}."),
        unavailable: Notice(
            title: "Não é possível contatar {{provider}}",
            text: "Isso pode se resolver em instantes. Nada foi alterado."),
        busy: Notice(
            title: "O servidor está ocupado", text: "Nada se perdeu: espere um momento e tente novamente."),
        invalid: Notice(
            title: "A entrada não funcionou",
            text: "Não foi possível aceitar a resposta de {{provider}}. Nada foi alterado."),
        lost: Notice(
            title: "Esta entrada não está mais aberta",
            text:
                "Ela demorou demais, já foi concluída ou começou em outro navegador. Volte para o aplicativo e entre novamente."),
        unknownApp: Notice(
            title: "Aplicativo desconhecido", text: "Este servidor não conhece o aplicativo que enviou você para cá."),
        malformed: Notice(
            title: "Este link não funciona", text: "O aplicativo pediu a entrada de uma forma que não é aceita."),
        addressNotAllowed: Notice(
            title: "Não permitido a partir desse endereço",
            text:
                "{{app}} não permite entrar a partir do endereço que enviou você para cá. Nada foi enviado a ele."),
        notOffered: Notice(
            title: "{{provider}} não pode ser usado aqui",
            text: "A entrada em {{app}} com {{provider}} não está configurada."),
        noTextMessages: Notice(
            title: "Sem mensagens de texto",
            text:
                "Este servidor não envia mensagens de texto, por isso {{app}} não pode verificar um número de telefone."),
        tooOften: Notice(title: "Tentativas demais", text: "Espere um pouco e tente novamente."),
        proving: Notice(
            title: "Um momento", text: "O aplicativo {{receiver}} quer que um código seja enviado a você por mensagem de texto."),
        provingWork:
            "O seu navegador está resolvendo um pequeno problema, que afasta programas que enviam mensagens em massa.",
        proven: Notice(
            title: "Pronto", text: "Volte para {{app}}. Se não abrir sozinho, pressione o botão."),
        notProven: Notice(title: "Não funcionou", text: "Volte para {{app}} e tente novamente."),
        provingNeedsScript: "Esta página precisa de JavaScript. Ative-o, volte para {{app}} e tente novamente.",
        continueToApp: "Continuar para {{app}}",
        tryAgain: "Tentar novamente",
        backToApp: "Voltar para {{app}}")
}
