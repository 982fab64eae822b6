package import Crypto
import Foundation
import VinculaCore
package import VinculaProof

/// A proof as a test writes it: right, until a member is changed.
package struct ProofSample {
    package static let now: Int64 = 1_700_000_000
    package static let address = "https://auth.example.com/v1/accounts:signUp"

    package let key: P256.Signing.PrivateKey
    package var header: [(String, String)]
    package var claims: [(String, String)]
    /// Signs with another key than the header names.
    package var signer: P256.Signing.PrivateKey

    package init() {
        key = P256.Signing.PrivateKey()
        signer = key
        header = [("typ", #""dpop+jwt""#), ("alg", #""ES256""#), ("jwk", Self.jwk(key.publicKey))]
        claims = [
            ("jti", #""0123456789abcdef""#), ("htm", #""POST""#), ("htu", "\"\(Self.address)\""), ("iat", "\(Self.now)"),
        ]
    }

    package static func jwk(_ key: P256.Signing.PublicKey, more: String = "") -> String {
        let raw = Array(key.rawRepresentation)
        return
            #"{"kty":"EC","crv":"P-256","x":"\#(Base64URL.encode(raw[..<32]))","y":"\#(Base64URL.encode(raw[32...]))"\#(more)}"#
    }

    /// Replaces, adds or (with `nil`) removes a member.
    package static func set(_ name: String, _ value: String?, in members: inout [(String, String)]) {
        members.removeAll { $0.0 == name }
        if let value { members.append((name, value)) }
    }

    package var message: String {
        let parts = [header, claims].map { members in
            "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        }
        return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    package var text: String {
        let signature = (try? signer.signature(for: Data(message.utf8)).rawRepresentation) ?? Data()
        return message + "." + Base64URL.encode(signature)
    }

    package static func read(_ text: String) throws(ProofFault) -> Proof {
        try Proof(text) { bytes in
            guard case .object(let members)? = JSONValue.parse(Data(bytes)) else { return nil }
            return members.mapValues(field)
        }
    }

    private static func field(_ value: JSONValue) -> ProofField {
        switch value {
        case .string(let text): .text(text)
        case .integer(let number): .integer(number)
        case .object(let members): .fields(members.mapValues(field))
        default: .other
        }
    }

    package static func fault(_ text: String, token: String? = nil) -> ProofFault? {
        do {
            let proof = try read(text)
            try ProofRules(method: "POST", addresses: [address], now: now, token: token).check(proof)
            return nil
        } catch {
            return error
        }
    }
}
