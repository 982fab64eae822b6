extension FlowTexts {
    static let german = FlowTexts(
        handingOver: Notice(title: "Anmeldung läuft", text: "Sie werden zu {{app}} zurückgebracht."),
        askedByApp: Notice(
            title: "Weiter zu {{app}}?",
            text:
                "Die App {{receiver}} möchte Sie mit {{provider}} bei {{app}} anmelden. Wenn Sie das nicht in dieser App begonnen haben, schließen Sie diese Seite: Dann wird nichts weitergegeben."
        ),
        askedByProgram: Notice(
            title: "Weiter zu {{app}}?",
            text:
                "Ein Programm auf diesem Computer ({{receiver}}) möchte Sie mit {{provider}} bei {{app}} anmelden. Wenn Sie das nicht in einem Programm begonnen haben, dem Sie vertrauen, schließen Sie diese Seite: Dann wird nichts weitergegeben."
        ),
        done: Notice(title: "Fertig", text: "Sie können dieses Fenster schließen und zu {{app}} zurückkehren."),
        appOpened: Notice(title: "Zurück zu {{app}}", text: "Wenn sich {{app}} nicht öffnet, drücken Sie auf die Schaltfläche."),
        windowGone: Notice(
            title: "{{app}} wartet nicht mehr",
            text:
                "Die Seite, die dieses Fenster geöffnet hat, wurde geschlossen oder verlassen. Kehren Sie zu {{app}} zurück und melden Sie sich noch einmal an."
        ),
        noStorage: Notice(
            title: "Dieser Browser speichert nichts für diese Website",
            text:
                "Die Anmeldung kann nicht an {{app}} übergeben werden. Erlauben Sie dieser Website, Daten zu speichern, und melden Sie sich noch einmal an."
        ),
        needsScript:
            "Diese Seite braucht JavaScript, um Sie zu {{app}} zurückzubringen. Schalten Sie es ein und melden Sie sich noch einmal an.",
        cancelled: Notice(
            title: "Anmeldung abgebrochen", text: "Sie haben {{provider}} nicht erlaubt, Sie bei {{app}} anzumelden."),
        refused: Notice(
            title: "{{provider}} hat Sie nicht angemeldet", text: "{{provider}} hat die Anmeldung bei {{app}} abgelehnt."),
        unavailable: Notice(
            title: "{{provider}} ist nicht erreichbar",
            text: "Vielleicht klappt es gleich wieder. Es wurde nichts geändert."),
        busy: Notice(
            title: "Der Server ist ausgelastet",
            text: "Es ist nichts verloren: Warten Sie einen Moment und versuchen Sie es dann noch einmal."),
        invalid: Notice(
            title: "Die Anmeldung hat nicht geklappt",
            text: "Die Antwort von {{provider}} konnte nicht angenommen werden. Es wurde nichts geändert."),
        lost: Notice(
            title: "Diese Anmeldung ist nicht mehr offen",
            text:
                "Sie hat zu lange gedauert, ist schon abgeschlossen oder wurde in einem anderen Browser begonnen. Kehren Sie zur App zurück und melden Sie sich noch einmal an."
        ),
        unknownApp: Notice(title: "Unbekannte App", text: "Dieser Server kennt die App nicht, die Sie hierher geschickt hat."),
        malformed: Notice(
            title: "Dieser Link funktioniert nicht",
            text: "Die App hat auf eine Weise um eine Anmeldung gebeten, die nicht unterstützt wird."),
        addressNotAllowed: Notice(
            title: "Von dort nicht erlaubt",
            text:
                "{{app}} erlaubt keine Anmeldung von der Adresse, die Sie hierher geschickt hat. Es wurde nichts dorthin gesendet."
        ),
        notOffered: Notice(
            title: "{{provider}} kann hier nicht verwendet werden",
            text: "Die Anmeldung bei {{app}} mit {{provider}} ist nicht eingerichtet."),
        noTextMessages: Notice(
            title: "Keine SMS",
            text: "Dieser Server verschickt keine SMS, daher kann {{app}} keine Telefonnummer bestätigen."),
        tooOften: Notice(title: "Zu viele Versuche", text: "Bitte warten Sie eine Weile und versuchen Sie es dann noch einmal."),
        proving: Notice(
            title: "Einen Moment", text: "Die App {{receiver}} möchte Ihnen einen Code per SMS schicken lassen."),
        provingWork:
            "Ihr Browser löst eine kleine Rechenaufgabe, die Programme fernhält, die massenhaft Nachrichten verschicken.",
        proven: Notice(
            title: "Fertig",
            text: "Gehen Sie zurück zu {{app}}. Wenn sich die App nicht von selbst öffnet, drücken Sie den Knopf."),
        notProven: Notice(title: "Das hat nicht geklappt", text: "Gehen Sie zurück zu {{app}} und versuchen Sie es noch einmal."),
        provingNeedsScript:
            "Diese Seite braucht JavaScript. Schalten Sie es ein, gehen Sie zurück zu {{app}} und versuchen Sie es noch einmal.",
        continueToApp: "Weiter zu {{app}}",
        tryAgain: "Noch einmal versuchen",
        backToApp: "Zurück zu {{app}}")
}
