import Foundation
import VinculaCore

/// One state of the world in which a credential arrives: a point of the table in Documentation/Design.md §4.
///
/// There are two accounts, A and B. A is the one that is linked to or reauthenticated.
struct LinkingState: Hashable, Sendable, CustomStringConvertible {
    enum Wish: CaseIterable { case signIn, linkToA, reauthenticateA, reauthenticateSomebody }
    enum Holder: CaseIterable { case nobody, a, b }
    enum PresentedEmail: CaseIterable { case absent, heldByNobody, heldByA, heldByB }

    var wish = Wish.signIn
    var identityHolder = Holder.nobody
    var email = PresentedEmail.absent
    var ownership = EmailOwnership.claimed
    /// A has an email that is not the presented one.
    var aHasAnotherEmail = false
    var aIsVerified = false
    var bIsVerified = false
    /// The account has another subject of the provider.
    var aHasAnotherSubject = false
    var bHasAnotherSubject = false
    var aIsDisabled = false
    var bIsDisabled = false
    /// Both accounts have second factors.
    var haveSecondFactors = false
    var oneAccountPerEmail = true
    var signUpAllowed = true

    /// Every state that can be.
    static let all: [LinkingState] = {
        var states = [LinkingState()]
        func vary<Value>(_ path: WritableKeyPath<LinkingState, Value>, over values: [Value]) {
            states = states.flatMap { state in
                values.map { value in
                    var varied = state
                    varied[keyPath: path] = value
                    return varied
                }
            }
        }
        vary(\.wish, over: Wish.allCases)
        vary(\.identityHolder, over: Holder.allCases)
        vary(\.email, over: PresentedEmail.allCases)
        vary(\.ownership, over: EmailOwnership.allCases)
        let flags: [WritableKeyPath<LinkingState, Bool>] = [
            \.aHasAnotherEmail, \.aIsVerified, \.bIsVerified, \.aHasAnotherSubject, \.bHasAnotherSubject, \.aIsDisabled,
            \.bIsDisabled, \.haveSecondFactors, \.oneAccountPerEmail, \.signUpAllowed,
        ]
        for flag in flags { vary(flag, over: [false, true]) }
        return states.filter(\.isPossible)
    }()

    private var isPossible: Bool {
        // An account has one email, a verified account has one, and it has one subject of a provider at most.
        !(aHasAnotherEmail && email == .heldByA) && !(aIsVerified && !aHasAnotherEmail && email != .heldByA)
            && !(bIsVerified && email != .heldByB) && !(aHasAnotherSubject && identityHolder == .a)
            && !(bHasAnotherSubject && identityHolder == .b)
    }

    static let address = EmailAddress(canonical: "person@example.com")
    static let provider = ProviderID("oidc.acme")
    static let idA = AccountID("A")
    static let idB = AccountID("B")

    static func identity(_ subject: String) -> Identity {
        Identity(
            key: IdentityKey(provider: provider, issuer: "https://acme.test", subject: subject), email: nil, profile: Profile())
    }

    var accountA: Account {
        let own = email == .heldByA ? Self.address : aHasAnotherEmail ? EmailAddress(canonical: "other@example.com") : nil
        return account(
            Self.idA, email: own, isVerified: aIsVerified, isHolder: identityHolder == .a, hasOther: aHasAnotherSubject,
            isDisabled: aIsDisabled)
    }

    var accountB: Account {
        account(
            Self.idB, email: email == .heldByB ? Self.address : nil, isVerified: bIsVerified, isHolder: identityHolder == .b,
            hasOther: bHasAnotherSubject, isDisabled: bIsDisabled)
    }

    private func account(
        _ id: AccountID, email: EmailAddress?, isVerified: Bool, isHolder: Bool, hasOther: Bool, isDisabled: Bool
    ) -> Account {
        var account = Account(id: id, createdAt: Timestamp(seconds: 0))
        account.email = email
        account.emailVerified = isVerified
        if isHolder { account.identities.append(Self.identity("presented")) }
        if hasOther { account.identities.append(Self.identity("another")) }
        account.isDisabled = isDisabled
        if haveSecondFactors {
            account.secondFactors = [
                SecondFactor(
                    id: SecondFactorID("f"), displayName: nil, enrolledAt: Timestamp(seconds: 0), sealedSecret: Data(),
                    lastPeriod: 0)
            ]
        }
        return account
    }

    /// The state as the policy is told of it.
    var facts: LinkingFacts {
        let intent: LinkingIntent =
            switch wish {
            case .signIn: .signIn
            case .linkToA: .link(to: accountA)
            case .reauthenticateA: .reauthenticate(as: accountA)
            case .reauthenticateSomebody: .reauthenticate(as: nil)
            }
        return LinkingFacts(
            presented: PresentedIdentity(
                key: Self.identity("presented").key, email: email == .absent ? nil : Self.address, ownership: ownership),
            intent: intent,
            identityHolder: identityHolder == .nobody ? nil : identityHolder == .a ? accountA : accountB,
            emailHolder: email == .heldByA ? accountA : email == .heldByB ? accountB : nil,
            oneAccountPerEmail: oneAccountPerEmail, signUpAllowed: signUpAllowed)
    }

