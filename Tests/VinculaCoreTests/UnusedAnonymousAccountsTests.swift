import Testing
import VinculaCore

@Suite struct UnusedAnonymousAccountsTests {
    private static let day: Int64 = 24 * 3600
    private let now = Timestamp(seconds: 1_795_353_300)
    /// Long ago.
    private let since = Timestamp(seconds: 1_000_000_000)

    private func rule(days: Int = 30, isOn: Bool = true) -> UnusedAnonymousAccounts {
        var rule = UnusedAnonymousAccounts()
        rule.areDeleted = isOn
        rule.days = days
        return rule
    }

    private func account(signedIn: Int64?, refreshed: Int64? = nil, created: Int64 = 1000) -> Account {
        var account = Account(id: AccountID("a"), createdAt: now.adding(seconds: -created * Self.day))
        account.lastSignInAt = signedIn.map { now.adding(seconds: -$0 * Self.day) }
        account.lastRefreshAt = refreshed.map { now.adding(seconds: -$0 * Self.day) }
        return account
    }

    @Test func whoWasNotThereForLongIsRemoved() {
        #expect(rule().include(account(signedIn: 33), servedSince: since, now: now))
        #expect(rule().include(account(signedIn: 100, refreshed: 33), servedSince: since, now: now))
        #expect(rule(days: 1).include(account(signedIn: 4), servedSince: since, now: now))
    }

    @Test func nobodyIsRemovedEarly() {
        // The stored time of the last use may be a day old.
        for days in [0, 1, 29, 30, 31, 32] as [Int64] {
            #expect(!rule().include(account(signedIn: days), servedSince: since, now: now), "\(days)")
            #expect(!rule().include(account(signedIn: 100, refreshed: days), servedSince: since, now: now), "\(days)")
        }
        #expect(!rule().include(account(signedIn: 100, created: 3), servedSince: since, now: now))
        #expect(!rule(isOn: false).include(account(signedIn: 500), servedSince: since, now: now))
        // A clock that was ahead.
        #expect(!rule().include(account(signedIn: -5), servedSince: since, now: now))
    }

    @Test func timeWithoutAServerCountsAgainstNobody() {
        for (days, isRemoved) in [(0, false), (32, false), (33, true)] as [(Int64, Bool)] {
            let since = now.adding(seconds: -days * Self.day)
            #expect(rule().include(account(signedIn: 500), servedSince: since, now: now) == isRemoved, "\(days)")
        }
    }

    @Test func whoIsMoreThanAnonymousStays() {
        let changes: [(inout Account) -> Void] = [
            { $0.hasCustomToken = true },
            { $0.email = EmailAddress(canonical: "a@example.com") },
            { $0.phone = PhoneNumber("+12025550100") },
            { $0.password = PasswordRecord(hash: "h", updatedAt: $0.createdAt) },
            { $0.hasEmailLink = true },
            {
                $0.identities = [
                    Identity(key: IdentityKey(provider: .google, issuer: "i", subject: "s"), email: nil, profile: Profile())
                ]
            },
            { $0.isDisabled = true },
            { $0.customClaims = CustomClaims(stored: "{}") },
            { $0.lastSignInAt = nil },
        ]
        for (number, change) in changes.enumerated() {
            var account = account(signedIn: 500)
            change(&account)
            #expect(!rule().include(account, servedSince: since, now: now), "change \(number)")
        }
    }
}
