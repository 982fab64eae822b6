import COpenSSL

/// Firebase's own hash: the project's signer key, encrypted by AES-256 in counter mode under what scrypt makes of the password.
///
/// See https://github.com/firebase/scrypt.
enum FirebaseScrypt {
    /// - Parameters:
    ///   - salt: The account's salt, followed by the project's separator.
    ///   - key: The project's signer key.
    ///   - rounds: The block size of scrypt.
    ///   - memoryCost: The binary logarithm of scrypt's cost.
    /// - Throws: ``ForeignHash/Failure``.
    static func digest(
        _ password: [UInt8], salt: [UInt8], key: [UInt8], rounds: Int, memoryCost: Int
    ) throws -> [UInt8] {
        let derived = try Scrypt.digest(
            password, salt: salt, cost: 1 << memoryCost, blockSize: rounds, lanes: 1, length: 32)
        return try encrypt(key, under: derived)
    }

    /// Each password gives another key, so the counter may begin at zero.
    private static func encrypt(_ message: [UInt8], under key: [UInt8]) throws -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let counter = [UInt8](repeating: 0, count: 16)
        var output = [UInt8](repeating: 0, count: message.count)
        var written: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nil, key, counter) == 1,
            EVP_EncryptUpdate(context, &output, &written, message, Int32(message.count)) == 1, Int(written) == message.count
        else { throw ForeignHash.Failure() }
        return output
    }
}
