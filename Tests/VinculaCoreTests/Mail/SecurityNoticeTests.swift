import Foundation
import Testing
import VinculaCore

@Suite("Notices to owners")
struct SecurityNoticeTests {
    private static let email = EmailAddress(canonical: "v@x.example")
    private static let new = EmailAddress(canonical: "new@x.example")
    private static let google = Identity(
        key: IdentityKey(provider: .google, issuer: "i", subject: "s"), email: nil, profile: Profile())

    private static func account(verified: Bool = true) -> Account {
        var account = Account(id: AccountID("a"), createdAt: Timestamp(milliseconds: 0))
        account.email = email
        account.emailVerified = verified
        account.password = PasswordRecord(hash: "h", updatedAt: Timestamp(milliseconds: 1))
        account.identities = [google]
        account.phone = PhoneNumber("+15550100000")
        return account
    }

    private func notices(
        _ old: Account = account(), byOwner: Bool = true, _ change: (inout Account) -> Void
    ) -> [SecurityNotice] {
        var account = old
        change(&account)
        return SecurityNotice.of(account, from: old, byOwner: byOwner)
    }

    @Test func ofAnAddress() {
        let changed = notices { $0.email = Self.new }
        #expect(changed == [.emailChanged(from: Self.email, to: Self.new, isProven: true)])
        #expect(
            notices(Self.account(verified: false)) { $0.email = Self.new }
                == [.emailChanged(from: Self.email, to: Self.new, isProven: false)])
        // An administrator's change of it is told too: it could hide all the rest.
        #expect(
            notices(byOwner: false) { $0.email = Self.new }
                == [.emailChanged(from: Self.email, to: Self.new, isProven: false)])
        #expect(notices { $0.email = nil }.first == .emailChanged(from: Self.email, to: nil, isProven: true))
        #expect(notices { $0.emailVerified = false }.isEmpty)
        var none = Self.account()
        none.email = nil
        #expect(notices(none) { $0.email = Self.new }.isEmpty)
    }

    @Test func ofWaysIn() {
        let other = PasswordRecord(hash: "other", updatedAt: Timestamp(milliseconds: 2))
        #expect(notices { $0.password = other } == [.passwordChanged(Self.email)])
        #expect(notices { $0.password = nil } == [.signInMethodRemoved(.password, Self.email)])
        #expect(notices { $0.identities.removeAll { $0.key.provider == .google } } == [.signInMethodRemoved(.google, Self.email)])
        #expect(notices { $0.phone = nil } == [.signInMethodRemoved(.phone, Self.email)])
        // The same password, hashed anew.
        let renewed = notices { $0.password?.hash = "renewed" }
        #expect(renewed.isEmpty)
        #expect(notices { $0.displayName = "V" }.isEmpty)
        var without = Self.account()
        without.password = nil
        #expect(notices(without) { $0.password = other } == [.signInMethodAdded(.password, Self.email)])
        without.hasEmailLink = true
        #expect(notices(without) { $0.hasEmailLink = false } == [.signInMethodRemoved(.password, Self.email)])
        let more = Identity(key: IdentityKey(provider: .apple, issuer: "i", subject: "s"), email: nil, profile: Profile())
        #expect(notices { $0.identities.append(more) } == [.signInMethodAdded(.apple, Self.email)])
        for change in [{ $0.password = other }, { $0.identities = [] }] as [(inout Account) -> Void] {
            #expect(notices(byOwner: false, change).isEmpty)
            #expect(notices(Self.account(verified: false), change).isEmpty)
        }
    }

    @Test("The removal of a second factor is told to a proven address, also if an administrator does it; the addition is not")
    func secondFactors() {
        let factor = SecondFactor(
            id: SecondFactorID("f"), displayName: nil, enrolledAt: Timestamp(seconds: 1), sealedSecret: Data(), lastPeriod: 0)
        var with = Self.account()
        with.secondFactors = [factor]
        let without = Self.account()
        for byOwner in [true, false] {
            #expect(SecurityNotice.of(without, from: with, byOwner: byOwner) == [.secondFactorRemoved(factor, Self.email)])
            let added = SecurityNotice.of(with, from: without, byOwner: byOwner)
            #expect(added == (byOwner ? [.secondFactorAdded(factor, Self.email)] : []))
            var unproven = with
            unproven.emailVerified = false
            var left = unproven
            left.secondFactors = []
            #expect(SecurityNotice.of(left, from: unproven, byOwner: byOwner).isEmpty)
        }
    }
}
