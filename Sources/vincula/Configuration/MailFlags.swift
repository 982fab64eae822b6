import ArgumentParser

/// The flags for the mail server, the sender, and the apps that open mailed links.
struct MailFlags: ParsableArguments {
    @Option(
        name: .customLong("smtp-host"),
        help: "The mail server. Without one, no email is sent; --dev keeps emails on this machine.")
    var host: String?

    @Option(name: .customLong("smtp-port"), help: "The mail server's port. (default: 587; with tls, 465)")
    var port: Int?

    @Option(name: .customLong("smtp-security"), help: "startTLS, tls or none; none only for this machine. (default: startTLS)")
    var security: String?

    @Option(
        name: .customLong("smtp-username"),
        help: "The username at the mail server. The password has no flag: set VINCULA_SMTP_PASSWORD.")
    var username: String?

    @Option(
        name: .customLong("smtp-ca-file"),
        help: "The certificate authorities that are trusted for the mail server, in PEM. (default: the system's)")
    var authorities: String?

    @Option(name: .customLong("smtp-timeout-seconds"), help: "The timeout for sending one email, in seconds. (default: 120)")
    var timeout: Int?

    @Option(name: .customLong("mail-from"), help: "The address that emails are sent from.")
    var from: String?

    @Option(name: .customLong("apps-apple"), help: "Apple apps that open emailed links, as TEAMID.BUNDLEID, comma-separated.")
    var apple: String?

    @Option(
        name: .customLong("apps-android"),
        help: "Android apps that open emailed links, as PACKAGE=FINGERPRINT (the certificate's SHA-256), comma-separated.")
    var android: String?

    /// The given values, by setting.
    var values: [Setting: String] {
        var values: [Setting: String] = [:]
        values[.smtpHost] = host
        values[.smtpPort] = port.map(String.init)
        values[.smtpSecurity] = security
        values[.smtpUsername] = username
        values[.smtpAuthorities] = authorities
        values[.smtpTimeout] = timeout.map(String.init)
        values[.mailFrom] = from
        values[.appleApps] = apple
        values[.androidApps] = android
        return values
    }
}
