import Testing
import VinculaCore

/// The whole table of what a mailed link does.
@Suite("What a mailed link decides")
struct EmailLinkPolicyTests {
    private static let email = EmailAddress(canonical: "v@x.example")
    private static let other = EmailAddress(canonical: "other@x.example")

    /// An account; without an address it is anonymous, or has only an identity.
    private static func account(
        _ id: String, email: EmailAddress?, verified: Bool, disabled: Bool, password: Bool, link: Bool
    ) -> Account {
        var account = Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 0))
        account.email = email
        account.emailVerified = verified && email != nil
        account.isDisabled = disabled
        if password, email != nil { account.password = PasswordRecord(hash: "h", updatedAt: Timestamp(milliseconds: 0)) }
        account.hasEmailLink = link && email != nil
        return account
    }

    private static let flags = [false, true]

    @Test func signIn() {
        #expect(Self.decide(nil, holder: nil, signUp: true) == .create(.take(verified: true)))
        #expect(Self.decide(nil, holder: nil, signUp: false) == .refuse(.signUpNotAllowed))
        for verified in Self.flags {
            for disabled in Self.flags {
                for password in Self.flags {
                    for link in Self.flags {
                        for signUp in Self.flags {
                            let holder = Self.account(
                                "B", email: Self.email, verified: verified, disabled: disabled, password: password, link: link)
                            let expected: LinkingDecision =
                                disabled
                                ? .refuse(.disabled)
                                : verified ? .join(holder.id, email: .keep, recycled: false) : .purgeAndJoin(holder.id)
                            #expect(Self.decide(nil, holder: holder, signUp: signUp) == expected)
                        }
                    }
                }
            }
        }
    }

    @Test func link() {
        for own in [nil, Self.email, Self.other] {
            for verified in Self.flags {
                for disabled in Self.flags {
                    for password in Self.flags {
                        for link in Self.flags {
                            let account = Self.account(
                                "A", email: own, verified: verified, disabled: disabled, password: password, link: link)
                            let stranger = Self.account(
                                "B", email: Self.email, verified: true, disabled: false, password: true, link: false)
                            let holder = own == Self.email ? account : nil
                            let expected: LinkingDecision =
                                disabled
                                ? .refuse(.disabled)
                                : own == Self.email
                                    ? .join(account.id, email: .verify, recycled: false)
                                    : account.hasPasswordProvider
                                        ? .refuse(.providerAlreadyLinked)
                                        : .join(account.id, email: .take(verified: true), recycled: false)
                            // Sign-up being closed is nothing to an account that is there.
                            for signUp in Self.flags {
                                #expect(Self.decide(account, holder: holder, signUp: signUp) == expected)
                            }
                            guard own != Self.email else { continue }
                            let taken: LinkingDecision = disabled ? .refuse(.disabled) : .refuse(.emailExists(at: stranger.id))
                            #expect(Self.decide(account, holder: stranger, signUp: true) == taken)
                        }
                    }
                }
            }
        }
    }

    private static func decide(_ account: Account?, holder: Account?, signUp: Bool) -> LinkingDecision {
        let explanation = EmailLinkPolicy.explain(email, linkTo: account, holder: holder, signUpAllowed: signUp)
        #expect(explanation.reason.hasSuffix("."))
        return explanation.decision
    }
}
