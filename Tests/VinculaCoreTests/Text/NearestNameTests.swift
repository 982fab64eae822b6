import Testing
import VinculaCore

/// The suggestions for a mistyped name.
@Suite("Nearest names")
struct NearestNameTests {
    private static let names = [
        "users", "api-keys", "service-accounts", "keys", "audit", "email", "explain", "trust", "doctor", "serve", "openapi",
        "sessions.idleDays", "sessions.absoluteDays", "google.clientIds", "google.issuer", "publicUrl", "proxies", "project",
        "listen", "limits.rate", "limits.rateMultiplier",
    ]

    @Test(
        "One slip or two, a third of a long name, an ending left off, capitals",
        arguments: [
            ("usres", "users"), ("user", "users"), ("userss", "users"), ("sreve", "serve"), ("api-key", "api-keys"),
            ("apikeys", "api-keys"), ("service-acounts", "service-accounts"), ("docter", "doctor"), ("Doctor", "doctor"),
            ("sesions.idle", "sessions.idleDays"), ("sessions.idle", "sessions.idleDays"), ("listn", "listen"),
            ("google.clientId", "google.clientIds"), ("google.clientids", "google.clientIds"), ("publicURI", "publicUrl"),
            ("limits.rat", "limits.rate"), ("limit.rate", "limits.rate"), ("open", "openapi"), ("trsut", "trust"),
        ])
    func near(typed: String, meant: String) {
        #expect(NearestName.of(typed, among: Self.names) == meant)
    }

    @Test(
        "Names that resemble nothing get no suggestion",
        arguments: [
            "", "x", "us", "no", "qqqqqq", "everywhere", "google.secret", "zebra", "\u{301}\u{301}",
            String(repeating: "u", count: 1_000_000),
        ])
    func far(typed: String) {
        #expect(NearestName.of(typed, among: Self.names) == nil)
    }

    @Test("An exact match is the nearest, and otherwise the first of two that are equally near")
    func itself() {
        for name in Self.names { #expect(NearestName.of(name, among: Self.names) == name) }
        #expect(NearestName.of("cat", among: ["bat", "rat"]) == "bat")
        #expect(NearestName.of("cat", among: []) == nil)
    }

    @Test("Two slips in a short word, one of them in its first letter, are another word")
    func shortWords() {
        #expect(NearestName.of("nope", among: ["copy", "shop"]) == nil)
        #expect(NearestName.of("hsop", among: ["shop"]) == "shop")
        #expect(NearestName.of("srv", among: ["serve"]) == "serve")
    }

    @Test("Of two that are equally near, the one in the case that was typed")
    func letterCase() {
        #expect(NearestName.of("SHPO", among: ["shop", "SHOP"]) == "SHOP")
        #expect(NearestName.of("shpo", among: ["SHOP", "shop"]) == "shop")
        #expect(NearestName.of("Shp", among: ["shop", "Shop", "SHOP"]) == "Shop")
        // A slip counts more than a capital.
        #expect(NearestName.of("CAT", among: ["BAT", "cat"]) == "cat")
    }
}
