import Foundation
import Testing
import VinculaCore

@Suite("What a sign-in would do")
struct SignInForecastTests {
    private static let email = EmailAddress(canonical: "v@x.example")
    private static let flags = [false, true]

    private static func account(
        verified: Bool = true, disabled: Bool = false, password: Bool = true, factor: Bool = false, custom: Bool = false
    ) -> Account {
        var account = Account(id: AccountID("v"), createdAt: Timestamp(milliseconds: 0))
        account.email = email
        account.emailVerified = verified
        account.isDisabled = disabled
        account.hasCustomToken = custom
        if password { account.password = PasswordRecord(hash: "h", updatedAt: Timestamp(milliseconds: 0)) }
        if factor {
            account.secondFactors = [
                SecondFactor(
                    id: SecondFactorID("f"), displayName: nil, enrolledAt: Timestamp(milliseconds: 0),
                    means: .authenticator(sealedSecret: Data(), lastPeriod: 0))
            ]
        }
        return account
    }

    private static func password(_ account: Account?, _ change: (inout ForecastFacts) -> Void = { _ in }) -> SignInForecast {
        var facts = ForecastFacts(method: .password, state: .on)
        facts.account = account
        change(&facts)
        return SignInForecast(facts)
    }

    @Test("A method that is off or not configured refuses, whatever else is true")
    func states() {
        for method in [ForecastMethod.password, .emailLink, .anonymous, .provider(.google), .provider(.phone)] {
            for state in [ForecastFacts.MethodState.off, .notConfigured] {
                var facts = ForecastFacts(method: method, state: state)
                facts.account = Self.account()
                let forecast = SignInForecast(facts)
                #expect(forecast.outcome == .refused, "\(method)")
                #expect(forecast.steps == [state == .off ? .methodOff : .notConfigured])
            }
        }
    }

    @Test("A password: the whole table of accounts, factors and requirements")
    func passwords() {
        for disabled in Self.flags {
            for password in Self.flags {
                for factor in Self.flags {
                    for mandatory in Self.flags {
                        let forecast = Self.password(
                            Self.account(disabled: disabled, password: password, factor: factor)
                        ) { $0.secondFactors.isMandatory = mandatory }
                        let expected: SignInForecast.Outcome =
                            !password || disabled ? .refused : factor ? .needsFactor : mandatory ? .enrollsFactor : .opens
                        #expect(forecast.outcome == expected, "\(disabled) \(password) \(factor) \(mandatory)")
                        #expect(forecast.account == AccountID("v") && forecast.rule == nil)
                    }
                }
            }
        }
        #expect(Self.password(nil).outcome == .refused && Self.password(nil).steps == [.methodOn, .notFound])
        #expect(Self.password(nil) { $0.asksFormerServer = true }.outcome == .asksFormerServer)
        #expect(Self.password(Self.account(password: false)) { $0.asksFormerServer = true }.outcome == .asksFormerServer)
        for (count, step) in [(9, nil), (10, .guessed), (99, .guessed), (100, .strangersWait)] as [(Int, SignInForecast.Step?)] {
            let steps = Self.password(Self.account()) { $0.wrongPasswords = count }.steps
            #expect(steps.first { [.guessed, .strangersWait].contains($0) } == step, "\(count)")
        }
        #expect(Self.password(Self.account()) { $0.asksFunction = true }.steps.contains(.function))
    }

    @Test("Guests: refused where nobody may sign up, or everybody needs a factor")
    func anonymous() {
        for signUp in Self.flags {
            for mandatory in Self.flags {
                var facts = ForecastFacts(method: .anonymous, state: .on)
                facts.signUpAllowed = signUp
                facts.secondFactors.isMandatory = mandatory
                #expect(SignInForecast(facts).outcome == (signUp && !mandatory ? .creates : .refused), "\(signUp) \(mandatory)")
            }
        }
    }

    @Test("A mailed link and an identity do what their policies decide, and then what factors ask for")
    func linking() {
        for verified in Self.flags {
            for disabled in Self.flags {
                for factor in Self.flags {
                    for custom in Self.flags {
                        for mandatory in Self.flags {
                            let holder = Self.account(verified: verified, disabled: disabled, factor: factor, custom: custom)
                            let linking = EmailLinkPolicy.explain(Self.email, linkTo: nil, holder: holder, signUpAllowed: true)
                            var facts = ForecastFacts(method: .emailLink, state: .on)
                            facts.linking = linking
                            facts.secondFactors.isMandatory = mandatory
                            switch linking.decision {
                            case .join, .purgeAndJoin, .open: facts.opened = holder
                            case .create, .refuse: break
                            }
                            let forecast = SignInForecast(facts)
                            let expected: SignInForecast.Outcome =
                                switch linking.decision {
                                case .refuse: .refused
                                case .create: .creates
                                case .purgeAndJoin: mandatory ? .enrollsFactor : .opens
                                case .join, .open: factor ? .needsFactor : mandatory ? .enrollsFactor : .opens
                                }
                            #expect(forecast.outcome == expected, "\(linking.decision)")
                            #expect(forecast.rule == linking.rule)
                        }
                    }
                }
            }
        }
        let presented = PresentedIdentity(
            key: IdentityKey(provider: .google, issuer: "i", subject: "s"), email: Self.email, ownership: .claimed)
        let claimed = LinkingFacts(
            presented: presented, intent: .signIn, identityHolder: nil, emailHolder: Self.account(), oneAccountPerEmail: true,
            signUpAllowed: true)
        var facts = ForecastFacts(method: .provider(.google), state: .on)
        facts.linking = LinkingPolicy.explain(claimed)
        facts.ownership = .claimed
        let forecast = SignInForecast(facts)
        #expect(forecast.outcome == .refused && forecast.steps == [.methodOn, .emailClaimed, .needsConfirmation])
        #expect(forecast.account == AccountID("v") && forecast.rule == 5)
    }

    @Test("A phone cannot be combined with a second factor")
    func phone() throws {
        let number = try #require(PhoneNumber("+12025550100"))
        var facts = ForecastFacts(method: .provider(.phone), state: .on)
        var holder = Self.account(factor: true)
        holder.phone = number
        let presented = PresentedIdentity(phone: number)
        facts.linking = LinkingPolicy.explain(
            LinkingFacts(
                presented: presented, intent: .signIn, identityHolder: holder, emailHolder: nil, oneAccountPerEmail: true,
                signUpAllowed: true))
        facts.opened = holder
        #expect(SignInForecast(facts).outcome == .refused && SignInForecast(facts).steps.last == .factorNotPossible)
    }
}
