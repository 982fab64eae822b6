import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaServer

/// The mail server and the sender of mails.
struct MailConfiguration {
    let options: SMTPOptions
    let from: MailboxName

    /// - Returns: `nil` if no mail server is set.
    /// - Throws: ``ConfigurationError``.
    init?(_ sources: ConfigurationSources) throws {
        let security = try sources.text(.smtpSecurity).map(Self.security) ?? .startTLS
        let port = try sources.integer(.smtpPort, default: security == .tls ? 465 : 587, in: 1...65535)
        let username = try sources.text(.smtpUsername)
        let password = try sources.text(.smtpPassword)
        let authorities = try sources.text(.smtpAuthorities)
        let timeout = try sources.integer(.smtpTimeout, default: 120, in: 1...120)
        let sender = try sources.text(.mailFrom)
        guard let host = try sources.text(.smtpHost) else {
            guard username == nil, password == nil, sender == nil else {
                throw ConfigurationError(setting: .smtpHost, description: "smtp.host is not set, but other email settings are.")
            }
            return nil
        }
        guard !host.isEmpty, !host.contains("/"), !host.contains("@") else {
            throw ConfigurationError(setting: .smtpHost, description: "smtp.host is \(host); it must be a name or an address.")
        }
        guard (username == nil) == (password == nil) else {
            throw ConfigurationError(
                setting: .smtpUsername,
                description:
                    "smtp.username and smtp.password belong together; the password has no flag: set VINCULA_SMTP_PASSWORD.")
        }
        options = SMTPOptions(
            host: host, port: port, security: security, username: username, password: password, caFile: authorities,
            connectTimeout: min(15, timeout), timeout: timeout)
        guard let sender, let address = EmailAddress(sender) else {
            throw ConfigurationError(
                setting: .mailFrom,
                description:
                    "mail.from is \(sender ?? "not set"); it must be the sender's address, such as accounts@example.com.")
        }
        from = MailboxName(address: address.value)
    }

    /// The problem with the file of certificate authorities, if there is one.
    var authoritiesProblem: String? {
        guard let file = options.caFile else { return nil }
        do {
            try PEMFile.requireCertificates(in: URL(filePath: file))
            return nil
        } catch {
            return "smtp.caFile: \(error)"
        }
    }

    private static func security(_ text: String) throws -> SMTPOptions.Security {
        guard let security = SMTPOptions.Security.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            throw ConfigurationError(
                setting: .smtpSecurity, description: "smtp.security is \(text); it must be startTLS, tls or none.")
        }
        return security
    }
}

extension ServerConfiguration {
    /// The delivery of mails.
    var mailDelivery: MailDelivery {
        if isDevelopment { return mail == nil ? .inbox : .smtpAndInbox }
        return mail == nil ? .none : .smtp
    }
}

extension LinkedApps {
    /// Reads `apps.apple` (`TEAMID.com.example.app`) and `apps.android` (`com.example.app=AB:CD:…`, several with `+`).
    ///
    /// - Throws: ``ConfigurationError``.
    init(_ sources: ConfigurationSources) throws {
        let apple = try sources.list(.appleApps)
        for app in apple {
            let parts = app.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].count == 10, !parts[1].isEmpty, app.allSatisfy(\.isASCII) else {
                throw ConfigurationError(
                    setting: .appleApps,
                    description: "apps.apple contains \(app); each must be TEAMID.BUNDLEID, as in ABCDE12345.com.example.app.")
            }
        }
        let android = try sources.list(.androidApps).map { text -> LinkedApps.Android in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let prints = parts.count == 2 ? parts[1].split(separator: "+").map { $0.uppercased() } : []
            let areSound = prints.allSatisfy { print in
                print.split(separator: ":").count == 32
                    && print.split(separator: ":").allSatisfy { UInt8($0, radix: 16) != nil && $0.count == 2 }
            }
            guard !prints.isEmpty, areSound else {
                throw ConfigurationError(
                    setting: .androidApps,
                    description:
                        "apps.android contains \(text); each must be PACKAGE=FINGERPRINT (the certificate's SHA-256, AB:CD:…).")
            }
            return LinkedApps.Android(package: parts[0], fingerprints: prints)
        }
        self.init(apple: apple, android: android)
    }
}
