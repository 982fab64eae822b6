import Testing
import VinculaCore

struct AuditDifferenceTests {
    private struct Setting: Encodable {
        var name: String?
        var isOn = false
        var clientSecret: String?
        var inner: [String: String] = [:]
        var passwordRequired = true
    }

    @Test func `only what differs is named, with both states`() {
        var after = Setting(name: "a")
        after.inner = ["host": "b"]
        let details = AuditDifference.details(from: Setting(), to: after)
        #expect(
            details == [
                "name": .object(["from": .null, "to": "a"]), "inner.host": .object(["from": .null, "to": "b"]),
            ])
        #expect(AuditDifference.details(from: after, to: after).isEmpty)
    }

    @Test func `a secret is named and not shown; a switch of that name is`() {
        var after = Setting(clientSecret: "hush")
        after.inner = ["apiKey": "hush", "accessToken": "hush"]
        after.passwordRequired = false
        let details = AuditDifference.details(from: Setting(clientSecret: "hush before"), to: after)
        #expect(details["clientSecret"] == .object(["from": "set", "to": "set"]))
        #expect(details["inner.apiKey"] == .object(["from": .null, "to": "set"]))
        #expect(details["passwordRequired"] == .object(["from": true, "to": false]))
        #expect(!JSONValue.object(details).text.contains("hush"))
    }

    @Test func `something that was made or is gone`() {
        #expect(AuditDifference.details(from: nil, to: Setting(name: "a"))["name"] == .object(["from": .null, "to": "a"]))
        #expect(AuditDifference.details(from: Setting(name: "a"), to: nil)["name"] == .object(["from": "a", "to": .null]))
    }

    @Test func `long values are named without their states`() {
        var after = Setting()
        after.inner = ["text": String(repeating: "x", count: 10_000)]
        #expect(AuditDifference.details(from: Setting(), to: after) == ["inner.text": "changed"])
    }
}
