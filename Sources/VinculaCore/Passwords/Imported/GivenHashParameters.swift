package import Foundation

/// The parameters of an import's hashes, as an administrator gives them.
package struct GivenHashParameters: Sendable {
    package var algorithm: String?
    package var signerKey: Data?
    package var saltSeparator: Data?
    package var rounds: Int64?
    package var memoryCost: Int64?
    package var cpuMemCost: Int64?
    package var blockSize: Int64?
    package var parallelization: Int64?
    package var derivedKeyLength: Int64?
    package var order: SaltOrder?
    package var argon2: Argon2?

    package struct Argon2: Sendable {
        package var variant: Argon2Variant?
        package var hashLength: Int64?
        package var iterations: Int64?
        package var memoryKib: Int64?
        package var parallelism: Int64?
        package var associatedData: Data?

        package init() {}
    }

    package init() {}
}

/// A parameter of a hash, in errors.
package enum HashParameter: String, Hashable, Sendable, CaseIterable {
    case algorithm, key, rounds, memoryCost, blockSize, parallelization, derivedKeyLength, saltSeparator, inputOrder, argon2
}

/// The parameters of an import's hashes, checked: whatever they say is affordable.
package struct HashParameters: Hashable, Sendable {
    package let algorithm: HashAlgorithm
    /// The secret key; empty if the algorithm has none.
    package let key: Data
    /// The length that each hash must have, in bytes; `nil` if the hashes themselves say it.
    package let length: Int?

    /// The shortest hash that is accepted, in bytes: a shorter one would be open to guesses.
    package static let shortest = 16
    /// The greatest product of scrypt's three costs: 128 MiB, or the time that they take.
    package static let greatestScryptCost: Int64 = 1 << 20

    /// Checks the parameters.
    ///
    /// - Throws: ``AuthError/missingHashAlgorithm``, ``AuthError/invalidHashParameter(_:_:)`` that names the first one that is
    ///   missing, unaffordable or not for this algorithm.
    package init(_ given: GivenHashParameters) throws(AuthError) {
        guard let name = given.algorithm, !name.isEmpty else { throw .missingHashAlgorithm }
        var taken: Set<HashParameter> = []
        (algorithm, key, length) = try Self.read(name, given, &taken)
        try given.refuseOthers(than: taken, for: name)
    }

    private static func read(
        _ name: String, _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        switch name {
        case "HMAC_MD5": return try hmac(.md5, given, &taken)
        case "HMAC_SHA1": return try hmac(.sha1, given, &taken)
        case "HMAC_SHA256": return try hmac(.sha256, given, &taken)
        case "HMAC_SHA512": return try hmac(.sha512, given, &taken)
        case "MD5": return try digest(.md5, given, &taken)
        case "SHA1": return try digest(.sha1, given, &taken)
        case "SHA256": return try digest(.sha256, given, &taken)
        case "SHA512": return try digest(.sha512, given, &taken)
        case "PBKDF_SHA1": return try pbkdf2(.sha1, given, &taken)
        case "PBKDF2_SHA256": return try pbkdf2(.sha256, given, &taken)
        case "BCRYPT": return (.bcrypt, Data(), BcryptHash.length)
        case "SCRYPT": return try firebaseScrypt(given, &taken)
        case "STANDARD_SCRYPT": return try scrypt(given, &taken)
        case "ARGON2": return try argon2(given, &taken)
        default: throw .invalidHashParameter(.algorithm, "There is no such hash algorithm.")
        }
    }

    private static func hmac(
        _ function: DigestFunction, _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.key, .inputOrder]
        let key = try given.key(1...1024)
        return (.hmac(function, given.order ?? .passwordFirst), key, function.length)
    }

    private static func digest(
        _ function: DigestFunction, _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.rounds, .inputOrder]
        // MD5 may have no rounds beside the first.
        let rounds = try given.number(given.rounds ?? 0, .rounds, "rounds", in: (function == .md5 ? 0 : 1)...8192)
        return (.digest(function, rounds: max(1, rounds), given.order ?? .saltFirst), Data(), function.length)
    }

    private static func pbkdf2(
        _ function: DigestFunction, _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.rounds]
        return (.pbkdf2(function, rounds: try given.number(given.rounds, .rounds, "rounds", in: 1...1_000_000)), Data(), nil)
    }

    private static func firebaseScrypt(
        _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.key, .saltSeparator, .rounds, .memoryCost]
        let separator = given.saltSeparator ?? Data()
        guard separator.count <= 64 else {
            throw .invalidHashParameter(.saltSeparator, "saltSeparator may have at most 64 bytes.")
        }
        let algorithm = HashAlgorithm.firebaseScrypt(
            saltSeparator: separator, rounds: try given.number(given.rounds, .rounds, "rounds", in: 1...8),
            memoryCost: try given.number(given.memoryCost, .memoryCost, "memoryCost", in: 1...14))
        let key = try given.key(shortest...128)
        return (algorithm, key, key.count)
    }

    private static func scrypt(
        _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.memoryCost, .blockSize, .parallelization, .derivedKeyLength]
        let cost = try given.number(given.cpuMemCost, .memoryCost, "cpuMemCost", in: 2...greatestScryptCost)
        let block = try given.number(given.blockSize, .blockSize, "blockSize", in: 1...1024)
        let lanes = try given.number(given.parallelization, .parallelization, "parallelization", in: 1...1024)
        let length = try given.number(given.derivedKeyLength, .derivedKeyLength, "dkLen", in: Int64(shortest)...256)
        // RFC 7914 §6: a power of two, less than 2^(16 r).
        guard cost.nonzeroBitCount == 1, cost.trailingZeroBitCount < 16 * block else {
            throw .invalidHashParameter(.memoryCost, "cpuMemCost must be a power of two, and less than 2^(16 × blockSize).")
        }
        guard cost * block * lanes <= greatestScryptCost else {
            throw .invalidHashParameter(
                .memoryCost, "cpuMemCost × blockSize × parallelization may be at most \(greatestScryptCost).")
        }
        return (.scrypt(cost: cost, blockSize: block, lanes: lanes), Data(), length)
    }

    private static func argon2(
        _ given: GivenHashParameters, _ taken: inout Set<HashParameter>
    ) throws(AuthError) -> (HashAlgorithm, Data, Int?) {
        taken = [.argon2]
        guard let argon2 = given.argon2 else { throw .invalidHashParameter(.argon2, "argon2Parameters are missing.") }
        guard let variant = argon2.variant else { throw .invalidHashParameter(.argon2, "argon2Parameters.hashType is missing.") }
        let lanes = try given.number(argon2.parallelism, .argon2, "argon2Parameters.parallelism", in: 1...16)
        let algorithm = HashAlgorithm.argon2(
            variant, passes: try given.number(argon2.iterations, .argon2, "argon2Parameters.iterations", in: 1...16),
            memoryKib: try given.number(
                argon2.memoryKib, .argon2, "argon2Parameters.memoryCostKib", in: Int64(8 * lanes)...32_768),
            lanes: lanes)
        let data = argon2.associatedData ?? Data()
        guard data.count <= 1024 else {
            throw .invalidHashParameter(.argon2, "argon2Parameters.associatedData may have at most 1024 bytes.")
        }
        let length = try given.number(
            argon2.hashLength, .argon2, "argon2Parameters.hashLengthBytes", in: Int64(shortest)...1024)
        return (algorithm, data, length)
    }
}

