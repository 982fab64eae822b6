import Testing
import VinculaCore

struct RevocationExpiryTests {
    private static let day: Int64 = 24 * 3600

    @Test(
        "An entry lives as long as the longest token that it is about",
        arguments: [
            (nil, 15 * day), (0, 2 * 3600), (-10 * day, 2 * 3600), (3600, 2 * 3600), (2 * 3600, 3 * 3600),
            (5 * day, 5 * day + 3600),
            (14 * day, 14 * day + 3600), (99 * day, 15 * day),
        ] as [(Int64?, Int64)])
    func expiry(cookies: Int64?, seconds: Int64) {
        let now = Timestamp(seconds: 1_800_000_000)
        let until = cookies.map { now.adding(seconds: $0) }
        #expect(Revocation.expiry(madeAt: now, cookiesUntil: until) == now.adding(seconds: seconds))
    }
}
