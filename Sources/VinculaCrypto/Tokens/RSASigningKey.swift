import COpenSSL
package import Foundation

/// An RSA-2048 private key that signs RS256, using OpenSSL's libcrypto.
///
/// libcrypto signs 2.3 times as fast as swift-crypto, and signing is the main cost of issuing tokens. It makes keys faster, too,
/// above all beside a debug build of swift-crypto.
package final class RSASigningKey: Sendable {
    /// The key cannot be read or used.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    // An EVP_PKEY is not modified after it was read, and each signature uses its own context: any thread may use it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// - Parameter der: The private key in DER, as ``generate()`` makes it.
    /// - Throws: ``Failure``.
    package init(der: Data) throws {
        let key = der.withUnsafeBytes { bytes in
            var start = bytes.bindMemory(to: UInt8.self).baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        guard let key else { throw Failure(description: "libcrypto cannot read the private key.") }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// Makes a private key.
    ///
    /// - Returns: The key in DER, as PKCS #1 has it.
    /// - Throws: ``Failure``.
    package static func generate() throws -> Data {
        var key: OpaquePointer?
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else {
            throw Failure(description: "libcrypto is out of memory.")
        }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw Failure(description: "libcrypto could not make a key.") }
        defer { EVP_PKEY_free(key) }
        var bytes: UnsafeMutablePointer<UInt8>?
        let length = i2d_PrivateKey(key, &bytes)
        guard length > 0, let bytes else { throw Failure(description: "libcrypto could not write the key.") }
        defer { CRYPTO_clear_free(bytes, Int(length), nil, 0) }
        return Data(bytes: bytes, count: Int(length))
    }

    /// Signs with PKCS #1 v1.5 and SHA-256.
    ///
    /// - Throws: ``Failure``.
    package func sign(_ message: Data) throws -> Data {
        guard let context = EVP_MD_CTX_new() else { throw Failure(description: "libcrypto is out of memory.") }
        defer { EVP_MD_CTX_free(context) }
        var signature = Data(count: Int(EVP_PKEY_get_size(key)))
        var length = signature.count
        let isSigned = signature.withUnsafeMutableBytes { out in
            message.withUnsafeBytes { bytes in
                EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
                    && EVP_DigestSign(
                        context, out.bindMemory(to: UInt8.self).baseAddress, &length,
                        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count) == 1
            }
        }
        guard isSigned else { throw Failure(description: "libcrypto could not sign.") }
        return signature.prefix(length)
    }
}
