import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A random sequence of what a few people do, and a model of what they may reach by it.
///
/// The model knows only who *proved* what:
/// - The person who creates an account reaches it, and nobody else does, neither by claiming its email nor by linking to it.
/// - It changes hands in one way: the email's true owner comes with a *proven* identity that no account has, and nobody
///   had proven the account's email. Then the account is purged: only that person reaches it from then on.
/// - So every account is always of exactly one person. All its identities, its password and its phone are theirs, and if
///   its email is verified then it is truly theirs. What was issued to anybody before a purge, or before the account ended
///   its sessions, is dead for ever.
/// - What fails changes nothing.
final class Sequence {
    enum Happening: Hashable { case purge, takeOver, collision, link, redemption, death, refusal, recycling, creation }

    /// The servers that people reach in turn.
    private let servers: [TestEngine]
    private var turn = 0
    let seed: UInt64
    let onePerEmail: Bool
    var generator: SplitMix64
    var step = 0
    var operation = ""
    /// Whose each account is; the model's whole knowledge of accounts.
    var reach: [AccountID: Person] = [:]
    /// The accounts in the order in which they came; ids are random, and the sequence must not depend on them.
    var order: [AccountID] = []
    var tickets: [Ticket] = []
    var pending: [PendingTicket] = []
    /// The accounts as they were before this step.
    var before: [AccountID: Account] = [:]
    var happened: [Happening: Int] = [:]
    private(set) var isBroken = false
    private var checkedHashes: [String: Person] = [:]

    /// The next server.
    var test: TestEngine {
        turn += 1
        return servers[turn % servers.count]
    }

    init(_ servers: [TestEngine], seed: UInt64, onePerEmail: Bool) {
        self.servers = servers
        self.seed = seed
        self.onePerEmail = onePerEmail
        generator = SplitMix64(seed: seed)
    }

    /// The message of a failing expectation, with the details needed to reproduce it.
    var place: Comment { "seed \(seed), step \(step): \(operation)" }

    /// Says what does not hold, and ends the sequence: what comes after it means nothing.
    func expect(_ holds: Bool, _ words: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
        guard !holds else { return }
        isBroken = true
        Issue.record("\(words) (\(place))", sourceLocation: sourceLocation)
    }

    func count(_ happening: Happening) { happened[happening, default: 0] += 1 }

    func accounts() async throws -> [AccountID: Account] {
        let all = try await test.engine.accounts.listAccounts(after: nil, limit: 1000, in: test.scope)
        return Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func run(steps: Int) async throws {
        for number in 1...steps {
            step = number
            let person = pick(Person.all)
            operation = "\(person)"
            do {
                try await act(person)
            } catch let error as AuthError {
                count(.refusal)
                operation += " → \(error)"
                expect(try await accounts() == before, "what fails changes nothing")
            }
            before = try await check()
            guard !isBroken else { return }
        }
    }

    func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &generator)] }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    // MARK: What must hold after every step

    /// - Returns: The accounts as they are.
    private func check() async throws -> [AccountID: Account] {
        let now = try await accounts()
        for id in now.keys where reach[id] == nil { expect(false, "an account that nobody made") }
        order.removeAll { now[$0] == nil }
        expectUnique(now.values.compactMap { $0.email?.value })
        expectUnique(now.values.compactMap { $0.phone?.value })
        expectUnique(now.values.flatMap { $0.identities.map(\.key) })
        for account in now.values { check(account) }
        for (id, account) in before where now[id] == nil { try await expectDead(ticketsOf: account.id) }
        // Those that died long ago stay dead.
        let dead = tickets.indices.filter { tickets[$0].isDead || tickets[$0].isSessionOver }
        if !dead.isEmpty { await expectDead(tickets[pick(dead)]) }
        return now
    }

    private func expectUnique(_ values: [some Hashable]) {
        expect(Set(values).count == values.count, "something is on two accounts: \(values)")
    }

    private func check(_ account: Account) {
        guard let person = reach[account.id] else { return }
        expect(account.federatedIdentities.allSatisfy { Person.owner(of: $0.key) == person }, "an identity of another")
        expect(Set(account.identities.map(\.key.provider)).count == account.identities.count, "two of one provider")
        expect(account.phone == nil || account.phone == person.phone, "the phone of another")
        expect(!account.emailVerified || account.email.flatMap(Person.owner) == person, "verified for another")
        if let hash = account.password?.hash { expect(owner(ofHash: hash, guess: person) == person, "the password of another") }
    }

    private func owner(ofHash hash: String, guess: Person) -> Person? {
        if let known = checkedHashes[hash] { return known }
        let owner = ([guess] + Person.all).first { $0.passwords.contains { Argon2id.verify($0, hash: hash) } }
        checkedHashes[hash] = owner
        return owner
    }

    // MARK: What dies

    /// Everything that was issued for an account until now must be void.
    func expectDead(ticketsOf id: AccountID, except live: Int? = nil) async throws {
        for index in tickets.indices where tickets[index].account == id && index != live && !tickets[index].isDead {
            tickets[index].isDead = true
            count(.death)
            await expectDead(tickets[index])
        }
    }

    func expectDead(_ ticket: Ticket) async {
        let test = test
        await #expect(throws: AuthError.self, "refresh by \(ticket.person); \(place)") {
            _ = try await test.refresh(ticket.refreshToken)
        }
        guard ticket.isDead else { return }
        await #expect(throws: AuthError.self, "lookup by \(ticket.person); \(place)") {
            _ = try await test.engine.lookUpOwnAccount(idToken: ticket.idToken, in: test.scope)
        }
    }
}
