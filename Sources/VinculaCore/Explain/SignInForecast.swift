/// A way of signing in that somebody asks about.
package enum ForecastMethod: Hashable, Sendable {
    case password
    case emailLink
    case anonymous
    /// A provider, or `phone` for a code by text message.
    case provider(ProviderID)
}

/// The facts from which it follows what a sign-in would do.
package struct ForecastFacts: Hashable, Sendable {
    package enum MethodState: Hashable, Sendable, CaseIterable {
        case on, off, notConfigured
    }

    package var method: ForecastMethod
    package var state: MethodState
    /// The account of the email; only for passwords.
    package var account: Account?
    /// The decision about a proven mailbox, phone number or identity; `nil` for other methods.
    package var linking: LinkingExplanation?
    /// The account that the decision opens, if there is one.
    package var opened: Account?
    /// How far a provider's email is proven; `nil` without one.
    package var ownership: EmailOwnership?
    package var signUpAllowed = true
    package var secondFactors = SecondFactorSettings()
    /// Indicates whether a function of the project is asked before somebody signs in.
    package var asksFunction = false
    /// Indicates whether the server that the project left is asked about passwords that are not known here.
    package var asksFormerServer = false
    /// The number of wrong passwords in a row from everywhere.
    package var wrongPasswords = 0

    package init(method: ForecastMethod, state: MethodState) {
        self.method = method
        self.state = state
    }
}

/// What a sign-in would do, and why.
package struct SignInForecast: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case opens, creates, needsFactor, enrollsFactor, refused, asksFormerServer
    }

    /// A reason, in the order in which the server looks.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        case methodOn, methodOff, notConfigured
        case found, notFound, noPassword, disabled
        case guessed, strangersWait
        case emailProven, emailClaimed
        case open, create, createWithoutEmail, join, replace, purge, needsConfirmation
        case signUpClosed, formerServer, function
        case hasFactor, factorNotPossible, mustEnroll, noFactor
    }

    package let outcome: Outcome
    package let steps: [Step]
    /// The account that is opened, or that stands in the way.
    package let account: AccountID?
    /// The row of the table in `Documentation/Design.md` §4; `nil` if it does not decide.
    package let rule: Int?

    /// Foresees a sign-in whose proof is right. A total function.
    package init(_ facts: ForecastFacts) {
        var steps: [Step] = []
        var account: Account?
        func result(_ outcome: Outcome) -> (Outcome, [Step], AccountID?, Int?) {
            (outcome, steps, account?.id ?? facts.linking?.holder, facts.linking?.rule)
        }
        func foresee() -> (Outcome, [Step], AccountID?, Int?) {
            switch facts.state {
            case .off:
                steps.append(.methodOff)
                return result(.refused)
            case .notConfigured:
                steps.append(.notConfigured)
                return result(.refused)
            case .on: steps.append(.methodOn)
            }
            switch facts.method {
            case .anonymous:
                guard facts.signUpAllowed else {
                    steps.append(.signUpClosed)
                    return result(.refused)
                }
                guard !facts.secondFactors.isMandatory else {
                    steps.append(.factorNotPossible)
                    return result(.refused)
                }
                steps.append(.create)
                return result(.creates)
            case .password:
                if facts.wrongPasswords >= GuessingPolicy.mostFailures {
                    steps.append(.strangersWait)
                } else if facts.wrongPasswords >= GuessingPolicy.freeFailures {
                    steps.append(.guessed)
                }
                account = facts.account
                steps.append(account == nil ? .notFound : .found)
                guard let found = account, found.password != nil else {
                    if account != nil { steps.append(.noPassword) }
                    guard facts.asksFormerServer else { return result(.refused) }
                    steps.append(.formerServer)
                    return result(.asksFormerServer)
                }
                guard !found.isDisabled else {
                    steps.append(.disabled)
                    return result(.refused)
                }
            case .emailLink, .provider:
                if facts.ownership == .proven { steps.append(.emailProven) }
                if facts.ownership == .claimed { steps.append(.emailClaimed) }
                guard let linking = facts.linking else { return result(.refused) }
                steps.append(Self.step(linking.decision, hasEmail: facts.ownership != nil))
                if case .refuse = linking.decision { return result(.refused) }
                if case .purgeAndJoin = linking.decision {
                    // Everything of the account goes, and its factors with it.
                    account = facts.opened
                    account?.secondFactors = []
                } else {
                    account = facts.opened
                }
            }
            if facts.asksFunction { steps.append(.function) }
            guard let opened = account else {
                guard facts.secondFactors.isMandatory else { return result(.creates) }
                steps.append(.mustEnroll)
                return result(.creates)
            }
            guard opened.secondFactors.isEmpty else {
                guard SecondFactorPolicy.goesWith(facts.method.provider) else {
                    steps.append(.factorNotPossible)
                    return result(.refused)
                }
                steps.append(.hasFactor)
                return result(.needsFactor)
            }
            guard !facts.secondFactors.isMandatory else {
                steps.append(.mustEnroll)
                return result(.enrollsFactor)
            }
            steps.append(.noFactor)
            return result(.opens)
        }
        (outcome, self.steps, self.account, rule) = foresee()
    }

    private static func step(_ decision: LinkingDecision, hasEmail: Bool) -> Step {
        switch decision {
        case .open: .open
        case .create(.keep) where hasEmail: .createWithoutEmail
        case .create: .create
        case .join(_, _, let recycled): recycled ? .replace : .join
        case .purgeAndJoin: .purge
        case .refuse(.disabled): .disabled
        case .refuse(.signUpNotAllowed): .signUpClosed
        case .refuse: .needsConfirmation
        }
    }
}

extension ForecastMethod {
    /// The provider of the first factor.
    package var provider: ProviderID {
        switch self {
        case .password, .emailLink: .password
        case .anonymous: .anonymous
        case .provider(let id): id
        }
    }
}

extension LinkingExplanation {
    /// The account that the decision names.
    fileprivate var holder: AccountID? {
        switch decision {
        case .open(let id), .join(let id, _, _), .purgeAndJoin(let id): id
        case .refuse(.needsConfirmation(let id)), .refuse(.alreadyLinked(let id)), .refuse(.emailExists(let id)): id
        case .create, .refuse: nil
        }
    }
}
