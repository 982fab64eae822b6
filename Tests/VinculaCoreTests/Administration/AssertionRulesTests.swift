import Testing
import VinculaCore

@Suite struct AssertionRulesTests {
    private let rules = AssertionRules(serviceAccount: "a@p.iam.gserviceaccount.com", audiences: ["https://auth.test/token"])
    private let now = Timestamp(seconds: 1_700_000_000)

    private func claims(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let good: [String: JSONValue] = [
            "iss": "a@p.iam.gserviceaccount.com", "aud": "https://auth.test/token", "iat": .integer(now.seconds),
            "exp": .integer(now.seconds + 3600), "scope": "x https://www.googleapis.com/auth/firebase",
        ]
        return .object(good.merging(more) { $1 })
    }

    @Test func aGoodAssertionHolds() throws {
        let facts = try rules.check(claims(), now: now)
        #expect(facts.id == nil && facts.expiresAt == now.adding(seconds: 3600))
        #expect(try rules.check(claims(["jti": "j"]), now: now).id == "j")
        #expect(try rules.check(claims(["sub": "a@p.iam.gserviceaccount.com"]), now: now).id == nil)
    }

    @Test func anAssertionComesAgainWithinAMinuteAtMost() {
        for (age, hasID, grantedAgo) in [
            (nil, false, 0), (nil, true, 0), (0, false, 0), (59, false, 59), (60, false, nil), (3600, false, nil), (0, true, nil),
            (30, true, nil),
            // The clock was set back meanwhile.
            (-30, false, 0), (-60, false, nil),
        ] as [(Int64?, Bool, Int64?)] {
            let granted = try? AssertionRules.grantedAt(
                firstUse: age.map { now.adding(seconds: -$0) }, hasID: hasID, now: now)
            #expect(granted == grantedAgo.map { now.adding(seconds: -$0) }, "\(String(describing: age)) \(hasID)")
        }
    }

    @Test func timesHoldToTheSecond() {
        for (iat, exp, holds) in [
            (60, 3660, true), (61, 3661, false), (-3599, 1, true), (-3600, 0, false), (0, 3601, false), (10, 10, false),
        ] as [(Int64, Int64, Bool)] {
            let claims = claims(["iat": .integer(now.seconds + iat), "exp": .integer(now.seconds + exp)])
            #expect(((try? rules.check(claims, now: now)) != nil) == holds, "\(iat) \(exp)")
        }
    }

    @Test func eachRefusalHasItsCode() {
        for (change, code) in [
            (["iss": "b@p.iam.gserviceaccount.com"], "invalid_grant"), (["sub": "b"], "unauthorized_client"),
            (["aud": "https://auth.test/token?x"], "invalid_grant"), (["scope": "x"], "invalid_scope"),
            (["jti": ""], "invalid_grant"),
        ] as [([String: JSONValue], String)] {
            do {
                _ = try rules.check(claims(change), now: now)
                Issue.record("\(change) holds")
            } catch {
                #expect(error.code == code)
            }
        }
    }

    @Test func namesOfServiceAccounts() {
        #expect(ServiceAccount.email(name: "backend-1", project: "shop") == "backend-1@shop.iam.gserviceaccount.com")
        for name in ["", "1a", "-a", "a-", "A", "a b", "a@b", "a.b", "ä", "a\n", String(repeating: "a", count: 64)] {
            #expect(ServiceAccount.email(name: name, project: "shop") == nil, "\(name)")
        }
        for project in ["", "a@b", "a b", "p\u{0}"] { #expect(ServiceAccount.email(name: "a", project: project) == nil) }
    }

    @Test func formsOfAPIKeys() {
        let tail = String(repeating: "x", count: 35)
        #expect(APIKey.isWellFormed("AIza" + tail))
        #expect(APIKey.isWellFormed("AIzaSy" + "-_" + String(repeating: "9", count: 31)))
        for text in [
            "", "AIza", "AIza" + tail + "x", "aiza" + tail, "AIza" + tail.dropLast() + "é", "AIza" + tail.dropLast() + "\u{0}",
        ] {
            #expect(!APIKey.isWellFormed(text), "\(text)")
        }
    }
}
