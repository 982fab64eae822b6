extension MailTexts {
    static let german = MailTexts(
        resetPassword: Letter(
            subject: "Wähle ein neues Passwort für {{app}}",
            lead: "Jemand, vermutlich du, hat ein neues Passwort für das Konto {{email}} bei {{app}} angefordert.",
            button: "Neues Passwort wählen",
            after: ["Wenn du das nicht warst, musst du nichts tun: Dein Passwort bleibt unverändert."]),
        verifyEmail: Letter(
            subject: "Bestätige deine E-Mail-Adresse für {{app}}",
            lead:
                "Bei {{app}} wurde ein Konto mit der Adresse {{email}} angelegt. Wenn es deins ist, bestätige bitte die Adresse.",
            button: "Adresse bestätigen",
            after: ["Wenn du dieses Konto nicht angelegt hast, bestätige die Adresse nicht."]),
        signIn: Letter(
            subject: "Melde dich bei {{app}} an",
            lead: "Jemand, vermutlich du, hat einen Link angefordert, um sich bei {{app}} als {{email}} anzumelden.",
            button: "Anmelden",
            after: [
                "Wenn du das nicht warst, musst du nichts tun. Gib den Link nicht weiter: Er funktioniert wie ein Passwort."
            ]),
        verifyAndChangeEmail: Letter(
            subject: "Bestätige deine neue E-Mail-Adresse für {{app}}",
            lead: "Jemand, vermutlich du, möchte die Adresse eines Kontos bei {{app}} in {{newEmail}} ändern.",
            button: "Neue Adresse bestätigen",
            after: ["Wenn es nicht dein Konto ist, bestätige die Adresse nicht."]),
        recoverEmail: Letter(
            subject: "Deine E-Mail-Adresse für {{app}} wurde geändert",
            lead: "Die Adresse deines Kontos bei {{app}} wurde von {{email}} in {{newEmail}} geändert.",
            button: "Änderung rückgängig machen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, mach die Änderung rückgängig und wähle ein neues Passwort."
            ]),
        revertSecondFactorAddition: Letter(
            subject: "Für deine Anmeldung bei {{app}} wurde ein zweiter Schritt eingerichtet",
            lead:
                "Zum Konto {{email}} bei {{app}} wurde eine Authenticator-App hinzugefügt. Für die Anmeldung ist ab jetzt auch ein Code aus dieser App nötig.",
            button: "Authenticator-App entfernen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, war jemand anderes in deinem Konto angemeldet: Entferne die App und wähle sofort ein neues Passwort."
            ]),
        phoneFactorAdded: Letter(
            subject: "Für deine Anmeldung bei {{app}} wurde ein zweiter Schritt eingerichtet",
            lead:
                "Zum Konto {{email}} bei {{app}} wurde ein Telefon hinzugefügt. Für die Anmeldung ist ab jetzt auch ein Code nötig, der an dieses Telefon geschickt wird.",
            button: "Telefon entfernen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, war jemand anderes in deinem Konto angemeldet: Entferne das Telefon und wähle sofort ein neues Passwort."
            ]),
        phoneFactorRemoved: Letter(
            subject: "Ein zweiter Schritt deiner Anmeldung bei {{app}} wurde entfernt",
            lead:
                "Ein Telefon wurde aus dem Konto {{email}} bei {{app}} entfernt. Codes, die dorthin geschickt wurden, werden nicht mehr verlangt.",
            button: nil,
            after: ["Wenn du das nicht warst, wähle sofort ein neues Passwort und überprüfe dein Konto."]),
        emailChanged: Letter(
            subject: "Deine E-Mail-Adresse für {{app}} wurde geändert",
            lead: "Die Adresse eines Kontos bei {{app}} wurde von {{email}} in {{newEmail}} geändert.",
            button: nil,
            after: ["Wenn du das warst, musst du nichts tun. Wenn nicht, sag bitte dem Team von {{app}} Bescheid."]),
        passwordChanged: Letter(
            subject: "Dein Passwort für {{app}} wurde geändert",
            lead: "Das Passwort für das Konto {{email}} bei {{app}} wurde geändert, und alle anderen Geräte wurden abgemeldet.",
            button: "Änderung rückgängig machen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, {{#link}}mach die Änderung rückgängig und {{/link}}wähle sofort ein neues Passwort."
            ]),
        signInMethodAdded: Letter(
            subject: "Eine Anmeldemöglichkeit für {{app}} wurde hinzugefügt",
            lead: "Für das Konto {{email}} bei {{app}} ist ab jetzt die Anmeldung mit {{provider}} möglich.",
            button: "{{provider}} entfernen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, war jemand anderes in deinem Konto angemeldet: Entferne {{provider}}, wähle sofort ein neues Passwort und überprüfe dein Konto."
            ]),
        signInMethodRemoved: Letter(
            subject: "Eine Anmeldemöglichkeit für {{app}} wurde entfernt",
            lead: "Für das Konto {{email}} bei {{app}} ist die Anmeldung mit {{provider}} nicht mehr möglich.",
            button: "Entfernen rückgängig machen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, {{#link}}mach das Entfernen rückgängig, {{/link}}wähle sofort ein neues Passwort und überprüfe dein Konto."
            ]),
        accountRecovered: Letter(
            subject: "Eine Änderung an deinem Konto bei {{app}} wurde rückgängig gemacht",
            lead:
                "Mit einem Link aus einer früheren E-Mail wurde eine Änderung am Konto {{email}} bei {{app}} rückgängig gemacht. Alle Geräte wurden abgemeldet.{{#removed}} Aus dem Konto entfernt wurde: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Wenn du das nicht warst, kann jemand anderes deine E-Mails lesen. Wähle zuerst für dein Postfach und dann für {{app}} ein neues Passwort."
            ]),
        secondFactorRemoved: Letter(
            subject: "Ein zweiter Schritt deiner Anmeldung bei {{app}} wurde entfernt",
            lead:
                "Eine Authenticator-App wurde aus dem Konto {{email}} bei {{app}} entfernt. Ihre Codes werden nicht mehr verlangt.",
            button: nil,
            after: ["Wenn du das nicht warst, wähle sofort ein neues Passwort und überprüfe dein Konto."]),
        secondFactorGuessed: Letter(
            subject: "Vielleicht kennt jemand dein Passwort für {{app}}",
            lead:
                "Für das Konto {{email}} bei {{app}} wurden viele falsche Codes hintereinander eingegeben. Die Person hatte zuvor den ersten Schritt der Anmeldung bestanden, mit dem Passwort oder auf andere Weise.",
            button: nil,
            after: ["Wenn du das nicht warst, wähle sofort ein neues Passwort und überprüfe dein Konto."]),
        sessionKeyRefused: Letter(
            subject: "Jemand wollte deine Sitzung bei {{app}} auf einem anderen Gerät benutzen",
            lead:
                "Jemand hat versucht, eine Kopie einer Sitzung des Kontos {{email}} bei {{app}} zu benutzen, aber ohne den Schlüssel des Geräts, auf dem die Sitzung begonnen hat. Der Versuch wurde abgewiesen, und am Konto wurde nichts geändert.",
            button: nil,
            after: [
                "Wenn du die App gerade auf ein neues Gerät übertragen hast, melde dich dort neu an. Andernfalls hat vielleicht jemand Daten von deinem Gerät kopiert: Prüfe es auf Schadsoftware und wähle ein neues Passwort; damit werden alle Geräte abgemeldet."
            ]),
        recoveryCodesMade: Letter(
            subject: "Neue Wiederherstellungscodes für dein Konto bei {{app}}",
            lead:
                "Für das Konto {{email}} bei {{app}} wurden Wiederherstellungscodes erstellt. Wenn du dein Telefon verlierst, kannst du jeden davon einmal anstelle des Codes im zweiten Schritt eingeben. Früher erstellte Wiederherstellungscodes gelten nicht mehr.",
            button: "Wiederherstellungscodes entfernen",
            after: [
                "Wenn du das warst, musst du nichts tun. Wenn nicht, war jemand anderes in deinem Konto angemeldet: Entferne die Codes und wähle sofort ein neues Passwort."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Anmeldung bei {{app}} mit einem Wiederherstellungscode",
            lead:
                "Jemand, vermutlich du, hat sich am Konto {{email}} bei {{app}} mit einem Wiederherstellungscode angemeldet. Übrige Wiederherstellungscodes: {{codesLeft}}.",
            button: nil,
            after: [
                "Wenn du das warst und dein Telefon oder deine Authenticator-App verloren hast, entferne sie aus deinem Konto und füge ein neues Telefon oder eine neue App hinzu. Neue Wiederherstellungscodes kannst du jederzeit erstellen.",
                "Wenn du das nicht warst, wähle sofort ein neues Passwort, erstelle neue Wiederherstellungscodes und überprüfe dein Konto.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Neue Anmeldung mit deinem Konto bei {{app}}",
            lead:
                "Jemand, vermutlich du, hat sich mit dem Konto {{email}} bei {{app}} auf einem Gerät angemeldet, das für dieses Konto bisher nicht benutzt wurde.",
            button: "Das war ich nicht",
            after: [
                "Wenn du das warst, musst du nichts tun.",
                "Wenn nicht, klicke auf den Button. Dann werden alle Geräte abgemeldet, und das Passwort sowie Anmeldemöglichkeiten und Authenticator-Apps, die kurz vorher oder seither hinzugefügt wurden, werden entfernt. Wähle danach ein neues Passwort.",
            ]),
        undoing:
            "Wenn du die Änderung rückgängig machst, werden alle Geräte abgemeldet. Außerdem werden das Passwort sowie Anmeldemöglichkeiten und Authenticator-Apps entfernt, die kurz vor der Änderung oder seither hinzugefügt wurden.",
        time: "Zeit", place: "Netzwerkadresse", device: "Gerät", anApp: "App", unknown: "unbekannt",
        aPassword: "Passwort", anAuthenticator: "Authenticator-App", aPhoneFactor: "Telefon für Codes",
        theRecoveryCodes: "Wiederherstellungscodes",
        colon: ":",
        orCopyTheLink: "Wenn der Button nicht funktioniert, öffne diese Adresse in einem Browser:",
        orEnterTheCode: "Oder gib diesen Code dort ein, wo du die E-Mail angefordert hast:",
        notMyAccount: "Ich habe dieses Konto nicht angelegt",
        hour: "eine Stunde", hours: "{{count}} Stunden", day: "einen Tag", days: "{{count}} Tage",
        worksOnceFor: "Der Link gilt {{validity}} und funktioniert nur einmal.",
        sentBecause: "Du erhältst diese E-Mail von {{app}}, weil sie dein Konto betrifft.",
        repliesAreNotRead: "Antworten auf diese E-Mail werden nicht gelesen.")
}
