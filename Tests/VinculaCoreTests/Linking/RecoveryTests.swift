import Foundation
import Testing
import VinculaCore

@Suite("What a recovery leaves of an account")
struct RecoveryTests {
    private static let email = EmailAddress(canonical: "v@x.example")
    private static let changedAt = Timestamp(seconds: 10_000)

    private static func key(_ provider: ProviderID, _ subject: String) -> IdentityKey {
        IdentityKey(provider: provider, issuer: "i", subject: subject)
    }

    private static func identity(_ provider: ProviderID, _ subject: String = "owner") -> Identity {
        Identity(key: key(provider, subject), email: nil, profile: Profile())
    }

    private static func factor(_ id: String, _ proof: EnrollmentProof? = nil, at seconds: Int64 = 20_000) -> SecondFactor {
        SecondFactor(
            id: SecondFactorID(id), displayName: nil, enrolledAt: Timestamp(seconds: seconds), sealedSecret: Data(),
            lastPeriod: 0,
            enrolledBy: proof)
    }

    private static func account(_ identities: [Identity], factors: [SecondFactor] = []) -> Account {
        var account = Account(id: AccountID("a"), createdAt: Timestamp(seconds: 0))
        account.email = email
        account.emailVerified = true
        account.password = PasswordRecord(hash: "h", updatedAt: Timestamp(seconds: 1))
        account.identities = identities
        account.secondFactors = factors
        return account
    }

    private static func code(
        _ purpose: ActionCodePurpose, keeping kept: [IdentityKey] = [], factors: [String]? = [],
        _ change: (inout ActionCode.Target) -> Void = { _ in }
    ) -> ActionCode {
        var target = ActionCode.Target()
        target.identitiesBefore = kept
        target.secondFactorsBefore = factors?.map { SecondFactorID($0) }
        change(&target)
        return ActionCode(
            id: "c", scope: ProjectScope(project: "p"), purpose: purpose, account: AccountID("a"), email: email, newEmail: nil,
            target: target, digits: nil, sealedLink: nil, createdAt: changedAt,
            expiresAt: changedAt.adding(seconds: purpose.lifetimeSeconds))
    }

    private static func removed(_ identity: Identity) -> RemovedIdentity {
        RemovedIdentity(key: identity.key, addition: identity.addition)
    }

    private func recovered(
        _ account: Account, by code: ActionCode, mailLeadsBack: Bool = true, taken: [IdentityKey] = []
    ) -> Account {
        var account = account
        account.recover(by: code, mailLeadsBack: mailLeadsBack, phoneLeadsBack: true) { !taken.contains($0) }
        return account
    }

    @Test("The button of a removal puts the way in back, as settled as it was, and takes off what came since")
    func removal() {
        var google = Self.identity(.google)
        google.addition = Identity.Addition(at: Timestamp(seconds: 9000), authTime: Timestamp(seconds: 9000), isAnnounced: true)
        let facebook = Self.identity(.facebook)
        let code = Self.code(.revertSignInMethodRemoval, keeping: [facebook.key]) { $0.removedIdentity = Self.removed(google) }
        let left = recovered(Self.account([facebook, Self.identity(.google, "thief")]), by: code)
        #expect(left.identities.map(\.key) == [facebook.key, google.key] && left.password == nil)
        #expect(left.identity(of: .google)?.addition == google.addition)
        let elsewhere = recovered(Self.account([facebook]), by: code, taken: [google.key])
        #expect(elsewhere.identities.map(\.key) == [facebook.key])
    }

    @Test("Where mail does not lead back and nothing is left, what was there before is restored")
    func lastResort() {
        let google = Self.identity(.google)
        let code = Self.code(.revertSignInMethodAddition, keeping: [google.key]) { $0.addedIdentity = Self.key(.facebook, "t") }
        let account = Self.account([Self.identity(.facebook, "t")])
        #expect(recovered(account, by: code).identities.isEmpty)
        #expect(recovered(account, by: code, mailLeadsBack: false).identities.map(\.key) == [google.key])
        #expect(recovered(account, by: code, mailLeadsBack: false, taken: [google.key]).identities.isEmpty)
    }

