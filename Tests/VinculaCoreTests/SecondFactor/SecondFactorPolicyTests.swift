import Foundation
import Testing
import VinculaCore

struct SecondFactorPolicyTests {
    private static func factor(_ id: String) -> SecondFactor {
        SecondFactor(
            id: SecondFactorID(id), displayName: nil, enrolledAt: Timestamp(seconds: 1), sealedSecret: Data(), lastPeriod: 0)
    }

    private static func account(
        email: String? = "ada@example.com", verified: Bool = true, factors: [String] = []
    ) -> Account {
        var account = Account(id: AccountID("1"), createdAt: Timestamp(seconds: 1))
        account.email = email.map { EmailAddress(canonical: $0) }
        account.emailVerified = verified
        account.secondFactors = factors.map(factor)
        return account
    }

    private static func addition(
        _ account: Account, _ firstFactor: ProviderID = .password, second: String? = nil, isOn: Bool = true
    ) -> AuthError? {
        var settings = SecondFactorSettings()
        settings.authenticatorsEnabled = isOn
        do {
            try SecondFactorPolicy.checkAddition(
                to: account, firstFactor: firstFactor, secondFactor: second.map { SecondFactorID($0) }, settings: settings)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Each first factor",
        arguments: [.password, .anonymous, .phone, .custom, .gameCenter] + ProviderID.builtIn.sorted { $0.value < $1.value } + [
            ProviderID("oidc.acme")
        ])
    func firstFactors(_ provider: ProviderID) {
        let fits = ![.anonymous, .phone, .custom, .gameCenter].contains(provider)
        #expect(Self.addition(Self.account(), provider) == (fits ? nil : .unsupportedFirstFactor))
        #expect(SecondFactorPolicy.goesWith(provider) == fits)
    }

    @Test func `an address comes first, and a proven one`() {
        #expect(Self.addition(Self.account(verified: false)) == .unverifiedEmail)
        #expect(Self.addition(Self.account(email: nil)) == .unverifiedEmail)
    }

    @Test func `what the project does not allow is not added, whatever else is wrong`() {
        let refusal = AuthError.operationNotAllowed("TOTP based MFA not enabled.")
        #expect(Self.addition(Self.account(), isOn: false) == refusal)
        #expect(Self.addition(Self.account(verified: false), .anonymous, isOn: false) == refusal)
        #expect(!ProjectSettings.production.secondFactors.authenticatorsEnabled)
        #expect(ProjectSettings.development.secondFactors.authenticatorsEnabled)
    }

    @Test func `a further factor wants one of those that are there`() {
        let account = Self.account(factors: ["a", "b"])
        #expect(Self.addition(account) == .credentialTooOld)
        #expect(Self.addition(account, second: "gone") == .credentialTooOld)
        #expect(Self.addition(account, second: "b") == nil)
    }

    @Test func `five at most`() {
        #expect(Self.addition(Self.account(factors: ["a", "b", "c", "d"]), second: "a") == nil)
        #expect(Self.addition(Self.account(factors: ["a", "b", "c", "d", "e"]), second: "a") == .secondFactorLimitExceeded)
    }

    @Test func `one is taken off by who gave one`() {
        func removal(_ id: String, second: String?) -> AuthError? {
            do {
                try SecondFactorPolicy.checkRemoval(
                    of: SecondFactorID(id), from: Self.account(factors: ["a", "b"]),
                    secondFactor: second.map { SecondFactorID($0) })
                return nil
            } catch {
                return error
            }
        }
        #expect(removal("a", second: "a") == nil)
        #expect(removal("a", second: "b") == nil)
        #expect(removal("a", second: nil) == .credentialTooOld)
        #expect(removal("a", second: "gone") == .credentialTooOld)
        #expect(removal("gone", second: "a") == .secondFactorNotFound)
        #expect(removal("gone", second: nil) == .secondFactorNotFound)
    }

    @Test func `who has factors keeps a proven address`() {
        func refusal(_ factors: [String], _ change: (inout Account) -> Void) -> AuthError? {
            let old = Self.account(factors: factors)
            var account = old
            change(&account)
            do {
                try SecondFactorPolicy.checkAddress(of: account, from: old)
                return nil
            } catch {
                return error
            }
        }
        let other = EmailAddress(canonical: "other@example.com")
        let changes: [(AuthError?, (inout Account) -> Void)] = [
            (nil, { $0.displayName = "Ada" }), (nil, { $0.emailVerified = false }), (nil, { $0.email = other }),
            (
                .secondFactorNeedsVerifiedEmail,
                {
                    $0.email = other
                    $0.emailVerified = false
                }
            ), (.secondFactorNeedsVerifiedEmail, { $0.removeEmail() }),
        ]
        for (expected, change) in changes {
            #expect(refusal(["a"], change) == expected)
            #expect(refusal([], change) == nil)
        }
    }

    @Test(arguments: ["Phone", "", "Ada’s téléphone \u{1F4F1}", String(repeating: "x", count: 256)])
    func `names that do`(_ name: String) throws { try SecondFactor.checkName(name) }

    @Test(arguments: ["a\u{0}b", "a\nb", "\u{7F}", String(repeating: "x", count: 257)])
    func `names that do not`(_ name: String) {
        #expect(throws: AuthError.self) { try SecondFactor.checkName(name) }
    }
}
