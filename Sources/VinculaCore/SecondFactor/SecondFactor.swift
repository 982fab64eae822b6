package import Foundation

/// A second factor of an account: an authenticator app or a phone, whose codes finish every sign-in.
package struct SecondFactor: Hashable, Sendable {
    /// The number of factors that an account may have, as at Google.
    package static let mostOfAnAccount = 5
    /// The longest name, in bytes.
    package static let longestName = 256

    package let id: SecondFactorID
    /// The person's name for the factor.
    package var displayName: String?
    package let enrolledAt: Timestamp
    /// The sign-in of the session that enrolled it; `nil` for factors of versions that did not record it.
    package let enrolledBy: EnrollmentProof?
    package var means: Means

    /// The means by which the factor is proven.
    package enum Means: Hashable, Sendable {
        /// An authenticator app (RFC 6238).
        ///
        /// - Parameters:
        ///   - sealedSecret: The secret that the app and the server share, sealed.
        ///   - lastPeriod: The period whose code was used last; only codes of later periods are accepted, so that none works
        ///     twice.
        case authenticator(sealedSecret: Data, lastPeriod: Int64)
        /// A number that codes are sent to.
        case phone(PhoneNumber)
    }

    package init(
        id: SecondFactorID, displayName: String?, enrolledAt: Timestamp, means: Means, enrolledBy: EnrollmentProof? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.enrolledBy = enrolledBy
        self.means = means
    }

    /// Creates an authenticator app.
    package init(
        id: SecondFactorID, displayName: String?, enrolledAt: Timestamp, sealedSecret: Data, lastPeriod: Int64,
        enrolledBy: EnrollmentProof? = nil
    ) {
        self.init(
            id: id, displayName: displayName, enrolledAt: enrolledAt,
            means: .authenticator(sealedSecret: sealedSecret, lastPeriod: lastPeriod), enrolledBy: enrolledBy)
    }

    /// The period whose code was used last, if the factor is an authenticator app.
    package var lastPeriod: Int64? { if case .authenticator(_, let period) = means { period } else { nil } }

    /// The number, if the factor is a phone.
    package var phone: PhoneNumber? { if case .phone(let number) = means { number } else { nil } }

    /// Checks a person's name for a factor.
    ///
    /// - Throws: ``AuthError/invalidProfileAttribute(_:)``.
    package static func checkName(_ name: String?) throws(AuthError) {
        guard let name else { return }
        guard name.utf8.count <= longestName, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalidProfileAttribute("displayName may have at most \(longestName) bytes and no control characters") }
    }
}

/// The sign-in of the person who enrolled a second factor.
package struct EnrollmentProof: Hashable, Sendable, Codable {
    package let signedInAt: Timestamp
    /// The identity that they signed in with; `nil` for a password or a mailed link.
    package let wayIn: IdentityKey?
    /// The mailbox whose mailed link they signed in with, if they did.
    package let mailbox: EmailAddress?

    package init(signedInAt: Timestamp, wayIn: IdentityKey? = nil, mailbox: EmailAddress? = nil) {
        self.signedInAt = signedInAt
        self.wayIn = wayIn
        self.mailbox = mailbox
    }

    /// The proof that a session gives.
    ///
    /// A session that continued when all others ended (after a new password, say) counts from that moment, so its time is no
    /// sign-in's, and proves no way in.
    ///
    /// - Parameters:
    ///   - account: The account as the session found it.
    ///   - authTime: The session's `auth_time`.
    ///   - provider: The provider that its person signed in with.
    ///   - isByMail: `true` if they signed in with a mailed link, which goes to the account's address.
    package init(of account: Account, authTime: Timestamp, provider: ProviderID, isByMail: Bool = false) {
        let isSignIn = authTime.seconds > account.validSince ?? .min
        self.init(
            signedInAt: authTime, wayIn: isSignIn ? account.identity(of: provider)?.key : nil,
            mailbox: isSignIn && isByMail ? account.email : nil)
    }
}

extension SecondFactorID {
    /// The longest id that an administrator may choose, in bytes.
    private static let longest = 128

    /// Creates an id from an administrator's choice.
    ///
    /// - Returns: `nil` unless it has 1 to 128 letters, digits, `-`, `_`, `.`, `:`, `+`, `/` and `=`.
    package init?(chosen text: String) {
        let others = Set("-_.:+/=".utf8)
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || others.contains($0)
            })
        else { return nil }
        self.init(text)
    }
}

/// A project's settings for second factors.
package struct SecondFactorSettings: Hashable, Sendable, Codable {
    /// True if people may enrol authenticator apps. Those that are enrolled are required in any case.
    package var authenticatorsEnabled = false
    /// True if people may enrol phones. Those that are enrolled are required in any case.
    package var phonesEnabled = false
    /// The number of 30-second periods that a clock may be off, either way (Google's default: 5).
    package var adjacentPeriods = 1
    /// True if a session that has given no second factor gets an ``EnrollmentToken`` only.
    package var isMandatory = false

    package init() {}

    /// True if people may enrol a factor of some kind.
    package var hasKind: Bool { authenticatorsEnabled || phonesEnabled }
}
