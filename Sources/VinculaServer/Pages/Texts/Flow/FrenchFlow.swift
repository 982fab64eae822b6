extension FlowTexts {
    static let french = FlowTexts(
        handingOver: Notice(title: "Connexion en cours", text: "Vous allez revenir à {{app}}."),
        askedByApp: Notice(
            title: "Continuer vers {{app}} ?",
            text:
                "L’application {{receiver}} demande à vous connecter à {{app}} avec {{provider}}. Si vous n’avez pas commencé dans cette application, fermez cette page : rien ne sera transmis."
        ),
        askedByProgram: Notice(
            title: "Continuer vers {{app}} ?",
            text:
                "Un programme sur cet ordinateur ({{receiver}}) demande à vous connecter à {{app}} avec {{provider}}. Si vous n’avez pas commencé dans un programme de confiance, fermez cette page : rien ne sera transmis."
        ),
        done: Notice(title: "C’est fait", text: "Vous pouvez fermer cette fenêtre et revenir à {{app}}."),
        appOpened: Notice(title: "Retour à {{app}}", text: "Si {{app}} ne s’ouvre pas, appuyez sur le bouton."),
        windowGone: Notice(
            title: "{{app}} n’attend plus",
            text:
                "La page qui a ouvert cette fenêtre a été fermée ou quittée. Revenez à {{app}} et connectez-vous de nouveau."),
        noStorage: Notice(
            title: "Ce navigateur n’enregistre rien pour ce site",
            text:
                "La connexion ne peut pas être transmise à {{app}}. Autorisez ce site à enregistrer des données, puis connectez-vous de nouveau."
        ),
        needsScript:
            "Cette page a besoin de JavaScript pour vous ramener à {{app}}. Activez-le, puis connectez-vous de nouveau.",
        cancelled: Notice(
            title: "Connexion annulée", text: "Vous n’avez pas autorisé {{provider}} à vous connecter à {{app}}."),
        refused: Notice(
            title: "{{provider}} ne vous a pas connecté", text: "{{provider}} a refusé la connexion à {{app}}."),
        unavailable: Notice(
            title: "{{provider}} est injoignable",
            text: "Cela peut se rétablir dans un instant. Rien n’a été modifié."),
        busy: Notice(
            title: "Le serveur est très sollicité", text: "Rien n’est perdu : patientez un instant, puis réessayez."),
        invalid: Notice(
            title: "La connexion n’a pas abouti",
            text: "La réponse de {{provider}} n’a pas pu être acceptée. Rien n’a été modifié."),
        lost: Notice(
            title: "Cette connexion n’est plus ouverte",
            text:
                "Elle a pris trop de temps, est déjà terminée ou a été commencée dans un autre navigateur. Revenez à l’application et connectez-vous de nouveau."
        ),
        unknownApp: Notice(
            title: "Application inconnue", text: "Ce serveur ne connaît pas l’application qui vous a envoyé ici."),
        malformed: Notice(
            title: "Ce lien ne fonctionne pas",
            text: "L’application a demandé une connexion d’une manière qui n’est pas prise en charge."),
        addressNotAllowed: Notice(
            title: "Non autorisé depuis cette adresse",
            text:
                "{{app}} n’autorise pas les connexions depuis l’adresse qui vous a envoyé ici. Rien ne lui a été envoyé."),
        notOffered: Notice(
            title: "{{provider}} n’est pas utilisable ici",
            text: "La connexion à {{app}} avec {{provider}} n’est pas configurée."),
        noTextMessages: Notice(
            title: "Pas de SMS",
            text: "Ce serveur n’envoie pas de SMS : {{app}} ne peut donc pas vérifier un numéro de téléphone."),
        tooOften: Notice(title: "Trop de tentatives", text: "Patientez un moment, puis réessayez."),
        proving: Notice(
            title: "Un instant", text: "L’application {{receiver}} veut vous faire envoyer un code par SMS."),
        provingWork:
            "Votre navigateur résout un petit problème, qui écarte les programmes d’envoi de messages en masse.",
        proven: Notice(
            title: "C’est fait", text: "Revenez à {{app}}. Si l’application ne s’ouvre pas d’elle-même, appuyez sur le bouton."),
        notProven: Notice(title: "Cela n’a pas fonctionné", text: "Revenez à {{app}} et réessayez."),
        provingNeedsScript: "Cette page a besoin de JavaScript. Activez-le, revenez à {{app}} et réessayez.",
        continueToApp: "Continuer vers {{app}}",
        tryAgain: "Réessayer",
        backToApp: "Retour à {{app}}")
}
