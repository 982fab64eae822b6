public import Foundation

/// A proof that a person has a second factor.
open class MultiFactorAssertion: NSObject, @unchecked Sendable {
    enum Proof: Sendable {
        case phone(PhoneAuthCredential)
        case newAuthenticator(TOTPSecret, code: String)
        case authenticator(enrollmentID: String, code: String)
        case recoveryCode(String)
    }

    let proof: Proof
    /// `phone`, `totp` or `recovery`.
    public let factorID: String

    init(_ proof: Proof, factorID: String) {
        self.proof = proof
        self.factorID = factorID
    }
}

/// A code sent to a phone.
open class PhoneMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {}

/// A code from an authenticator app.
open class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {}

/// Creates assertions for phones.
open class PhoneMultiFactorGenerator: NSObject {
    /// Creates an assertion from a code sent to a phone.
    open class func assertion(with phoneAuthCredential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        PhoneMultiFactorAssertion(.phone(phoneAuthCredential), factorID: PhoneMultiFactorInfo.PhoneMultiFactorID)
    }
}
