import Testing
import VinculaCore

struct LinkingPolicyTests {
    @Test func `the whole table is as the document says`() throws {
        #expect(LinkingState.all.count == 28_672)
        var wrong = 0
        for state in LinkingState.all {
            let expected = try #require(DocumentedTable.answer(state))
            let explanation = LinkingPolicy.explain(state.facts)
            let isRight =
                explanation.decision == expected.decision && (expected.rule ?? explanation.rule) == explanation.rule
                && LinkingPolicy.decide(state.facts) == explanation.decision && !explanation.reason.isEmpty
                && !explanation.reason.contains("Optional(")
            guard !isRight else { continue }
            wrong += 1
            // A broken rule breaks thousands of states; the first few tell.
            guard wrong <= 10 else { continue }
            Issue.record("\(state): \(explanation), but the document says \(expected)")
        }
        #expect(wrong == 0)
    }

    @Test func `every decision and refusal occurs in the table`() {
        let kinds = Set(LinkingState.all.map { LinkingPolicy.decide($0.facts).kind })
        #expect(
            kinds == [
                "open", "create keep", "create take true", "create take false", "join keep", "join take true", "join take false",
                "join verify", "join recycled", "purgeAndJoin", "needsConfirmation", "alreadyLinked", "emailExists",
                "providerAlreadyLinked", "userNotFound", "userMismatch", "disabled", "signUpNotAllowed",
            ])
    }

    @Test(arguments: Example.all) func `named rows`(example: Example) {
        let explanation = LinkingPolicy.explain(example.facts)
        #expect(explanation.rule == example.rule)
        #expect(explanation.decision == example.decision)
    }

    @Test func `T021 an equal subject of another issuer or provider is another identity`() {
        var state = LinkingState()
        state.email = .heldByA
        state.aHasAnotherSubject = true
        state.ownership = .proven
        state.aIsVerified = true
        var facts = state.facts
        facts.presented.key = IdentityKey(
            provider: ProviderID("oidc.other"), issuer: "https://other.test", subject: facts.presented.key.subject)
        #expect(LinkingPolicy.decide(facts) == .join(LinkingState.idA, email: .keep, recycled: false))
    }

    @Test func `the reason names the account and the provider that are in the way`() {
        var state = LinkingState()
        state.email = .heldByB
        let reason = LinkingPolicy.explain(state.facts).reason
        #expect(reason.contains("account B"))
        #expect(reason.contains("oidc.acme"))
        #expect(reason.contains("person@example.com"))
    }
}

