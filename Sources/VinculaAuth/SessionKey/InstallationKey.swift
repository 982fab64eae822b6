import Crypto
import Foundation

/// The private P-256 key of an installation, which sessions are bound to (RFC 9449): whoever steals a refresh token, but not the
/// key, has nothing.
struct InstallationKey: Sendable {
    /// The part that signs.
    enum Signer: Sendable {
        case software(P256.Signing.PrivateKey)
        case enclave(EnclaveKey)
    }

    /// The SHA-256 of the public key (RFC 7638), in base64url: its name.
    let thumbprint: String
    /// The public key as a JSON Web Key, its members in the order of the thumbprint.
    let jwk: String
    let signer: Signer

    /// - Parameter publicKey: The point in X9.63's uncompressed form.
    private init(_ signer: Signer, publicKey: Data) {
        let point = publicKey.suffix(64)
        jwk =
            #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(point.prefix(32)))","y":"\#(Base64URL.encode(point.suffix(32)))"}"#
        thumbprint = Base64URL.encode(SHA256.hash(data: Data(jwk.utf8)))
        self.signer = signer
    }

    init(_ key: P256.Signing.PrivateKey) { self.init(.software(key), publicKey: key.publicKey.x963Representation) }

    init(_ key: EnclaveKey) { self.init(.enclave(key), publicKey: key.publicKey) }

    /// Makes a new key.
    ///
    /// - Parameter inEnclave: True to make it in the Secure Enclave, if this device has one.
    static func make(inEnclave: Bool) -> InstallationKey {
        if inEnclave, let key = EnclaveKey.make() { return InstallationKey(key) }
        return InstallationKey(P256.Signing.PrivateKey())
    }

    /// Signs a message with ES256.
    ///
    /// - Returns: The two numbers of the signature, 64 bytes.
    func sign(_ message: Data) throws -> Data {
        switch signer {
        case .software(let key): try key.signature(for: message).rawRepresentation
        case .enclave(let key): try key.sign(message)
        }
    }
}

extension InstallationKey: CustomStringConvertible, CustomReflectable {
    var description: String { "InstallationKey(\(thumbprint))" }
    /// Shows the key's name only.
    var customMirror: Mirror { Mirror(self, children: ["thumbprint": thumbprint]) }
}

/// Base64url without padding (RFC 7515 §2).
enum Base64URL {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