extension GivenHashParameters {
    fileprivate func key(_ lengths: ClosedRange<Int>) throws(AuthError) -> Data {
        guard let signerKey, lengths.contains(signerKey.count) else {
            throw .invalidHashParameter(
                .key, "signerKey must have \(lengths.lowerBound) to \(lengths.upperBound) bytes for this algorithm.")
        }
        return signerKey
    }

    fileprivate func number(
        _ value: Int64?, _ parameter: HashParameter, _ name: String, in range: ClosedRange<Int64>
    ) throws(AuthError) -> Int {
        guard let value, range.contains(value) else {
            throw .invalidHashParameter(parameter, "\(name) must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return Int(value)
    }

    /// Requires that no parameter is given that the algorithm does not have: it would appear to be in effect. Zeros and empty
    /// texts are absent values of Google's format.
    fileprivate func refuseOthers(than taken: Set<HashParameter>, for name: String) throws(AuthError) {
        let given: [(HashParameter, Bool)] = [
            (.key, signerKey.map { !$0.isEmpty } ?? false), (.saltSeparator, saltSeparator.map { !$0.isEmpty } ?? false),
            (.rounds, rounds ?? 0 != 0), (.memoryCost, memoryCost ?? 0 != 0 || cpuMemCost ?? 0 != 0),
            (.blockSize, blockSize ?? 0 != 0), (.parallelization, parallelization ?? 0 != 0),
            (.derivedKeyLength, derivedKeyLength ?? 0 != 0), (.inputOrder, order != nil), (.argon2, argon2 != nil),
        ]
        for (parameter, isGiven) in given where isGiven && !taken.contains(parameter) {
            throw .invalidHashParameter(parameter, "\(name) has no such parameter.")
        }
        // Both scrypts have a memory cost, under two names.
        if name == "SCRYPT" ? cpuMemCost ?? 0 != 0 : taken.contains(.memoryCost) && memoryCost ?? 0 != 0 {
            throw .invalidHashParameter(.memoryCost, "\(name) has no such parameter.")
        }
    }
}
