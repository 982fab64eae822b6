import ArgumentParser

/// How mails are sent, and which apps open their links, as flags.
struct MailFlags: ParsableArguments {
    @Option(name: .customLong("smtp-host"), help: "The mail server. Without one no mail is sent; with --dev all stay here.")
    var host: String?

    @Option(name: .customLong("smtp-port"), help: "Its port. (default: 587, with tls 465)")
    var port: Int?

    @Option(name: .customLong("smtp-security"), help: "startTLS, tls or none; none to this machine only. (default: startTLS)")
    var security: String?

    @Option(name: .customLong("smtp-username"), help: "Who signs in there. The password has no flag: set VINCULA_SMTP_PASSWORD.")
    var username: String?

    @Option(
        name: .customLong("smtp-ca-file"),
        help: "The authorities that its certificate is checked by, in PEM. (default: the system's)")
    var authorities: String?

    @Option(name: .customLong("smtp-timeout-seconds"), help: "How long one mail may take. (default: 120)")
    var timeout: Int?

    @Option(name: .customLong("mail-from"), help: "The address that mails come from.")
    var from: String?

    @Option(name: .customLong("apps-apple"), help: "Apps that open our links, as TEAMID.BUNDLEID, with commas.")
    var apple: String?

    @Option(
        name: .customLong("apps-android"), help: "The same, as PACKAGE=FINGERPRINT (SHA-256 of its certificate), with commas.")
    var android: String?

    /// What was given, by setting.
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
