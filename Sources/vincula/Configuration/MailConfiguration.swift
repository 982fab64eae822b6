import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaServer

/// The mail server and the sender of mails.
struct MailConfiguration {
    let options: SMTPOptions
    let from: EmailAddress

    /// - Returns: `nil` if no mail server is set.
    /// - Throws: ``ConfigurationError``.
    init?(_ values: SettingValues) throws {
        let security = values[\.smtp.security]
        let username = values[\.smtp.username]
        let password = values[\.smtp.password]
        let timeout = values[\.smtp.timeoutSeconds]
        let sender = values[\.mailFrom]
        guard let host = values[\.smtp.host] else {
            guard username == nil, password == nil, sender == nil else {
                throw ConfigurationError(\.smtp.host, "smtp.host is not set, but other email settings are.")
            }
            return nil
        }
        guard (username == nil) == (password == nil) else {
            throw ConfigurationError(
                \.smtp.username,
                "smtp.username and smtp.password belong together; the password has no flag: set VINCULA_SMTP_PASSWORD.")
        }
        options = SMTPOptions(
            host: host, port: values[\.smtp.port] ?? (security == .tls ? 465 : 587), security: security, username: username,
            password: password, caFile: values[\.smtp.caFile], connectTimeout: min(15, timeout), timeout: timeout)
        guard let sender, let address = EmailAddress(sender) else {
            throw ConfigurationError(
                \.mailFrom,
                "mail.from is \(sender ?? "not set"); it must be the sender's address, such as accounts@example.com.")
        }
        from = address
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
}

extension ServerConfiguration {
    /// The means of reaching projects' own mail servers.
    var ownMailServers: OwnMailServers {
        let providers = providers
        return OwnMailServers(caFile: self[\.smtp.caFile], timeout: self[\.smtp.timeoutSeconds]) {
            await MailServerAddresses.lookUp($0, providers)
        }
    }

    /// The delivery of mails.
    var mailDelivery: MailDelivery {
        if isDevelopment { return mail == nil ? .inbox : .smtpAndInbox }
        return mail == nil ? .none : .smtp
    }
}
