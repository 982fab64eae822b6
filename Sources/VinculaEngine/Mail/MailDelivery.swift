/// The delivery of mails.
package enum MailDelivery: Hashable, Sendable {
    /// Mail is not set up: requests for mail are refused.
    case none
    /// They are sent.
    case smtp
    /// They are kept here, for viewing.
    case inbox
    /// They are sent and kept here, too: a development server with a mail catcher.
    case smtpAndInbox

    var isSent: Bool { self == .smtp || self == .smtpAndInbox }
    var isKept: Bool { self == .inbox || self == .smtpAndInbox }
}
