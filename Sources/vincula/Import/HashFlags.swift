import ArgumentParser
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The parameters of the password hashes. Secrets come from files, because other users of the machine see command lines.
struct HashFlags: ParsableArguments {
    @Option(help: "A file with the block that Firebase's console shows under \"Password hash parameters\".", completion: .file())
    var hashConfig: String?
    @Option(help: "SCRYPT, BCRYPT, HMAC_SHA256, …, instead of --hash-config.") var hashAlgo: String?
    @Option(help: "A file with the secret key of SCRYPT or HMAC, in base64.", completion: .file()) var hashKeyFile: String?
    @Option(help: "The salt separator of SCRYPT, in base64.") var saltSeparator: String?
    @Option(help: "The rounds.") var rounds: Int64?
    @Option(help: "The memory cost of SCRYPT or STANDARD_SCRYPT.") var memCost: Int64?
    @Option(help: "The block size of STANDARD_SCRYPT.") var blockSize: Int64?
    @Option(help: "The parallelization of STANDARD_SCRYPT.") var parallelization: Int64?
    @Option(help: "The length of STANDARD_SCRYPT's hashes, in bytes.") var dkLen: Int64?
    @Option(help: "SALT_FIRST or PASSWORD_FIRST, for HMAC and plain digests.") var hashInputOrder: String?

    func validate() throws {
        let others: [Any?] = [
            hashAlgo, hashKeyFile, saltSeparator, rounds, memCost, blockSize, parallelization, dkLen, hashInputOrder,
        ]
        let hasOthers = others.contains { $0 != nil }
        guard hashConfig == nil || !hasOthers else {
            throw ValidationError("--hash-config takes the place of all other hash flags.")
        }
        guard hashAlgo != nil || !hasOthers else { throw ValidationError("Specify the algorithm, too: --hash-algo.") }
        if let hashInputOrder, !["SALT_FIRST", "PASSWORD_FIRST"].contains(hashInputOrder.uppercased()) {
            throw ValidationError("--hash-input-order must be SALT_FIRST or PASSWORD_FIRST.")
        }
    }

    /// The parameters, checked; `nil` if none are given.
    ///
    /// - Throws: ``ConfigurationError``.
    func parameters() throws -> (parameters: HashParameters, algorithm: String)? {
        guard let given = try hashConfig.map(Self.read) ?? flags(), let algorithm = given.algorithm else { return nil }
        do {
            return (try HashParameters(given), algorithm)
        } catch .invalidHashParameter(_, let text) {
            throw ConfigurationError(description: "The hash parameters cannot be used: \(text)")
        }
    }

    private static func read(_ path: String) throws -> GivenHashParameters {
        do {
            return try GivenHashParameters(hashConfig: try text(of: path))
        } catch let fault as HashConfigFault {
            throw ConfigurationError(description: "\(path) is not a hash configuration. \(fault.reason).")
        }
    }

    private func flags() throws -> GivenHashParameters? {
        guard let hashAlgo else { return nil }
        var given = GivenHashParameters()
        given.algorithm = hashAlgo.uppercased()
        given.signerKey = try hashKeyFile.map { path in
            let text = try Self.text(of: path).trimmingCharacters(in: .whitespacesAndNewlines)
            guard let key = Data(anyBase64: text) else {
                throw ConfigurationError(description: "\(path) does not contain a key in base64.")
            }
            return key
        }
        given.saltSeparator = try saltSeparator.map { text in
            guard let bytes = Data(anyBase64: text) else {
                throw ConfigurationError(description: "--salt-separator must be in base64.")
            }
            return bytes
        }
        given.rounds = rounds
        if let memCost { given.setMemoryCost(memCost) }
        (given.blockSize, given.parallelization, given.derivedKeyLength) = (blockSize, parallelization, dkLen)
        given.order = hashInputOrder.map { $0.uppercased() == "SALT_FIRST" ? .saltFirst : .passwordFirst }
        return given
    }

    /// The beginning of a small file.
    private static func text(of path: String) throws -> String {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        guard let text = String(data: try handle.read(upToCount: 32_768) ?? Data(), encoding: .utf8) else {
            throw ConfigurationError(description: "\(path) is not text in UTF-8.")
        }
        return text
    }
}
