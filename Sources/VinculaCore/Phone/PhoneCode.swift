package import Foundation

/// A code that was sent to a phone number and not used yet; the client holds its `sessionInfo`.
package struct PhoneCode: Hashable, Sendable {
    /// The time within which it can be entered, in seconds.
    package static let lifetimeSeconds: Int64 = 600
    /// The number of attempts at one code.
    package static let mostGuesses = 5
    /// The number of codes of one number that may be open at a time; a new one ends the oldest.
    package static let mostOfANumber = 5
    /// The number of digits.
    package static let length = 6

    /// What a code is for; one for one purpose cannot be used for another.
    package enum Purpose: Hashable, Sendable {
        case signIn
        /// The enrolment of the number as a second factor of an account.
        case enrollment(AccountID)
        /// A second factor of an account.
        case secondFactor(SecondFactorID, of: AccountID)

        package var account: AccountID? {
            switch self {
            case .signIn: nil
            case .enrollment(let id), .secondFactor(_, let id): id
            }
        }
    }

    /// SHA-256 of the `sessionInfo`, in base64url.
    package let id: String
    package let scope: ProjectScope
    package let purpose: Purpose
    package let number: PhoneNumber
    /// The digits; on a server that keeps its messages for viewing, also the `sessionInfo`.
    package let sealedCode: Data
    package let expiresAt: Timestamp
    /// The number of attempts so far.
    package var failures: Int

    package init(
        id: String, scope: ProjectScope, purpose: Purpose, number: PhoneNumber, sealedCode: Data, expiresAt: Timestamp,
        failures: Int = 0
    ) {
        self.id = id
        self.scope = scope
        self.purpose = purpose
        self.number = number
        self.sealedCode = sealedCode
        self.expiresAt = expiresAt
        self.failures = failures
    }
}
