import Foundation
import Testing
import VinculaCore

struct HashParametersTests {
    private static let key = Data(repeating: 1, count: 64)

    private func read(
        _ algorithm: String, _ change: (inout GivenHashParameters) -> Void = { _ in }
    ) -> Result<HashParameters, AuthError> {
        var given = GivenHashParameters()
        given.algorithm = algorithm
        change(&given)
        let copy = given
        return Result { () throws(AuthError) in try HashParameters(copy) }
    }

    /// Parameters with which every algorithm is accepted.
    private static let complete: [(String, @Sendable (inout GivenHashParameters) -> Void)] =
        each(["HMAC_MD5", "HMAC_SHA1", "HMAC_SHA256", "HMAC_SHA512"]) { $0.signerKey = key }
        + each(["MD5", "SHA1", "SHA256", "SHA512", "PBKDF_SHA1", "PBKDF2_SHA256"]) { $0.rounds = 1 }
        + each(["BCRYPT"]) { _ in }
        + each(["SCRYPT"]) {
            ($0.signerKey, $0.saltSeparator) = (key, Data([7]))
            ($0.rounds, $0.memoryCost) = (8, 14)
        }
        + each(["STANDARD_SCRYPT"]) {
            ($0.cpuMemCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (16384, 8, 1, 64)
        }
        + each(["ARGON2"]) { $0.argon2 = argon2() }

    private static func each(
        _ names: [String], _ change: @escaping @Sendable (inout GivenHashParameters) -> Void
    ) -> [(String, @Sendable (inout GivenHashParameters) -> Void)] { names.map { ($0, change) } }

    private static func argon2(_ change: (inout GivenHashParameters.Argon2) -> Void = { _ in }) -> GivenHashParameters.Argon2 {
        var argon2 = GivenHashParameters.Argon2()
        argon2.variant = Argon2Variant(.id)
        (argon2.hashLength, argon2.iterations, argon2.memoryKib, argon2.parallelism) = (32, 2, 19_456, 1)
        change(&argon2)
        return argon2
    }

    @Test func `all fourteen algorithms of Google's are accepted, and each has its orders`() throws {
        #expect(Self.complete.count == 14)
        for (name, change) in Self.complete { #expect(throws: Never.self, "\(name)") { try read(name, change).get() } }
        // As Google's servers: a salt comes first in a digest, and last in an HMAC.
        let digest = try read("SHA256") { $0.rounds = 1 }.get()
        #expect(digest.algorithm == .digest(.sha256, rounds: 1, .saltFirst))
        #expect(try read("HMAC_SHA1") { $0.signerKey = Self.key }.get().algorithm == .hmac(.sha1, .passwordFirst))
        #expect(try read("MD5").get().algorithm == .digest(.md5, rounds: 1, .saltFirst), "MD5 has no round beside the first")
        let other = try read("SHA1") { ($0.rounds, $0.order) = (3, .passwordFirst) }.get()
        #expect(other.algorithm == .digest(.sha1, rounds: 3, .passwordFirst))
    }

    @Test func `a parameter that an algorithm does not have is refused`() {
        let others: [(HashParameter, @Sendable (inout GivenHashParameters) -> Void)] = [
            (.key, { $0.signerKey = Self.key }), (.saltSeparator, { $0.saltSeparator = Data([1]) }), (.rounds, { $0.rounds = 2 }),
            (.memoryCost, { $0.memoryCost = 14 }), (.memoryCost, { $0.cpuMemCost = 16384 }), (.blockSize, { $0.blockSize = 8 }),
            (.parallelization, { $0.parallelization = 1 }), (.derivedKeyLength, { $0.derivedKeyLength = 64 }),
            (.inputOrder, { $0.order = .saltFirst }), (.argon2, { $0.argon2 = Self.argon2() }),
        ]
        // The number of these ten that each algorithm has.
        let taken = [
            "HMAC_MD5": 2, "HMAC_SHA1": 2, "HMAC_SHA256": 2, "HMAC_SHA512": 2, "MD5": 2, "SHA1": 2, "SHA256": 2, "SHA512": 2,
            "PBKDF_SHA1": 1, "PBKDF2_SHA256": 1, "BCRYPT": 0, "SCRYPT": 4, "STANDARD_SCRYPT": 4, "ARGON2": 1,
        ]
        for (name, complete) in Self.complete {
            var accepted = 0
            for (parameter, change) in others {
                let result = read(name) {
                    complete(&$0)
                    change(&$0)
                }
                switch result {
                case .success: accepted += 1
                case .failure(.invalidHashParameter(let refused, _)): #expect(refused == parameter, "\(name) \(parameter)")
                case .failure(let error): Issue.record("\(name) \(parameter) \(error)")
                }
            }
            #expect(accepted == taken[name], "\(name)")
        }
    }

    @Test func `T100 costs that nobody should pay for are refused by name`() {
        let key = Self.key
        let bombs: [(String, HashParameter, @Sendable (inout GivenHashParameters) -> Void)] = [
            ("SCRYPT", .memoryCost, { ($0.signerKey, $0.rounds, $0.memoryCost) = (key, 8, 15) }),
            ("SCRYPT", .memoryCost, { ($0.signerKey, $0.rounds, $0.memoryCost) = (key, 8, 63) }),
            ("SCRYPT", .memoryCost, { ($0.signerKey, $0.rounds, $0.memoryCost) = (key, 8, 0) }),
            ("SCRYPT", .rounds, { ($0.signerKey, $0.rounds, $0.memoryCost) = (key, 9, 14) }),
            ("SCRYPT", .rounds, { ($0.signerKey, $0.rounds, $0.memoryCost) = (key, -1, 14) }),
            ("SCRYPT", .key, { ($0.rounds, $0.memoryCost) = (8, 14) }),
            ("SCRYPT", .key, { ($0.signerKey, $0.rounds, $0.memoryCost) = (Data(count: 129), 8, 14) }),
            ("SCRYPT", .key, { ($0.signerKey, $0.rounds, $0.memoryCost) = (Data(count: 15), 8, 14) }),
            (
                "SCRYPT", .saltSeparator,
                { ($0.signerKey, $0.saltSeparator, $0.rounds, $0.memoryCost) = (key, Data(count: 65), 8, 14) }
            ),
            ("HMAC_SHA512", .key, { $0.signerKey = Data(count: 1025) }), ("HMAC_SHA512", .key, { $0.signerKey = Data() }),
            ("MD5", .rounds, { $0.rounds = 8193 }), ("SHA512", .rounds, { $0.rounds = .max }),
            ("SHA1", .rounds, { $0.rounds = 0 }),
            ("SHA256", .rounds, { _ in }), ("PBKDF_SHA1", .rounds, { $0.rounds = 0 }),
            ("PBKDF2_SHA256", .rounds, { $0.rounds = 1_000_001 }),
        ]
        for (name, parameter, change) in bombs {
            guard case .failure(.invalidHashParameter(parameter, _)) = read(name, change) else {
                Issue.record("\(name) \(parameter)")
                continue
            }
        }
        let scrypts: [(HashParameter, Int64?, Int64?, Int64?, Int64?)] = [
            (.memoryCost, 1 << 21, 1, 1, 64), (.memoryCost, 1 << 18, 8, 1, 64), (.memoryCost, 16384, 8, 9, 64),
            (.memoryCost, .max, 8, 1, 64), (.memoryCost, 3, 8, 1, 64), (.memoryCost, 1, 8, 1, 64), (.memoryCost, 0, 8, 1, 64),
            (.memoryCost, nil, 8, 1, 64), (.memoryCost, 1 << 16, 1, 1, 64), (.blockSize, 16, 1 << 30, 1, 64),
            (.blockSize, 16, .max, 1, 64), (.blockSize, 16, 0, 1, 64), (.parallelization, 16, 8, 1 << 30, 64),
            (.parallelization, 16, 8, nil, 64), (.derivedKeyLength, 16, 8, 1, 257), (.derivedKeyLength, 16, 8, 1, 15),
            (.derivedKeyLength, 16, 8, 1, nil),
        ]
        for (parameter, cost, block, lanes, length) in scrypts {
            let result = read("STANDARD_SCRYPT") {
                ($0.cpuMemCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (cost, block, lanes, length)
            }
            guard case .failure(.invalidHashParameter(parameter, _)) = result else {
                Issue.record("\(parameter) \(String(describing: cost)) \(String(describing: block))")
                continue
            }
        }
        let argon2s: [(inout GivenHashParameters.Argon2) -> Void] = [
            { $0.memoryKib = 32_769 }, { $0.memoryKib = 7 }, { $0.memoryKib = nil }, { $0.memoryKib = .max },
            { $0.iterations = 17 }, { $0.iterations = 0 }, { $0.parallelism = 17 }, { $0.parallelism = 0 },
            { ($0.parallelism, $0.memoryKib) = (16, 127) }, { $0.hashLength = 1025 }, { $0.hashLength = 15 },
            { $0.associatedData = Data(count: 1025) }, { $0.variant = nil },
        ]
        for (index, change) in argon2s.enumerated() {
            guard case .failure(.invalidHashParameter(.argon2, _)) = read("ARGON2", { $0.argon2 = Self.argon2(change) }) else {
                Issue.record("\(index)")
                continue
            }
        }
        guard case .failure(.invalidHashParameter(.argon2, _)) = read("ARGON2") else {
            Issue.record("no parameters")
            return
        }
        for name in ["scrypt", "SHA3", "BCRYPT ", "CRYPT"] {
            guard case .failure(.invalidHashParameter(.algorithm, _)) = read(name) else {
                Issue.record("\(name)")
                continue
            }
        }
        guard case .failure(.missingHashAlgorithm) = read("") else {
            Issue.record("no algorithm")
            return
        }
    }

    /// Whatever is accepted, a hash takes no more than this.
    @Test func `T100 no accepted scrypt takes more than 128 MiB`() throws {
        var accepted = 0
        for cost in 0..<25 {
            for block in [1, 2, 8, 16, 64, 1024] {
                for lanes in [1, 2, 16, 1024] {
                    let result = read("STANDARD_SCRYPT") {
                        ($0.cpuMemCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (
                            1 << cost, Int64(block), Int64(lanes), 32
                        )
                    }
                    guard case .success(let parameters) = result else { continue }
                    accepted += 1
                    #expect(parameters.algorithm.memory <= 257 << 19, "\(cost) \(block) \(lanes)")
                }
            }
        }
        #expect(accepted > 100)
    }

    @Test func `what is fast is wrapped, and what is heavy runs alone`() {
        let kinds: [(HashAlgorithm, isFast: Bool, isHeavy: Bool)] = [
            (.digest(.sha512, rounds: 8192, .saltFirst), true, false), (.hmac(.sha256, .saltFirst), true, false),
            (.pbkdf2(.sha256, rounds: 1_000_000), true, false), (.bcrypt, false, false),
            (.firebaseScrypt(saltSeparator: Data(), rounds: 8, memoryCost: 14), false, false),
            (.firebaseScrypt(saltSeparator: Data(), rounds: 1, memoryCost: 1), true, false),
            (.scrypt(cost: 16384, blockSize: 8, lanes: 1), false, false),
            (.scrypt(cost: 16, blockSize: 1, lanes: 1), true, false),
            (.scrypt(cost: 1 << 17, blockSize: 8, lanes: 1), false, true),
            (.argon2(Argon2Variant(.i), passes: 1, memoryKib: 8, lanes: 1), true, false),
            (.argon2(Argon2Variant(.id), passes: 2, memoryKib: 19_456, lanes: 1), false, false),
        ]
        for (algorithm, isFast, isHeavy) in kinds {
            #expect(algorithm.isFast == isFast && algorithm.isHeavy == isHeavy, "\(algorithm)")
        }
    }
}
