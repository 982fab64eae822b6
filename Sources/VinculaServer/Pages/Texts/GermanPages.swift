extension PageTexts {
    static let german = PageTexts(
        verify: Question(
            title: "Bestätige deine E-Mail-Adresse",
            text:
                "Jemand hat am {{date}} bei {{app}} ein Konto mit der Adresse {{email}} angelegt. Bestätige nur, wenn du das warst.",
            button: "Adresse bestätigen"),
        verified: Notice(title: "Adresse bestätigt", text: "{{email}} gehört jetzt zu deinem Konto bei {{app}}."),
        disown: Question(
            title: "Ist das nicht dein Konto?",
            text: "Wir entfernen die Adresse {{email}} aus dem Konto und melden die Person ab, die es angelegt hat.",
            button: "Meine Adresse entfernen"),
        disowned: Notice(title: "Adresse entfernt", text: "Das Konto hat deine Adresse nicht mehr."),
        reset: Question(
            title: "Wähle ein neues Passwort", text: "Für das Konto {{email}} bei {{app}}.", button: "Passwort speichern"),
        newPassword: "Neues Passwort",
        rules: PasswordRules(
            heading: "Dein Passwort muss:", atLeast: "mindestens {{count}} Zeichen haben",
            atMost: "höchstens {{count}} Zeichen haben", lowercase: "einen Kleinbuchstaben enthalten",
            uppercase: "einen Großbuchstaben enthalten", digit: "eine Ziffer enthalten",
            symbol: "ein Sonderzeichen enthalten, etwa ! oder #",
            notCommon: "sich von den gängigsten Passwörtern und deiner E-Mail-Adresse unterscheiden",
            common: "schwerer zu erraten sein: Es ist eines der gängigsten Passwörter",
            ownWord: "mehr sein als deine Adresse oder der Name der App",
            broken: "Dieses Passwort reicht noch nicht. Es muss:"),
        wasReset: Notice(
            title: "Dein neues Passwort ist gespeichert",
            text: "Melde dich jetzt damit an. Alle deine Geräte wurden abgemeldet."),
        signIn: Question(
            title: "Melde dich bei {{app}} an",
            text: "Jemand hat diesen Link am {{date}} von {{address}} aus angefordert. Mach nur weiter, wenn du das warst.",
            button: "Auf diesem Gerät weitermachen"),
        otherDevice: "Hast du den Link auf einem anderen Gerät angefordert? Dann gib deine E-Mail-Adresse ein.",
        yourAddress: "Deine E-Mail-Adresse",
        continueWithAddress: "Mit dieser Adresse weitermachen",
        otherAddress: "Der Link wurde an eine andere Adresse geschickt.",
        tooManyAddresses: "Es wurden zu viele falsche Adressen eingegeben. Bitte fordere einen neuen Link an.",
        change: Question(
            title: "Bestätige deine neue Adresse",
            text: "Das Konto {{email}} bei {{app}} bekommt die Adresse {{newEmail}}. Bestätige nur, wenn es dein Konto ist.",
            button: "Neue Adresse bestätigen"),
        changed: Notice(
            title: "Adresse geändert", text: "Dein Konto bei {{app}} hat jetzt die Adresse {{newEmail}}. Bitte melde dich neu an."
        ),
        recover: Question(
            title: "Änderung rückgängig machen?",
            text:
                "Dein Konto bei {{app}} bekommt wieder die Adresse {{email}} statt {{newEmail}}, und alle Geräte werden abgemeldet. Das Passwort und Anmeldemöglichkeiten, die in der Woche vor der Änderung oder seither hinzugefügt wurden, werden entfernt.",
            button: "Änderung rückgängig machen"),
        recovered: Notice(
            title: "Änderung rückgängig gemacht",
            text:
                "Dein Konto bei {{app}} hat wieder die Adresse {{email}}. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."
        ),
        revertSecondFactor: Question(
            title: "Authenticator-App entfernen?",
            text:
                "Für die Anmeldung an deinem Konto {{email}} bei {{app}} ist dann kein Code aus dieser App mehr nötig, und alle Geräte werden abgemeldet. Das Passwort und Anmeldemöglichkeiten, die in der Woche vor der App oder seither hinzugefügt wurden, werden entfernt. Tu das nur, wenn du die App nicht hinzugefügt hast.",
            button: "App entfernen"),
        secondFactorReverted: Notice(
            title: "Authenticator-App entfernt",
            text:
                "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."
        ),
        revertPhoneFactor: Question(
            title: "Telefon entfernen?",
            text:
                "Für die Anmeldung an deinem Konto {{email}} bei {{app}} ist dann kein Code mehr nötig, der an dieses Telefon geschickt wird, und alle Geräte werden abgemeldet. Das Passwort und Anmeldemöglichkeiten, die in der Woche vor dem Telefon oder seither hinzugefügt wurden, werden entfernt. Tu das nur, wenn du das Telefon nicht hinzugefügt hast.",
            button: "Telefon entfernen"),
        phoneFactorReverted: Notice(
            title: "Telefon entfernt",
            text:
                "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."
        ),
        revertSignInMethod: Question(
            title: "Diesen Zugang entfernen?",
            text:
                "Die Anmeldung mit {{provider}} an deinem Konto {{email}} bei {{app}} ist dann nicht mehr möglich, und alle Geräte werden abgemeldet. Das Passwort und Anmeldemöglichkeiten, die in der Woche davor oder seither hinzugefügt wurden, werden entfernt. Tu das nur, wenn du {{provider}} nicht hinzugefügt hast.",
            button: "{{provider}} entfernen"),
        signInMethodReverted: Notice(
            title: "Zugang entfernt",
            text: "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."),
        revertSignInMethodRemoval: Question(
            title: "Diesen Zugang zurückholen?",
            text:
                "Die Anmeldung mit {{provider}} an deinem Konto {{email}} bei {{app}} ist dann wieder möglich, und alle Geräte werden abgemeldet. Tu das nur, wenn du {{provider}} nicht entfernt hast.",
            button: "{{provider}} zurückholen"),
        signInMethodRestored: Notice(
            title: "Zugang zurückgeholt",
            text: "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."),
        signInMethodIsTaken: "{{provider}} gehört jetzt zu einem anderen Konto und kann nicht zurückgeholt werden.",
        revertPasswordChange: Question(
            title: "Änderung des Passworts rückgängig machen?",
            text:
                "Dein Konto {{email}} bei {{app}} hat dann kein Passwort, bis du ein neues wählst, und alle Geräte werden abgemeldet. Tu das nur, wenn diese Änderung nicht von dir ist.",
            button: "Änderung rückgängig machen"),
        passwordReverted: Notice(
            title: "Änderung rückgängig gemacht",
            text: "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."),
        revertRecoveryCodes: Question(
            title: "Wiederherstellungscodes entfernen?",
            text:
                "Die Wiederherstellungscodes deines Kontos {{email}} bei {{app}} gelten dann nicht mehr, und alle Geräte werden abgemeldet. Das Passwort und Anmeldemöglichkeiten, die in der Woche vor den Codes oder seither hinzugefügt wurden, werden entfernt. Tu das nur, wenn du die Codes nicht erstellt hast.",
            button: "Wiederherstellungscodes entfernen"),
        recoveryCodesReverted: Notice(
            title: "Wiederherstellungscodes entfernt",
            text: "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."),
        revertSignIn: Question(
            title: "Stammt diese Anmeldung nicht von dir?",
            text:
                "Alle Geräte werden von deinem Konto {{email}} bei {{app}} abgemeldet. Das Passwort sowie Anmeldemöglichkeiten und Authenticator-Apps, die kurz vor der Anmeldung oder seither hinzugefügt wurden, werden entfernt. Tu das nur, wenn diese Anmeldung nicht von dir stammt.",
            button: "Das war ich nicht"),
        signInReverted: Notice(
            title: "Überall abgemeldet",
            text:
                "Alle Geräte wurden abgemeldet. Wähle jetzt ein neues Passwort: Das alte gilt nicht mehr."
        ),
        removesNow: "Das wird aus dem Konto entfernt:", aPassword: "das Passwort",
        anAuthenticator: "eine Authenticator-App, hinzugefügt am {{date}}",
        aPhoneFactor: "ein Telefon für Codes, hinzugefügt am {{date}}",
        theRecoveryCodes: "die Wiederherstellungscodes, erstellt am {{date}}",
        sendPasswordLink: "Link für ein neues Passwort anfordern",
        signInAsBefore: "Alle Geräte wurden abgemeldet. Melde dich bei {{app}} so an wie bisher.",
        expired: Notice(title: "Dieser Link ist abgelaufen", text: "Solche Links gelten nur kurze Zeit."),
        used: Notice(
            title: "Dieser Link funktioniert nicht mehr", text: "Er wurde schon benutzt oder ist inzwischen ungültig geworden."),
        unknown: Notice(
            title: "Dieser Link funktioniert nicht",
            text: "Vielleicht ist ein Teil davon verloren gegangen. Öffne ihn noch einmal aus der E-Mail."),
        disabled: Notice(title: "Dieses Konto ist deaktiviert", text: "Bitte wende dich an das Team von {{app}}."),
        taken: Notice(title: "Diese Adresse ist schon vergeben", text: "Ein anderes Konto hat diese Adresse bereits."),
        tooOften: Notice(title: "Zu viele Versuche", text: "Bitte warte eine Weile und versuch es dann noch einmal."),
        failed: Notice(
            title: "Etwas ist schiefgegangen", text: "Es wurde nichts geändert. Bitte versuch es später noch einmal."),
        missing: Notice(
            title: "Hier gibt es keine Seite",
            text: "Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen."),
        toStart: "Zur Startseite",
        sendNewLink: "Neuen Link anfordern",
        newLinkSent: Notice(
            title: "Sieh in deinen E-Mails nach", text: "Wenn es das Konto noch gibt, ist ein neuer Link unterwegs."),
        askInTheApp: "Fordere in {{app}} einen neuen an.",
        continueTo: "Weiter zu {{place}}",
        goToAccount: "Zu deinem Konto", closePage: "Du kannst diese Seite jetzt schließen.",
        openApp: "App öffnen",
        openAppText: "Dieser Link ist für die App bestimmt. Wenn sie auf diesem Gerät installiert ist, öffne sie.",
        getTheApp: "App bei Google Play herunterladen",
        goOnHere: "Im Browser weitermachen",
        developmentServer: "Entwicklungsserver")
}
