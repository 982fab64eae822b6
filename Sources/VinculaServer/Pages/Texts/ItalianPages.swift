extension PageTexts {
    static let italian = PageTexts(
        verify: Question(
            title: "Conferma il tuo indirizzo email",
            text:
                "In data {{date}}, qualcuno ha creato un account su {{app}} con l’indirizzo {{email}}. Conferma solo se l’hai creato tu.",
            button: "Conferma l’indirizzo"),
        verified: Notice(title: "Indirizzo confermato", text: "{{email}} ora appartiene al tuo account su {{app}}."),
        disown: Question(
            title: "Questo account non è tuo?",
            text: "Rimuoviamo l’indirizzo {{email}} dall’account e disconnettiamo chi lo ha creato.",
            button: "Rimuovi il mio indirizzo"),
        disowned: Notice(title: "Indirizzo rimosso", text: "L’account non ha più il tuo indirizzo."),
        reset: Question(
            title: "Scegli una nuova password", text: "Per l’account {{email}} su {{app}}.", button: "Salva la password"),
        newPassword: "Nuova password",
        rules: PasswordRules(
            heading: "La tua password deve:", atLeast: "avere almeno {{count}} caratteri",
            atMost: "avere al massimo {{count}} caratteri", lowercase: "contenere una lettera minuscola",
            uppercase: "contenere una lettera maiuscola", digit: "contenere un numero",
            symbol: "contenere un simbolo, come ! o #",
            notCommon: "essere diversa dalle password più comuni e dal tuo indirizzo email",
            common: "essere più difficile da indovinare: è una delle password più comuni",
            ownWord: "essere qualcosa di più del tuo indirizzo o del nome dell’app",
            broken: "Questa password non va ancora bene. Deve:"),
        wasReset: Notice(
            title: "La tua nuova password è stata salvata",
            text: "Ora puoi usarla per accedere. Tutti i tuoi dispositivi sono stati disconnessi."),
        signIn: Question(
            title: "Accedi a {{app}}",
            text: "In data {{date}}, qualcuno ha richiesto questo link da {{address}}. Continua solo se l’hai richiesto tu.",
            button: "Continua su questo dispositivo"),
        otherDevice: "Hai richiesto il link su un altro dispositivo? Allora inserisci il tuo indirizzo email.",
        yourAddress: "Il tuo indirizzo email",
        continueWithAddress: "Continua con questo indirizzo",
        otherAddress: "Il link è stato inviato a un altro indirizzo.",
        tooManyAddresses: "Sono stati inseriti troppi indirizzi sbagliati. Richiedi un nuovo link.",
        change: Question(
            title: "Conferma il tuo nuovo indirizzo",
            text: "L’account {{email}} su {{app}} avrà l’indirizzo {{newEmail}}. Conferma solo se l’account è tuo.",
            button: "Conferma il nuovo indirizzo"),
        changed: Notice(
            title: "Indirizzo cambiato", text: "Il tuo account su {{app}} ora ha l’indirizzo {{newEmail}}. Accedi di nuovo."),
        recover: Question(
            title: "Annullare la modifica?",
            text:
                "Il tuo account su {{app}} riavrà l’indirizzo {{email}} al posto di {{newEmail}} e tutti i dispositivi saranno disconnessi. La password e i metodi di accesso aggiunti nella settimana precedente la modifica o dopo di essa verranno rimossi.",
            button: "Annulla la modifica"),
        recovered: Notice(
            title: "Modifica annullata",
            text:
                "Il tuo account su {{app}} ha di nuovo l’indirizzo {{email}}. Scegli ora una nuova password: quella di prima non funziona più."
        ),
        revertSecondFactor: Question(
            title: "Rimuovere l’app di autenticazione?",
            text:
                "Per accedere al tuo account {{email}} su {{app}} non servirà più un codice di questa app e tutti i dispositivi saranno disconnessi. La password e i metodi di accesso aggiunti nella settimana precedente l’aggiunta dell’app o in seguito verranno rimossi. Fallo solo se non hai aggiunto tu l’app.",
            button: "Rimuovi l’app"),
        secondFactorReverted: Notice(
            title: "App di autenticazione rimossa",
            text:
                "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."
        ),
        revertPhoneFactor: Question(
            title: "Rimuovere il telefono?",
            text:
                "Per accedere al tuo account {{email}} su {{app}} non servirà più un codice inviato a questo telefono e tutti i dispositivi saranno disconnessi. La password e i metodi di accesso aggiunti nella settimana precedente l’aggiunta del telefono o in seguito verranno rimossi. Fallo solo se non hai aggiunto tu il telefono.",
            button: "Rimuovi il telefono"),
        phoneFactorReverted: Notice(
            title: "Telefono rimosso",
            text:
                "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."
        ),
        revertSignInMethod: Question(
            title: "Rimuovere questo metodo di accesso?",
            text:
                "Non si potrà più accedere con {{provider}} al tuo account {{email}} su {{app}} e tutti i dispositivi saranno disconnessi. La password e i metodi di accesso aggiunti nella settimana precedente o in seguito verranno rimossi. Fallo solo se non hai aggiunto tu {{provider}}.",
            button: "Rimuovi {{provider}}"),
        signInMethodReverted: Notice(
            title: "Metodo di accesso rimosso",
            text: "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."),
        revertSignInMethodRemoval: Question(
            title: "Ripristinare questo metodo di accesso?",
            text:
                "Si potrà accedere di nuovo con {{provider}} al tuo account {{email}} su {{app}} e tutti i dispositivi saranno disconnessi. Fallo solo se non l’hai rimosso tu.",
            button: "Ripristina {{provider}}"),
        signInMethodRestored: Notice(
            title: "Metodo di accesso ripristinato",
            text: "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."),
        signInMethodIsTaken: "{{provider}} ora appartiene a un altro account e non può essere ripristinato.",
        revertPasswordChange: Question(
            title: "Annullare la modifica della password?",
            text:
                "Il tuo account {{email}} su {{app}} resterà senza password finché non ne scegli una nuova e tutti i dispositivi saranno disconnessi. Fallo solo se non hai fatto tu questa modifica.",
            button: "Annulla la modifica"),
        passwordReverted: Notice(
            title: "Modifica annullata",
            text: "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."),
        revertRecoveryCodes: Question(
            title: "Eliminare i codici di recupero?",
            text:
                "I codici di recupero del tuo account {{email}} su {{app}} non funzioneranno più e tutti i dispositivi saranno disconnessi. La password e i metodi di accesso aggiunti nella settimana precedente la creazione dei codici o in seguito verranno rimossi. Fallo solo se non hai creato tu i codici.",
            button: "Elimina i codici di recupero"),
        recoveryCodesReverted: Notice(
            title: "Codici di recupero eliminati",
            text: "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."),
        revertSignIn: Question(
            title: "Non sei stato tu ad accedere?",
            text:
                "Tutti i dispositivi saranno disconnessi dal tuo account {{email}} su {{app}}. La password, i metodi di accesso e le app di autenticazione aggiunti poco prima dell’accesso o in seguito verranno rimossi. Fallo solo se non hai eseguito tu questo accesso.",
            button: "Non sono stato io"),
        signInReverted: Notice(
            title: "Disconnesso da tutti i dispositivi",
            text:
                "Tutti i dispositivi sono stati disconnessi. Scegli ora una nuova password: quella di prima non funziona più."
        ),
        removesNow: "Verrà rimosso dall’account:", aPassword: "la password",
        anAuthenticator: "un’app di autenticazione, aggiunta il {{date}}",
        aPhoneFactor: "un telefono per i codici, aggiunto il {{date}}",
        theRecoveryCodes: "i codici di recupero, creati il {{date}}",
        sendPasswordLink: "Ricevi un link per una nuova password",
        signInAsBefore: "Tutti i dispositivi sono stati disconnessi. Accedi a {{app}} come facevi prima.",
        expired: Notice(title: "Questo link è scaduto", text: "Questi link funzionano solo per poco tempo."),
        used: Notice(
            title: "Questo link non funziona più", text: "È già stato usato, oppure una modifica successiva lo ha annullato."
        ),
        unknown: Notice(
            title: "Questo link non funziona", text: "Forse ne manca una parte. Aprilo di nuovo dall’email."),
        disabled: Notice(title: "Questo account è disattivato", text: "Rivolgiti al team di {{app}}."),
        taken: Notice(title: "Questo indirizzo è già in uso", text: "Un altro account ha già questo indirizzo."),
        tooOften: Notice(title: "Troppi tentativi", text: "Aspetta un po’ e riprova."),
        failed: Notice(title: "Qualcosa è andato storto", text: "Non è stato cambiato nulla. Riprova tra un po’."),
        missing: Notice(
            title: "Qui non c’è nessuna pagina", text: "Forse l’indirizzo è scritto male o la pagina è stata spostata."),
        toStart: "Vai alla pagina iniziale",
        sendNewLink: "Ricevi un nuovo link",
        newLinkSent: Notice(title: "Controlla la tua email", text: "Se l’account esiste ancora, un nuovo link è in arrivo."),
        askInTheApp: "Richiedine uno nuovo su {{app}}.",
        continueTo: "Continua su {{place}}",
        goToAccount: "Vai al tuo account", closePage: "Ora puoi chiudere questa pagina.",
        openApp: "Apri l’app",
        openAppText: "Questo link è per l’app. Se è installata su questo dispositivo, aprila.",
        getTheApp: "Scarica l’app da Google Play",
        goOnHere: "Continua nel browser",
        developmentServer: "Server di sviluppo")
}
