public import Foundation

/// A proof of a phone number: the code that was sent to it.
open class PhoneAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
    enum Proof: Codable, Sendable {
        /// The code and the ID of the message that it was sent with.
        case code(verificationID: String, code: String)
        /// The server's proof that the number was verified a moment ago for another account.
        case temporary(number: String, proof: String)
    }

    let proof: Proof

    init(_ proof: Proof) {
        self.proof = proof
        super.init(provider: PhoneAuthProvider.id)
    }

    // MARK: NSSecureCoding

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes a credential. The archive contains the code.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { Archive.encode(proof, with: coder) }

    /// Decodes a credential; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let proof = Archive.decode(Proof.self, from: coder) else { return nil }
        self.init(proof)
    }
}
