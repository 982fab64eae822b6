/// What becomes of mails.
public enum MailDelivery: Hashable, Sendable {
    /// Nobody is there who could send any: asking for one is refused.
    case none
    /// They are sent.
    case smtp
    /// They stay here, to be looked at.
    case inbox
    /// They are sent, and stay here too: a development server with a mail catcher.
    case smtpAndInbox

    var isSent: Bool { self == .smtp || self == .smtpAndInbox }
    var isKept: Bool { self == .inbox || self == .smtpAndInbox }
}
