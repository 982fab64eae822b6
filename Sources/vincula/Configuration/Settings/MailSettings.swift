import VinculaDelivery
import VinculaServer

/// The settings of the mail server.
struct SMTPSettings: Sendable {
    let host = Setting(
        "smtp.host", "The mail server. Without one, no email is sent; --dev keeps emails on this machine.",
        mustBe: "a name or an address, without a port, which is smtp.port",
        parse: { host in
            // An address of version 6 has several colons.
            let hasPort = host.count { $0 == ":" } == 1 || host.contains("]:")
            return host.isEmpty || hasPort || host.contains { $0 == "/" || $0 == "@" || $0.isWhitespace } ? nil : host
        }
    ).details("See [Email](#email).")
    let port = Setting("smtp.port", "The mail server's port.", in: 1...65535, defaultWords: "587; with tls, 465")
    let security = Setting(
        "smtp.security", "startTLS, tls or none; none is allowed only for a mail server on this machine.",
        default: SMTPOptions.Security.startTLS,
        mustBe: "startTLS, tls or none",
        parse: { text in SMTPOptions.Security.allCases.first { $0.rawValue.lowercased() == text.lowercased() } }
    ).details("`startTLS` is required, not opportunistic.")
    let username = Setting(
        "smtp.username", "The username for the mail server. The password has no flag: set VINCULA_SMTP_PASSWORD.")
    let password = Setting(secret: "smtp.password", "The password for the mail server.")
    let caFile = Setting(
        "smtp.caFile", "The CA certificates to trust for the mail server, in PEM.", defaultWords: "the system's")
    let timeoutSeconds = Setting(
        "smtp.timeoutSeconds", "The timeout for sending one email, in seconds.", in: 1...120, default: 120)
}

/// The settings of native apps: those that open emailed links, and receive sign-ins at a provider's page.
struct AppSettings: Sendable {
    let apple = Setting(
        list: "apps.apple", "Apple apps that open emailed links, as TEAMID.BUNDLEID, comma-separated.",
        each: "TEAMID.BUNDLEID, as in ABCDE12345.com.example.app",
        parse: { app -> String? in
            let parts = app.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let isSound = parts.count == 2 && parts[0].count == 10 && !parts[1].isEmpty && app.allSatisfy(\.isASCII)
            return isSound ? app : nil
        })
    let android = Setting(
        list: "apps.android",
        "Android apps that open emailed links, as PACKAGE=FINGERPRINT (the certificate's SHA-256), comma-separated.",
        each: "PACKAGE=FINGERPRINT (the certificate's SHA-256, AB:CD:…)",
        parse: { text -> LinkedApps.Android? in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let prints = parts.count == 2 ? parts[1].split(separator: "+").map { $0.uppercased() } : []
            let areSound = prints.allSatisfy { print in
                print.split(separator: ":").count == 32
                    && print.split(separator: ":").allSatisfy { UInt8($0, radix: 16) != nil && $0.count == 2 }
            }
            return prints.isEmpty || !areSound ? nil : LinkedApps.Android(package: parts[0], fingerprints: prints)
        }
    ).details("A fingerprint is `AB:CD:…`; several are joined with `+`.")
    let firebaseAppIds = Setting(
        list: "apps.firebaseAppIds",
        "Firebase's ids of Apple apps without a client id at Google, which sign in at a provider's page, comma-separated.",
        each: "an app id, as in 1:1234567890:ios:abcdef0123, or APPID=BUNDLEID",
        parse: { text -> LinkedApps.FirebaseApp? in
            let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let parts = sides[0].split(separator: ":", omittingEmptySubsequences: false)
            let isSound = parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
            }
            let bundleID = sides.count == 2 ? sides[1] : nil
            guard parts.count == 4, parts[2] == "ios", isSound, sides[0].utf8.count <= 128, bundleID?.isEmpty != true else {
                return nil
            }
            return LinkedApps.FirebaseApp(id: sides[0], bundleID: bundleID)
        }
    ).details(
        "As `APPID=BUNDLEID`, an id is for that app only. Their URL scheme is `app-` and the id, with `-` for each `:`. See [Sign-in at a provider's page](#sign-in-at-a-providers-page)."
    )
}
