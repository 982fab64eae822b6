import Crypto
import CryptoExtras
import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct JSONWebKeySetTests {
    private func key(_ text: String) throws -> JSONValue { try #require(JSONValue.parse(Data(text.utf8))) }

    private func modulus(bytes: Int) -> String { Data([0xC1] + Array(repeating: 0x55, count: bytes - 1)).base64URL }

    @Test func `T082 the good key is found among keys of no use`() throws {
        let bad = try [
            #"{"kty":"RSA","kid":"a","n":"\#(modulus(bytes: 64))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"a2","n":"\#(modulus(bytes: 255))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"b","n":"\#(modulus(bytes: 256))","e":"AQ"}"#,
            #"{"kty":"RSA","kid":"b2","n":"\#(modulus(bytes: 256))","e":"Ag"}"#,
            #"{"kty":"RSA","kid":"b3","n":"\#(modulus(bytes: 256))","e":""}"#,
            #"{"kty":"RSA","kid":"b4","n":"\#(modulus(bytes: 2048))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"c"}"#,
            #"{"kty":"RSA","kid":1,"n":"\#(modulus(bytes: 256))","e":"AQAB"}"#,
            #"{"kty":"oct","kid":"d","k":"c2VjcmV0"}"#,
            #"{"kty":"EC","kid":"e","crv":"P-999","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","kid":"f","crv":"P-256","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","kid":"g","crv":"secp256k1","x":"AA","y":"AA"}"#,
            #"{"kty":"OKP","kid":"h","crv":"X25519","x":"AA"}"#,
            #"{"kty":"OKP","kid":"h2","crv":"Ed25519","x":"AA"}"#,
            #"{}"#, #"[]"#, #""key""#, #"null"#, #"1"#, #"{"kty":null}"#,
        ].map(key)
        let set = try #require(try TestKeys.set(bad + [TestKeys.publicKey()] + bad))
        #expect(set.keys.map(\.id) == ["kid"])
        let token = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid"}"#)))
        #expect(token.isSigned(by: set))
    }

    @Test(
        "T082 a key for something else is passed over",
        arguments: [#""use":"enc""#, #""use":"SIG""#, #""use":"""#, #""key_ops":["encrypt"]"#, #""key_ops":[]"#])
    func otherUse(member: String) throws {
        let text = try TestKeys.publicKey().text.dropLast().replacing(#","use":"sig""#, with: "")
        let set = try #require(try TestKeys.set([key(text + "," + member + "}")]))
        #expect(set.keys.isEmpty)
        #expect(try TestKeys.set([key(text + "}")])?.keys.count == 1)
        #expect(try TestKeys.set([key(text + #","key_ops":["sign","verify"],"x5t":"x"}"#)])?.keys.count == 1)
    }

    @Test func `T082 of two keys with one id either may have signed`() throws {
        let other = try #require(try JSONWebKey(id: "kid", privateKeyDER: TestKeys.otherRSA.get()).published)
        let set = try TestKeys.set([.object(other.mapValues(JSONValue.string)), TestKeys.publicKey()])
        let token = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid"}"#)))
        #expect(token.isSigned(by: try #require(set)))
    }

    @Test func `T082 no more than a hundred keys are read`() throws {
        let keys = try (0..<150).map { try TestKeys.publicKey(id: "kid \($0)") }
        let set = try #require(try TestKeys.set(keys))
        #expect(set.keys.count == 100)
        let early = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid 99"}"#)))
        let late = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid 100"}"#)))
        #expect(early.isSigned(by: set))
        #expect(!late.isSigned(by: set))
    }

    @Test(
        "what is no key set is none",
        arguments: ["", "[]", "{}", "null", #"{"keys":{}}"#, #"{"keys":1}"#, "<html>", #"{"keys":["#])
    func noSet(text: String) {
        #expect(JSONWebKeySet(json: Data(text.utf8)) == nil)
    }

    @Test func `an empty key set is one`() { #expect(JSONWebKeySet(json: Data(#"{"keys":[]}"#.utf8))?.keys.isEmpty == true) }

    // MARK: The other algorithms

    private func token(_ algorithm: String, sign: (Data) throws -> Data) throws -> JSONWebToken {
        let message = Data(#"{"alg":"\#(algorithm)","kid":"kid"}"#.utf8).base64URL + "." + Data("{}".utf8).base64URL
        return try #require(JSONWebToken(message + "." + sign(Data(message.utf8)).base64URL))
    }

    private func curve(_ kty: String, _ crv: String, _ raw: Data) throws -> JSONWebKeySet {
        let half = kty == "EC" ? raw.count / 2 : raw.count
        var members: [String: JSONValue] = ["kty": .string(kty), "crv": .string(crv), "kid": "kid"]
        members["x"] = .string(raw.prefix(half).base64URL)
        if kty == "EC" { members["y"] = .string(raw.suffix(half).base64URL) }
        return try #require(try TestKeys.set([.object(members)]))
    }

    @Test func `elliptic curves verify with their own algorithm only`() throws {
        let p256 = P256.Signing.PrivateKey()
        let p384 = P384.Signing.PrivateKey()
        let p521 = P521.Signing.PrivateKey()
        let ed25519 = Curve25519.Signing.PrivateKey()
        let sets = try [
            curve("EC", "P-256", p256.publicKey.rawRepresentation), curve("EC", "P-384", p384.publicKey.rawRepresentation),
            curve("EC", "P-521", p521.publicKey.rawRepresentation), curve("OKP", "Ed25519", ed25519.publicKey.rawRepresentation),
        ]
        let tokens = try [
            token("ES256") { try p256.signature(for: SHA256.hash(data: $0)).rawRepresentation },
            token("ES384") { try p384.signature(for: SHA384.hash(data: $0)).rawRepresentation },
            token("ES512") { try p521.signature(for: SHA512.hash(data: $0)).rawRepresentation },
            token("EdDSA") { try ed25519.signature(for: $0) },
        ]
        for (number, token) in tokens.enumerated() {
            for (other, set) in sets.enumerated() { #expect(token.isSigned(by: set) == (number == other)) }
        }
        // DER is not how tokens carry them, and zeros are no signature.
        let der = try token("ES256") { try p256.signature(for: SHA256.hash(data: $0)).derRepresentation }
        #expect(!der.isSigned(by: sets[0]))
        #expect(!(try token("ES256") { _ in Data(repeating: 0, count: 64) }).isSigned(by: sets[0]))
    }

    /// Every encoding of the eight points of small order, those that RFC 8032 does not allow among them.
    private static let smallPoints: [Data] = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].flatMap { hex in
        let digits = Array(hex)
        let point = Data(stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
        return [point, point.prefix(31) + Data([point[31] | 0x80])]
    }

    @Test func `an Ed25519 key of small order, by which anybody can sign, is none`() throws {
        #expect(Self.smallPoints.count == 14)
        for key in Self.smallPoints {
            #expect(key.count == 32)
            let set = try curve("OKP", "Ed25519", key)
            #expect(set.keys.isEmpty, "\(key.base64URL)")
            // With these a signature of zero would be right for one message in eight, or for all.
            for (number, point) in Self.smallPoints.enumerated() {
                let forged = try #require(
                    JSONWebToken(
                        Data(#"{"alg":"EdDSA","kid":"kid","n":\#(number)}"#.utf8).base64URL + ".e30."
                            + (point + Data(count: 32)).base64URL))
                #expect(!forged.isSigned(by: set))
            }
        }
        // The other spellings of numbers that are too large, whoever's they are.
        for low in UInt8(0xEF)...0xFF {
            for high in [UInt8(0x7F), 0xFF] {
                let key = Data([low] + Array(repeating: 0xFF, count: 30) + [high])
                #expect(try curve("OKP", "Ed25519", key).keys.isEmpty)
            }
        }
    }

    @Test func `an Ed25519 signature that begins with a point of small order is none`() throws {
        let key = Curve25519.Signing.PrivateKey()
        let set = try curve("OKP", "Ed25519", key.publicKey.rawRepresentation)
        #expect(set.keys.count == 1)
        for point in Self.smallPoints {
            #expect(!(try token("EdDSA") { _ in point + Data(count: 32) }).isSigned(by: set))
        }
        // A second spelling of a good signature is none either: s + the order of the group.
        let order: [UInt8] = [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0, 0, 0, 0, 0, 0, 0,
            0, 0,
            0, 0, 0, 0, 0, 0, 0x10,
        ]
        let malleated = try token("EdDSA") { message in
            let signature = Array(try key.signature(for: message))
            var carry = 0
            let sum = zip(signature.suffix(32), order).map { left, right in
                let sum = Int(left) + Int(right) + carry
                carry = sum >> 8
                return UInt8(sum & 0xFF)
            }
            return Data(signature.prefix(32) + sum)
        }
        #expect(!malleated.isSigned(by: set))
    }

    @Test func `points that are not on their curve, or not of its length, and even RSA moduli make no keys`() throws {
        for (name, size, raw) in [
            ("P-256", 32, P256.Signing.PrivateKey().publicKey.rawRepresentation),
            ("P-384", 48, P384.Signing.PrivateKey().publicKey.rawRepresentation),
            ("P-521", 66, P521.Signing.PrivateKey().publicKey.rawRepresentation),
        ] {
            #expect(try curve("EC", name, raw).keys.count == 1)
            var off = raw
            off[raw.count - 1] ^= 1
            #expect(try curve("EC", name, off).keys.isEmpty, "off the curve")
            #expect(try curve("EC", name, Data(count: 2 * size)).keys.isEmpty, "the point at infinity, as some write it")
            #expect(try curve("EC", name, Data(repeating: 0xFF, count: 2 * size)).keys.isEmpty, "larger than the field")
            let shifted: JSONValue = .object([
                "kty": "EC", "crv": .string(name), "kid": "kid", "x": .string(raw.prefix(size + 1).base64URL),
                "y": .string(raw.suffix(size - 1).base64URL),
            ])
            #expect(try TestKeys.set([shifted])?.keys.isEmpty == true, "x has a byte of y")
        }
        let even = Data([0xC1] + Array(repeating: 0x55, count: 254) + [0x54]).base64URL
        #expect(try TestKeys.set([key(#"{"kty":"RSA","kid":"a","n":"\#(even)","e":"AQAB"}"#)])?.keys.isEmpty == true)
    }

    @Test func `RSA keys without an algorithm verify PSS and longer digests`() throws {
        let key = try _RSA.Signing.PrivateKey(derRepresentation: TestKeys.rsa.get())
        let set = try #require(try TestKeys.set(alg: nil))
        let pss = try token("PS256") { try key.signature(for: SHA256.hash(data: $0), padding: .PSS).rawRepresentation }
        #expect(pss.isSigned(by: set))
        let long = try token("RS512") {
            try key.signature(for: SHA512.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
        }
        #expect(long.isSigned(by: set))
        #expect(!long.isSigned(by: try #require(try TestKeys.set(alg: "RS256"))))
    }
}
