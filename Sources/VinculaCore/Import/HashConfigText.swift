import Foundation

extension GivenHashParameters {
    /// Reads the block that Firebase's console shows, or the same lines for another algorithm.
    ///
    ///     hash_config {
    ///       algorithm: SCRYPT,
    ///       base64_signer_key: …,
    ///       base64_salt_separator: Bw==,
    ///       rounds: 8,
    ///       mem_cost: 14,
    ///     }
    ///
    /// - Throws: ``HashConfigFault``.
    package init(hashConfig text: String) throws(HashConfigFault) {
        self.init()
        guard text.utf8.count <= 16_384 else { throw HashConfigFault(reason: "It has more than 16 KiB") }
        guard text.isStreamSafe else { throw HashConfigFault(reason: StreamSafeText.complaint) }
        var seen: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ",")))
            if line.isEmpty || line.hasPrefix("#") || line == "}" || line == "{" || line == "hash_config {" { continue }
            guard let colon = line.firstIndex(of: ":") else {
                throw HashConfigFault(reason: "It has a line without a colon")
            }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces)
            let value = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces.union(CharacterSet(charactersIn: "\"'")))
            guard seen.insert(name).inserted else { throw HashConfigFault(reason: "\(name.prefix(64)) occurs twice") }
            try take(name, value)
        }
        guard algorithm != nil else { throw HashConfigFault(reason: "algorithm is missing") }
    }

    private mutating func take(_ name: String, _ value: String) throws(HashConfigFault) {
        switch name {
        case "algorithm": algorithm = value.uppercased()
        case "base64_signer_key": signerKey = try Self.bytes(name, value)
        case "base64_salt_separator": saltSeparator = try Self.bytes(name, value)
        case "rounds": rounds = try Self.number(name, value)
        case "mem_cost": setMemoryCost(try Self.number(name, value))
        case "block_size": blockSize = try Self.number(name, value)
        case "parallelization": parallelization = try Self.number(name, value)
        case "dk_len": derivedKeyLength = try Self.number(name, value)
        case "hash_input_order": try setOrder(name, value)
        default:
            guard name.hasPrefix("argon2_") else {
                throw HashConfigFault(reason: "There is no parameter \(name.prefix(64))")
            }
            var parameters = argon2 ?? Argon2()
            try parameters.take(String(name.dropFirst("argon2_".count)), value)
            argon2 = parameters
        }
    }

    /// Sets the memory cost, which has another field for the standard scrypt. The algorithm must be known.
    package mutating func setMemoryCost(_ cost: Int64) {
        if algorithm == "STANDARD_SCRYPT" { cpuMemCost = cost } else { memoryCost = cost }
    }

    private mutating func setOrder(_ name: String, _ value: String) throws(HashConfigFault) {
        switch value.uppercased() {
        case "SALT_FIRST": order = .saltFirst
        case "PASSWORD_FIRST": order = .passwordFirst
        default: throw HashConfigFault(reason: "\(name) must be SALT_FIRST or PASSWORD_FIRST")
        }
    }

    fileprivate static func number(_ name: String, _ value: String) throws(HashConfigFault) -> Int64 {
        guard let number = Int64(value) else { throw HashConfigFault(reason: "\(name) must be a number") }
        return number
    }

    fileprivate static func bytes(_ name: String, _ value: String) throws(HashConfigFault) -> Data {
        // The value may be a secret, so that no message repeats it.
        guard value.utf8.count <= 4096, let bytes = Data(anyBase64: value) else {
            throw HashConfigFault(reason: "\(name) must be in base64")
        }
        return bytes
    }
}

extension GivenHashParameters.Argon2 {
    fileprivate mutating func take(_ name: String, _ value: String) throws(HashConfigFault) {
        switch name {
        case "hash_type":
            guard let kind = Argon2Variant.Kind(rawValue: value.lowercased().replacing("argon2_", with: "")) else {
                throw HashConfigFault(reason: "argon2_hash_type must be D, I or ID")
            }
            variant = Argon2Variant(kind, isOld: variant?.isOld ?? false)
        case "hash_length_bytes": hashLength = try GivenHashParameters.number(name, value)
        case "iterations": iterations = try GivenHashParameters.number(name, value)
        case "memory_cost_kib": memoryKib = try GivenHashParameters.number(name, value)
        case "parallelism": parallelism = try GivenHashParameters.number(name, value)
        case "base64_associated_data": associatedData = try GivenHashParameters.bytes(name, value)
        default: throw HashConfigFault(reason: "There is no parameter argon2_\(name.prefix(64))")
        }
    }
}

/// The reason why a hash configuration cannot be read; it never contains a value.
package struct HashConfigFault: Error, Hashable, Sendable {
    package let reason: String
}
