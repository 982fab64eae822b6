extension PageTexts {
    static let portuguese = PageTexts(
        verify: Question(
            title: "Confirme o seu endereço de email",
            text: "Em {{date}}, alguém criou uma conta em {{app}} com o endereço {{email}}. Confirme apenas se foi o próprio.",
            button: "Confirmar o endereço"),
        verified: Notice(title: "Endereço confirmado", text: "{{email}} pertence agora à sua conta em {{app}}."),
        disown: Question(
            title: "Esta conta não é sua?",
            text: "Vamos remover o endereço {{email}} da conta e terminar a sessão de quem a criou.",
            button: "Remover o meu endereço"),
        disowned: Notice(title: "Endereço removido", text: "A conta já não tem o seu endereço."),
        reset: Question(
            title: "Escolha uma nova palavra-passe", text: "Para a conta {{email}} em {{app}}.", button: "Guardar a palavra-passe"
        ),
        newPassword: "Nova palavra-passe",
        rules: PasswordRules(
            heading: "A sua palavra-passe deve:", atLeast: "ter no mínimo {{count}} caracteres",
            atMost: "ter no máximo {{count}} caracteres", lowercase: "incluir uma letra minúscula",
            uppercase: "incluir uma letra maiúscula", digit: "incluir um número", symbol: "incluir um símbolo, como ! ou #",
            notCommon: "ser diferente das palavras-passe mais comuns e do seu endereço de email",
            common: "ser mais difícil de adivinhar: é uma das palavras-passe mais comuns",
            ownWord: "ser mais do que o seu endereço ou o nome da aplicação",
            broken: "Esta palavra-passe ainda não cumpre os requisitos. Deve:"),
        wasReset: Notice(
            title: "A sua nova palavra-passe foi guardada",
            text: "Use-a agora para iniciar sessão. A sessão foi terminada em todos os seus dispositivos."),
        signIn: Question(
            title: "Inicie sessão em {{app}}",
            text: "Em {{date}}, alguém pediu esta ligação a partir de {{address}}. Continue apenas se foi o próprio.",
            button: "Continuar neste dispositivo"
        ),
        otherDevice: "Pediu a ligação noutro dispositivo? Então introduza o seu endereço de email.",
        yourAddress: "O seu endereço de email",
        continueWithAddress: "Continuar com este endereço",
        otherAddress: "A ligação foi enviada para outro endereço.",
        tooManyAddresses: "Foram introduzidos demasiados endereços incorretos. Peça uma nova ligação.",
        change: Question(
            title: "Confirme o seu novo endereço",
            text: "A conta {{email}} em {{app}} passará a ter o endereço {{newEmail}}. Confirme apenas se a conta é sua.",
            button: "Confirmar o novo endereço"),
        changed: Notice(
            title: "Endereço alterado",
            text: "A sua conta em {{app}} tem agora o endereço {{newEmail}}. Inicie sessão novamente."),
        recover: Question(
            title: "Anular a alteração?",
            text:
                "A sua conta em {{app}} voltará a ter o endereço {{email}} em vez de {{newEmail}}, e a sessão será terminada em todos os dispositivos. A palavra-passe e as formas de iniciar sessão adicionadas na semana anterior à alteração ou depois dela serão removidas.",
            button: "Anular a alteração"),
        recovered: Notice(
            title: "Alteração anulada",
            text:
                "A sua conta em {{app}} voltou a ter o endereço {{email}}. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertSecondFactor: Question(
            title: "Remover a aplicação de autenticação?",
            text:
                "Iniciar sessão na sua conta {{email}} em {{app}} deixará de exigir um código desta aplicação, e a sessão será terminada em todos os dispositivos. A palavra-passe e as formas de iniciar sessão adicionadas na semana anterior à aplicação ou depois serão removidas. Faça isto só se não foi o próprio a adicionar a aplicação.",
            button: "Remover a aplicação"),
        secondFactorReverted: Notice(
            title: "Aplicação de autenticação removida",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertPhoneFactor: Question(
            title: "Remover o telefone?",
            text:
                "Iniciar sessão na sua conta {{email}} em {{app}} deixará de exigir um código enviado para este telefone, e a sessão será terminada em todos os dispositivos. A palavra-passe e as formas de iniciar sessão adicionadas na semana anterior ao telefone ou depois serão removidas. Faça isto só se não foi o próprio a adicionar o telefone.",
            button: "Remover o telefone"),
        phoneFactorReverted: Notice(
            title: "Telefone removido",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertSignInMethod: Question(
            title: "Remover esta forma de iniciar sessão?",
            text:
                "Deixará de ser possível iniciar sessão com {{provider}} na sua conta {{email}} em {{app}}, e a sessão será terminada em todos os dispositivos. A palavra-passe e as formas de iniciar sessão adicionadas na semana anterior ou depois serão removidas. Faça isto só se não foi o próprio a adicionar {{provider}}.",
            button: "Remover {{provider}}"),
        signInMethodReverted: Notice(
            title: "Forma de iniciar sessão removida",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertSignInMethodRemoval: Question(
            title: "Restaurar esta forma de iniciar sessão?",
            text:
                "Voltará a ser possível iniciar sessão com {{provider}} na sua conta {{email}} em {{app}}, e a sessão será terminada em todos os dispositivos. Faça isto só se não foi o próprio a removê-la.",
            button: "Restaurar {{provider}}"),
        signInMethodRestored: Notice(
            title: "Forma de iniciar sessão restaurada",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        signInMethodIsTaken: "{{provider}} pertence agora a outra conta e não pode ser restaurado.",
        revertPasswordChange: Question(
            title: "Anular a alteração da palavra-passe?",
            text:
                "A sua conta {{email}} em {{app}} ficará sem palavra-passe até escolher uma nova, e a sessão será terminada em todos os dispositivos. Faça isto só se não foi o próprio a fazer esta alteração.",
            button: "Anular a alteração"),
        passwordReverted: Notice(
            title: "Alteração anulada",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertRecoveryCodes: Question(
            title: "Remover os códigos de recuperação?",
            text:
                "Os códigos de recuperação da sua conta {{email}} em {{app}} deixarão de funcionar, e a sessão será terminada em todos os dispositivos. A palavra-passe e as formas de iniciar sessão adicionadas na semana anterior aos códigos ou depois serão removidas. Faça isto só se não foi o próprio a criar os códigos.",
            button: "Remover os códigos de recuperação"),
        recoveryCodesReverted: Notice(
            title: "Códigos de recuperação removidos",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        revertSignIn: Question(
            title: "Não foi o próprio a iniciar esta sessão?",
            text:
                "A sessão da sua conta {{email}} em {{app}} será terminada em todos os dispositivos. A palavra-passe, as formas de iniciar sessão e as aplicações de autenticação adicionadas pouco antes desse início de sessão ou depois serão removidas. Faça isto só se não foi o próprio.",
            button: "Não fui eu"),
        signInReverted: Notice(
            title: "Sessão terminada em todos os dispositivos",
            text:
                "A sessão foi terminada em todos os dispositivos. Escolha agora uma nova palavra-passe: a anterior já não funciona."
        ),
        removesNow: "Será removido da conta:", aPassword: "a palavra-passe",
        anAuthenticator: "uma aplicação de autenticação, adicionada em {{date}}",
        aPhoneFactor: "um telefone para códigos, adicionado em {{date}}",
        theRecoveryCodes: "os códigos de recuperação, criados em {{date}}",
        sendPasswordLink: "Receber uma ligação para escolher uma nova palavra-passe",
        signInAsBefore: "A sessão foi terminada em todos os dispositivos. Inicie sessão em {{app}} como fazia antes.",
        expired: Notice(title: "Esta ligação expirou", text: "Estas ligações só funcionam durante pouco tempo."),
        used: Notice(
            title: "Esta ligação já não funciona", text: "Já foi usada ou foi invalidada por uma alteração posterior."),
        unknown: Notice(
            title: "Esta ligação não funciona", text: "Talvez falte uma parte dela. Abra-a novamente a partir do email."),
        disabled: Notice(title: "Esta conta está desativada", text: "Contacte os responsáveis por {{app}}."),
        taken: Notice(title: "Este endereço já está em uso", text: "Outra conta já tem este endereço."),
        tooOften: Notice(title: "Demasiadas tentativas", text: "Aguarde um pouco e tente novamente."),
        failed: Notice(title: "Ocorreu um erro", text: "Nada foi alterado. Tente novamente daqui a pouco."),
        missing: Notice(
            title: "Não há nenhuma página aqui", text: "O endereço pode estar mal escrito ou a página pode ter mudado de lugar."),
        toStart: "Ir para a página inicial",
        sendNewLink: "Receber uma nova ligação",
        newLinkSent: Notice(title: "Verifique o seu email", text: "Se a conta ainda existir, uma nova ligação está a caminho."),
        askInTheApp: "Peça uma nova em {{app}}.",
        continueTo: "Continuar para {{place}}",
        goToAccount: "Ir para a sua conta", closePage: "Já pode fechar esta página.",
        openApp: "Abrir a aplicação",
        openAppText: "Esta ligação é para a aplicação. Se estiver neste dispositivo, abra-a.",
        getTheApp: "Obter a aplicação no Google Play",
        goOnHere: "Continuar no navegador",
        developmentServer: "Servidor de desenvolvimento")
}
