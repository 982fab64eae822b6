import IdentityToolkit
import VinculaCore

extension MfaEnrollment {
    /// Creates the wire format of a second factor, for clients and Admin SDKs: never with its secret.
    init(_ factor: SecondFactor) {
        self.init()
        mfaEnrollmentId = factor.id.value
        displayName = factor.displayName
        enrolledAt = factor.enrolledAt.rfc3339
        totpInfo = TotpInfo()
    }

    /// Returns the second factors of an account; `nil` if it has none.
    static func all(of account: Account) -> [MfaEnrollment]? {
        account.secondFactors.isEmpty ? nil : account.secondFactors.map { MfaEnrollment($0) }
    }
}
