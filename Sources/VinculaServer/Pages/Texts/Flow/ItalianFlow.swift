extension FlowTexts {
    static let italian = FlowTexts(
        handingOver: Notice(title: "Accesso in corso", text: "Stai per tornare a {{app}}."),
        askedByApp: Notice(
            title: "Continuare con {{app}}?",
            text:
                "L'app {{receiver}} chiede di farti accedere a {{app}} con {{provider}}. Se non hai iniziato da quell'app, chiudi questa pagina: non verrà passato nulla."
        ),
        askedByProgram: Notice(
            title: "Continuare con {{app}}?",
            text:
                "Un programma su questo computer ({{receiver}}) chiede di farti accedere a {{app}} con {{provider}}. Se non hai iniziato da un programma di cui ti fidi, chiudi questa pagina: non verrà passato nulla."
        ),
        done: Notice(title: "Fatto", text: "Puoi chiudere questa finestra e tornare a {{app}}."),
        appOpened: Notice(title: "Torna a {{app}}", text: "Se {{app}} non si apre, premi il pulsante."),
        windowGone: Notice(
            title: "{{app}} non è più in attesa",
            text: "La pagina che ha aperto questa finestra è stata chiusa o abbandonata. Torna a {{app}} e accedi di nuovo."),
        noStorage: Notice(
            title: "Questo browser non salva nulla per questo sito",
            text: "L'accesso non può essere passato a {{app}}. Consenti a questo sito di salvare dati e accedi di nuovo."),
        needsScript: "Questa pagina ha bisogno di JavaScript per riportarti a {{app}}. Attivalo e accedi di nuovo.",
        cancelled: Notice(
            title: "Accesso annullato", text: "Non hai consentito a {{provider}} di farti accedere a {{app}}."),
        refused: Notice(
            title: "{{provider}} non ti ha fatto accedere", text: "{{provider}} ha rifiutato l'accesso a {{app}}."),
        unavailable: Notice(
            title: "{{provider}} non è raggiungibile", text: "Forse è questione di un momento. Non è stato cambiato nulla."),
        busy: Notice(title: "Il server è sovraccarico", text: "Non è andato perso nulla: aspetta un momento e riprova."),
        invalid: Notice(
            title: "L'accesso non è riuscito",
            text: "La risposta di {{provider}} non può essere accettata. Non è stato cambiato nulla."),
        lost: Notice(
            title: "Questo accesso non è più aperto",
            text:
                "Ha richiesto troppo tempo, è già stato completato o è stato avviato in un altro browser. Torna all'app e accedi di nuovo."
        ),
        unknownApp: Notice(title: "App sconosciuta", text: "Questo server non conosce l'app da cui arrivi."),
        malformed: Notice(
            title: "Questo link non funziona", text: "L'app ha chiesto l'accesso in un modo che non è supportato."),
        addressNotAllowed: Notice(
            title: "Non consentito da lì",
            text: "{{app}} non consente l'accesso dall'indirizzo da cui arrivi. Non gli è stato inviato nulla."),
        notOffered: Notice(
            title: "{{provider}} non si può usare qui",
            text: "L'accesso a {{app}} con {{provider}} non è configurato."),
        noTextMessages: Notice(
            title: "Nessun SMS",
            text: "Questo server non invia SMS, quindi {{app}} non può verificare un numero di telefono."),
        tooOften: Notice(title: "Troppi tentativi", text: "Aspetta un po' e riprova."),
        proving: Notice(
            title: "Un momento", text: "L'app {{receiver}} vuole farti inviare un codice per SMS."),
        provingWork:
            "Il tuo browser sta risolvendo un piccolo problema, che tiene lontani i programmi che inviano messaggi in massa.",
        proven: Notice(
            title: "Fatto", text: "Torna a {{app}}. Se non si apre da sola, premi il pulsante."),
        notProven: Notice(title: "Non ha funzionato", text: "Torna a {{app}} e riprova."),
        provingNeedsScript: "Questa pagina richiede JavaScript. Attivalo, torna a {{app}} e riprova.",
        continueToApp: "Continua con {{app}}",
        tryAgain: "Riprova",
        backToApp: "Torna a {{app}}")
}
