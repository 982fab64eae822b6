import CCrypt

/// bcrypt, by libxcrypt.
enum Bcrypt {
    /// - Parameter setting: The variant, the cost and the salt: `$2b$10$` and 22 characters.
    /// - Returns: The whole text, with the setting.
    /// - Throws: ``ForeignHash/Failure``, also for a password with a NUL, which bcrypt would take for the password's end.
    static func digest(_ password: [UInt8], setting: [UInt8]) throws -> [UInt8] {
        guard !password.contains(0), !setting.contains(0) else { throw ForeignHash.Failure() }
        let (password, setting) = ((password + [0]).map(CChar.init(bitPattern:)), (setting + [0]).map(CChar.init(bitPattern:)))
        // 32 KiB, too much for the stack of some threads.
        let state = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
        state.initialize(to: crypt_data())
        defer {
            state.update(repeating: crypt_data(), count: 1)
            state.deallocate()
        }
        // Returns NULL or a text that begins with `*` for a setting that it refuses.
        guard let hash = crypt_r(password, setting, state), hash.pointee != CChar(UInt8(ascii: "*")) else {
            throw ForeignHash.Failure()
        }
        return String(cString: hash).utf8.map(\.self)
    }
}