    @Test(
        "The address comes back, proven, whichever button it is",
        arguments: [ActionCodePurpose.recoverEmail, .revertPasswordChange])
    func address(_ purpose: ActionCodePurpose) {
        var account = Self.account([])
        account.email = EmailAddress(canonical: "t@evil.example")
        account.emailVerified = false
        account.initialEmail = Self.email
        let left = recovered(account, by: Self.code(purpose))
        #expect(left.email == Self.email && left.emailVerified && left.initialEmail == nil)
    }

    @Test("A code is of use while what it removes is there, and what it restores is not")
    func use() {
        let (google, thief) = (Self.identity(.google), Self.identity(.google, "thief"))
        let removal = Self.code(.revertSignInMethodRemoval) { $0.removedIdentity = Self.removed(google) }
        #expect(removal.applies(to: Self.account([])) && removal.applies(to: Self.account([thief])))
        #expect(!removal.applies(to: Self.account([google])))
        let settled = Self.code(.revertSignInMethodRemoval, keeping: [thief.key]) { $0.removedIdentity = Self.removed(google) }
        #expect(!settled.applies(to: Self.account([thief])), "its place is taken by one that stays")
        let addition = Self.code(.revertSignInMethodAddition) { $0.addedIdentity = thief.key }
        #expect(addition.applies(to: Self.account([thief])) && !addition.applies(to: Self.account([google])))
        let factor = Self.code(.revertSecondFactorAddition) { $0.secondFactor = SecondFactorID("f") }
        #expect(factor.applies(to: Self.account([], factors: [Self.factor("f")])) && !factor.applies(to: Self.account([])))
        for purpose in ActionCodePurpose.allCases where !purpose.takesBack {
            #expect(!Self.code(purpose).applies(to: Self.account([])))
        }
        let codes = Self.code(.revertRecoveryCodes) { $0.recoveryCodesBefore = SecondFactorID("before") }
        for (set, applies) in [(nil, false), ("before", false), ("made", true), ("made later", true)] as [(String?, Bool)] {
            var account = Self.account([], factors: [Self.factor("f")])
            account.recoveryCodes = set.map { Self.codes($0) }
            #expect(codes.applies(to: account) == applies, "\(set ?? "-")")
        }
        for purpose in [ActionCodePurpose.recoverEmail, .revertPasswordChange] {
            #expect(Self.code(purpose).applies(to: Self.account([])))
        }
    }

