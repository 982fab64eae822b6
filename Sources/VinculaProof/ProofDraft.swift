/// A proof to be signed, for whoever holds a key.
package struct ProofDraft: Hashable, Sendable {
    /// The key's public half.
    package var key: ProofPublicKey
    /// A new random id: 16 to 128 visible ASCII characters.
    package var id: String
    /// The request's method.
    package var method: String
    /// The request's address; query and fragment are left out.
    package var address: String
    /// The time in seconds, by the server's clock.
    package var issuedAt: Int64
    /// The newest nonce of the server, if it has given one.
    package var nonce: String?
    /// The ID token that the request carries, if any.
    package var token: String?

    /// - Parameters:
    ///   - key: The key's public half.
    ///   - id: A new random id.
    ///   - method: The request's method.
    ///   - address: The request's address.
    ///   - issuedAt: The time in seconds, by the server's clock.
    ///   - nonce: The newest nonce of the server, if it has given one.
    ///   - token: The ID token that the request carries, if any.
    package init(
        key: ProofPublicKey, id: String, method: String, address: String, issuedAt: Int64, nonce: String? = nil,
        token: String? = nil
    ) {
        self.key = key
        self.id = id
        self.method = method
        self.address = address
        self.issuedAt = issuedAt
        self.nonce = nonce
        self.token = token
    }

    /// Writes the proof.
    ///
    /// - Parameter sign: Signs with ES256; returns the 64 bytes of the signature (RFC 7518 §3.4).
    /// - Returns: The header's value.
    package func text(signedBy sign: ([UInt8]) throws -> [UInt8]) rethrows -> String {
        let header = #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(key.json)}"#
        let address = address.prefix { $0 != "?" && $0 != "#" }
        var claims = #"{"jti":\#(Self.quoted(id)),"htm":\#(Self.quoted(method)),"htu":\#(Self.quoted(String(address)))"#
        claims += #","iat":\#(issuedAt)"#
        if let nonce { claims += #","nonce":\#(Self.quoted(nonce))"# }
        if let token { claims += #","ath":"\#(Proof.hash(ofToken: token))""# }
        claims += "}"
        let message = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
        return message + "." + Base64URL.encode(try sign(Array(message.utf8)))
    }

    /// A JSON string.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