/// A row of the table, or an edge of one, in words.
struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: Int
    let decision: LinkingDecision
    let facts: LinkingFacts

    var testDescription: String { "rule \(rule): \(name)" }

    init(_ name: String, _ rule: Int, _ decision: LinkingDecision, _ arrange: (inout LinkingState) -> Void) {
        var state = LinkingState()
        arrange(&state)
        self.name = name
        self.rule = rule
        self.decision = decision
        facts = state.facts
    }

    static let a = LinkingState.idA
    static let b = LinkingState.idB

    static let all = signIns + links + reauthentications

    static let signIns = [
        Example("a known identity opens its account", 1, .open(a)) { $0.identityHolder = .a },
        Example("T020 also when it carries somebody else's email by now", 1, .open(a)) {
            ($0.identityHolder, $0.email, $0.ownership) = (.a, .heldByB, .proven)
        },
        Example("a known identity of a disabled account opens nothing", 1, .refuse(.disabled)) {
            ($0.identityHolder, $0.aIsDisabled) = (.a, true)
        },
        Example("a new person with a proven email", 2, .create(.take(verified: true))) {
            ($0.email, $0.ownership) = (.heldByNobody, .proven)
        },
        Example("a new person with a claimed email", 2, .create(.take(verified: false))) { $0.email = .heldByNobody },
        Example("a new person without an email, whatever its ownership", 2, .create(.keep)) { $0.ownership = .proven },
        Example("a new person where sign-up is closed", 2, .refuse(.signUpNotAllowed)) {
            ($0.email, $0.signUpAllowed) = (.heldByNobody, false)
        },
        Example("with several accounts per email a second account is made", 2, .create(.keep)) {
            ($0.email, $0.ownership, $0.bIsVerified, $0.oneAccountPerEmail) = (.heldByB, .proven, true, false)
        },
        Example("both sides proven: the identity joins", 3, .join(b, email: .keep, recycled: false)) {
            ($0.email, $0.ownership, $0.bIsVerified) = (.heldByB, .proven, true)
        },
        Example("joining needs no sign-up", 3, .join(b, email: .keep, recycled: false)) {
            ($0.email, $0.ownership, $0.bIsVerified, $0.signUpAllowed) = (.heldByB, .proven, true, false)
        },
        Example("T010 a recycled address takes the old subject's place", 3, .join(b, email: .keep, recycled: true)) {
            ($0.email, $0.ownership, $0.bIsVerified, $0.bHasAnotherSubject) = (.heldByB, .proven, true, true)
        },
        Example("T001 the owner comes to a squatted account", 4, .purgeAndJoin(b)) {
            ($0.email, $0.ownership) = (.heldByB, .proven)
        },
        Example("a disabled squatted account opens nothing to its owner", 4, .refuse(.disabled)) {
            ($0.email, $0.ownership, $0.bIsDisabled) = (.heldByB, .proven, true)
        },
        Example("T009 a claim meets a verified account", 5, .refuse(.needsConfirmation(by: b))) {
            ($0.email, $0.bIsVerified) = (.heldByB, true)
        },
        Example("a claim meets an unverified account", 5, .refuse(.needsConfirmation(by: b))) { $0.email = .heldByB },
        Example("a claim learns nothing of a disabled account", 5, .refuse(.needsConfirmation(by: b))) {
            ($0.email, $0.bIsDisabled) = (.heldByB, true)
        },
    ]

    static let links = [
        Example("T028 somebody else's identity", 6, .refuse(.alreadyLinked(to: b))) {
            ($0.wish, $0.identityHolder) = (.linkToA, .b)
        },
        Example("one's own identity again", 6, .refuse(.alreadyLinked(to: a))) { ($0.wish, $0.identityHolder) = (.linkToA, .a) },
        Example("T029 an identity with B's email, proven", 7, .refuse(.emailExists(at: b))) {
            ($0.wish, $0.email, $0.ownership, $0.bIsVerified) = (.linkToA, .heldByB, .proven, true)
        },
        Example("B's email says more than A's other subject", 7, .refuse(.emailExists(at: b))) {
            ($0.wish, $0.email, $0.aHasAnotherSubject) = (.linkToA, .heldByB, true)
        },
        Example("with several accounts per email B's email is no matter", 8, .join(a, email: .keep, recycled: false)) {
            ($0.wish, $0.email, $0.oneAccountPerEmail) = (.linkToA, .heldByB, false)
        },
        Example("A without email takes a proven one", 8, .join(a, email: .take(verified: true), recycled: false)) {
            ($0.wish, $0.email, $0.ownership) = (.linkToA, .heldByNobody, .proven)
        },
        Example("A without email takes a claimed one unverified", 8, .join(a, email: .take(verified: false), recycled: false)) {
            ($0.wish, $0.email) = (.linkToA, .heldByNobody)
        },
        Example("the same email, proven now", 8, .join(a, email: .verify, recycled: false)) {
            ($0.wish, $0.email, $0.ownership) = (.linkToA, .heldByA, .proven)
        },
        Example("the same email, only claimed", 8, .join(a, email: .keep, recycled: false)) {
            ($0.wish, $0.email) = (.linkToA, .heldByA)
        },
        Example("another email leaves A's own alone", 8, .join(a, email: .keep, recycled: false)) {
            ($0.wish, $0.email, $0.ownership, $0.aHasAnotherEmail) = (.linkToA, .heldByNobody, .proven, true)
        },
        Example("linking needs no sign-up", 8, .join(a, email: .keep, recycled: false)) {
            ($0.wish, $0.signUpAllowed) = (.linkToA, false)
        },
        Example("a disabled account takes nothing", 8, .refuse(.disabled)) { ($0.wish, $0.aIsDisabled) = (.linkToA, true) },
        Example("a second subject of one provider", 9, .refuse(.providerAlreadyLinked)) {
            ($0.wish, $0.aHasAnotherSubject) = (.linkToA, true)
        },
        Example("a second subject, with several accounts per email too", 9, .refuse(.providerAlreadyLinked)) {
            ($0.wish, $0.aHasAnotherSubject, $0.oneAccountPerEmail) = (.linkToA, true, false)
        },
    ]

    static let reauthentications = [
        Example("oneself", 10, .open(a)) { ($0.wish, $0.identityHolder) = (.reauthenticateA, .a) },
        Example("somebody who did not say who", 10, .open(b)) {
            ($0.wish, $0.identityHolder) = (.reauthenticateSomebody, .b)
        },
        Example("oneself, disabled", 10, .refuse(.disabled)) {
            ($0.wish, $0.identityHolder, $0.aIsDisabled) = (.reauthenticateA, .a, true)
        },
        Example("T037 as somebody else", 11, .refuse(.userMismatch)) {
            ($0.wish, $0.identityHolder) = (.reauthenticateA, .b)
        },
        Example("with an identity of nobody", 11, .refuse(.userNotFound)) { $0.wish = .reauthenticateA },
        Example("a proven email is no proof of who one is", 11, .refuse(.userNotFound)) {
            ($0.wish, $0.email, $0.ownership, $0.aIsVerified) = (.reauthenticateA, .heldByA, .proven, true)
        },
        Example("it never makes an account", 11, .refuse(.userNotFound)) {
            ($0.wish, $0.email, $0.ownership) = (.reauthenticateSomebody, .heldByNobody, .proven)
        },
    ]
}

extension LinkingDecision {
    /// The decision without its accounts.
    fileprivate var kind: String {
        switch self {
        case .open: "open"
        case .create(let adoption): "create \(adoption.kind)"
        case .join(_, _, recycled: true): "join recycled"
        case .join(_, let adoption, recycled: false): "join \(adoption.kind)"
        case .purgeAndJoin: "purgeAndJoin"
        case .refuse(let refusal): String(describing: refusal).prefix { $0 != "(" }.description
        }
    }
}

extension EmailAdoption {
    fileprivate var kind: String {
        switch self {
        case .keep: "keep"
        case .take(let verified): "take \(verified)"
        case .verify: "verify"
        }
    }
}
