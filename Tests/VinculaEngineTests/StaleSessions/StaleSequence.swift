import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A random sequence of what a thief with stolen sessions does to one account, and what its owner does.
///
/// The thief has copies of the owner's sessions and uses each from five minutes after its sign-in on. They have provider
/// accounts and a mailbox of their own, and know neither the owner's password nor their mailbox. After every step:
/// - No session that the thief gets on the account is fresher than the one that they began with.
/// - The owner's ways in, password and address are as the owner left them. A sign-in by any of them is fresh.
/// - Whatever ends sessions (a new password, a reset, a revocation, the button of the mail) ends all of the thief's, and takes
///   off all that they added, for as long as the mail's button works.
final class StaleSequence {
    enum Happening: Hashable { case link, thiefInside, refusal, ownerInside, defence, button }

    let test: TestEngine
    let seed: UInt64
    var generator: SplitMix64
    var step = 0
    var operation = ""
    var owned: OwnedAccount
    /// The thief's sessions on the account.
    var loot: [HeldSession] = []
    /// The owner's earlier sessions that nobody stole.
    var earlier: [HeldSession] = []
    var pendingTokens: [String] = []
    /// Since when something of the thief's is on the account.
    var thiefSince: Timestamp?
    /// Indicates whether a mail told the owner about it.
    var isTold = false
    var happened: [Happening: Int] = [:]
    private(set) var isBroken = false

    var id: AccountID { owned.id }
    var now: Timestamp { test.clock.now }

    init(test: TestEngine, seed: UInt64, kind: OwnedAccount.Kind) async throws {
        self.test = test
        self.seed = seed
        generator = SplitMix64(seed: seed)
        let mailbox = OwnedAccount.mailbox
        let began: SignedIn
        var identities: [OwnedAccount.WayIn] = []
        switch kind {
        case .password, .unproven, .several: began = try await test.signUp(mailbox, "the owner's 0")
        case .googleAlone: began = try #require(try await test.present(OwnedAccount.google).signedIn)
        case .addressless: began = try #require(try await test.present(OwnedAccount.acme).signedIn)
        }
        if kind == .googleAlone { identities = [OwnedAccount.WayIn(presented: OwnedAccount.google, since: nil)] }
        if kind == .addressless { identities = [OwnedAccount.WayIn(presented: OwnedAccount.acme, since: nil)] }
        if kind == .password || kind == .several { try await test.administer(began.account.id) { $0.emailVerified = true } }
        if kind == .several {
            _ = try await test.present(OwnedAccount.facebook, idToken: began.tokens.idToken)
            identities = [OwnedAccount.WayIn(presented: OwnedAccount.facebook, since: test.clock.now)]
        }
        let account = try #require(try await test.account(began.account.id))
        owned = OwnedAccount(
            kind: kind, id: account.id, identities: identities, password: account.password == nil ? nil : "the owner's 0",
            email: account.email, emailVerified: account.emailVerified)
        loot = [HeldSession(began, now: test.clock.now)]
    }

    func run(steps: Int) async throws {
        for number in 1...steps {
            step = number
            operation = ""
            do {
                try await act()
            } catch let error as AuthError {
                operation += " → \(error)"
                count(.refusal)
            }
            // Of a step in which nobody could do anything there is nothing to see.
            if !operation.isEmpty { try await check() }
            guard !isBroken else { return }
        }
    }

    private func act() async throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<58: try await actAsThief()
        case 58..<86: try await actAsOwner()
        case 86..<89: try await actAsAdministrator()
        default: try await wait(pick([1, 61, 301, 301, 1000, 3601, 24 * 3600, 3 * 24 * 3600]))
        }
    }

    /// Time passes; but the owner reads their mail within six days.
    private func wait(_ seconds: Int64) async throws {
        operation = "\(seconds) s pass"
        if owned.emailVerified, let thiefSince, now.adding(seconds: seconds).seconds(since: thiefSince) > 6 * 24 * 3600 {
            try await pressButton()
        }
        test.clock.advance(seconds: seconds)
    }

    // MARK: What must hold

    /// Says what does not hold, and ends the sequence: what comes after it means nothing.
    func expect(_ holds: Bool, _ words: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation) {
        guard !holds, !isBroken else { return }
        isBroken = true
        Issue.record("\(words()) (seed \(seed), \(owned.kind), step \(step): \(operation))", sourceLocation: sourceLocation)
    }

    private func check() async throws {
        guard let account = try await test.account(id) else { return expect(false, "the account is gone") }
        expect(!account.isDisabled, "disabled")
        expect(account.email == owned.email && account.emailVerified == owned.emailVerified, "another address: \(account)")
        expect((account.password != nil) == (owned.password != nil), "another password")
        expect(account.secondFactors.isEmpty && account.phone == nil, "more than the owner added")
        for wayIn in owned.identities {
            expect(account.identities.contains { $0.key == wayIn.presented.key }, "\(wayIn.presented.key) is gone")
        }
        let isThere = account.identities.contains { Thief.has($0.key) }
        if isThere, thiefSince == nil { isTold = owned.emailVerified }
        thiefSince = isThere ? thiefSince ?? now : nil
    }

    /// Somebody of whom nobody knows more than that they had an old session got tokens.
    func expectStale(_ signedIn: SignedIn) {
        guard signedIn.account.id == id else { return expect(false, "another account") }
        let session = HeldSession(signedIn, now: now)
        expect(!RecentSignIn.isRecent(session.authTime, now: now), "the thief is fresh")
        loot.append(session)
    }

    /// The owner signed in.
    ///
    /// - Parameter steals: Whether the thief may get hold of the session.
    func expectFresh(_ signedIn: SignedIn, steals: Bool = true) {
        count(.ownerInside)
        expect(signedIn.account.id == id, "the owner comes into another account")
        let session = HeldSession(signedIn, now: now)
        expect(session.authTime.seconds == now.seconds, "the owner is not fresh")
        guard steals else { return }
        if chance(60) { loot.append(session) } else { earlier.append(session) }
        if loot.count > 12 { loot.removeFirst() }
        if earlier.count > 4 { earlier.removeFirst() }
    }

    /// Everything of the thief's has ended.
    func expectNoThief() async throws {
        count(.defence)
        let account = try #require(try await test.account(id))
        expect(!account.identities.contains { Thief.has($0.key) }, "the thief's way in is still there")
        for session in loot {
            do {
                _ = try await test.refresh(session.refreshToken)
                expect(false, "a session of the thief's goes on")
            } catch is AuthError {}
        }
        loot = []
        earlier = []
    }

    // MARK: Chance

    func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &generator)] }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    func count(_ happening: Happening) { happened[happening, default: 0] += 1 }
}

extension HeldSession {
    init(_ signedIn: SignedIn, now: Timestamp) {
        let claims = JSONWebToken(signedIn.tokens.idToken)?.claims
        self.init(
            idToken: signedIn.tokens.idToken, refreshToken: signedIn.tokens.refreshToken,
            authTime: Timestamp(seconds: claims?["auth_time"]?.int ?? .max), refreshedAt: now)
    }
}
