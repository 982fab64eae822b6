import VinculaCore

/// The texts of the start page in one language.
struct StartTexts: Translated, Sendable {
    /// A place that the page leads to.
    struct Place: Sendable {
        var title: String
        var text: String
    }

    // Under --dev
    var title: String
    var text: String
    var account: Place
    var inbox: Place
    var console: Place
    var example: Place
    var api: Place
    var connect: String
    /// `{{project}}`
    var anyKey: String
    var android: String
    var copy: String
    var copied: String

    // In production; `{{app}}`
    var yourAccount: Place
    /// The text where nobody can sign in by this server's own page.
    var nothingHere: String
}

extension StartTexts {
    static let english = StartTexts(
        title: "Vincula is running",
        text: "This is a development server. Its emails and text messages stay on this machine.",
        account: Place(title: "Account page", text: "Sign in, link providers, manage an account."),
        inbox: Place(title: "Inbox", text: "The emails and text messages that would have been sent."),
        console: Place(title: "Console", text: "Users, sign-in methods and settings."),
        example: Place(title: "Example web app", text: "An app without a sign-in form of its own."),
        api: Place(title: "API", text: "An OpenAPI description of every path."),
        connect: "Connect your app",
        anyKey: "Any API key works. Calls with a key belong to the project {{project}}.",
        android: "In the Android emulator, 10.0.2.2 is this machine.", copy: "Copy", copied: "Copied",
        yourAccount: Place(title: "Your {{app}} account", text: "Sign in to manage your sign-in methods, devices and details."),
        nothingHere: "This server signs people in to {{app}}. Open the app to sign in.")

    static let spanish = StartTexts(
        title: "Vincula está en marcha",
        text: "Este es un servidor de desarrollo. Sus correos y mensajes de texto se quedan en esta máquina.",
        account: Place(title: "Página de la cuenta", text: "Iniciar sesión, vincular proveedores y gestionar una cuenta."),
        inbox: Place(title: "Bandeja de entrada", text: "Los correos y mensajes de texto que se habrían enviado."),
        console: Place(title: "Consola", text: "Usuarios, métodos de inicio de sesión y ajustes."),
        example: Place(title: "Aplicación web de ejemplo", text: "Una aplicación sin formulario de inicio de sesión propio."),
        api: Place(title: "API", text: "Una descripción OpenAPI de todas las rutas."),
        connect: "Conecta tu aplicación",
        anyKey: "Sirve cualquier clave de API. Las llamadas con una clave pertenecen al proyecto {{project}}.",
        android: "En el emulador de Android, 10.0.2.2 es esta máquina.", copy: "Copiar", copied: "Copiado",
        yourAccount: Place(
            title: "Tu cuenta de {{app}}",
            text: "Inicia sesión para gestionar tus formas de acceso, tus dispositivos y tus datos."),
        nothingHere: "Este servidor gestiona el inicio de sesión de {{app}}. Abre la aplicación para iniciar sesión.")

    static let italian = StartTexts(
        title: "Vincula è in funzione",
        text: "Questo è un server di sviluppo. Le sue email e i suoi SMS restano su questa macchina.",
        account: Place(title: "Pagina dell’account", text: "Accedere, collegare provider, gestire un account."),
        inbox: Place(title: "Posta in arrivo", text: "Le email e gli SMS che sarebbero stati inviati."),
        console: Place(title: "Console", text: "Utenti, metodi di accesso e impostazioni."),
        example: Place(title: "App web di esempio", text: "Un’app senza un proprio modulo di accesso."),
        api: Place(title: "API", text: "Una descrizione OpenAPI di tutti i percorsi."),
        connect: "Collega la tua app",
        anyKey: "Va bene qualsiasi chiave API. Le chiamate con una chiave appartengono al progetto {{project}}.",
        android: "Nell’emulatore Android, 10.0.2.2 è questa macchina.", copy: "Copia", copied: "Copiato",
        yourAccount: Place(
            title: "Il tuo account {{app}}", text: "Accedi per gestire i tuoi metodi di accesso, i dispositivi e i tuoi dati."),
        nothingHere: "Questo server gestisce l’accesso a {{app}}. Apri l’app per accedere.")

