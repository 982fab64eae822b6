import COpenSSL

/// scrypt (RFC 7914), by OpenSSL.
enum Scrypt {
    /// - Throws: ``ForeignHash/Failure``.
    static func digest(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, length: Int
    ) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        // OpenSSL's own limit; what may be asked for was decided when the parameters were given.
        let memory = UInt64(128 * blockSize) * UInt64(cost + lanes + 2) + 1 << 20
        let status = password.withUnsafeBufferPointer { password in
            password.withMemoryRebound(to: CChar.self) { password in
                EVP_PBE_scrypt(
                    password.baseAddress, password.count, salt, salt.count, UInt64(cost), UInt64(blockSize), UInt64(lanes),
                    memory, &digest, length)
            }
        }
        guard status == 1 else { throw ForeignHash.Failure() }
        return digest
    }
}
