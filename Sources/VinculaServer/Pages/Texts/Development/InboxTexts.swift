import VinculaCore

/// The texts of a development server's inbox in one language.
struct InboxTexts: Translated, Sendable {
    var title: String
    var nothing: String
    /// No message passes the filter.
    var nothingFound: String

    // The filter
    var addressOrSubject: String
    var kind: String
    var allKinds: String
    var textMessages: String
    var filter: String
    var clear: String

    // A message
    var textMessage: String
    var from: String
    var to: String
    var date: String
    var code: String
    var copy: String
    var copied: String
    var openLink: String
    var theEmail: String
    var asPlainText: String
    var allMessages: String

    // What is said when messages arrive; `{{subject}}`, `{{address}}`, `{{count}}`
    var newMessage: String
    var newMessages: String
    /// What is said when the filter has changed; `{{count}}`.
    var found: String

    // Times; `{{count}}`
    var now: String
    var minutes: String
    var hours: String
    var day: String
    var days: String

    /// Returns a time in a few words, as seen from another.
    func ago(_ time: Timestamp, now: Timestamp) -> String {
        let minutes = max(0, now.milliseconds - time.milliseconds) / 60_000
        let (text, count) =
            switch minutes {
            case 0: (self.now, minutes)
            case 1..<60: (self.minutes, minutes)
            case 60..<1440: (hours, minutes / 60)
            case 1440..<2880: (day, 1)
            default: (days, minutes / 1440)
            }
        return filled(text, ["count": String(count)])
    }
}

extension InboxTexts {
    static let english = InboxTexts(
        title: "Inbox", nothing: "No messages yet. Request one in your app: it appears here by itself.",
        nothingFound: "No message matches.",
        addressOrSubject: "Address, number or subject", kind: "Kind", allKinds: "All", textMessages: "Text messages",
        filter: "Filter", clear: "Clear the inbox",
        textMessage: "Text message", from: "From", to: "To", date: "Date", code: "Code", copy: "Copy", copied: "Copied",
        openLink: "Open the link", theEmail: "The email", asPlainText: "As plain text", allMessages: "All messages",
        newMessage: "New message: {{subject}}, to {{address}}", newMessages: "{{count}} new messages",
        found: "Messages: {{count}}",
        now: "just now", minutes: "{{count}} min ago", hours: "{{count}} h ago", day: "1 day ago", days: "{{count}} days ago")

    static let spanish = InboxTexts(
        title: "Bandeja de entrada", nothing: "Aún no hay mensajes. Pide uno en tu aplicación y aparecerá aquí solo.",
        nothingFound: "Ningún mensaje coincide.",
        addressOrSubject: "Dirección, número o asunto", kind: "Tipo", allKinds: "Todos", textMessages: "Mensajes de texto",
        filter: "Filtrar", clear: "Vaciar la bandeja",
        textMessage: "Mensaje de texto", from: "De", to: "Para", date: "Fecha", code: "Código", copy: "Copiar",
        copied: "Copiado", openLink: "Abrir el enlace", theEmail: "El correo", asPlainText: "Como texto sin formato",
        allMessages: "Todos los mensajes",
        newMessage: "Mensaje nuevo: {{subject}}, para {{address}}", newMessages: "{{count}} mensajes nuevos",
        found: "Mensajes: {{count}}",
        now: "ahora mismo", minutes: "hace {{count}} min", hours: "hace {{count}} h", day: "hace 1 día",
        days: "hace {{count}} días")

    static let italian = InboxTexts(
        title: "Posta in arrivo", nothing: "Ancora nessun messaggio. Richiedine uno nella tua app: comparirà qui da solo.",
        nothingFound: "Nessun messaggio corrisponde.",
        addressOrSubject: "Indirizzo, numero o oggetto", kind: "Tipo", allKinds: "Tutti", textMessages: "SMS",
        filter: "Filtra", clear: "Svuota la posta",
        textMessage: "SMS", from: "Da", to: "A", date: "Data", code: "Codice", copy: "Copia", copied: "Copiato",
        openLink: "Apri il link", theEmail: "L’email", asPlainText: "Come testo semplice", allMessages: "Tutti i messaggi",
        newMessage: "Nuovo messaggio: {{subject}}, a {{address}}", newMessages: "{{count}} nuovi messaggi",
        found: "Messaggi: {{count}}",
        now: "adesso", minutes: "{{count}} min fa", hours: "{{count}} h fa", day: "1 giorno fa", days: "{{count}} giorni fa")

    static let french = InboxTexts(
        title: "Boîte de réception",
        nothing: "Aucun message pour l’instant. Demandez-en un dans votre application\u{202F}: il apparaîtra ici tout seul.",
        nothingFound: "Aucun message ne correspond.",
        addressOrSubject: "Adresse, numéro ou objet", kind: "Type", allKinds: "Tous", textMessages: "SMS",
        filter: "Filtrer", clear: "Vider la boîte",
        textMessage: "SMS", from: "De", to: "À", date: "Date", code: "Code", copy: "Copier", copied: "Copié",
        openLink: "Ouvrir le lien", theEmail: "L’e-mail", asPlainText: "En texte brut", allMessages: "Tous les messages",
        newMessage: "Nouveau message\u{202F}: {{subject}}, à {{address}}", newMessages: "{{count}} nouveaux messages",
        found: "Messages\u{202F}: {{count}}",
        now: "à l’instant", minutes: "il y a {{count}} min", hours: "il y a {{count}} h", day: "il y a 1 jour",
        days: "il y a {{count}} jours")

    static let german = InboxTexts(
        title: "Posteingang",
        nothing: "Noch keine Nachrichten. Fordere in deiner App eine an: Sie erscheint hier von selbst.",
        nothingFound: "Keine Nachricht passt dazu.",
        addressOrSubject: "Adresse, Nummer oder Betreff", kind: "Art", allKinds: "Alle", textMessages: "SMS",
        filter: "Filtern", clear: "Posteingang leeren",
        textMessage: "SMS", from: "Von", to: "An", date: "Datum", code: "Code", copy: "Kopieren", copied: "Kopiert",
        openLink: "Link öffnen", theEmail: "Die E-Mail", asPlainText: "Als reiner Text", allMessages: "Alle Nachrichten",
        newMessage: "Neue Nachricht: {{subject}}, an {{address}}", newMessages: "{{count}} neue Nachrichten",
        found: "Nachrichten: {{count}}",
        now: "gerade eben", minutes: "vor {{count}} Min.", hours: "vor {{count}} Std.", day: "vor 1 Tag",
        days: "vor {{count}} Tagen")

    static let portuguese = InboxTexts(
        title: "Caixa de entrada", nothing: "Ainda não há mensagens. Peça uma na sua aplicação: aparece aqui sozinha.",
        nothingFound: "Nenhuma mensagem corresponde.",
        addressOrSubject: "Endereço, número ou assunto", kind: "Tipo", allKinds: "Todos", textMessages: "Mensagens de texto",
        filter: "Filtrar", clear: "Esvaziar a caixa",
        textMessage: "Mensagem de texto", from: "De", to: "Para", date: "Data", code: "Código", copy: "Copiar",
        copied: "Copiado", openLink: "Abrir a ligação", theEmail: "O email", asPlainText: "Como texto simples",
        allMessages: "Todas as mensagens",
        newMessage: "Nova mensagem: {{subject}}, para {{address}}", newMessages: "{{count}} novas mensagens",
        found: "Mensagens: {{count}}",
        now: "agora mesmo", minutes: "há {{count}} min", hours: "há {{count}} h", day: "há 1 dia", days: "há {{count}} dias")
}
