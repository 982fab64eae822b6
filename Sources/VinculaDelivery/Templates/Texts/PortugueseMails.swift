extension MailTexts {
    static let portuguese = MailTexts(
        resetPassword: Letter(
            subject: "Escolha uma nova palavra-passe para {{app}}",
            lead: "Recebemos um pedido, provavelmente seu, de uma nova palavra-passe para a conta {{email}} em {{app}}.",
            button: "Escolher uma nova palavra-passe",
            after: ["Se o pedido não é seu, não é preciso fazer nada: a sua palavra-passe continua a mesma."]),
        verifyEmail: Letter(
            subject: "Confirme o seu endereço de email para {{app}}",
            lead: "Foi criada uma conta em {{app}} com o endereço {{email}}. Se a conta é sua, confirme o endereço.",
            button: "Confirmar o endereço",
            after: ["Se não criou esta conta, não confirme o endereço."]),
        signIn: Letter(
            subject: "Inicie sessão em {{app}}",
            lead: "Recebemos um pedido, provavelmente seu, de uma ligação para iniciar sessão em {{app}} como {{email}}.",
            button: "Iniciar sessão",
            after: [
                "Se o pedido não é seu, não é preciso fazer nada. Não partilhe a ligação com ninguém: funciona como uma palavra-passe."
            ]),
        verifyAndChangeEmail: Letter(
            subject: "Confirme o seu novo endereço de email para {{app}}",
            lead: "Recebemos um pedido, provavelmente seu, para alterar o endereço de uma conta em {{app}} para {{newEmail}}.",
            button: "Confirmar o novo endereço",
            after: ["Se a conta não é sua, não confirme o endereço."]),
        recoverEmail: Letter(
            subject: "O seu endereço de email para {{app}} foi alterado",
            lead: "O endereço da sua conta em {{app}} foi alterado de {{email}} para {{newEmail}}.",
            button: "Anular a alteração",
            after: [
                "Se foi o próprio a alterá-lo, não é preciso fazer nada. Se não foi, anule a alteração e escolha uma nova palavra-passe."
            ]),
        revertSecondFactorAddition: Letter(
            subject: "Foi adicionada uma segunda etapa para iniciar sessão em {{app}}",
            lead:
                "A partir de agora, iniciar sessão na conta {{email}} em {{app}} exige também um código da aplicação de autenticação que foi adicionada.",
            button: "Remover a aplicação de autenticação",
            after: [
                "Se foi o próprio a adicioná-la, não é preciso fazer nada. Se não foi, outra pessoa tinha acesso à sua conta: remova a aplicação e escolha imediatamente uma nova palavra-passe."
            ]),
        phoneFactorAdded: Letter(
            subject: "Foi adicionada uma segunda etapa para iniciar sessão em {{app}}",
            lead:
                "A partir de agora, iniciar sessão na conta {{email}} em {{app}} exige também um código enviado para o telefone que foi adicionado.",
            button: "Remover o telefone",
            after: [
                "Se foi o próprio a adicioná-lo, não é preciso fazer nada. Se não foi, outra pessoa tinha acesso à sua conta: remova o telefone e escolha imediatamente uma nova palavra-passe."
            ]),
        phoneFactorRemoved: Letter(
            subject: "Foi removida uma segunda etapa para iniciar sessão em {{app}}",
            lead:
                "Um telefone foi removido da conta {{email}} em {{app}}. Os códigos enviados para ele deixam de ser pedidos.",
            button: nil,
            after: ["Se não foi o próprio, escolha imediatamente uma nova palavra-passe e verifique a sua conta."]),
        emailChanged: Letter(
            subject: "O seu endereço de email para {{app}} foi alterado",
            lead: "O endereço de uma conta em {{app}} foi alterado de {{email}} para {{newEmail}}.",
            button: nil,
            after: [
                "Se foi o próprio a alterá-lo, não é preciso fazer nada. Se não foi, contacte os responsáveis por {{app}}."
            ]),
        passwordChanged: Letter(
            subject: "A sua palavra-passe para {{app}} foi alterada",
            lead:
                "A palavra-passe da conta {{email}} em {{app}} foi alterada, e a sessão foi terminada em todos os outros dispositivos.",
            button: "Anular a alteração",
            after: [
                "Se foi o próprio a alterá-la, não é preciso fazer nada. Se não foi, {{#link}}anule a alteração e {{/link}}escolha imediatamente uma nova palavra-passe."
            ]),
        signInMethodAdded: Letter(
            subject: "Foi adicionada uma forma de iniciar sessão em {{app}}",
            lead: "A partir de agora é possível iniciar sessão com {{provider}} na conta {{email}} de {{app}}.",
            button: "Remover {{provider}}",
            after: [
                "Se foi o próprio a adicioná-la, não é preciso fazer nada. Se não foi, outra pessoa tinha acesso à sua conta: remova {{provider}}, escolha imediatamente uma nova palavra-passe e verifique a sua conta."
            ]),
        signInMethodRemoved: Letter(
            subject: "Foi removida uma forma de iniciar sessão em {{app}}",
            lead: "Já não é possível iniciar sessão com {{provider}} na conta {{email}} em {{app}}.",
            button: "Anular a remoção",
            after: [
                "Se foi o próprio a removê-la, não é preciso fazer nada. Se não foi, {{#link}}anule a remoção, {{/link}}escolha imediatamente uma nova palavra-passe e verifique a sua conta."
            ]),
        accountRecovered: Letter(
            subject: "Uma alteração na sua conta em {{app}} foi anulada",
            lead:
                "Uma ligação de um email anterior foi usada para anular uma alteração na conta {{email}} em {{app}}. A sessão foi terminada em todos os dispositivos.{{#removed}} Foi removido da conta: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Se não foi o próprio, outra pessoa consegue ler os seus emails. Escolha uma nova palavra-passe para a sua caixa de correio e depois para {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "Foi removida uma segunda etapa para iniciar sessão em {{app}}",
            lead:
                "Uma aplicação de autenticação foi removida da conta {{email}} em {{app}}. Os códigos dela deixam de ser pedidos.",
            button: nil,
            after: ["Se não foi o próprio, escolha imediatamente uma nova palavra-passe e verifique a sua conta."]),
        secondFactorGuessed: Letter(
            subject: "Talvez alguém saiba a sua palavra-passe de {{app}}",
            lead:
                "Foram introduzidos muitos códigos incorretos seguidos para a conta {{email}} em {{app}}. Quem os introduziu já tinha passado a primeira etapa, com a palavra-passe ou de outra forma.",
            button: nil,
            after: ["Se não foi o próprio, escolha imediatamente uma nova palavra-passe e verifique a sua conta."]),
        sessionKeyRefused: Letter(
            subject: "Alguém tentou usar a sua sessão em {{app}} noutro dispositivo",
            lead:
                "Alguém tentou usar uma cópia de uma sessão da conta {{email}} em {{app}} sem a chave do dispositivo em que foi aberta. A tentativa foi recusada, e nada foi alterado na conta.",
            button: nil,
            after: [
                "Se acabou de passar a aplicação para um novo dispositivo, inicie sessão novamente nele. Caso contrário, alguém pode ter copiado dados do seu dispositivo: verifique se tem software malicioso e escolha uma nova palavra-passe, o que termina a sessão em todos os dispositivos."
            ]),
        recoveryCodesMade: Letter(
            subject: "A sua conta em {{app}} tem novos códigos de recuperação",
            lead:
                "Foram criados códigos de recuperação para a conta {{email}} em {{app}}. Se perder o telefone, cada um pode ser usado uma vez no lugar do código da segunda etapa. Os códigos de recuperação criados antes já não funcionam.",
            button: "Remover os códigos de recuperação",
            after: [
                "Se foi o próprio a criá-los, não é preciso fazer nada. Se não foi, outra pessoa tinha acesso à sua conta: remova os códigos e escolha imediatamente uma nova palavra-passe."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Um código de recuperação foi usado para iniciar sessão em {{app}}",
            lead:
                "Houve um início de sessão, provavelmente seu, na conta {{email}} em {{app}} com um código de recuperação. Códigos de recuperação restantes: {{codesLeft}}.",
            button: nil,
            after: [
                "Se foi o próprio e perdeu o telefone ou a aplicação de autenticação, remova-os da sua conta e adicione outros. Pode criar novos códigos de recuperação quando quiser.",
                "Se não foi o próprio, escolha imediatamente uma nova palavra-passe, crie novos códigos de recuperação e verifique a sua conta.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Novo início de sessão na sua conta em {{app}}",
            lead:
                "Houve um início de sessão, provavelmente seu, na conta {{email}} em {{app}} a partir de um dispositivo que ainda não tinha sido usado com ela.",
            button: "Não fui eu",
            after: [
                "Se foi o próprio, não é preciso fazer nada.",
                "Se não foi, prima o botão. A sessão será terminada em todos os dispositivos, e a palavra-passe, as formas de iniciar sessão e as aplicações de autenticação adicionadas pouco antes ou depois serão removidas. Em seguida, escolha uma nova palavra-passe.",
            ]),
        undoing:
            "Anular a alteração termina a sessão em todos os dispositivos. Também remove a palavra-passe, as formas de iniciar sessão e as aplicações de autenticação adicionadas pouco antes da alteração ou depois dela.",
        time: "Data e hora", place: "Endereço de rede", device: "Dispositivo", anApp: "Aplicação", unknown: "desconhecido",
        aPassword: "palavra-passe", anAuthenticator: "aplicação de autenticação", aPhoneFactor: "telefone para códigos",
        theRecoveryCodes: "códigos de recuperação",
        colon: ":",
        orCopyTheLink: "Se o botão não funcionar, abra este endereço no navegador:",
        orEnterTheCode: "Ou introduza este código onde pediu o email:",
        notMyAccount: "Eu não criei esta conta",
        hour: "uma hora", hours: "{{count}} horas", day: "um dia", days: "{{count}} dias",
        worksOnceFor: "A ligação é válida durante {{validity}} e só pode ser usada uma vez.",
        sentBecause: "{{app}} enviou este email a respeito da sua conta.",
        repliesAreNotRead: "As respostas a este endereço não são lidas.")
}
