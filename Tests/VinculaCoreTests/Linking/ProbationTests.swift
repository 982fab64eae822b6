import Foundation
import Testing
import VinculaCore

struct ProbationTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let week: Int64 = 7 * 24 * 3600
    /// Ages of the session that adds a way in, and whether that session is stale.
    private static let ages: [(age: Int64, isStale: Bool)] = [
        (0, false), (300, false), (301, true), (9_999_999, true), (-60, false), (-61, true),
    ]

    private static func at(_ seconds: Int64) -> Timestamp { start.adding(seconds: seconds) }

    private static func identity(
        _ subject: String = "1", age: Int64? = nil, isAnnounced: Bool = true, provider: ProviderID = .google
    ) -> Identity {
        Identity(
            key: IdentityKey(provider: provider, issuer: "i", subject: subject), email: nil, profile: Profile(),
            addition: age.map { Identity.Addition(at: start, authTime: at(-$0), isAnnounced: isAnnounced) })
    }

    private static func account(_ identities: Identity..., change: (inout Account) -> Void = { _ in }) -> Account {
        var account = Account(id: AccountID("A"), createdAt: start)
        account.identities = identities
        change(&account)
        return account
    }

    @Test(
        "A sign-in with a method that a stale session added is no fresher than that session: for a week, or for good without a notice"
    )
    func provenAt() throws {
        for (age, isStale) in Self.ages {
            for isAnnounced in [true, false] {
                for (later, isOver) in [(-9 * Self.week, false), (0, false), (Self.week - 1, false), (Self.week, true)] {
                    let identity = Self.identity(age: age, isAnnounced: isAnnounced)
                    let holds = isStale && !(isOver && isAnnounced)
                    let now = Self.at(later)
                    #expect(identity.isOnProbation(now: now) == holds, "\(age) \(isAnnounced) \(later)")
                    let proven = try Self.account(identity).provenAt(by: identity, now: now)
                    #expect(proven == (holds ? Self.at(-age) : nil), "\(age) \(isAnnounced) \(later)")
                }
            }
        }
        #expect(try Self.account().provenAt(by: Self.identity(), now: Self.start) == nil, "the account began with it")
    }

    @Test("A revocation makes nobody fresh")
    func revoked() {
        let identity = Self.identity(age: 1000)
        let account = Self.account(identity) { $0.validSince = Self.start.seconds - 999 }
        #expect(throws: AuthError.credentialTooOld) { try account.provenAt(by: identity, now: Self.at(1)) }
        let other = Self.account(identity) { $0.validSince = Self.start.seconds - 1000 }
        #expect(throws: Never.self) { try other.provenAt(by: identity, now: Self.at(1)) }
    }

    @Test("A recovery keeps what existed a week before, and nothing that a stale session added, however long ago")
    func settled() {
        for (age, isStale) in Self.ages {
            for isAnnounced in [true, false] {
                let identity = Self.identity(age: age, isAnnounced: isAnnounced)
                for seconds in [-1, 0, Self.week] { #expect(!identity.isSettled(now: Self.at(seconds))) }
                for seconds in [Self.week + 1, 500 * Self.week] {
                    #expect(identity.isSettled(now: Self.at(seconds)) == !isStale, "\(age) \(isAnnounced)")
                }
            }
        }
        #expect(Self.identity().isSettled(now: Self.start))
    }

    private static func session(_ id: UInt8, age: Int64 = 400, root: UInt8? = nil) -> Session {
        Session(
            id: Data([id]), scope: ProjectScope(project: "p"), account: AccountID("A"), authTime: at(-age),
            signInProvider: .password, generation: 0, refresh: RefreshChain(active: Data([id])), root: root.map { Data([$0]) })
    }

    @Test("Ending some sessions removes what they added, and nothing else")
    func endOfSome() {
        let identities = [
            Self.identity("1", age: 400), Self.identity("2", age: 500, provider: .apple),
            Self.identity("3", age: 0, provider: .github),
            Self.identity("4", provider: .microsoft),
        ]
        for (ages, left) in [
            ([400], ["2", "3", "4"]), ([400, 500], ["3", "4"]), ([0], ["1", "2", "3", "4"]), ([], ["1", "2", "3", "4"]),
        ] as [([Int64], [String])] {
            var account = Self.account()
            account.identities = identities
            let ended = ages.enumerated().map { Self.session(UInt8($0), age: $1) }
            account.endProbations(of: ended, whileOpen: [Self.session(9)], now: Self.at(10))
            #expect(account.identities.map(\.key.subject) == left, "\(ages)")
        }
    }

    @Test("What a session added goes with it, in whichever session its person is now, and not with a handed-over one")
    func endOfTheOneThatAdded() {
        // 1 added Google and continues as 2; 3 was handed over by it; 4 signed in at another time.
        let (adder, next, copy, other) = (Self.session(1), Self.session(2, root: 1), Self.session(3), Self.session(4, age: 401))
        var google = Self.identity("1", age: 400)
        google.addition?.root = adder.root
        let table: [(ended: [Session], open: [Session], isLeft: Bool)] = [
            ([adder], [next, copy], false), ([next], [adder, copy], false), ([adder, next, copy], [], false),
            ([copy], [adder, next], true), ([copy], [next], true), ([copy], [adder], true), ([other], [adder], true),
            // Nothing is left that could be ended instead.
            ([copy], [], false), ([copy], [other], false), ([other], [], true), ([], [], true),
        ]
        for (number, row) in table.enumerated() {
            var account = Self.account(google)
            account.endProbations(of: row.ended, whileOpen: row.open, now: Self.at(10))
            #expect(account.identities.isEmpty != row.isLeft, "\(number)")
        }
        // What the handed-over one added goes with that.
        google.addition?.root = copy.root
        var account = Self.account(google)
        account.endProbations(of: [adder, next], whileOpen: [copy], now: Self.at(10))
        #expect(account.identities == [google])
        account.endProbations(of: [copy], whileOpen: [adder, next], now: Self.at(10))
        #expect(account.identities.isEmpty)
    }

    @Test("Ending sessions removes what stale ones added, and nothing else")
    func endOfSessions() {
        let kept = [Self.identity("began"), Self.identity("fresh", age: 0, provider: .apple)]
        let gone = [
            Self.identity("stale", age: 1000, provider: .github),
            Self.identity("untold", age: 1000, isAnnounced: false, provider: .yahoo),
        ]
        var account = Self.account()
        account.identities = [kept[0], gone[0], kept[1], gone[1]]
        account.endAllSessions(now: Self.at(3600))
        #expect(account.identities == kept)
        // After a week the owner has read of the one.
        account.identities = kept + gone
        account.endAllSessions(now: Self.at(Self.week))
        #expect(account.identities == kept + [gone[0]])
        // Of sessions that go on, what they added stays.
        for (second, count) in [(-1000, 4), (-999, 2)] as [(Int64, Int)] {
            account.identities = kept + gone
            account.endProbations(ofSessionsBefore: Self.start.seconds + second, now: Self.at(3600))
            #expect(account.identities.count == count, "\(second)")
        }
    }

    /// The account after a person who signed in with a provider removed all identities but these.
    private static func vouched(
        _ left: Identity..., signedInBy provider: ProviderID = .microsoft, mailLeadsBack: Bool = true,
        phoneLeadsBack: Bool = false,
        change: (inout Account) -> Void = { _ in }
    ) throws -> [Identity] {
        var account = Self.account(change: change)
        account.identities += left
        var old = account
        old.identities.append(Self.identity("own", provider: .microsoft))
        try account.vouchForWhatIsLeft(
            from: old, signedInBy: provider, mailLeadsBack: mailLeadsBack, phoneLeadsBack: phoneLeadsBack, now: Self.at(1))
        return account.federatedIdentities
    }

    @Test("The only remaining sign-in method is vouched for, also beside a password without an email or an idle phone")
    func vouched() throws {
        let stale = Self.identity(age: 1000, isAnnounced: false)
        let fresh = Identity.Addition(at: Self.at(1), authTime: Self.at(1), isAnnounced: false)
        let harmless: [(inout Account) -> Void] = [
            { _ in }, { $0.phone = PhoneNumber("+15550100000") },
            { $0.password = PasswordRecord(hash: "h", updatedAt: Self.start) },
        ]
        for change in harmless { #expect(try Self.vouched(stale, change: change).map(\.addition) == [fresh]) }
        let phone = try Self.vouched(stale, phoneLeadsBack: true) { $0.phone = PhoneNumber("+15550100000") }
        #expect(phone == [stale], "the phone leads back")
        // Other sign-in methods that lead there prevent it.
        let others: [(inout Account) -> Void] = [
            { $0.email = EmailAddress("a@x.example") }, { $0.hasEmailLink = true },
            { $0.identities.append(Self.identity("own", provider: .apple)) },
        ]
        for (index, other) in others.enumerated() {
            #expect(try Self.vouched(stale, change: other).contains(stale), "\(index)")
        }
        // A mailbox that nobody can sign in by is none of it.
        #expect(try Self.vouched(stale, mailLeadsBack: false) { $0.email = EmailAddress("a@x.example") }[0].addition == fresh)
        #expect(try Self.vouched(Self.identity("own", provider: .apple), mailLeadsBack: false)[0].addition == nil)
    }

    @Test("If several remain, none is vouched for: one could be a thief's. Nor does what a stale session added vouch")
    func notVouched() throws {
        let stale = Self.identity(age: 1000, isAnnounced: false)
        #expect(throws: AuthError.self) {
            try Self.vouched(stale, Self.identity("2", age: 2000, isAnnounced: false, provider: .apple))
        }
        // Of which the owner reads, they count as fresh in a week.
        let told = [Self.identity(age: 1000), Self.identity("2", age: 2000, provider: .apple)]
        #expect(try Self.vouched(told[0], told[1]) == told)
        #expect(try Self.vouched(told[0], signedInBy: .google) == [told[0]])
    }

    @Test("A stale session gives no account an address; what else a link does to one, it does")
    func addresses() {
        for (age, isStale) in Self.ages {
            for verified in [true, false] {
                let taken = EmailAdoption.take(verified: verified)
                #expect(taken.limited(toSessionOf: Self.at(-age), now: Self.start) == (isStale ? .keep : taken), "\(age)")
            }
            for adoption in [EmailAdoption.keep, .verify] {
                #expect(adoption.limited(toSessionOf: Self.at(-age), now: Self.start) == adoption, "\(age)")
            }
        }
    }
}
