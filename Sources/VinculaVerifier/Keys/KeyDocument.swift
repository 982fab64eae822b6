import Foundation

/// An issuer's answer with its keys, by key id: a JSON Web Key Set, or certificates in PEM by key id.
enum KeyDocument {
    /// The number of keys that an answer may have; further ones are ignored.
    private static let mostKeys = 100

    /// Reads an answer, and skips every key that cannot verify tokens.
    ///
    /// - Returns: `nil` if it is neither form.
    static func keys(_ bytes: [UInt8]) -> [String: VerificationKey]? {
        guard case .object(let members)? = JSONReader.read(bytes) else { return nil }
        var keys: [String: VerificationKey] = [:]
        if let set = members["keys"] {
            guard let list = set.array else { return nil }
            for case .object(let key) in list.prefix(mostKeys) {
                guard let id = key["kid"]?.string, let found = VerificationKey(key) else { continue }
                // Two keys with one id: the first one counts.
                if keys[id] == nil { keys[id] = found }
            }
        } else {
            for (id, pem) in members.prefix(mostKeys) {
                keys[id] = pem.string.flatMap(VerificationKey.init(certificate:))
            }
        }
        return keys
    }
}
