import Foundation
package import VinculaCore

/// A consequence of a setting that people should know of, although no rule refuses the setting.
package enum SettingCaution: Hashable, Sendable {
    /// Clients without a key are refused, which Firebase's own SDKs are. The time is that until which sessions without one go on.
    case refusesOtherClients(unboundUntil: Timestamp?)
    /// The mails that the setting turns on cannot be sent.
    case sendsNoMail

    /// The setting that requires keys.
    static let keys = "vincula.sessions.keys"
    /// The settings that turn mails on.
    static let mails = ["vincula.sessions.keyNotices", "vincula.sessions.newDeviceNotices"]
    /// The settings that there may be a caution about.
    package static let settings = [keys, "vincula.sessions.unboundUntil"] + mails

    /// Returns the caution about a project's setting.
    ///
    /// - Parameters:
    ///   - name: The setting.
    ///   - settings: The project's settings.
    ///   - sendsMail: Indicates whether the project can send mails.
    package static func about(_ name: String, in settings: ProjectSettings, sendsMail: Bool) -> SettingCaution? {
        let sessions = settings.sessions
        switch name {
        case keys, "vincula.sessions.unboundUntil":
            return sessions.keys == .required ? .refusesOtherClients(unboundUntil: sessions.unboundUntil) : nil
        case "vincula.sessions.keyNotices": return sessions.tellsOfKeys && !sendsMail ? .sendsNoMail : nil
        case "vincula.sessions.newDeviceNotices": return sessions.newDeviceNotices && !sendsMail ? .sendsNoMail : nil
        default: return nil
        }
    }

    /// Indicates whether all that it tells of has happened.
    ///
    /// - Parameter now: The current time.
    package func isOver(now: Timestamp) -> Bool {
        guard case .refusesOtherClients(let until?) = self else { return false }
        return until <= now
    }

    /// Returns the caution in words.
    ///
    /// - Parameter now: The current time.
    package func words(now: Timestamp) -> String {
        switch self {
        case .sendsNoMail:
            return "No mail is sent, so nobody is told: neither the project nor the server's settings name a mail server."
        case .refusesOtherClients(let until):
            let first = "Clients without a key are refused: Firebase's own SDKs have none; ours and the account page do."
            guard let until else {
                return "\(first) Sessions without a key end at their next refresh, unless the app has a key by then; "
                    + "vincula.sessions.unboundUntil gives apps time."
            }
            let time = Date(timeIntervalSince1970: Double(until.milliseconds) / 1000).formatted(.iso8601)
            return until > now
                ? "\(first) Sessions without a key go on until \(time), and end then."
                : "\(first) Sessions without a key have ended at \(time)."
        }
    }
}
