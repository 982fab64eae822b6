import Foundation
import Testing
import VinculaCrypto

@Suite struct AccessTokenTests {
    private let tokens = AccessTokens(secret: Data(repeating: 7, count: AccessTokens.secretLength))
    private let facts = AccessTokenFacts(keyID: String(repeating: "0a", count: 20), expiresAt: 1_700_000_000_123)

    @Test func comesBackAsItWasMade() throws {
        let text = try #require(tokens.text(facts))
        #expect(tokens.parse(text) == facts)
        #expect(tokens.text(facts) != text)
    }

    @Test func onlyItsOwnServerReadsIt() throws {
        let text = try #require(tokens.text(facts))
        #expect(AccessTokens(secret: Data(repeating: 8, count: AccessTokens.secretLength)).parse(text) == nil)
        for wrong in [
            "", "at_", String(text.dropLast()), text + "A", "rt_" + text.dropFirst(3), String(text.dropFirst(3)), text + "=",
        ] {
            #expect(tokens.parse(wrong) == nil)
        }
        let bytes = try #require(Data(base64URL: text.dropFirst(3)))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(tokens.parse("at_" + changed.base64URL) == nil)
        }
    }

    @Test func keyIDsAreTwentyBytes() {
        for id in [
            "", "0a", String(repeating: "0A", count: 20), String(repeating: "0", count: 39), String(repeating: "g", count: 40),
        ] {
            #expect(tokens.text(AccessTokenFacts(keyID: id, expiresAt: 0)) == nil)
        }
    }
}
