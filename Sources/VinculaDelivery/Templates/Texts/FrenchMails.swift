extension MailTexts {
    static let french = MailTexts(
        resetPassword: Letter(
            subject: "Choisissez un nouveau mot de passe pour {{app}}",
            lead: "Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour le compte {{email}} sur {{app}}.",
            button: "Choisir un nouveau mot de passe",
            after: ["Si ce n’était pas vous, vous n’avez rien à faire\u{202F}: votre mot de passe ne changera pas."]),
        verifyEmail: Letter(
            subject: "Confirmez votre adresse e-mail pour {{app}}",
            lead: "Un compte a été créé sur {{app}} avec l’adresse {{email}}. Si ce compte est à vous, confirmez l’adresse.",
            button: "Confirmer l’adresse",
            after: ["Si vous n’avez pas créé ce compte, ne confirmez pas l’adresse."]),
        signIn: Letter(
            subject: "Connectez-vous à {{app}}",
            lead: "Quelqu’un, probablement vous, a demandé un lien pour se connecter à {{app}} avec l’adresse {{email}}.",
            button: "Se connecter",
            after: [
                "Si ce n’était pas vous, vous n’avez rien à faire. Ne donnez ce lien à personne\u{202F}: il équivaut à un mot de passe."
            ]),
        verifyAndChangeEmail: Letter(
            subject: "Confirmez votre nouvelle adresse e-mail pour {{app}}",
            lead: "Quelqu’un, probablement vous, a demandé à remplacer l’adresse d’un compte sur {{app}} par {{newEmail}}.",
            button: "Confirmer la nouvelle adresse",
            after: ["Si ce compte n’est pas à vous, ne confirmez pas l’adresse."]),
        recoverEmail: Letter(
            subject: "Votre adresse e-mail pour {{app}} a été modifiée",
            lead: "L’adresse de votre compte sur {{app}} a été modifiée\u{202F}: {{newEmail}} remplace {{email}}.",
            button: "Annuler la modification",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, annulez la modification et choisissez un nouveau mot de passe."
            ]),
        revertSecondFactorAddition: Letter(
            subject: "Une deuxième étape de connexion à {{app}} a été ajoutée",
            lead:
                "Une application d’authentification a été ajoutée au compte {{email}} sur {{app}}. Désormais, la connexion nécessite aussi un code de cette application.",
            button: "Retirer l’application d’authentification",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre était connecté à votre compte\u{202F}: retirez l’application et choisissez tout de suite un nouveau mot de passe."
            ]),
        phoneFactorAdded: Letter(
            subject: "Une deuxième étape de connexion à {{app}} a été ajoutée",
            lead:
                "Un téléphone a été ajouté au compte {{email}} sur {{app}}. Désormais, la connexion nécessite aussi un code qui lui est envoyé.",
            button: "Retirer le téléphone",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre était connecté à votre compte\u{202F}: retirez le téléphone et choisissez tout de suite un nouveau mot de passe."
            ]),
        phoneFactorRemoved: Letter(
            subject: "Une deuxième étape de connexion à {{app}} a été retirée",
            lead:
                "Un téléphone a été retiré du compte {{email}} sur {{app}}. Les codes qui lui étaient envoyés ne sont plus demandés.",
            button: nil,
            after: ["Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et vérifiez votre compte."]),
        emailChanged: Letter(
            subject: "Votre adresse e-mail pour {{app}} a été modifiée",
            lead: "L’adresse d’un compte sur {{app}} a été modifiée\u{202F}: {{newEmail}} remplace {{email}}.",
            button: nil,
            after: ["Si c’était vous, vous n’avez rien à faire. Sinon, prévenez l’équipe {{app}}."]),
        passwordChanged: Letter(
            subject: "Votre mot de passe pour {{app}} a été modifié",
            lead:
                "Le mot de passe du compte {{email}} sur {{app}} a été modifié et tous les autres appareils ont été déconnectés.",
            button: "Annuler la modification",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, {{#link}}annulez la modification et {{/link}}choisissez tout de suite un nouveau mot de passe."
            ]),
        signInMethodAdded: Letter(
            subject: "Un moyen de connexion à {{app}} a été ajouté",
            lead: "{{provider}} permet désormais de se connecter au compte {{email}} sur {{app}}.",
            button: "Retirer {{provider}}",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre était connecté à votre compte\u{202F}: retirez {{provider}}, choisissez tout de suite un nouveau mot de passe et vérifiez votre compte."
            ]),
        signInMethodRemoved: Letter(
            subject: "Un moyen de connexion à {{app}} a été retiré",
            lead: "Il n’est plus possible de se connecter avec {{provider}} au compte {{email}} sur {{app}}.",
            button: "Annuler la suppression",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, {{#link}}annulez la suppression, {{/link}}choisissez tout de suite un nouveau mot de passe et vérifiez votre compte."
            ]),
        accountRecovered: Letter(
            subject: "Une modification de votre compte sur {{app}} a été annulée",
            lead:
                "Un lien d’un e-mail précédent a servi à annuler une modification du compte {{email}} sur {{app}}. Tous les appareils ont été déconnectés.{{#removed}} Retiré du compte\u{202F}: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails. Choisissez un nouveau mot de passe pour votre messagerie, puis pour {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "Une deuxième étape de connexion à {{app}} a été retirée",
            lead:
                "Une application d’authentification a été retirée du compte {{email}} sur {{app}}. Ses codes ne sont plus demandés.",
            button: nil,
            after: ["Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et vérifiez votre compte."]),
        secondFactorGuessed: Letter(
            subject: "Quelqu’un connaît peut-être votre mot de passe pour {{app}}",
            lead:
                "De nombreux codes incorrects ont été saisis d’affilée pour le compte {{email}} sur {{app}}. La personne qui les a saisis avait d’abord franchi la première étape, avec le mot de passe ou autrement.",
            button: nil,
            after: ["Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et vérifiez votre compte."]),
        sessionKeyRefused: Letter(
            subject: "Quelqu’un a essayé d’utiliser votre session {{app}} sur un autre appareil",
            lead:
                "Quelqu’un a tenté d’utiliser une copie d’une session du compte {{email}} sur {{app}}, sans la clé de l’appareil sur lequel elle a été ouverte. La tentative a été rejetée, et rien n’a été modifié dans le compte.",
            button: nil,
            after: [
                "Si vous venez de transférer l’application sur un nouvel appareil, connectez-vous-y à nouveau. Sinon, quelqu’un a peut-être copié des données de votre appareil : recherchez-y des logiciels malveillants et choisissez un nouveau mot de passe, qui déconnecte tous les appareils."
            ]),
        recoveryCodesMade: Letter(
            subject: "De nouveaux codes de récupération pour votre compte {{app}}",
            lead:
                "Des codes de récupération ont été créés pour le compte {{email}} sur {{app}}. Si vous perdez votre téléphone, chacun peut servir une fois à la place du code de la deuxième étape. Les codes créés auparavant ne fonctionnent plus.",
            button: "Supprimer les codes de récupération",
            after: [
                "Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre était connecté à votre compte\u{202F}: supprimez les codes et choisissez tout de suite un nouveau mot de passe."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Un code de récupération a servi à se connecter à {{app}}",
            lead:
                "Quelqu’un, sans doute vous, s’est connecté au compte {{email}} sur {{app}} avec un code de récupération. Codes de récupération restants\u{202F}: {{codesLeft}}.",
            button: nil,
            after: [
                "Si c’était vous et que vous avez perdu votre téléphone ou votre application d’authentification, retirez-les de votre compte et ajoutez-en de nouveaux. Vous pouvez créer de nouveaux codes de récupération à tout moment.",
                "Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, créez de nouveaux codes de récupération et vérifiez votre compte.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Nouvelle connexion à votre compte {{app}}",
            lead:
                "Quelqu’un, sans doute vous, s’est connecté au compte {{email}} sur {{app}} depuis un appareil qui n’avait pas encore servi avec ce compte.",
            button: "Ce n’était pas moi",
            after: [
                "Si c’était vous, vous n’avez rien à faire.",
                "Sinon, appuyez sur le bouton. Tous les appareils seront déconnectés, et le mot de passe ainsi que les moyens de connexion et les applications d’authentification ajoutés peu avant ou depuis seront supprimés. Choisissez ensuite un nouveau mot de passe.",
            ]),
        undoing:
            "L’annulation déconnecte tous les appareils. Elle supprime aussi le mot de passe, ainsi que les moyens de connexion et les applications d’authentification ajoutés peu avant la modification ou après elle.",
        time: "Date\u{A0}", place: "Adresse réseau\u{A0}", device: "Appareil\u{A0}", anApp: "Application",
        unknown: "information indisponible",
        aPassword: "mot de passe", anAuthenticator: "application d’authentification", aPhoneFactor: "téléphone pour les codes",
        theRecoveryCodes: "codes de récupération",
        colon: "\u{202F}:",
        orCopyTheLink: "Si le bouton ne fonctionne pas, ouvrez cette adresse dans un navigateur\u{202F}:",
        orEnterTheCode: "Ou saisissez ce code là où vous avez demandé cet e-mail\u{202F}:",
        notMyAccount: "Je n’ai pas créé ce compte",
        hour: "une heure", hours: "{{count}} heures", day: "un jour", days: "{{count}} jours",
        worksOnceFor: "Ce lien est valable {{validity}} et ne peut servir qu’une fois.",
        sentBecause: "{{app}} vous envoie cet e-mail au sujet de votre compte.",
        repliesAreNotRead: "Les réponses à cette adresse ne sont pas lues.")
}
