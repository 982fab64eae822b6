import Crypto
package import Foundation
package import VinculaCore

/// Makes private keys: those that sign tokens, and those of service accounts and of SAML requests.
package struct KeyMaker: Sendable {
    /// Makes an RSA-2048 key, and returns it in DER. It takes some tenths of a second.
    package let makeRSA: @Sendable () throws -> Data

    /// - Parameter makeRSA: Makes the RSA keys. Only tests have ready ones.
    package init(makeRSA: @escaping @Sendable () throws -> Data = RSASigningKey.generate) { self.makeRSA = makeRSA }

    /// Makes a private key that signs tokens.
    ///
    /// - Parameter algorithm: The algorithm that it signs with.
    /// - Returns: The key in DER.
    /// - Throws: What ``makeRSA`` throws.
    package func make(_ algorithm: SigningAlgorithm) throws -> Data {
        switch algorithm {
        case .rs256: try makeRSA()
        case .es256: P256.Signing.PrivateKey().derRepresentation
        }
    }
}
