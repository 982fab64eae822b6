import IdentityToolkit
import VinculaCore

extension MfaEnrollment {
    /// Creates the wire format of a second factor, for clients and Admin SDKs: never with its secret.
    ///
    /// - Parameter isProven: `true` if the caller has proven who they are, and may see the number of a phone.
    init(_ factor: SecondFactor, isProven: Bool) {
        self.init()
        mfaEnrollmentId = factor.id.value
        displayName = factor.displayName
        enrolledAt = factor.enrolledAt.rfc3339
        if let number = factor.phone {
            phoneInfo = isProven ? number.value : Self.obfuscated(number)
            unobfuscatedPhoneInfo = isProven ? number.value : nil
        } else {
            totpInfo = TotpInfo()
        }
    }

    /// Returns the second factors of an account; `nil` if it has none.
    ///
    /// - Parameter isProven: `true` if the caller has proven who they are, and may see the numbers of phones.
    static func all(of account: Account, isProven: Bool) -> [MfaEnrollment]? {
        account.secondFactors.isEmpty ? nil : account.secondFactors.map { MfaEnrollment($0, isProven: isProven) }
    }

    /// Returns a number whose digits but the last four are asterisks, as Google shows it to somebody who has given the first
    /// factor only.
    private static func obfuscated(_ number: PhoneNumber) -> String {
        "+" + String(repeating: "*", count: max(0, number.value.count - 5)) + number.value.suffix(4)
    }
}