    @Test("T014 T060 a second factor stays if it was there, or if a later sign-in with a way in that stays enrolled it")
    func factors() {
        let google = Self.key(.google, "owner")
        let later = Self.changedAt.adding(seconds: 1)
        let table: [(SecondFactor, Bool)] = [
            (Self.factor("before"), true), (Self.factor("other"), false),
            (Self.factor("proven", EnrollmentProof(signedInAt: later, wayIn: google)), true),
            (Self.factor("session of the change", EnrollmentProof(signedInAt: Self.changedAt, wayIn: google)), false),
            (Self.factor("password", EnrollmentProof(signedInAt: later, wayIn: nil)), false),
            (Self.factor("thief's", EnrollmentProof(signedInAt: later, wayIn: Self.key(.google, "thief"))), false),
            (Self.factor("itself", EnrollmentProof(signedInAt: later, wayIn: google)), false),
            (Self.factor("mailed link", EnrollmentProof(signedInAt: later, mailbox: Self.email)), true),
            (Self.factor("earlier link", EnrollmentProof(signedInAt: Self.changedAt, mailbox: Self.email)), false),
            (
                Self.factor(
                    "another mailbox", EnrollmentProof(signedInAt: later, mailbox: EmailAddress(canonical: "t@x.example"))),
                false
            ),
        ]
        let code = Self.code(.revertSecondFactorAddition, keeping: [google], factors: ["before", "itself"]) {
            $0.secondFactor = SecondFactorID("itself")
        }
        for (factor, stays) in table { #expect(code.keeps(factor) == stays, "\(factor.id)") }
        let left = recovered(Self.account([], factors: table.map(\.0)), by: code)
        #expect(left.secondFactors.map(\.id.value) == ["before", "proven", "mailed link"])
        let old = Self.code(.recoverEmail, factors: nil)
        #expect(old.keeps(Self.factor("f", at: 9999)) && !old.keeps(Self.factor("f", at: 10_000)), "of an older version")
    }

    @Test("T014 T060 recovery codes stay by the same rule, and go with the last factor")
    func recoveryCodes() {
        let google = Self.key(.google, "owner")
        let later = Self.changedAt.adding(seconds: 1)
        let table: [(RecoveryCodeSet, Bool)] = [
            (Self.codes("before"), true), (Self.codes("other"), false),
            (Self.codes("proven", EnrollmentProof(signedInAt: later, wayIn: google)), true),
            (Self.codes("session of the change", EnrollmentProof(signedInAt: Self.changedAt, wayIn: google)), false),
            (Self.codes("thief's", EnrollmentProof(signedInAt: later, wayIn: Self.key(.google, "thief"))), false),
            (Self.codes("mailed link", EnrollmentProof(signedInAt: later, mailbox: Self.email)), true),
            (Self.codes("earlier link", EnrollmentProof(signedInAt: Self.changedAt, mailbox: Self.email)), false),
        ]
        for purpose in ActionCodePurpose.allCases where purpose.takesBack {
            let code = Self.code(purpose, keeping: [google], factors: ["f"]) { $0.recoveryCodesBefore = SecondFactorID("before") }
            for (set, stays) in table {
                var account = Self.account([], factors: [Self.factor("f"), Self.factor("thief's")])
                account.recoveryCodes = set
                let left = recovered(account, by: code)
                #expect(left.secondFactors.map(\.id.value) == ["f"])
                #expect((left.recoveryCodes == set) == stays && (left.recoveryCodes == nil) == !stays, "\(set.id)")
                #expect(account.parts(missingIn: left).contains(.recoveryCodes(since: set.createdAt)) == !stays)
            }
        }
        var account = Self.account([], factors: [Self.factor("thief's")])
        account.recoveryCodes = Self.codes("before")
        let code = Self.code(.revertSecondFactorAddition) { $0.recoveryCodesBefore = SecondFactorID("before") }
        #expect(recovered(account, by: code).recoveryCodes == nil)
        let old = Self.code(.revertPasswordChange, factors: ["f"])
        #expect(!old.keeps(Self.codes("other")), "a mail of a version without recovery codes")
    }

    private static func codes(_ id: String, _ proof: EnrollmentProof? = nil) -> RecoveryCodeSet {
        RecoveryCodeSet(
            id: SecondFactorID(id), createdAt: Timestamp(seconds: 20_000),
            createdBy: proof ?? EnrollmentProof(signedInAt: Timestamp(seconds: 1)))
    }

    @Test("A session that continued after a change proves no way in: its time is the change's, not a sign-in's")
    func continued() {
        var account = Self.account([Self.identity(.google)])
        let signedIn = Timestamp(seconds: 500)
        let proof = { EnrollmentProof(of: account, authTime: signedIn, provider: $0) }
        #expect(proof(.google) == EnrollmentProof(signedInAt: signedIn, wayIn: Self.key(.google, "owner")))
        #expect(proof(.password).wayIn == nil && proof(.facebook).wayIn == nil && proof(.password).mailbox == nil)
        let mailed = { EnrollmentProof(of: account, authTime: signedIn, provider: .password, isByMail: true) }
        account.validSince = 499
        #expect(proof(.google).wayIn != nil && mailed() == EnrollmentProof(signedInAt: signedIn, mailbox: Self.email))
        account.validSince = 500
        #expect(proof(.google).wayIn == nil && mailed().mailbox == nil)
    }

    @Test("What goes is told by name")
    func parts() {
        var old = Self.account([Self.identity(.google), Self.identity(.facebook)], factors: [Self.factor("f")])
        old.phone = PhoneNumber("+15550100000")
        var account = old
        #expect(old.parts(missingIn: account).isEmpty)
        account.password = nil
        account.identities = [Self.identity(.google)]
        account.phone = nil
        account.secondFactors = []
        #expect(
            old.parts(missingIn: account)
                == [.password, .wayIn(.facebook), .wayIn(.phone), .authenticator(since: Timestamp(seconds: 20_000))])
    }
}
