extension MailTexts {
    static let italian = MailTexts(
        resetPassword: Letter(
            subject: "Scegli una nuova password per {{app}}",
            lead: "Qualcuno, probabilmente tu, ha richiesto una nuova password per l’account {{email}} su {{app}}.",
            button: "Scegli una nuova password",
            after: ["Se non l’hai chiesta tu, non devi fare nulla: la tua password resta la stessa."]),
        verifyEmail: Letter(
            subject: "Conferma il tuo indirizzo email per {{app}}",
            lead: "È stato creato un account su {{app}} con l’indirizzo {{email}}. Se l’account è tuo, conferma l’indirizzo.",
            button: "Conferma l’indirizzo",
            after: ["Se non hai creato tu questo account, non confermare l’indirizzo."]),
        signIn: Letter(
            subject: "Accedi a {{app}}",
            lead: "Qualcuno, probabilmente tu, ha richiesto un link per accedere a {{app}} come {{email}}.",
            button: "Accedi",
            after: ["Se non l’hai chiesto tu, non devi fare nulla. Non dare il link a nessuno: vale quanto una password."]),
        verifyAndChangeEmail: Letter(
            subject: "Conferma il tuo nuovo indirizzo email per {{app}}",
            lead: "Qualcuno, probabilmente tu, ha chiesto di cambiare l’indirizzo di un account su {{app}} in {{newEmail}}.",
            button: "Conferma il nuovo indirizzo",
            after: ["Se l’account non è tuo, non confermare l’indirizzo."]),
        recoverEmail: Letter(
            subject: "Il tuo indirizzo email per {{app}} è stato cambiato",
            lead: "L’indirizzo del tuo account su {{app}} è stato cambiato da {{email}} a {{newEmail}}.",
            button: "Annulla la modifica",
            after: ["Se l’hai cambiato tu, non devi fare nulla. Altrimenti annulla la modifica e scegli una nuova password."]),
        revertSecondFactorAddition: Letter(
            subject: "È stato aggiunto un secondo passaggio per accedere a {{app}}",
            lead:
                "D’ora in poi, per accedere all’account {{email}} su {{app}} serve anche un codice dell’app di autenticazione che è stata aggiunta.",
            button: "Rimuovi l’app di autenticazione",
            after: [
                "Se l’hai aggiunta tu, non devi fare nulla. Altrimenti qualcun altro aveva accesso al tuo account: rimuovi l’app e scegli subito una nuova password."
            ]),
        phoneFactorAdded: Letter(
            subject: "È stato aggiunto un secondo passaggio per accedere a {{app}}",
            lead:
                "D’ora in poi, per accedere all’account {{email}} su {{app}} serve anche un codice inviato al telefono che è stato aggiunto.",
            button: "Rimuovi il telefono",
            after: [
                "Se l’hai aggiunto tu, non devi fare nulla. Altrimenti qualcun altro aveva accesso al tuo account: rimuovi il telefono e scegli subito una nuova password."
            ]),
        phoneFactorRemoved: Letter(
            subject: "È stato rimosso un secondo passaggio per accedere a {{app}}",
            lead:
                "Un telefono è stato rimosso dall’account {{email}} su {{app}}. I codici che riceveva non vengono più richiesti.",
            button: nil,
            after: ["Se non l’hai rimosso tu, scegli subito una nuova password e controlla il tuo account."]),
        emailChanged: Letter(
            subject: "Il tuo indirizzo email per {{app}} è stato cambiato",
            lead: "L’indirizzo di un account su {{app}} è stato cambiato da {{email}} a {{newEmail}}.",
            button: nil,
            after: ["Se l’hai cambiato tu, non devi fare nulla. Altrimenti avvisa il team di {{app}}."]),
        passwordChanged: Letter(
            subject: "La tua password per {{app}} è stata cambiata",
            lead:
                "La password dell’account {{email}} su {{app}} è stata cambiata e tutti gli altri dispositivi sono stati disconnessi.",
            button: "Annulla la modifica",
            after: [
                "Se l’hai fatto tu, non devi fare nulla. Altrimenti {{#link}}annulla la modifica e {{/link}}scegli subito una nuova password."
            ]),
        signInMethodAdded: Letter(
            subject: "È stato aggiunto un metodo di accesso a {{app}}",
            lead: "D’ora in poi si può accedere con {{provider}} all’account {{email}} su {{app}}.",
            button: "Rimuovi {{provider}}",
            after: [
                "Se l’hai fatto tu, non devi fare nulla. Altrimenti qualcun altro aveva accesso al tuo account: rimuovi {{provider}}, scegli subito una nuova password e controlla il tuo account."
            ]),
        signInMethodRemoved: Letter(
            subject: "È stato rimosso un metodo di accesso a {{app}}",
            lead: "Non è più possibile accedere con {{provider}} all’account {{email}} su {{app}}.",
            button: "Annulla la rimozione",
            after: [
                "Se l’hai fatto tu, non devi fare nulla. Altrimenti {{#link}}annulla la rimozione, {{/link}}scegli subito una nuova password e controlla il tuo account."
            ]),
        accountRecovered: Letter(
            subject: "Una modifica al tuo account su {{app}} è stata annullata",
            lead:
                "Un link contenuto in un’email precedente è stato usato per annullare una modifica all’account {{email}} su {{app}}. Tutti i dispositivi sono stati disconnessi.{{#removed}} Dall’account è stato rimosso: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Se non l’hai annullata tu, qualcun altro può leggere le tue email. Scegli una nuova password per la tua casella di posta, poi per {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "È stato rimosso un secondo passaggio per accedere a {{app}}",
            lead:
                "Un’app di autenticazione è stata rimossa dall’account {{email}} su {{app}}. I suoi codici non vengono più richiesti.",
            button: nil,
            after: ["Se non l’hai rimossa tu, scegli subito una nuova password e controlla il tuo account."]),
        secondFactorGuessed: Letter(
            subject: "Forse qualcuno conosce la tua password per {{app}}",
            lead:
                "Per l’account {{email}} su {{app}} sono stati inseriti molti codici sbagliati di seguito. Chi li ha inseriti aveva prima superato il primo passaggio, con la password o in un altro modo.",
            button: nil,
            after: ["Se non sei stato tu, scegli subito una nuova password e controlla il tuo account."]),
        sessionKeyRefused: Letter(
            subject: "Qualcuno ha provato a usare la tua sessione di {{app}} su un altro dispositivo",
            lead:
                "Qualcuno ha provato a usare una copia di una sessione dell’account {{email}} su {{app}} senza la chiave del dispositivo su cui era stata aperta. Il tentativo è stato respinto e nell’account non è cambiato nulla.",
            button: nil,
            after: [
                "Se hai appena trasferito l’app su un nuovo dispositivo, accedi di nuovo lì. Altrimenti qualcuno potrebbe aver copiato dei dati dal tuo dispositivo: controlla che non contenga malware e scegli una nuova password, che disconnette tutti i dispositivi."
            ]),
        recoveryCodesMade: Letter(
            subject: "Il tuo account {{app}} ha nuovi codici di recupero",
            lead:
                "Per l’account {{email}} su {{app}} sono stati creati dei codici di recupero. Se perdi il telefono, ognuno può essere usato una volta al posto del codice del secondo passaggio. I codici di recupero creati in precedenza non funzionano più.",
            button: "Elimina i codici di recupero",
            after: [
                "Se li hai creati tu, non devi fare nulla. Altrimenti qualcun altro aveva accesso al tuo account: elimina i codici e scegli subito una nuova password."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Un codice di recupero è stato usato per accedere a {{app}}",
            lead:
                "Qualcuno, probabilmente tu, ha eseguito l’accesso all’account {{email}} su {{app}} con un codice di recupero. Codici di recupero rimasti: {{codesLeft}}.",
            button: nil,
            after: [
                "Se sei stato tu e hai perso il telefono o l’app di autenticazione, rimuovili dal tuo account e aggiungine di nuovi. Puoi creare nuovi codici di recupero in qualsiasi momento.",
                "Se non sei stato tu, scegli subito una nuova password, crea nuovi codici di recupero e controlla il tuo account.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Nuovo accesso al tuo account {{app}}",
            lead:
                "Qualcuno, probabilmente tu, ha eseguito l’accesso all’account {{email}} su {{app}} da un dispositivo mai usato prima con questo account.",
            button: "Non sono stato io",
            after: [
                "Se sei stato tu, non devi fare nulla.",
                "Altrimenti premi il pulsante. Tutti i dispositivi saranno disconnessi e verranno rimossi la password, i metodi di accesso e le app di autenticazione aggiunti poco prima o in seguito. Poi scegli una nuova password.",
            ]),
        undoing:
            "L’annullamento disconnette tutti i dispositivi. Rimuove anche la password, oltre ai metodi di accesso e alle app di autenticazione aggiunti poco prima della modifica o in seguito.",
        time: "Data e ora", place: "Indirizzo di rete", device: "Dispositivo", anApp: "App", unknown: "sconosciuto",
        aPassword: "password", anAuthenticator: "app di autenticazione", aPhoneFactor: "telefono per i codici",
        theRecoveryCodes: "codici di recupero",
        colon: ":",
        orCopyTheLink: "Se il pulsante non funziona, apri questo indirizzo in un browser:",
        orEnterTheCode: "Oppure inserisci questo codice dove hai richiesto l’email:",
        notMyAccount: "Non ho creato io questo account",
        hour: "un’ora", hours: "{{count}} ore", day: "un giorno", days: "{{count}} giorni",
        worksOnceFor: "Il link è valido per {{validity}} e si può usare una sola volta.",
        sentBecause: "{{app}} ti ha inviato questa email in merito al tuo account.",
        repliesAreNotRead: "Le risposte a questo indirizzo non vengono lette.")
}
