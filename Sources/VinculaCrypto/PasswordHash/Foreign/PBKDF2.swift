import COpenSSL
import VinculaCore

/// PBKDF2 (RFC 8018) with HMAC, by OpenSSL.
enum PBKDF2 {
    /// - Throws: ``ForeignHash/Failure``.
    static func digest(
        _ password: [UInt8], salt: [UInt8], function: DigestFunction, rounds: Int, length: Int
    ) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        let status = password.withUnsafeBufferPointer { password in
            password.withMemoryRebound(to: CChar.self) { password in
                PKCS5_PBKDF2_HMAC(
                    password.baseAddress, Int32(password.count), salt, Int32(salt.count), Int32(rounds), function.evp,
                    Int32(length), &digest)
            }
        }
        guard status == 1 else { throw ForeignHash.Failure() }
        return digest
    }
}

extension DigestFunction {
    fileprivate var evp: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        }
    }
}
