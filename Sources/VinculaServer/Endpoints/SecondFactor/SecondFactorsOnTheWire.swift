import IdentityToolkit
import VinculaCore

extension MfaEnrollment {
    /// A second factor as clients and Admin SDKs read it: never its secret.
    init(_ factor: SecondFactor) {
        self.init()
        mfaEnrollmentId = factor.id.value
        displayName = factor.displayName
        enrolledAt = factor.enrolledAt.rfc3339
        totpInfo = TotpInfo()
    }

    /// The second factors of an account; `nil` if it has none.
    static func all(of account: Account) -> [MfaEnrollment]? {
        account.secondFactors.isEmpty ? nil : account.secondFactors.map { MfaEnrollment($0) }
    }
}
