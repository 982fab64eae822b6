extension MailTexts {
    static let portuguese = MailTexts(
        resetPassword: Letter(
            subject: "Escolha uma nova senha para {{app}}",
            lead: "Alguém, provavelmente você, pediu uma nova senha para a conta {{email}} em {{app}}.",
            button: "Escolher uma nova senha",
            after: ["Se não foi você, não é preciso fazer nada: a sua senha continua a mesma."]),
        verifyEmail: Letter(
            subject: "Confirme o seu endereço de e-mail para {{app}}",
            lead: "Foi criada uma conta em {{app}} com o endereço {{email}}. Se a conta é sua, confirme o endereço.",
            button: "Confirmar o endereço",
            after: ["Se você não criou esta conta, não confirme o endereço."]),
        signIn: Letter(
            subject: "Inicie sessão em {{app}}",
            lead: "Alguém, provavelmente você, pediu um link para iniciar sessão em {{app}} como {{email}}.",
            button: "Iniciar sessão",
            after: [
                "Se não foi você, não é preciso fazer nada. Não compartilhe o link com ninguém: ele funciona como uma senha."
            ]),
        verifyAndChangeEmail: Letter(
            subject: "Confirme o seu novo endereço de e-mail para {{app}}",
            lead: "Alguém, provavelmente você, pediu para alterar o endereço de uma conta em {{app}} para {{newEmail}}.",
            button: "Confirmar o novo endereço",
            after: ["Se a conta não é sua, não confirme o endereço."]),
        recoverEmail: Letter(
            subject: "O seu endereço de e-mail para {{app}} foi alterado",
            lead: "O endereço da sua conta em {{app}} foi alterado de {{email}} para {{newEmail}}.",
            button: "Desfazer a alteração",
            after: ["Se foi você, não é preciso fazer nada. Se não foi, desfaça a alteração e escolha uma nova senha."]),
        revertSecondFactorAddition: Letter(
            subject: "Uma segunda etapa para iniciar sessão em {{app}} foi adicionada",
            lead:
                "A partir de agora, iniciar sessão na conta {{email}} em {{app}} exige também um código do aplicativo autenticador que foi adicionado.",
            button: "Remover o aplicativo autenticador",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, outra pessoa estava conectada à sua conta: remova o aplicativo e escolha imediatamente uma nova senha."
            ]),
        phoneFactorAdded: Letter(
            subject: "Uma segunda etapa para iniciar sessão em {{app}} foi adicionada",
            lead:
                "A partir de agora, iniciar sessão na conta {{email}} em {{app}} exige também um código enviado ao telefone que foi adicionado.",
            button: "Remover o telefone",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, outra pessoa estava conectada à sua conta: remova o telefone e escolha imediatamente uma nova senha."
            ]),
        phoneFactorRemoved: Letter(
            subject: "Uma segunda etapa para iniciar sessão em {{app}} foi removida",
            lead:
                "Um telefone foi removido da conta {{email}} em {{app}}. Os códigos enviados a ele não são mais pedidos.",
            button: nil,
            after: ["Se não foi você, escolha imediatamente uma nova senha e verifique a sua conta."]),
        emailChanged: Letter(
            subject: "O seu endereço de e-mail para {{app}} foi alterado",
            lead: "O endereço de uma conta em {{app}} foi alterado de {{email}} para {{newEmail}}.",
            button: nil,
            after: ["Se foi você, não é preciso fazer nada. Se não foi, avise o suporte de {{app}}."]),
        passwordChanged: Letter(
            subject: "A sua senha para {{app}} foi alterada",
            lead: "A senha da conta {{email}} em {{app}} foi alterada, e a sessão foi encerrada em todos os outros dispositivos.",
            button: "Desfazer a alteração",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, {{#link}}desfaça a alteração e {{/link}}escolha imediatamente uma nova senha."
            ]),
        signInMethodAdded: Letter(
            subject: "Uma forma de iniciar sessão em {{app}} foi adicionada",
            lead: "A partir de agora é possível iniciar sessão com {{provider}} na conta {{email}} de {{app}}.",
            button: "Remover {{provider}}",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, outra pessoa estava conectada à sua conta: remova {{provider}}, escolha imediatamente uma nova senha e verifique a sua conta."
            ]),
        signInMethodRemoved: Letter(
            subject: "Uma forma de iniciar sessão em {{app}} foi removida",
            lead: "Não é mais possível iniciar sessão com {{provider}} na conta {{email}} em {{app}}.",
            button: "Desfazer a remoção",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, {{#link}}desfaça a remoção, {{/link}}escolha imediatamente uma nova senha e verifique a sua conta."
            ]),
        accountRecovered: Letter(
            subject: "Uma alteração na sua conta em {{app}} foi desfeita",
            lead:
                "Um link de um e-mail anterior foi usado para desfazer uma alteração na conta {{email}} em {{app}}. A sessão foi encerrada em todos os dispositivos.{{#removed}} Foi removido da conta: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Se não foi você, outra pessoa consegue ler os seus e-mails. Escolha uma nova senha para a sua caixa de correio e depois para {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "Uma segunda etapa para iniciar sessão em {{app}} foi removida",
            lead:
                "Um aplicativo autenticador foi removido da conta {{email}} em {{app}}. Os códigos dele não são mais pedidos.",
            button: nil,
            after: ["Se não foi você, escolha imediatamente uma nova senha e verifique a sua conta."]),
        secondFactorGuessed: Letter(
            subject: "Talvez alguém saiba a sua senha de {{app}}",
            lead:
                "Foram inseridos muitos códigos incorretos seguidos para a conta {{email}} em {{app}}. Quem os inseriu já tinha passado pela primeira etapa, com a senha ou de outra forma.",
            button: nil,
            after: ["Se não foi você, escolha imediatamente uma nova senha e verifique a sua conta."]),
        sessionKeyRefused: Letter(
            subject: "Alguém tentou usar a sua sessão em {{app}} em outro dispositivo",
            lead:
                "Alguém tentou usar uma cópia de uma sessão da conta {{email}} em {{app}} sem a chave do dispositivo em que ela foi aberta. A tentativa foi recusada, e nada foi alterado na conta.",
            button: nil,
            after: [
                "Se acabou de passar a aplicação para um novo dispositivo, inicie sessão novamente nele. Caso contrário, alguém pode ter copiado dados do seu dispositivo: verifique se tem software malicioso e escolha uma nova senha, que termina a sessão em todos os dispositivos."
            ]),
        recoveryCodesMade: Letter(
            subject: "A sua conta em {{app}} tem novos códigos de recuperação",
            lead:
                "Foram criados códigos de recuperação para a conta {{email}} em {{app}}. Se você perder o telefone, cada um pode ser usado uma vez no lugar do código da segunda etapa. Os códigos de recuperação criados antes não funcionam mais.",
            button: "Remover os códigos de recuperação",
            after: [
                "Se foi você, não é preciso fazer nada. Se não foi, outra pessoa estava conectada à sua conta: remova os códigos e escolha imediatamente uma nova senha."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Um código de recuperação foi usado para iniciar sessão em {{app}}",
            lead:
                "Alguém, provavelmente você, iniciou sessão na conta {{email}} em {{app}} com um código de recuperação. Códigos de recuperação restantes: {{codesLeft}}.",
            button: nil,
            after: [
                "Se foi você e perdeu o telefone ou o aplicativo autenticador, remova-os da sua conta e adicione outros. Você pode criar novos códigos de recuperação quando quiser.",
                "Se não foi você, escolha imediatamente uma nova senha, crie novos códigos de recuperação e verifique a sua conta.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Novo início de sessão na sua conta em {{app}}",
            lead:
                "Alguém, provavelmente você, iniciou sessão na conta {{email}} em {{app}} a partir de um dispositivo que ainda não tinha sido usado com ela.",
            button: "Não fui eu",
            after: [
                "Se foi você, não é preciso fazer nada.",
                "Se não foi, pressione o botão. A sessão será encerrada em todos os dispositivos, e a senha, as formas de iniciar sessão e os aplicativos autenticadores adicionados pouco antes ou depois serão removidos. Em seguida, escolha uma nova senha.",
            ]),
        undoing:
            "Desfazer a alteração encerra a sessão em todos os dispositivos. Também remove a senha, as formas de iniciar sessão e os aplicativos autenticadores adicionados pouco antes da alteração ou depois dela.",
        time: "Data e hora", place: "Endereço de rede", device: "Dispositivo", anApp: "Aplicativo", unknown: "desconhecido",
        aPassword: "senha", anAuthenticator: "aplicativo autenticador", aPhoneFactor: "telefone para códigos",
        theRecoveryCodes: "códigos de recuperação",
        colon: ":",
        orCopyTheLink: "Se o botão não funcionar, abra este endereço no navegador:",
        orEnterTheCode: "Ou insira este código onde você pediu o e-mail:",
        notMyAccount: "Eu não criei esta conta",
        hour: "uma hora", hours: "{{count}} horas", day: "um dia", days: "{{count}} dias",
        worksOnceFor: "O link é válido por {{validity}} e só pode ser usado uma vez.",
        sentBecause: "{{app}} enviou este e-mail a respeito da sua conta.",
        repliesAreNotRead: "As respostas a este endereço não são lidas.")
}
