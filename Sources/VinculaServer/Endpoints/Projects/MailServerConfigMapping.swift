import IdentityToolkit
import VinculaCore
import VinculaEngine

extension ProjectConfig.Notification.SMTP {
    /// Creates the administrators' view of a project's own mail server, without its password.
    init(_ server: MailServerSettings) {
        self.init()
        senderEmail = server.sender.value
        host = server.host
        port = server.port
        username = server.username
        password = server.sealedPassword.map { _ in SecretChange.mask }
        securityMode = server.security == .ssl ? .ssl : .startTls
    }
}

extension ProjectConfig.Notification {
    private static let smtp = "notification.sendEmail.smtp"

    /// Applies `method` and `smtp`, as far as the mask covers them. The server is kept while `method` is `DEFAULT`.
    func applyServer(
        to settings: inout EmailSettings, mask: FieldMask, mayReach: (String) -> Bool,
        _ seal: (SecretChange, String?) throws -> String?
    ) throws {
        if mask.covers(Self.smtp) {
            if let smtp = sendEmail?.smtp {
                let server = try Self.server(smtp, from: settings.server, mask: mask, seal)
                guard server.host == settings.server?.host || mayReach(server.host) else {
                    throw AuthError.invalidConfig("\(Self.smtp).host must not be at a private address.")
                }
                settings.server = server
            } else if mask.namesOrHolds(Self.smtp) {
                settings.server = nil
            }
        }
        if mask.covers("notification.sendEmail.method"), let method = sendEmail?.method, method != .unspecified {
            settings.usesOwnServer = method == .customSmtp
        }
        guard !settings.usesOwnServer || settings.server != nil else {
            throw AuthError.invalidConfig(
                "notification.sendEmail.method is CUSTOM_SMTP, so notification.sendEmail.smtp is needed.")
        }
    }

    private static func server(
        _ smtp: SMTP, from old: MailServerSettings?, mask: FieldMask, _ seal: (SecretChange, String?) throws -> String?
    ) throws -> MailServerSettings {
        let path = Self.smtp
        func given<Value>(_ name: String, _ value: Value?, _ kept: Value?) -> Value? {
            mask.covers("\(path).\(name)") ? value ?? kept : kept
        }
        guard let text = given("senderEmail", smtp.senderEmail, old?.sender.value), let sender = EmailAddress(text) else {
            throw AuthError.invalidConfig("\(path).senderEmail must be an email address.")
        }
        let name = given("host", smtp.host, old?.host) ?? ""
        guard let host = AuthorizedDomains.host(name) else {
            throw AuthError.invalidConfig("\(path).host must be a host name.")
        }
        let mode = given("securityMode", smtp.securityMode.flatMap { $0 == .unspecified ? nil : $0 }, nil)
        let security: MailServerSettings.Security
        switch mode {
        case .ssl: security = .ssl
        case .startTls: security = .startTLS
        case .unspecified, nil:
            guard let kept = old?.security else {
                throw AuthError.invalidConfig("\(path).securityMode must be SSL or START_TLS: mails are not sent without TLS.")
            }
            security = kept
        }
        var server = MailServerSettings(
            sender: sender, host: host, port: given("port", smtp.port, old?.port) ?? (security == .ssl ? 465 : 587),
            security: security, username: given("username", smtp.username, old?.username) ?? "")
        let sent = mask.covers("\(path).password") ? smtp.password : nil
        let change = try SecretChange.decide(
            sent: sent, isKept: old?.sealedPassword != nil, isElsewhere: old.map { server.isElsewhere(than: $0) } ?? false,
            field: "\(path).password")
        server.sealedPassword = try seal(change, old?.sealedPassword)
        try server.requireUsable()
        return server
    }
}
