public import Foundation

/// A second factor that a person has just shown.
open class MultiFactorAssertion: NSObject, @unchecked Sendable {
    enum Proof: Sendable {
        case phone(PhoneAuthCredential)
        case newAuthenticator(TOTPSecret, code: String)
        case authenticator(enrollmentID: String, code: String)
    }

    let proof: Proof
    /// `phone` or `totp`.
    public let factorID: String

    init(_ proof: Proof, factorID: String) {
        self.proof = proof
        self.factorID = factorID
    }
}

/// A phone's code.
open class PhoneMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {}

/// An authenticator app's code.
open class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {}

/// Makes assertions of phones.
open class PhoneMultiFactorGenerator: NSObject {
    /// Makes an assertion of a phone's code.
    open class func assertion(with phoneAuthCredential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
        PhoneMultiFactorAssertion(.phone(phoneAuthCredential), factorID: PhoneMultiFactorInfo.PhoneMultiFactorID)
    }
}
