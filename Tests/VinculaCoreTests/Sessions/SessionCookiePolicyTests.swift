import Testing
import VinculaCore

@Suite struct SessionCookiePolicyTests {
    @Test(
        "Five minutes to fourteen days, and the longest if nothing is said",
        arguments: [
            (nil, 1_209_600), (0, 1_209_600), (300, 300), (3600, 3600), (1_209_600, 1_209_600), (299, nil), (1_209_601, nil),
            (1, nil),
            (-300, nil), (.max, nil), (.min, nil),
        ] as [(Int64?, Int64?)])
    func lifetimes(requested: Int64?, lifetime: Int64?) throws {
        guard let lifetime else {
            #expect(throws: AuthError.invalidCookieDuration) { try SessionCookiePolicy.lifetime(requested) }
            return
        }
        #expect(try SessionCookiePolicy.lifetime(requested) == lifetime)
    }
}