    static let french = StartTexts(
        title: "Vincula est en marche",
        text: "Ceci est un serveur de développement. Ses e-mails et ses SMS restent sur cette machine.",
        account: Place(title: "Page du compte", text: "Se connecter, associer des fournisseurs, gérer un compte."),
        inbox: Place(title: "Boîte de réception", text: "Les e-mails et les SMS qui auraient été envoyés."),
        console: Place(title: "Console", text: "Utilisateurs, moyens de connexion et réglages."),
        example: Place(title: "Application web d’exemple", text: "Une application sans formulaire de connexion à elle."),
        api: Place(title: "API", text: "Une description OpenAPI de tous les chemins."),
        connect: "Connectez votre application",
        anyKey: "N’importe quelle clé d’API convient. Les appels avec une clé appartiennent au projet {{project}}.",
        android: "Dans l’émulateur Android, 10.0.2.2 désigne cette machine.", copy: "Copier", copied: "Copié",
        yourAccount: Place(
            title: "Votre compte {{app}}",
            text: "Connectez-vous pour gérer vos moyens de connexion, vos appareils et vos informations."),
        nothingHere: "Ce serveur gère la connexion à {{app}}. Ouvrez l’application pour vous connecter.")

    static let german = StartTexts(
        title: "Vincula läuft",
        text: "Das ist ein Entwicklungsserver. Seine E-Mails und SMS bleiben auf diesem Rechner.",
        account: Place(title: "Kontoseite", text: "Anmelden, Anbieter verknüpfen, ein Konto verwalten."),
        inbox: Place(title: "Posteingang", text: "Die E-Mails und SMS, die sonst verschickt worden wären."),
        console: Place(title: "Konsole", text: "Nutzer, Anmeldemethoden und Einstellungen."),
        example: Place(title: "Beispiel-Web-App", text: "Eine App ohne eigenes Anmeldeformular."),
        api: Place(title: "API", text: "Eine OpenAPI-Beschreibung aller Pfade."),
        connect: "Verbinde deine App",
        anyKey: "Jeder API-Schlüssel funktioniert. Aufrufe mit einem Schlüssel gehören zum Projekt {{project}}.",
        android: "Im Android-Emulator steht 10.0.2.2 für diesen Rechner.", copy: "Kopieren", copied: "Kopiert",
        yourAccount: Place(
            title: "Dein Konto bei {{app}}", text: "Melde dich an, um deine Anmeldemethoden, Geräte und Daten zu verwalten."),
        nothingHere: "Über diesen Server läuft die Anmeldung bei {{app}}. Öffne die App, um dich anzumelden.")

    static let portuguese = StartTexts(
        title: "O Vincula está em execução",
        text: "Este é um servidor de desenvolvimento. Os emails e as mensagens de texto ficam nesta máquina.",
        account: Place(title: "Página da conta", text: "Iniciar sessão, associar fornecedores, gerir uma conta."),
        inbox: Place(title: "Caixa de entrada", text: "Os emails e as mensagens de texto que teriam sido enviados."),
        console: Place(title: "Consola", text: "Utilizadores, formas de iniciar sessão e definições."),
        example: Place(title: "Aplicação web de exemplo", text: "Uma aplicação sem formulário próprio para iniciar sessão."),
        api: Place(title: "API", text: "Uma descrição OpenAPI de todos os caminhos."),
        connect: "Ligue a sua aplicação",
        anyKey: "Qualquer chave de API funciona. As chamadas com uma chave pertencem ao projeto {{project}}.",
        android: "No emulador do Android, 10.0.2.2 é esta máquina.", copy: "Copiar", copied: "Copiado",
        yourAccount: Place(
            title: "A sua conta em {{app}}",
            text: "Inicie sessão para gerir as suas formas de acesso, os seus dispositivos e os seus dados."),
        nothingHere: "Este servidor trata do início de sessão em {{app}}. Abra a aplicação para iniciar sessão.")
}
