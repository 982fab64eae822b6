extension FlowTexts {
    static let portuguese = FlowTexts(
        handingOver: Notice(title: "A iniciar sessão", text: "Está a voltar para {{app}}."),
        askedByApp: Notice(
            title: "Continuar para {{app}}?",
            text:
                "A aplicação {{receiver}} pediu o seu início de sessão em {{app}} com {{provider}}. Se não começou nessa aplicação, feche esta página: nada será transmitido."
        ),
        askedByProgram: Notice(
            title: "Continuar para {{app}}?",
            text:
                "Um programa neste computador ({{receiver}}) pediu o seu início de sessão em {{app}} com {{provider}}. Se não começou num programa em que confia, feche esta página: nada será transmitido."
        ),
        done: Notice(title: "Pronto", text: "Pode fechar esta janela e voltar para {{app}}."),
        appOpened: Notice(title: "Voltar para {{app}}", text: "Se {{app}} não abrir, toque no botão."),
        windowGone: Notice(
            title: "{{app}} já não está à espera",
            text: "A página que abriu esta janela foi fechada ou mudou. Volte para {{app}} e inicie sessão novamente."),
        noStorage: Notice(
            title: "Este navegador não guarda nada para este site",
            text:
                "Não é possível transmitir o início de sessão a {{app}}. Permita que este site guarde dados e inicie sessão novamente."
        ),
        needsScript: "Esta página precisa de JavaScript para o levar de volta a {{app}}. Ative-o e inicie sessão novamente.",
        cancelled: Notice(
            title: "Início de sessão cancelado", text: "Não permitiu que {{provider}} iniciasse a sua sessão em {{app}}."),
        refused: Notice(
            title: "{{provider}} não iniciou a sua sessão", text: "{{provider}} recusou o início de sessão em {{app}}."),
        unavailable: Notice(
            title: "Não é possível contactar {{provider}}",
            text: "Isto pode resolver-se dentro de instantes. Nada foi alterado."),
        busy: Notice(
            title: "O servidor está ocupado", text: "Nada se perdeu: espere um momento e tente novamente."),
        invalid: Notice(
            title: "O início de sessão não funcionou",
            text: "Não foi possível aceitar a resposta de {{provider}}. Nada foi alterado."),
        lost: Notice(
            title: "Este início de sessão já não está aberto",
            text:
                "Demorou demasiado, já foi concluído ou começou noutro navegador. Volte para a aplicação e inicie sessão novamente."
        ),
        unknownApp: Notice(
            title: "Aplicação desconhecida", text: "Este servidor não conhece a aplicação que o enviou para aqui."),
        malformed: Notice(
            title: "Esta ligação não funciona", text: "A aplicação pediu o início de sessão de uma forma que não é aceite."),
        addressNotAllowed: Notice(
            title: "Não permitido a partir desse endereço",
            text:
                "{{app}} não permite iniciar sessão a partir do endereço que o enviou para aqui. Nada lhe foi enviado."),
        notOffered: Notice(
            title: "{{provider}} não pode ser usado aqui",
            text: "O início de sessão em {{app}} com {{provider}} não está configurado."),
        noTextMessages: Notice(
            title: "Sem mensagens de texto",
            text:
                "Este servidor não envia mensagens de texto, por isso {{app}} não pode verificar um número de telefone."),
        tooOften: Notice(title: "Demasiadas tentativas", text: "Espere um pouco e tente novamente."),
        proving: Notice(
            title: "Um momento", text: "A aplicação {{receiver}} quer que lhe seja enviado um código por mensagem de texto."),
        provingWork:
            "O seu navegador está a resolver um pequeno problema, que afasta programas que enviam mensagens em massa.",
        proven: Notice(
            title: "Pronto", text: "Volte para {{app}}. Se não abrir sozinha, prima o botão."),
        notProven: Notice(title: "Não funcionou", text: "Volte para {{app}} e tente novamente."),
        provingNeedsScript: "Esta página precisa de JavaScript. Ative-o, volte para {{app}} e tente novamente.",
        continueToApp: "Continuar para {{app}}",
        tryAgain: "Tentar novamente",
        backToApp: "Voltar para {{app}}")
}
