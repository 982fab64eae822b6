import VinculaCore
import VinculaProof

/// What the OpenAPI description says of proofs of a key (RFC 9449), which every app's request may carry.
enum OpenAPIProofs {
    /// The refusals that are about keys and proofs: the `reason` in the error's details, and what a client does about it.
    private static let refusals = [
        ("INVALID_DPOP_PROOF", "the proof is wrong; `metadata.now` is the server's time in seconds if that may be why"),
        ("USE_DPOP_NONCE", "the proof needs the nonce in the header `DPoP-Nonce`; send the request once more"),
        ("SESSION_KEY_REQUIRED", "the session is bound to a key, and the request has no proof"),
        ("SESSION_KEY_MISMATCH", "the proof is another key's than the session's"),
        ("SESSION_KEY_REQUIRED_BY_PROJECT", "the project requires keys, and the request has no proof"),
    ]

    /// A reference to the request header.
    static let parameter: JSONValue = .object(["$ref": "#/components/parameters/DPoP"])

    static let parameters: [String: JSONValue] = [
        "DPoP": .object([
            "name": "DPoP", "in": "header", "required": false,
            "description": .string(
                "A proof that the sender has the key that the session is, or is to be, bound to (RFC 9449). A wrong one is refused "
                    + "even where none is needed; an administrator's is not looked at."),
            "schema": .object([
                "type": "string", "maxLength": .integer(Int64(Proof.longest)),
                "pattern": "^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$",
            ]),
        ])
    ]

    static let headers: [String: JSONValue] = [
        "ProofNonce": .object([
            "required": false,
            "description": "The nonce for the next proof, if the request had a proof and the project asks for nonces.",
            "schema": .object(["type": "string"]),
        ])
    ]

    /// Adds to a response that it may have a nonce.
    static func mayGiveNonce(_ response: JSONValue) -> JSONValue {
        // A reference has no members besides.
        guard case .object(var members) = response, members["$ref"] == nil else { return response }
        members["headers"] = .object(["DPoP-Nonce": .object(["$ref": "#/components/headers/ProofNonce"])])
        return .object(members)
    }

    /// Adds to an error's description which refusals may be about the proof.
    static func mayBeRefused(_ response: JSONValue) -> JSONValue {
        guard case .object(var members) = mayGiveNonce(response) else { return response }
        let list = refusals.map { "- `\($0)`: \($1)" }.joined(separator: "\n")
        let text = members["description"]?.string ?? ""
        let reasons = "`details` has one of these reasons if it is about the key of a session:"
        members["description"] = .string("\(text) \(reasons)\n\n\(list)")
        return .object(members)
    }
}
