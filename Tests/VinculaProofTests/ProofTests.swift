import Crypto
import Foundation
import ProofSamples
import Testing
import VinculaProof

/// A row of the table: one thing is wrong with the proof, or nothing.
struct ProofRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: ProofFault?
    let change: @Sendable (inout ProofSample) -> Void

    init(_ name: String, _ fault: ProofFault?, _ change: @escaping @Sendable (inout ProofSample) -> Void) {
        testDescription = name
        self.fault = fault
        self.change = change
    }

    static func header(_ name: String, _ value: String?, _ fault: ProofFault?) -> ProofRow {
        ProofRow("header \(name): \(value ?? "missing")", fault) { ProofSample.set(name, value, in: &$0.header) }
    }

    static func claim(_ name: String, _ value: String?, _ fault: ProofFault?) -> ProofRow {
        ProofRow("claim \(name): \(value ?? "missing")", fault) { ProofSample.set(name, value, in: &$0.claims) }
    }
}

private let now = ProofSample.now

@Suite("Proofs")
struct ProofTests {
    private static let headers: [ProofRow] = [
        ProofRow("right", nil) { _ in },
        .header("typ", nil, .wrongType), .header("typ", #""JWT""#, .wrongType), .header("typ", "1", .wrongType),
        .header("alg", nil, .unsupportedAlgorithm), .header("alg", #""none""#, .unsupportedAlgorithm),
        .header("alg", #""HS256""#, .unsupportedAlgorithm), .header("alg", #""RS256""#, .unsupportedAlgorithm),
        .header("alg", #""ES384""#, .unsupportedAlgorithm), .header("alg", #""EdDSA""#, .unsupportedAlgorithm),
        .header("jwk", nil, .invalidKey), .header("jwk", #""P-256""#, .invalidKey), .header("jwk", "{}", .invalidKey),
        .header("jwk", #"{"kty":"oct","k":"AAAA"}"#, .privateKey),
        .header("jwk", #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, .invalidKey),
        .header("kid", #""ignored""#, nil), .header("x5u", #""https://thief.example/""#, nil),
        .header("crit", #"["exp"]"#, .malformed), .header("b64", "false", .malformed), .header("zip", #""DEF""#, .malformed),
        ProofRow("private member", .privateKey) {
            ProofSample.set("jwk", ProofSample.jwk($0.key.publicKey, more: #","d":"AAAA""#), in: &$0.header)
        },
        ProofRow("key of another curve", .invalidKey) {
            let jwk = ProofSample.jwk($0.key.publicKey).replacing("P-256", with: "P-384")
            ProofSample.set("jwk", jwk, in: &$0.header)
        },
        ProofRow("key for encryption", .invalidKey) {
            ProofSample.set("jwk", ProofSample.jwk($0.key.publicKey, more: #","use":"enc""#), in: &$0.header)
        },
        ProofRow("key for another algorithm", .invalidKey) {
            ProofSample.set("jwk", ProofSample.jwk($0.key.publicKey, more: #","alg":"ES384""#), in: &$0.header)
        },
        ProofRow("members that say nothing", nil) {
            let more = #","ext":true,"key_ops":["verify"],"alg":"ES256","use":"sig""#
            ProofSample.set("jwk", ProofSample.jwk($0.key.publicKey, more: more), in: &$0.header)
        },
        ProofRow("a point that is not on the curve", .invalidKey) {
            let zeros = Base64URL.encode([UInt8](repeating: 0, count: 32))
            ProofSample.set("jwk", #"{"kty":"EC","crv":"P-256","x":"\#(zeros)","y":"\#(zeros)"}"#, in: &$0.header)
        },
        ProofRow("a coordinate too long", .invalidKey) {
            let jwk = ProofSample.jwk($0.key.publicKey).replacing(#""x":""#, with: #""x":"AAAA"#)
            ProofSample.set("jwk", jwk, in: &$0.header)
        },
        ProofRow("duplicate member in the header", .malformed) { $0.header.append(("alg", #""ES256""#)) },
        ProofRow("other signer", .invalidSignature) { $0.signer = P256.Signing.PrivateKey() },
    ]

    private static let claims: [ProofRow] = [
        .claim("jti", nil, .invalidClaim), .claim("jti", "5", .invalidClaim), .claim("jti", #""0123456789abcde""#, .invalidClaim),
        .claim("jti", "\"\(String(repeating: "j", count: 128))\"", nil),
        .claim("jti", "\"\(String(repeating: "j", count: 129))\"", .invalidClaim),
        .claim("jti", #""0123456789 abcdef""#, .invalidClaim), .claim("jti", #""0123456789abcdeé""#, .invalidClaim),
        .claim("htm", nil, .invalidClaim), .claim("htm", #""GET""#, .wrongMethod), .claim("htm", #""post""#, .wrongMethod),
        .claim("htu", nil, .invalidClaim), .claim("htu", #""https://auth.example.com/v1/token""#, .wrongAddress),
        .claim("htu", #""http://auth.example.com/v1/accounts:signUp""#, .wrongAddress),
        .claim("htu", #""https://thief.example/v1/accounts:signUp""#, .wrongAddress),
        .claim("htu", #""https://auth.example.com:8443/v1/accounts:signUp""#, .wrongAddress),
        .claim("htu", #""https://auth.example.com@thief.example/v1/accounts:signUp""#, .wrongAddress),
        .claim("htu", #""HTTPS://AUTH.example.com:443/v1/accounts:signU%70?key=k#f""#, nil),
        .claim("htu", #""/v1/accounts:signUp""#, .wrongAddress), .claim("htu", #""""#, .wrongAddress),
        .claim("iat", nil, .invalidClaim), .claim("iat", "\"\(now)\"", .invalidClaim), .claim("iat", "\(now).5", .invalidClaim),
        .claim("iat", "\(now - 120)", nil), .claim("iat", "\(now - 121)", .tooOld), .claim("iat", "\(now + 60)", nil),
        .claim("iat", "\(now + 61)", .tooNew), .claim("iat", "\(Int64.max)", .tooNew), .claim("iat", "\(Int64.min)", .tooOld),
        .claim("exp", "\(now + 1)", nil), .claim("exp", "\(now)", .tooOld), .claim("exp", #""soon""#, .invalidClaim),
        .claim("nonce", "5", .invalidClaim), .claim("nonce", "\"\(String(repeating: "n", count: 257))\"", .invalidClaim),
        .claim("nonce", #""anything""#, nil), .claim("ath", "null", .invalidClaim), .claim("ath", #""""#, .wrongToken),
        .claim("more", "[1,true,null]", nil),
        ProofRow("duplicate claim", .malformed) { $0.claims.append(("iat", "\(now)")) },
    ]

    @Test("T353 a proof is good if nothing is wrong with it", arguments: headers + claims)
    func table(row: ProofRow) {
        var sample = ProofSample()
        row.change(&sample)
        #expect(ProofSample.fault(sample.text) == row.fault)
    }

    @Test("A proof belongs to the token that the request carries, and to none if it carries none")
    func tokens() {
        var sample = ProofSample()
        #expect(ProofSample.fault(sample.text, token: "a.b.c") == .wrongToken)
        ProofSample.set("ath", "\"\(Proof.hash(ofToken: "a.b.c"))\"", in: &sample.claims)
        #expect(ProofSample.fault(sample.text, token: "a.b.c") == nil)
        #expect(ProofSample.fault(sample.text, token: "a.b.d") == .wrongToken)
        #expect(ProofSample.fault(sample.text) == .wrongToken)
    }

    @Test("An address is normalised once: what comes of it stays as it is, and an odd host is none")
    func addresses() {
        let texts = [
            "HTTPS://Auth.Example:443/v1/%74oken?key=k": "https://auth.example/v1/token", "http://a": "http://a/",
            "http://a:0080/": "http://a/", "https://a:80/": "https://a:80/", "http://a:/": "http://a/",
            "http://[::1]:8080/%2f": "http://[::1]:8080/%2F", "http://[::1]": "http://[::1]/",
        ]
        for (text, normal) in texts {
            #expect(ProofAddress(text)?.text == normal, "\(text)")
            #expect(ProofAddress(normal)?.text == normal, "\(text)")
        }
        let odd = ["a:80:80", "a:b:80", "[::1]x:80", "[[::1]]", "a]", "[]", ":80"]
        for host in odd {
            #expect(ProofAddress("http://\(host)/") == nil, "\(host)")
        }
    }

    @Test("Only the exact form of a token is read")
    func form() {
        let sample = ProofSample()
        let parts = sample.text.split(separator: ".").map(String.init)
        let texts: [(String, ProofFault)] = [
            ("", .malformed), ("a.b", .malformed), (sample.text + ".", .malformed),
            (parts[0] + "." + parts[1] + ".", .invalidSignature),
            (sample.text + "=", .malformed), (parts[0] + "=." + parts[1] + "." + parts[2], .malformed),
            (" " + sample.text, .malformed), (sample.text + "\n", .malformed),
            (sample.text.replacing(".", with: "\u{FF0E}"), .malformed),
            (sample.text + String(repeating: "A", count: 4096), .tooLong),
            // 84 characters are 63 bytes.
            (parts[0] + "." + parts[1] + "." + String(parts[2].dropLast(2)), .invalidSignature),
        ]
        for (text, fault) in texts { #expect(ProofSample.fault(text) == fault, "\(text.prefix(40))") }
        // 64 bytes leave two bits: any but zeros are another spelling of the same signature.
        let others = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".filter { $0 != parts[2].last }
        for last in others.prefix(20) {
            #expect(ProofSample.fault(parts[0] + "." + parts[1] + "." + parts[2].dropLast() + String(last)) != nil)
        }
    }

    @Test("The draft of a client is a right proof, and its key has the thumbprint of RFC 7638")
    func draft() throws {
        let key = P256.Signing.PrivateKey()
        let draft = ProofDraft(
            key: ProofPublicKey(key.publicKey), id: "0123456789abcdef", method: "POST", address: ProofSample.address + "?key=k",
            issuedAt: now, nonce: #"n"\"#, token: "a.b.c")
        let text = try draft.text { Array(try key.signature(for: Data($0)).rawRepresentation) }
        #expect(ProofSample.fault(text, token: "a.b.c") == nil)
        let proof = try ProofSample.read(text)
        #expect(proof.nonce == #"n"\"# && proof.key == ProofPublicKey(key.publicKey) && proof.address == ProofSample.address)
        #expect(proof.fingerprint.count == 32 && proof.key.thumbprint.count == 32)
    }

    @Test("The example of RFC 9449 has the thumbprint that its tokens are bound to")
    func example() throws {
        // https://www.rfc-editor.org/rfc/rfc9449.html#section-4.1 and #section-6.1
        let text = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFV\
            ZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VT\
            YzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4\
            vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
            """
        let proof = try ProofSample.read(text)
        #expect(Base64URL.encode(proof.key.thumbprint) == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        try ProofRules(method: "POST", addresses: ["https://server.example.com/token"], now: 1_562_262_616).check(proof)
    }
}
