import Crypto
import Foundation
import VinculaProof

/// The private P-256 key of an installation, which sessions are bound to (RFC 9449): whoever steals a refresh token, but not the
/// key, has nothing.
struct InstallationKey: Sendable {
    /// The part that signs.
    enum Signer: Sendable {
        case software(P256.Signing.PrivateKey)
        case enclave(EnclaveKey)
    }

    let publicKey: ProofPublicKey
    let signer: Signer

    /// The SHA-256 of the public key (RFC 7638), in base64url: its name.
    var thumbprint: String { Base64URL.encode(publicKey.thumbprint) }

    init(_ key: P256.Signing.PrivateKey) {
        publicKey = ProofPublicKey(key.publicKey)
        signer = .software(key)
    }

    init?(_ key: EnclaveKey) {
        guard let point = try? P256.Signing.PublicKey(x963Representation: key.publicKey) else { return nil }
        publicKey = ProofPublicKey(point)
        signer = .enclave(key)
    }

    /// Makes a new key.
    ///
    /// - Parameter inEnclave: True to make it in the Secure Enclave, if this device has one.
    static func make(inEnclave: Bool) -> InstallationKey {
        if inEnclave, let key = EnclaveKey.make().flatMap({ InstallationKey($0) }) { return key }
        return InstallationKey(P256.Signing.PrivateKey())
    }

    /// Writes a proof for one request.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - url: The request's address; its query does not matter.
    ///   - time: The time by the server's clock, in seconds since 1970.
    ///   - nonce: The server's newest nonce, if it has given one.
    ///   - idToken: The ID token that the request carries, if any.
    /// - Returns: The value of the header field `DPoP`.
    /// - Throws: `keychainError` if the key cannot be used now.
    func proof(_ method: String, _ url: URL, at time: Int64, nonce: String? = nil, idToken: String? = nil) throws -> String {
        // Each has an id of its own, because a server accepts a proof once.
        let draft = ProofDraft(
            key: publicKey, id: UUID().uuidString, method: method, address: url.absoluteString, issuedAt: time, nonce: nonce,
            token: idToken)
        return try AuthFailure.wrapping("sign") {
            try draft.text { message in
                switch signer {
                case .software(let key): Array(try key.signature(for: Data(message)).rawRepresentation)
                case .enclave(let key): Array(try key.sign(Data(message)))
                }
            }
        }
    }
}

extension InstallationKey: CustomStringConvertible, CustomReflectable {
    var description: String { "InstallationKey(\(thumbprint))" }
    /// Shows the key's name only.
    var customMirror: Mirror { Mirror(self, children: ["thumbprint": thumbprint]) }
}
