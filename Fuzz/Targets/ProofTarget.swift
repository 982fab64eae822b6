import Crypto
import Foundation
import VinculaCore
import VinculaProof
import VinculaServer

/// A proof as a string; or lines (header, claims, the request's address), signed here, so that mutations reach the JSON.
enum ProofTarget {
    private static let now: Int64 = 1_800_000_000
    private static let address = "https://auth.example/v1/token"
    private static let token = "token"
    /// The key that signs; it is used for nothing else.
    private static let privateKey = try? P256.Signing.PrivateKey(rawRepresentation: Data(repeating: 7, count: 32))

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1 else {
            try check(address: text)
            try check(text)
            return
        }
        let address = lines.count > 2 ? lines[2] : Self.address
        try check(address: address)
        guard let privateKey else { throw BrokenInvariant(description: "The key cannot be made") }
        let message = lines.prefix(2).map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try privateKey.signature(for: Data(message.utf8)).rawRepresentation
        guard let proof = try check("\(message).\(Base64URL.encode(signature))", for: address) else { return }
        let own = ProofPublicKey(privateKey.publicKey)
        try demand(proof.key == own, "A signature counts for another key: \(lines[0])")
        try checkCopy(of: proof, privateKey)
    }

    /// Reads a proof as the server does.
    private static func read(_ text: String) -> Proof? {
        try? Proof(text) { bytes in
            guard bytes.count <= Proof.longest, case .object(let members)? = JSONValue.parse(Data(bytes)) else { return nil }
            return members.mapValues(ProofField.init)
        }
    }

    @discardableResult
    private static func check(_ text: String, for address: String = Self.address) throws -> Proof? {
        guard let proof = read(text) else { return nil }
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        try demand(segments.count == 3 && text.utf8.count <= Proof.longest, "A proof of another form: \(text)")
        let parts = segments.map { Base64URL.decode($0.utf8) ?? [] }
        for (segment, part) in zip(segments, parts) {
            try demand(Base64URL.encode(part).isExactly(String(segment)), "A segment with two spellings: \(segment)")
        }
        try checkHeader(JSONValue.parse(Data(parts[0])), of: proof)
        let key = try P256.Signing.PublicKey(rawRepresentation: proof.key.x + proof.key.y)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts[2])
        let message = Data("\(segments[0]).\(segments[1])".utf8)
        try demand(key.isValidSignature(signature, for: message), "A proof without its key's signature: \(text)")
        try demand(Proof.idLengths.contains(proof.id.utf8.count), "An id of \(proof.id.utf8.count) bytes")
        try demand(proof.id.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "An id that cannot be seen")
        try demand((proof.nonce ?? "").utf8.count <= 256, "A long nonce")
        try demand(proof.fingerprint.count == 32 && proof.key.thumbprint.count == 32, "A name of another length")
        try checkRules(proof, address)
        return proof
    }

    private static func checkHeader(_ header: JSONValue?, of proof: Proof) throws {
        guard let header, case .object(let jwk)? = header["jwk"] else {
            throw BrokenInvariant(description: "A proof without a key")
        }
        try demand(header["typ"] == "dpop+jwt" && header["alg"] == "ES256", "A proof of another kind: \(header.text)")
        try demand(header["crit"] == nil, "A proof with critical extensions")
        let secrets: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
        try demand(secrets.isDisjoint(with: jwk.keys), "A proof that shows its private key")
        try demand(jwk["x"]?.string?.isExactly(Base64URL.encode(proof.key.x)) == true, "Another key than the header's")
        try demand(jwk["y"]?.string?.isExactly(Base64URL.encode(proof.key.y)) == true, "Another key than the header's")
    }

    private static func checkRules(_ proof: Proof, _ address: String) throws {
        func isGood(_ method: String, _ token: String?) -> Bool {
            do {
                try ProofRules(method: method, addresses: [address], now: now, token: token).check(proof)
                return true
            } catch {
                return false
            }
        }
        let (plain, withToken) = (isGood("POST", nil), isGood("POST", token))
        try demand(!plain || !withToken, "A proof for a request with a token and for one without")
        guard plain || withToken else { return }
        try demand(proof.method.isExactly("POST") && !isGood("GET", plain ? nil : token), "A proof for another method")
        try demand((now - 120...now + 60).contains(proof.issuedAt), "A proof of another time: \(proof.issuedAt)")
        try demand((proof.expiresAt ?? .max) > now, "A proof that has expired")
        try demand(ProofAddress(proof.address) == ProofAddress(address), "A proof for another address: \(proof.address)")
        try demand((proof.tokenHash != nil) == withToken, "A proof for another token")
        try demand(ProofRules.forgottenAt(proof) > now, "A proof that is forgotten while it is good")
    }

    /// What was read can be written, and reads the same again.
    private static func checkCopy(of proof: Proof, _ privateKey: P256.Signing.PrivateKey) throws {
        let draft = ProofDraft(
            key: proof.key, id: proof.id, method: proof.method, address: proof.address, issuedAt: proof.issuedAt,
            nonce: proof.nonce)
        let text = try draft.text { Array(try privateKey.signature(for: Data($0)).rawRepresentation) }
        // Control characters take six bytes each.
        guard text.utf8.count <= Proof.longest else { return }
        guard let copy = read(text) else { throw BrokenInvariant(description: "A copy that cannot be read: \(text)") }
        let address = String(proof.address.prefix { $0 != "?" && $0 != "#" })
        try demand(copy.fingerprint == proof.fingerprint && copy.address.isExactly(address), "A copy of another proof: \(text)")
        try demand(copy.method.isExactly(proof.method) && copy.issuedAt == proof.issuedAt, "A copy of another proof: \(text)")
        try demand(copy.nonce == proof.nonce, "A copy with another nonce: \(text)")
    }

    private static func check(address: String) throws {
        guard let read = ProofAddress(address) else { return }
        try demand(ProofAddress(read.text) == read, "An address that is normalised twice: \(address)")
        let isWhole = read.text.utf8.count <= 2049 && read.text.hasPrefix("\(read.origin)/")
        try demand(isWhole, "An address of another form: \(read.text)")
        try demand(["http://", "https://"].contains { read.origin.hasPrefix($0) }, "A scheme: \(read.origin)")
        try demand(read.origin.isExactly(read.origin.lowercased()), "An origin in capitals: \(read.origin)")
        let isOnly = !read.text.contains { $0 == "?" || $0 == "#" } && !read.origin.contains("@")
        try demand(isOnly, "More than an address: \(read.text)")
    }
}
