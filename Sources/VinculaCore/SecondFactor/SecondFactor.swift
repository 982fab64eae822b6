package import Foundation

/// A second factor of an account: an authenticator app, whose codes finish every sign-in (RFC 6238).
package struct SecondFactor: Hashable, Sendable {
    /// The number of factors that an account may have, as at Google.
    package static let mostOfAnAccount = 5
    /// The longest name, in bytes.
    package static let longestName = 256

    package let id: SecondFactorID
    /// The person's name for the factor.
    package var displayName: String?
    package let enrolledAt: Timestamp
    /// The secret that the app and the server share, sealed.
    package let sealedSecret: Data
    /// The period whose code was used last; only codes of later periods are accepted, so that none works twice.
    package var lastPeriod: Int64

    package init(
        id: SecondFactorID, displayName: String?, enrolledAt: Timestamp, sealedSecret: Data, lastPeriod: Int64
    ) {
        self.id = id
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.sealedSecret = sealedSecret
        self.lastPeriod = lastPeriod
    }

    /// Checks a person's name for a factor.
    ///
    /// - Throws: ``AuthError/invalidProfileAttribute(_:)``.
    package static func checkName(_ name: String?) throws(AuthError) {
        guard let name else { return }
        guard name.utf8.count <= longestName, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalidProfileAttribute("displayName may have at most \(longestName) bytes and no control characters") }
    }
}

/// A project's settings for second factors.
package struct SecondFactorSettings: Hashable, Sendable, Codable {
    /// True if people may enrol authenticator apps. Those that are enrolled are required in any case.
    package var authenticatorsEnabled = false
    /// The number of 30-second periods that a clock may be off, either way (Google's default: 5).
    package var adjacentPeriods = 1

    package init() {}
}
