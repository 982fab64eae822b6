import Foundation
import Testing
import VinculaCrypto

struct RefreshTokenTests {
    private let tokens = RefreshTokens(key: Data(repeating: 1, count: RefreshTokens.keyLength))

    @Test func `a token comes back from its text`() throws {
        let token = tokens.first()
        let text = tokens.text(token)
        #expect(text.hasPrefix("rt_"))
        #expect(tokens.parse(text) == token)
        #expect(token.sessionID.count == 16)
        #expect(token.hash.count == 32)
        // The token cannot be derived from the stored value.
        #expect(!text.contains(token.hash.base64URL))
    }

    @Test func `no two first tokens are equal`() {
        let all = (0..<200).map { _ in tokens.first() }
        #expect(Set(all).count == 200)
        #expect(Set(all.map(\.sessionID)).count == 200)
        #expect(Set(all.map(\.hash)).count == 200)
    }

    @Test func `T110 every flipped bit is noticed without the store`() throws {
        let text = tokens.text(tokens.first())
        let data = try #require(Data(base64URL: text.dropFirst(3)))
        for index in data.indices {
            for bit in 0..<8 {
                var damaged = data
                damaged[index] ^= 1 << UInt8(bit)
                #expect(tokens.parse("rt_" + damaged.base64URL) == nil)
            }
        }
    }

    @Test func `T110 truncated and extended tokens are refused`() {
        let text = tokens.text(tokens.first())
        for length in 0..<text.count { #expect(tokens.parse(String(text.prefix(length))) == nil) }
        for suffix in ["A", "AAAA", "=", " ", "\n", "\u{0}"] { #expect(tokens.parse(text + suffix) == nil) }
    }

    @Test("T110 what was never a token is refused")
    func rubbish() {
        for text in [
            "", "rt_", "rt_x", "' OR 1=1 --", "eyJhbGciOiJub25lIn0.e30.", String(repeating: "A", count: 1_000_000),
            "rt_" + String(repeating: "A", count: 75), "RT_" + String(repeating: "A", count: 75), "\u{0}", "rt_%00",
        ] {
            #expect(tokens.parse(text) == nil, "\(text.prefix(80))")
        }
    }

    @Test func `another server's tokens are refused`() {
        let others = RefreshTokens(key: Data(repeating: 2, count: RefreshTokens.keyLength))
        #expect(tokens.parse(others.text(others.first())) == nil)
    }

    @Test func `a child is the same each time, and another for each branch, parent and key`() {
        let parent = tokens.first()
        let child = tokens.child(of: parent, branch: 0)
        #expect(tokens.child(of: parent, branch: 0) == child)
        #expect(child.sessionID == parent.sessionID)
        #expect(child.hash != parent.hash)
        let others = RefreshTokens(key: Data(repeating: 2, count: RefreshTokens.keyLength))
        let all = [
            parent, child, tokens.child(of: parent, branch: 1), tokens.child(of: parent, branch: 10),
            tokens.child(of: child, branch: 0), tokens.child(of: tokens.first(), branch: 0), others.child(of: parent, branch: 0),
        ]
        #expect(Set(all).count == all.count)
        #expect(tokens.parse(tokens.text(child)) == child)
    }
}
