extension PageTexts {
    static let portuguese = PageTexts(
        verify: Question(
            title: "Confirme o seu endereço de e-mail",
            text: "Em {{date}}, alguém criou uma conta em {{app}} com o endereço {{email}}. Confirme apenas se foi você.",
            button: "Confirmar o endereço"),
        verified: Notice(title: "Endereço confirmado", text: "{{email}} agora pertence à sua conta em {{app}}."),
        disown: Question(
            title: "Esta conta não é sua?",
            text: "Vamos remover o endereço {{email}} da conta e encerrar a sessão de quem a criou.",
            button: "Remover o meu endereço"),
        disowned: Notice(title: "Endereço removido", text: "A conta não tem mais o seu endereço."),
        reset: Question(
            title: "Escolha uma nova senha", text: "Para a conta {{email}} em {{app}}.", button: "Salvar a senha"),
        newPassword: "Nova senha",
        rules: PasswordRules(
            heading: "A sua senha deve:", atLeast: "ter no mínimo {{count}} caracteres",
            atMost: "ter no máximo {{count}} caracteres", lowercase: "incluir uma letra minúscula",
            uppercase: "incluir uma letra maiúscula", digit: "incluir um número", symbol: "incluir um símbolo, como ! ou #",
            notCommon: "ser diferente das senhas mais comuns e do seu endereço de e-mail",
            common: "ser mais difícil de adivinhar: é uma das senhas mais comuns",
            ownWord: "ser mais do que o seu endereço ou o nome do app",
            broken: "Esta senha ainda não atende aos requisitos. Ela deve:"),
        wasReset: Notice(
            title: "A sua nova senha foi salva",
            text: "Use-a agora para iniciar sessão. A sessão foi encerrada em todos os seus dispositivos."),
        signIn: Question(
            title: "Inicie sessão em {{app}}",
            text: "Em {{date}}, alguém pediu este link a partir de {{address}}. Continue apenas se foi você.",
            button: "Continuar neste dispositivo"
        ),
        otherDevice: "Pediu o link em outro dispositivo? Então insira o seu endereço de e-mail.",
        yourAddress: "O seu endereço de e-mail",
        continueWithAddress: "Continuar com este endereço",
        otherAddress: "O link foi enviado para outro endereço.",
        tooManyAddresses: "Foram inseridos muitos endereços incorretos. Peça um novo link.",
        change: Question(
            title: "Confirme o seu novo endereço",
            text: "A conta {{email}} em {{app}} passará a ter o endereço {{newEmail}}. Confirme apenas se a conta é sua.",
            button: "Confirmar o novo endereço"),
        changed: Notice(
            title: "Endereço alterado",
            text: "A sua conta em {{app}} agora tem o endereço {{newEmail}}. Inicie sessão novamente."),
        recover: Question(
            title: "Desfazer a alteração?",
            text:
                "A sua conta em {{app}} voltará a ter o endereço {{email}} em vez de {{newEmail}}, e a sessão será encerrada em todos os dispositivos. A senha e as formas de iniciar sessão adicionadas na semana anterior à alteração ou depois dela serão removidas.",
            button: "Desfazer a alteração"),
        recovered: Notice(
            title: "Alteração desfeita",
            text:
                "A sua conta em {{app}} voltou a ter o endereço {{email}}. Escolha agora uma nova senha: a anterior não funciona mais."
        ),
        revertSecondFactor: Question(
            title: "Remover o aplicativo autenticador?",
            text:
                "Iniciar sessão na sua conta {{email}} em {{app}} não exigirá mais um código deste aplicativo, e a sessão será encerrada em todos os dispositivos. A senha e as formas de iniciar sessão adicionadas na semana anterior ao aplicativo ou depois serão removidas. Faça isso somente se não foi você que adicionou o aplicativo.",
            button: "Remover o aplicativo"),
        secondFactorReverted: Notice(
            title: "Aplicativo autenticador removido",
            text:
                "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."
        ),
        revertPhoneFactor: Question(
            title: "Remover o telefone?",
            text:
                "Iniciar sessão na sua conta {{email}} em {{app}} não exigirá mais um código enviado a este telefone, e a sessão será encerrada em todos os dispositivos. A senha e as formas de iniciar sessão adicionadas na semana anterior ao telefone ou depois serão removidas. Faça isso somente se não foi você que adicionou o telefone.",
            button: "Remover o telefone"),
        phoneFactorReverted: Notice(
            title: "Telefone removido",
            text:
                "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."
        ),
        revertSignInMethod: Question(
            title: "Remover esta forma de iniciar sessão?",
            text:
                "Não será mais possível iniciar sessão com {{provider}} na sua conta {{email}} em {{app}}, e a sessão será encerrada em todos os dispositivos. A senha e as formas de iniciar sessão adicionadas na semana anterior ou depois serão removidas. Faça isso somente se não foi você que adicionou {{provider}}.",
            button: "Remover {{provider}}"),
        signInMethodReverted: Notice(
            title: "Forma de iniciar sessão removida",
            text: "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."),
        revertSignInMethodRemoval: Question(
            title: "Restaurar esta forma de iniciar sessão?",
            text:
                "Voltará a ser possível iniciar sessão com {{provider}} na sua conta {{email}} em {{app}}, e a sessão será encerrada em todos os dispositivos. Faça isto só se não foi você que a removeu.",
            button: "Restaurar {{provider}}"),
        signInMethodRestored: Notice(
            title: "Forma de iniciar sessão restaurada",
            text: "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."),
        signInMethodIsTaken: "{{provider}} pertence agora a outra conta e não pode ser restaurado.",
        revertPasswordChange: Question(
            title: "Desfazer a alteração da senha?",
            text:
                "A sua conta {{email}} em {{app}} ficará sem senha até você escolher uma nova, e a sessão será encerrada em todos os dispositivos. Faça isto só se não foi você que fez esta alteração.",
            button: "Desfazer a alteração"),
        passwordReverted: Notice(
            title: "Alteração desfeita",
            text: "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."),
        revertRecoveryCodes: Question(
            title: "Remover os códigos de recuperação?",
            text:
                "Os códigos de recuperação da sua conta {{email}} em {{app}} não funcionarão mais, e a sessão será encerrada em todos os dispositivos. A senha e as formas de iniciar sessão adicionadas na semana anterior aos códigos ou depois serão removidas. Faça isso somente se não foi você que criou os códigos.",
            button: "Remover os códigos de recuperação"),
        recoveryCodesReverted: Notice(
            title: "Códigos de recuperação removidos",
            text: "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."),
        revertSignIn: Question(
            title: "Não foi você que iniciou esta sessão?",
            text:
                "A sessão da sua conta {{email}} em {{app}} será encerrada em todos os dispositivos. A senha, as formas de iniciar sessão e os aplicativos autenticadores adicionados pouco antes desse início de sessão ou depois serão removidos. Faça isto só se não foi você.",
            button: "Não fui eu"),
        signInReverted: Notice(
            title: "Sessão encerrada em todos os dispositivos",
            text:
                "A sessão foi encerrada em todos os dispositivos. Escolha agora uma nova senha: a anterior não funciona mais."
        ),
        removesNow: "Será removido da conta:", aPassword: "a senha",
        anAuthenticator: "um aplicativo autenticador, adicionado em {{date}}",
        aPhoneFactor: "um telefone para códigos, adicionado em {{date}}",
        theRecoveryCodes: "os códigos de recuperação, criados em {{date}}",
        sendPasswordLink: "Receber um link para escolher uma nova senha",
        signInAsBefore: "A sessão foi encerrada em todos os dispositivos. Inicie sessão em {{app}} como fazia antes.",
        expired: Notice(title: "Este link expirou", text: "Estes links só funcionam por pouco tempo."),
        used: Notice(
            title: "Este link não funciona mais", text: "Já foi usado ou foi invalidado por uma alteração posterior."),
        unknown: Notice(
            title: "Este link não funciona", text: "Talvez falte uma parte dele. Abra-o novamente a partir do e-mail."),
        disabled: Notice(title: "Esta conta está desativada", text: "Entre em contato com o suporte de {{app}}."),
        taken: Notice(title: "Este endereço já está em uso", text: "Outra conta já tem este endereço."),
        tooOften: Notice(title: "Muitas tentativas", text: "Aguarde um pouco e tente novamente."),
        failed: Notice(title: "Ocorreu um erro", text: "Nada foi alterado. Tente novamente daqui a pouco."),
        missing: Notice(
            title: "Não há nenhuma página aqui", text: "O endereço pode estar mal escrito ou a página pode ter mudado de lugar."),
        toStart: "Ir para a página inicial",
        sendNewLink: "Receber um novo link",
        newLinkSent: Notice(title: "Verifique o seu e-mail", text: "Se a conta ainda existir, um novo link está a caminho."),
        askInTheApp: "Peça um novo em {{app}}.",
        continueTo: "Continuar para {{place}}",
        goToAccount: "Ir para a sua conta", closePage: "Você já pode fechar esta página.",
        openApp: "Abrir o aplicativo",
        openAppText: "Este link é para o aplicativo. Se ele estiver neste dispositivo, abra-o.",
        getTheApp: "Obter o aplicativo no Google Play",
        goOnHere: "Continuar no navegador",
        developmentServer: "Servidor de desenvolvimento")
}