    var description: String {
        """
        \(wish), identity of \(identityHolder), email \(email), \(ownership), A: \(aHasAnotherEmail ? "another email, " : "")\
        \(aIsVerified ? "verified, " : "")\(aHasAnotherSubject ? "another subject, " : "")\(aIsDisabled ? "disabled" : ""); \
        B: \(bIsVerified ? "verified, " : "")\(bHasAnotherSubject ? "another subject, " : "")\(bIsDisabled ? "disabled" : ""); \
        \(haveSecondFactors ? "second factors, " : "")\(oneAccountPerEmail ? "one" : "several") per email, sign-up \(signUpAllowed ? "open" : "closed")
        """
    }
}

/// The table of Documentation/Design.md §4, row by row, as an oracle: the first row that fits speaks; the three sentences
/// below the table come after it.
enum DocumentedTable {
    typealias State = LinkingState

    struct Row: Sendable {
        let number: Int
        let fits: @Sendable (State) -> Bool
        let decision: @Sendable (State) -> LinkingDecision
    }

    /// Rule 9 stands before rule 8, whose exception it is.
    static let rows: [Row] = [
        Row(number: 1, fits: { $0.wish == .signIn && $0.identityHolder != .nobody }, decision: { .open($0.identityID) }),
        Row(
            number: 3,
            fits: {
                $0.signsInNewIdentity && $0.meetsEmail && $0.holderIsVerified && $0.ownership == .proven && !$0.haveSecondFactors
            },
            decision: { .join($0.emailID, email: .keep, recycled: $0.holderHasAnotherSubject) }),
        Row(
            number: 4,
            fits: {
                $0.signsInNewIdentity && $0.meetsEmail && !$0.holderIsVerified && $0.ownership == .proven && !$0.haveSecondFactors
            },
            decision: { .purgeAndJoin($0.emailID) }),
        Row(
            number: 5, fits: { $0.signsInNewIdentity && $0.meetsEmail && ($0.ownership == .claimed || $0.haveSecondFactors) },
            decision: { .refuse(.needsConfirmation(by: $0.emailID)) }),
        Row(
            number: 2, fits: { $0.signsInNewIdentity && !$0.meetsEmail },
            decision: { .create($0.copiesEmail ? .take(verified: $0.ownership == .proven) : .keep) }),
        Row(
            number: 6, fits: { $0.wish == .linkToA && $0.identityHolder != .nobody },
            decision: { .refuse(.alreadyLinked(to: $0.identityID)) }),
        Row(
            number: 7, fits: { $0.wish == .linkToA && $0.meetsEmail && $0.email == .heldByB },
            decision: { _ in .refuse(.emailExists(at: State.idB)) }),
        Row(
            number: 9, fits: { $0.wish == .linkToA && $0.aHasAnotherSubject },
            decision: { _ in .refuse(.providerAlreadyLinked) }),
        Row(number: 8, fits: { $0.wish == .linkToA }, decision: { .join(State.idA, email: $0.adoptionByA, recycled: false) }),
        Row(
            number: 10,
            fits: { $0.identityHolder == .a || $0.wish == .reauthenticateSomebody && $0.identityHolder == .b },
            decision: { .open($0.identityID) }),
        Row(
            number: 11, fits: { _ in true },
            decision: { .refuse($0.identityHolder == .nobody ? .userNotFound : .userMismatch) }),
    ]

    /// The document's verdict on a state; no rule where a disabled account decides.
    static func answer(_ state: State) -> (rule: Int?, decision: LinkingDecision)? {
        guard let row = rows.first(where: { $0.fits(state) }) else { return nil }
        let decision = row.decision(state)
        // "Disabled accounts open nothing", and so are nobody's to link to.
        if state.wish == .linkToA, state.aIsDisabled { return (nil, .refuse(.disabled)) }
        switch decision {
        case .open(let id), .join(let id, _, _), .purgeAndJoin(let id):
            if id == State.idA ? state.aIsDisabled : state.bIsDisabled { return (nil, .refuse(.disabled)) }
        case .create:
            // "A new account needs sign-up to be allowed."
            if !state.signUpAllowed { return (2, .refuse(.signUpNotAllowed)) }
        case .refuse: break
        }
        return (row.number, decision)
    }
}

extension LinkingState {
    fileprivate var signsInNewIdentity: Bool { wish == .signIn && identityHolder == .nobody }
    /// "Several accounts per email: rows 3–5 and 7 fall away."
    fileprivate var meetsEmail: Bool { oneAccountPerEmail && (email == .heldByA || email == .heldByB) }
    fileprivate var holderIsVerified: Bool { email == .heldByA ? aIsVerified : bIsVerified }
    fileprivate var holderHasAnotherSubject: Bool { email == .heldByA ? aHasAnotherSubject : bHasAnotherSubject }
    /// "The email stays in the identity and is not copied to the account."
    fileprivate var copiesEmail: Bool { oneAccountPerEmail && email != .absent }
    fileprivate var emailID: AccountID { email == .heldByA ? Self.idA : Self.idB }
    fileprivate var identityID: AccountID { identityHolder == .a ? Self.idA : Self.idB }

    /// "A without email takes it (verified = proven); same email and proven → verified."
    fileprivate var adoptionByA: EmailAdoption {
        if copiesEmail, email != .heldByA, !aHasAnotherEmail { return .take(verified: ownership == .proven) }
        if copiesEmail, email == .heldByA, ownership == .proven, !aIsVerified { return .verify }
        return .keep
    }
}
