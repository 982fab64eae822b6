import CArgon2
import VinculaCore

/// Argon2 of any variant and version, with associated data, by the reference implementation.
struct ForeignArgon2 {
    let variant: Argon2Variant
    let passes: Int
    let memoryKib: Int
    let lanes: Int

    /// - Throws: ``ForeignHash/Failure``.
    func digest(_ password: [UInt8], salt: [UInt8], associatedData: [UInt8], length: Int) throws -> [UInt8] {
        var (password, salt, data) = (password, salt, associatedData)
        var digest = [UInt8](repeating: 0, count: length)
        let status = digest.withUnsafeMutableBufferPointer { digest in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    data.withUnsafeMutableBufferPointer { data in
                        var context = argon2_context()
                        (context.out, context.outlen) = (digest.baseAddress, UInt32(digest.count))
                        (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
                        (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                        (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
                        (context.t_cost, context.m_cost) = (UInt32(passes), UInt32(memoryKib))
                        // The lanes are computed one after the other: the pool decides how many threads there are.
                        (context.lanes, context.threads) = (UInt32(lanes), 1)
                        context.version = (variant.isOld ? ARGON2_VERSION_10 : ARGON2_VERSION_13).rawValue
                        return argon2_ctx(&context, variant.kind.type)
                    }
                }
            }
        }
        guard status == ARGON2_OK.rawValue else { throw ForeignHash.Failure() }
        return digest
    }
}

extension Argon2Variant.Kind {
    fileprivate var type: argon2_type {
        switch self {
        case .d: Argon2_d
        case .i: Argon2_i
        case .id: Argon2_id
        }
    }
}
