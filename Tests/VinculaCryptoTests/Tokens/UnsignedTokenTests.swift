import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct UnsignedTokenTests {
    private static func jwt(_ header: String, _ claims: String, _ signature: String = "") -> String {
        "\(Data(header.utf8).base64URL).\(Data(claims.utf8).base64URL).\(signature)"
    }

    @Test func `a JSON object, or a JWT of algorithm none without a signature`() {
        let plain = UnsignedToken(#"{"uid":"ana"}"#)
        #expect(plain?.claims["uid"] == "ana" && plain?.isJWT == false)
        let token = UnsignedToken(Self.jwt(#"{"alg":"none"}"#, #"{"uid":"ana"}"#))
        #expect(token?.claims["uid"] == "ana" && token?.isJWT == true)
    }

    @Test func `what is written can be read, and is no signed token`() {
        let text = UnsignedToken.text(claims: #"{"uid":"ana"}"#)
        #expect(UnsignedToken(text)?.claims["uid"] == "ana" && UnsignedToken(text)?.isJWT == true)
        #expect(text.hasSuffix(".") && JSONWebToken(text) == nil)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "garbage", "..", "a.b.", "[]", "{", #"{"uid":1} x"#, jwt(#"{"alg":"none"}"#, "[]"), jwt(#"{"alg":"None"}"#, "{}"),
            jwt(#"{"alg":"HS256"}"#, "{}"), jwt("{}", "{}"), jwt(#"{"alg":"none"}"#, "{}", "AA"),
            jwt(#"{"alg":"none"}"#, "{}") + ".",
            #"{"uid":""# + String(repeating: "x", count: 16_384) + "\"}",
        ])
    func others(text: String) { #expect(UnsignedToken(text) == nil) }
}
