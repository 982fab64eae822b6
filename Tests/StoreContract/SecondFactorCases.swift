import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let secondFactorCases = [
        StoreCase("second factors come back with their account, oldest first, wherever it is read") { store async throws in
            var account = Account.sample("1", email: .ada, identities: [.google("g")])
            account.secondFactors = [.sample("b"), .sample("a", named: "Phone")]
            let inserted = account
            try await store.insert(inserted, in: .tenant)
            try await store.insert(.sample("2"), in: .tenant)
            try await store.read { tx throws in
                #expect(try tx.account(inserted.id, in: .tenant) == inserted)
                #expect(try tx.account(email: .ada, in: .tenant) == inserted)
                #expect(try tx.account(identity: .google("g"), in: .tenant) == inserted)
                #expect(try tx.accounts(after: nil, limit: 9, in: .tenant) == [inserted, .sample("2")])
            }
        },
        StoreCase("second factors are added, renamed and taken off with their account") { store async throws in
            try await store.insert(.sample("1"))
            var account = Account.sample("1")
            for factors: [SecondFactor] in [
                [.sample("a")], [.sample("a"), .sample("b")], [.sample("a", named: "Phone"), .sample("b")], [.sample("b")], [],
            ] {
                let old = account
                account.secondFactors = factors
                let new = account
                try await store.write { try $0.update(new, from: old, in: .sample) }
                #expect(try await store.read { try $0.account(new.id, in: .sample) } == new)
            }
        },
        StoreCase("an id of a second factor is taken in every project, until its factor is gone") { store async throws in
            var account = Account.sample("1")
            account.secondFactors = [.sample("a")]
            let inserted = account
            try await store.insert(inserted, in: .tenant)
            #expect(try await store.read { try $0.hasSecondFactor(SecondFactorID("a")) })
            #expect(try await !store.read { try $0.hasSecondFactor(SecondFactorID("A")) })
            try await store.write { tx throws in
                var without = inserted
                without.secondFactors = []
                try tx.update(without, from: inserted, in: .tenant)
            }
            #expect(try await !store.read { try $0.hasSecondFactor(SecondFactorID("a")) })
        },
        StoreCase("a period is used once, and none after a later one") { store async throws in
            var account = Account.sample("1")
            account.secondFactors = [.sample("a", lastPeriod: 10), .sample("b", lastPeriod: 10)]
            let inserted = account
            try await store.insert(inserted)
            for (period, isUsed) in [(10, false), (9, false), (12, true), (12, false), (11, false), (13, true)] {
                let used = try await store.write { try $0.usePeriod(Int64(period), ofSecondFactor: SecondFactorID("a")) }
                #expect(used == isUsed, "\(period)")
            }
            #expect(try await !store.write { try $0.usePeriod(99, ofSecondFactor: SecondFactorID("c")) })
            let now = try await store.read { try $0.account(inserted.id, in: .sample) }
            #expect(now?.secondFactors.map(\.lastPeriod) == [13, 10])
            // An earlier read must not set it back.
            try await store.write { tx throws in
                var renamed = inserted
                renamed.secondFactors[0].displayName = "Phone"
                try tx.update(renamed, from: inserted, in: .sample)
            }
            #expect(try await store.read { try $0.account(inserted.id, in: .sample) }?.secondFactors[0].lastPeriod == 13)
        },
        StoreCase("recovery codes come back as a set, are used once, and end with it") { store async throws in
            var account = Account.sample("1")
            account.secondFactors = [.sample("a")]
            let inserted = account
            try await store.insert(inserted)
            func change(_ body: (inout Account) -> Void) async throws {
                let old = account
                body(&account)
                let new = account
                try await store.write { try $0.update(new, from: old, in: .sample) }
                #expect(try await store.read { try $0.account(new.id, in: .sample) } == new)
                #expect(try await store.read { try $0.accounts(after: nil, limit: 9, in: .sample) } == [new])
            }
            func fill(_ id: String, _ codes: [UInt8]) async throws {
                try await change { $0.recoveryCodes = .sample(id) }
                try await store.write { try $0.insert(recoveryCodes: codes.map { Data([$0]) }, ofSet: SecondFactorID(id)) }
            }
            func left(_ id: String) async throws -> Int {
                try await store.read { try $0.recoveryCodesLeft(ofSet: SecondFactorID(id)) }
            }
            func use(_ code: UInt8) async throws -> Bool {
                try await store.write { try $0.useRecoveryCode(Data([code])) }
            }
            try await change { _ in }
            try await fill("s", [1, 2, 3])
            #expect(try await left("s") == 3)
            #expect(try await [use(2), use(2), use(9)] == [true, false, false])
            #expect(try await left("s") == 2)
            try await fill("t", [4, 5])
            #expect(try await [left("s"), left("t")] == [0, 2])
            #expect(try await [use(1), use(4), use(5)] == [false, true, true])
            #expect(
                try await store.read { try $0.account(AccountID("1"), in: .sample) }?.recoveryCodes == .sample("t"), "all used")
            try await fill("u", [6, 7])
            try await change { $0.recoveryCodes = nil }
            #expect(try await use(6) == false)
            try await fill("v", [8])
            try await store.write { try $0.purge(AccountID("1"), in: .sample) }
            #expect(try await left("v") == 1, "factors stay, too")
            try await store.write { _ = try $0.delete(AccountID("1"), in: .sample) }
            #expect(try await use(8) == false)
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(recoveryCodes: [Data([1])], ofSet: SecondFactorID("v")) }
            }
        },
        StoreCase("a sign-in that waits comes back, counts, and is consumed once") { store async throws in
            try await store.insert(.sample("1"), in: .tenant)
            let pending = PendingSignIn.sample("p", in: .tenant)
            try await store.write { try $0.insert(pending) }
            #expect(try await store.read { try $0.pendingSignIn("p") } == pending)
            #expect(try await store.read { try $0.pendingSignIn("q") } == nil)
            for count in 1...3 {
                #expect(try await store.write { try $0.countCode(ofPendingSignIn: "p", most: 2) } == (count <= 2))
            }
            #expect(try await store.read { try $0.pendingSignIn("p") }?.failures == 2)
            #expect(try await store.write { try $0.consumePendingSignIn("p") })
            #expect(try await !store.write { try $0.consumePendingSignIn("p") })
            #expect(try await !store.write { try $0.countCode(ofPendingSignIn: "p", most: 9) })
        },
        StoreCase("an enrolment comes back, counts, and is consumed once") { store async throws in
            try await store.insert(.sample("1"))
            let enrollment = SecondFactorEnrollment.sample("e")
            try await store.write { try $0.insert(enrollment) }
            #expect(try await store.read { try $0.secondFactorEnrollment("e") } == enrollment)
            #expect(try await store.write { try $0.countCode(ofEnrollment: "e", most: 1) })
            #expect(try await !store.write { try $0.countCode(ofEnrollment: "e", most: 1) })
            #expect(try await store.write { try $0.consumeSecondFactorEnrollment("e") })
            #expect(try await !store.write { try $0.consumeSecondFactorEnrollment("e") })
        },
        StoreCase("an account has so many sign-ins and enrolments that wait, the newest") { store async throws in
            try await store.insert(.sample("1"))
            try await store.insert(.sample("2"))
            try await store.write { tx throws in
                try tx.insert(PendingSignIn.sample("other", account: "2"))
                for number in 0...PendingSignIn.mostOfAnAccount { try tx.insert(PendingSignIn.sample("p\(number)")) }
                for number in 0...SecondFactorEnrollment.mostOfAnAccount {
                    try tx.insert(SecondFactorEnrollment.sample("e\(number)"))
                }
            }
            try await store.read { tx throws in
                #expect(try tx.pendingSignIn("p0") == nil && tx.secondFactorEnrollment("e0") == nil)
                #expect(try tx.pendingSignIn("p1") != nil && tx.secondFactorEnrollment("e1") != nil)
                #expect(try tx.pendingSignIn("other") != nil)
            }
        },
        StoreCase("they go when they expire, when their account is purged, and with it") { store async throws in
            try await store.insert(.sample("1"))
            try await store.insert(.sample("2"))
            func fill() async throws {
                try await store.write { tx throws in
                    for account in ["1", "2"] {
                        try tx.insert(PendingSignIn.sample("p" + account, account: account))
                        try tx.insert(SecondFactorEnrollment.sample("e" + account, account: account))
                    }
                }
            }
            func left() async throws -> [Bool] {
                try await store.read { tx throws in
                    [
                        try tx.pendingSignIn("p1") != nil, try tx.secondFactorEnrollment("e1") != nil,
                        try tx.pendingSignIn("p2") != nil, try tx.secondFactorEnrollment("e2") != nil,
                    ]
                }
            }
            try await fill()
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 600)) }
            #expect(try await left() == [true, true, true, true])
            try await store.write { try $0.purge(AccountID("1"), in: .sample) }
            #expect(try await left() == [false, false, true, true])
            try await store.write { _ = try $0.delete(AccountID("2"), in: .sample) }
            #expect(try await left() == [false, false, false, false])
            try await store.insert(.sample("2"))
            try await fill()
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 601)) }
            #expect(try await left() == [false, false, false, false])
        },
    ]
}

