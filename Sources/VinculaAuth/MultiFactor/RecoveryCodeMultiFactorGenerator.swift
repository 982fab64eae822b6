public import Foundation

/// A recovery code, which stands in for a lost second factor. Only Vincula has recovery codes.
open class RecoveryCodeMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {}

/// Creates assertions for recovery codes. Only Vincula has recovery codes.
open class RecoveryCodeMultiFactorGenerator: NSObject {
    /// Creates an assertion from a recovery code, to complete a sign-in.
    ///
    /// - Parameter recoveryCode: The code as the user typed it: case, spaces and hyphens do not matter.
    open class func assertion(withRecoveryCode recoveryCode: String) -> RecoveryCodeMultiFactorAssertion {
        RecoveryCodeMultiFactorAssertion(.recoveryCode(recoveryCode), factorID: "recovery")
    }
}
