import Testing
import VinculaCore

@Suite("A provider's information about a person") struct ProfileTests {
    @Test("Names are cut to 256 scalars, and lose their control characters")
    func names() {
        let profile = Profile(displayName: "A\u{0}d\na", screenName: String(repeating: "é", count: 300))
        #expect(profile.displayName == "Ada" && profile.screenName == String(repeating: "é", count: 256))
    }

    @Test("A photo's URL is kept whole or omitted")
    func photos() {
        let longest = "https://photos.test/" + String(repeating: "p", count: 2048 - 20)
        #expect(Profile(photoURL: longest).photoURL == longest)
        #expect(Profile(photoURL: longest + "p").photoURL == nil)
        #expect(Profile(photoURL: "https://photos.test/" + String(repeating: "é", count: 1100)).photoURL == nil)
    }
}
