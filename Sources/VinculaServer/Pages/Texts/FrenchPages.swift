extension PageTexts {
    static let french = PageTexts(
        verify: Question(
            title: "Confirmez votre adresse e-mail",
            text:
                "Quelqu’un a créé un compte sur {{app}} avec l’adresse {{email}} le {{date}}. Ne confirmez que si c’était vous.",
            button: "Confirmer l’adresse"),
        verified: Notice(title: "Adresse confirmée", text: "{{email}} est maintenant l’adresse de votre compte sur {{app}}."),
        disown: Question(
            title: "Ce compte n’est pas à vous\u{202F}?",
            text: "Nous allons retirer l’adresse {{email}} de ce compte et déconnecter la personne qui l’a créé.",
            button: "Retirer mon adresse"),
        disowned: Notice(title: "Adresse retirée", text: "Ce compte n’a plus votre adresse."),
        reset: Question(
            title: "Choisissez un nouveau mot de passe", text: "Pour le compte {{email}} sur {{app}}.",
            button: "Enregistrer le mot de passe"),
        newPassword: "Nouveau mot de passe",
        rules: PasswordRules(
            heading: "Votre mot de passe doit\u{202F}:", atLeast: "comporter au moins {{count}} caractères",
            atMost: "comporter au plus {{count}} caractères", lowercase: "contenir une lettre minuscule",
            uppercase: "contenir une lettre majuscule", digit: "contenir un chiffre",
            symbol: "contenir un symbole, comme ! ou #",
            notCommon: "être différent des mots de passe les plus courants et de votre adresse e-mail",
            common: "être plus difficile à deviner\u{202F}: c’est l’un des mots de passe les plus courants",
            ownWord: "être autre chose que votre adresse ou le nom de l’application",
            broken: "Ce mot de passe ne convient pas encore. Il doit\u{202F}:"),
        wasReset: Notice(
            title: "Votre nouveau mot de passe est enregistré",
            text: "Utilisez-le maintenant pour vous connecter. Tous vos appareils ont été déconnectés."),
        signIn: Question(
            title: "Connectez-vous à {{app}}",
            text: "Quelqu’un a demandé ce lien le {{date}} depuis {{address}}. Ne continuez que si c’était vous.",
            button: "Continuer sur cet appareil"),
        otherDevice: "Vous avez demandé le lien sur un autre appareil\u{202F}? Saisissez alors votre adresse e-mail.",
        yourAddress: "Votre adresse e-mail",
        continueWithAddress: "Continuer avec cette adresse",
        otherAddress: "Le lien a été envoyé à une autre adresse.",
        tooManyAddresses: "Trop d’adresses incorrectes ont été saisies. Demandez un nouveau lien.",
        change: Question(
            title: "Confirmez votre nouvelle adresse",
            text: "Le compte {{email}} sur {{app}} aura l’adresse {{newEmail}}. Ne confirmez que si ce compte est à vous.",
            button: "Confirmer la nouvelle adresse"),
        changed: Notice(
            title: "Adresse modifiée",
            text: "Votre compte sur {{app}} a maintenant l’adresse {{newEmail}}. Reconnectez-vous."),
        recover: Question(
            title: "Annuler la modification\u{202F}?",
            text:
                "Votre compte sur {{app}} retrouvera l’adresse {{email}} à la place de {{newEmail}}, et tous les appareils seront déconnectés. Le mot de passe du compte et les moyens de connexion ajoutés dans la semaine précédant la modification, ou depuis, seront supprimés.",
            button: "Annuler la modification"),
        recovered: Notice(
            title: "Modification annulée",
            text:
                "Votre compte sur {{app}} a retrouvé l’adresse {{email}}. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertSecondFactor: Question(
            title: "Retirer l’application d’authentification\u{202F}?",
            text:
                "La connexion à votre compte {{email}} sur {{app}} ne nécessitera plus de code de cette application, et tous les appareils seront déconnectés. Le mot de passe du compte et les moyens de connexion ajoutés dans la semaine précédant l’ajout de l’application, ou depuis, seront supprimés. Ne le faites que si ce n’est pas vous qui avez ajouté l’application.",
            button: "Retirer l’application"),
        secondFactorReverted: Notice(
            title: "Application d’authentification retirée",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertPhoneFactor: Question(
            title: "Retirer le téléphone\u{202F}?",
            text:
                "La connexion à votre compte {{email}} sur {{app}} ne nécessitera plus de code envoyé à ce téléphone, et tous les appareils seront déconnectés. Le mot de passe du compte et les moyens de connexion ajoutés dans la semaine précédant l’ajout du téléphone, ou depuis, seront supprimés. Ne le faites que si ce n’est pas vous qui avez ajouté le téléphone.",
            button: "Retirer le téléphone"),
        phoneFactorReverted: Notice(
            title: "Téléphone retiré",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertSignInMethod: Question(
            title: "Retirer ce moyen de connexion\u{202F}?",
            text:
                "{{provider}} ne permettra plus de se connecter à votre compte {{email}} sur {{app}}, et tous les appareils seront déconnectés. Le mot de passe du compte et les moyens de connexion ajoutés dans la semaine précédente, ou depuis, seront supprimés. Ne le faites que si ce n’est pas vous qui avez ajouté {{provider}}.",
            button: "Retirer {{provider}}"),
        signInMethodReverted: Notice(
            title: "Moyen de connexion retiré",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertSignInMethodRemoval: Question(
            title: "Rétablir ce moyen de connexion\u{202F}?",
            text:
                "{{provider}} permettra de nouveau de se connecter à votre compte {{email}} sur {{app}}, et tous les appareils seront déconnectés. Ne le faites que si ce n’est pas vous qui l’avez retiré.",
            button: "Rétablir {{provider}}"),
        signInMethodRestored: Notice(
            title: "Moyen de connexion rétabli",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        signInMethodIsTaken: "{{provider}} est maintenant lié à un autre compte et ne peut pas être rétabli.",
        revertPasswordChange: Question(
            title: "Annuler la modification du mot de passe\u{202F}?",
            text:
                "Votre compte {{email}} sur {{app}} n’aura plus de mot de passe jusqu’à ce que vous en choisissiez un nouveau, et tous les appareils seront déconnectés. Ne le faites que si cette modification ne vient pas de vous.",
            button: "Annuler la modification"),
        passwordReverted: Notice(
            title: "Modification annulée",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertRecoveryCodes: Question(
            title: "Supprimer les codes de récupération\u{202F}?",
            text:
                "Les codes de récupération de votre compte {{email}} sur {{app}} ne fonctionneront plus, et tous les appareils seront déconnectés. Le mot de passe du compte et les moyens de connexion ajoutés dans la semaine précédant la création des codes, ou depuis, seront supprimés. Ne le faites que si ce n’est pas vous qui avez créé les codes.",
            button: "Supprimer les codes de récupération"),
        recoveryCodesReverted: Notice(
            title: "Codes de récupération supprimés",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        revertSignIn: Question(
            title: "Cette connexion ne vient pas de vous\u{202F}?",
            text:
                "Tous les appareils seront déconnectés de votre compte {{email}} sur {{app}}. Le mot de passe, ainsi que les moyens de connexion et les applications d’authentification ajoutés peu avant cette connexion ou après elle, seront supprimés. Ne le faites que si cette connexion ne vient pas de vous.",
            button: "Ce n’était pas moi"),
        signInReverted: Notice(
            title: "Tous les appareils sont déconnectés",
            text:
                "Tous les appareils ont été déconnectés. Choisissez maintenant un nouveau mot de passe\u{202F}: l’ancien ne fonctionne plus."
        ),
        removesNow: "Sera supprimé du compte\u{202F}:", aPassword: "le mot de passe",
        anAuthenticator: "une application d’authentification, ajoutée le {{date}}",
        aPhoneFactor: "un téléphone pour les codes, ajouté le {{date}}",
        theRecoveryCodes: "les codes de récupération, créés le {{date}}",
        sendPasswordLink: "Recevoir un lien pour choisir un nouveau mot de passe",
        signInAsBefore: "Tous les appareils ont été déconnectés. Connectez-vous à {{app}} comme vous le faisiez auparavant.",
        expired: Notice(title: "Ce lien a expiré", text: "Ces liens ne sont valables que peu de temps."),
        used: Notice(
            title: "Ce lien ne fonctionne plus", text: "Il a déjà servi, ou une modification ultérieure l’a rendu invalide."),
        unknown: Notice(
            title: "Ce lien ne fonctionne pas", text: "Il en manque peut-être une partie. Ouvrez-le de nouveau depuis l’e-mail."),
        disabled: Notice(title: "Ce compte est désactivé", text: "Adressez-vous à l’équipe {{app}}."),
        taken: Notice(title: "Cette adresse est déjà utilisée", text: "Un autre compte utilise déjà cette adresse."),
        tooOften: Notice(title: "Trop de tentatives", text: "Patientez un peu, puis réessayez."),
        failed: Notice(title: "Une erreur s’est produite", text: "Rien n’a été modifié. Réessayez dans un moment."),
        missing: Notice(
            title: "Il n’y a pas de page ici", text: "L’adresse est peut-être mal écrite, ou la page a été déplacée."),
        toStart: "Aller à la page d’accueil",
        sendNewLink: "Recevoir un nouveau lien",
        newLinkSent: Notice(
            title: "Consultez vos e-mails", text: "Si le compte existe toujours, un nouveau lien est en route."),
        askInTheApp: "Demandez-en un nouveau sur {{app}}.",
        continueTo: "Continuer vers {{place}}",
        goToAccount: "Accéder à votre compte", closePage: "Vous pouvez maintenant fermer cette page.",
        openApp: "Ouvrir l’application",
        openAppText: "Ce lien est destiné à l’application. Si elle est installée sur cet appareil, ouvrez-la.",
        getTheApp: "Obtenir l’application sur Google Play",
        goOnHere: "Continuer dans le navigateur",
        developmentServer: "Serveur de développement")
}
