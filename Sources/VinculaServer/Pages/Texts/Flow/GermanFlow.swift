extension FlowTexts {
    static let german = FlowTexts(
        handingOver: Notice(title: "Anmeldung läuft", text: "Du kommst jetzt zurück zu {{app}}."),
        askedByApp: Notice(
            title: "Weiter zu {{app}}?",
            text:
                "Die App {{receiver}} möchte dich mit {{provider}} bei {{app}} anmelden. Wenn du das nicht in dieser App begonnen hast, schließe diese Seite: Dann wird nichts weitergegeben."
        ),
        askedByProgram: Notice(
            title: "Weiter zu {{app}}?",
            text:
                "Ein Programm auf diesem Computer ({{receiver}}) möchte dich mit {{provider}} bei {{app}} anmelden. Wenn du das nicht in einem Programm begonnen hast, dem du vertraust, schließe diese Seite: Dann wird nichts weitergegeben."
        ),
        done: Notice(title: "Fertig", text: "Du kannst dieses Fenster schließen und zu {{app}} zurückkehren."),
        appOpened: Notice(title: "Zurück zu {{app}}", text: "Wenn sich {{app}} nicht öffnet, drücke auf die Schaltfläche."),
        windowGone: Notice(
            title: "{{app}} wartet nicht mehr",
            text:
                "Die Seite, die dieses Fenster geöffnet hat, wurde geschlossen oder verlassen. Kehre zu {{app}} zurück und melde dich noch einmal an."
        ),
        noStorage: Notice(
            title: "Dieser Browser speichert nichts für diese Website",
            text:
                "Die Anmeldung kann nicht an {{app}} übergeben werden. Erlaube dieser Website, Daten zu speichern, und melde dich noch einmal an."
        ),
        needsScript:
            "Diese Seite braucht JavaScript, um dich zu {{app}} zurückzubringen. Schalte es ein und melde dich noch einmal an.",
        cancelled: Notice(
            title: "Anmeldung abgebrochen", text: "Du hast {{provider}} nicht erlaubt, dich bei {{app}} anzumelden."),
        refused: Notice(
            title: "{{provider}} hat dich nicht angemeldet", text: "{{provider}} hat die Anmeldung bei {{app}} abgelehnt."),
        unavailable: Notice(
            title: "{{provider}} ist nicht erreichbar",
            text: "Vielleicht klappt es gleich wieder. Es wurde nichts geändert."),
        busy: Notice(
            title: "Der Server ist ausgelastet",
            text: "Es ist nichts verloren: Warte einen Moment und versuche es dann noch einmal."),
        invalid: Notice(
            title: "Die Anmeldung hat nicht geklappt",
            text: "Die Antwort von {{provider}} konnte nicht angenommen werden. Es wurde nichts geändert."),
        lost: Notice(
            title: "Diese Anmeldung ist nicht mehr offen",
            text:
                "Sie hat zu lange gedauert, ist schon abgeschlossen oder wurde in einem anderen Browser begonnen. Kehre zur App zurück und melde dich noch einmal an."
        ),
        unknownApp: Notice(title: "Unbekannte App", text: "Dieser Server kennt die App nicht, die dich hierher geschickt hat."),
        malformed: Notice(
            title: "Dieser Link funktioniert nicht",
            text: "Die App hat auf eine Weise um eine Anmeldung gebeten, die nicht unterstützt wird."),
        addressNotAllowed: Notice(
            title: "Von dort nicht erlaubt",
            text:
                "{{app}} erlaubt keine Anmeldung von der Adresse, die dich hierher geschickt hat. Es wurde nichts dorthin gesendet."
        ),
        notOffered: Notice(
            title: "{{provider}} kann hier nicht verwendet werden",
            text: "Die Anmeldung bei {{app}} mit {{provider}} ist nicht eingerichtet."),
        noTextMessages: Notice(
            title: "Keine SMS",
            text: "Dieser Server verschickt keine SMS, daher kann {{app}} keine Telefonnummer bestätigen."),
        tooOften: Notice(title: "Zu viele Versuche", text: "Bitte warte eine Weile und versuche es dann noch einmal."),
        proving: Notice(
            title: "Einen Moment", text: "Die App {{receiver}} möchte dir einen Code per SMS schicken lassen."),
        provingWork:
            "Dein Browser löst eine kleine Rechenaufgabe, die Programme fernhält, die massenhaft Nachrichten verschicken.",
        proven: Notice(
            title: "Fertig",
            text: "Geh zurück zu {{app}}. Wenn sich die App nicht von selbst öffnet, drücke auf die Schaltfläche."),
        notProven: Notice(title: "Das hat nicht geklappt", text: "Geh zurück zu {{app}} und versuche es noch einmal."),
        provingNeedsScript:
            "Diese Seite braucht JavaScript. Schalte es ein, geh zurück zu {{app}} und versuche es noch einmal.",
        continueToApp: "Weiter zu {{app}}",
        tryAgain: "Noch einmal versuchen",
        backToApp: "Zurück zu {{app}}")
}
