import Foundation
import Testing
import VinculaCore

struct PendingSignInTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func account() -> Account {
        var account = Account(id: AccountID("1"), createdAt: Timestamp(seconds: 1), generation: 7)
        account.email = EmailAddress(canonical: "ada@example.com")
        account.emailVerified = true
        account.password = PasswordRecord(hash: "h", updatedAt: Timestamp(seconds: 2))
        account.secondFactors = [
            SecondFactor(
                id: SecondFactorID("a"), displayName: nil, enrolledAt: Timestamp(seconds: 1), sealedSecret: Data(),
                lastPeriod: 0)
        ]
        return account
    }

    private static func pending(failures: Int = 0) -> PendingSignIn {
        PendingSignIn(
            id: "p", scope: ProjectScope(project: "demo"), account: AccountID("1"), firstFactor: .password,
            waysIn: account().waysIn, expiresAt: now.adding(seconds: PendingSignIn.lifetimeSeconds), failures: failures)
    }

    private static func refusal(of pending: PendingSignIn, _ change: (inout Account) -> Void = { _ in }) -> AuthError? {
        var account = account()
        change(&account)
        do {
            _ = try pending.requireOpen(for: account, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("If any sign-in method changes, the pending sign-in ends")
    func changes() {
        let pending = Self.pending()
        #expect(Self.refusal(of: pending) == nil)
        let changes: [(String, (inout Account) -> Void)] = [
            ("generation", { $0.generation += 1 }),
            ("email", { $0.email = EmailAddress(canonical: "eve@example.com") }),
            ("no email", { $0.email = nil }),
            ("mailed links", { $0.hasEmailLink = true }),
            ("phone", { $0.phone = PhoneNumber("+49301234567") }),
            ("password", { $0.password?.updatedAt = Timestamp(seconds: 3) }),
            ("no password", { $0.password = nil }),
            (
                "identity",
                {
                    $0.identities = [
                        Identity(
                            key: IdentityKey(provider: .google, issuer: "g", subject: "1"), email: nil, profile: Profile())
                    ]
                }
            ),
            ("no factor", { $0.secondFactors = [] }),
        ]
        for (name, change) in changes { #expect(Self.refusal(of: pending, change) == .invalidPendingSignIn, "\(name)") }
        #expect(Self.refusal(of: pending) { $0.isDisabled = true } == .userDisabled)
    }

    @Test("Other data may change")
    func harmless() {
        let changes: [(inout Account) -> Void] = [
            { $0.displayName = "Ada" }, { $0.password?.hash = "hashed anew" }, { $0.lastSignInAt = Self.now },
            { $0.secondFactors[0].means = .authenticator(sealedSecret: Data(), lastPeriod: 9) },
            { $0.secondFactors[0].displayName = "Phone" },
        ]
        for change in changes { #expect(Self.refusal(of: Self.pending(), change) == nil) }
    }

    @Test func `it ends after ten minutes, after five wrong codes, and with its account`() throws {
        let pending = Self.pending()
        let last = pending.expiresAt.adding(seconds: -1)
        #expect(try pending.requireOpen(for: Self.account(), now: last) == Self.account())
        #expect(throws: AuthError.invalidPendingSignIn) {
            _ = try pending.requireOpen(for: Self.account(), now: pending.expiresAt)
        }
        #expect(throws: AuthError.invalidPendingSignIn) { _ = try pending.requireOpen(for: nil, now: Self.now) }
        #expect(Self.refusal(of: Self.pending(failures: 4)) == nil)
        #expect(Self.refusal(of: Self.pending(failures: 5)) == .invalidPendingSignIn)
    }
}