extension SecondFactor {
    static func sample(_ id: String, named name: String? = nil, lastPeriod: Int64 = 5) -> SecondFactor {
        SecondFactor(
            id: SecondFactorID(id), displayName: name, enrolledAt: .sample, sealedSecret: Data([0, 1, 255]),
            lastPeriod: lastPeriod,
            enrolledBy: EnrollmentProof(signedInAt: .sample, wayIn: IdentityKey(provider: .google, issuer: "i", subject: id)))
    }
}

extension RecoveryCodeSet {
    static func sample(_ id: String) -> RecoveryCodeSet {
        RecoveryCodeSet(
            id: SecondFactorID(id), createdAt: .sample,
            createdBy: EnrollmentProof(signedInAt: .sample, mailbox: EmailAddress(canonical: "ada@example.com")))
    }
}

extension PendingSignIn {
    static func sample(_ id: String, account: String = "1", in scope: ProjectScope = .sample) -> PendingSignIn {
        PendingSignIn(
            id: id, scope: scope, account: AccountID(account), firstFactor: .google, isByMail: true,
            waysIn: "ways\u{1}in",
            expiresAt: .sample.adding(seconds: 600), key: KeyThumbprint(Data(repeating: 7, count: 32)))
    }
}

extension SecondFactorEnrollment {
    static func sample(_ id: String, account: String = "1", in scope: ProjectScope = .sample) -> SecondFactorEnrollment {
        SecondFactorEnrollment(
            id: id, scope: scope, account: AccountID(account), sealedSecret: Data([0, 255]),
            expiresAt: .sample.adding(seconds: 600))
    }
}
