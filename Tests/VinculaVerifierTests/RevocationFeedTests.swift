import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore

@testable import VinculaVerifier

@Suite("The feed of revocations, as a backend reads it")
struct RevocationFeedTests {
    private static func feed(
        _ issuer: ScriptedIssuer, maximumEntries: Int = 100, _ whenStale: RevocationFeed.StalePolicy = .refuse
    ) throws -> RevocationFeed {
        try RevocationFeed(
            server: try requireURL("https://issuer.test"), project: "shop", credentials: .bearer { "owner" },
            interval: .seconds(1), maximumAge: .seconds(30), maximumEntries: maximumEntries, whenStale: whenStale,
            transport: issuer, clock: issuer.clock)
    }

    private static func page(_ entries: [JSONValue] = [], next: String = "1.1", hasMore: Bool = false) -> String {
        JSONValue.object(["revocations": .array(entries), "next": .string(next), "hasMore": .bool(hasMore)]).text
    }

    private static func user(
        generation: Int64? = 7, session: String? = "AAAA", issuedAt: Double = 1000, authTime: Double = 900, tenant: String? = nil,
        secondFactor: VerifiedUser.SecondFactor? = nil
    ) -> VerifiedUser {
        VerifiedUser(
            uid: "u", email: nil, isEmailVerified: false, phoneNumber: nil, displayName: nil, signInProvider: "password",
            secondFactor: secondFactor, tenant: tenant, authTime: Date(timeIntervalSince1970: authTime),
            issuedAt: Date(timeIntervalSince1970: issuedAt), expiresAt: Date(timeIntervalSince1970: 5000), sessionID: session,
            keyThumbprint: nil, claims: [:], generation: generation)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entry: RevocationMemory.Entry
        var tenant: String?
        let user: VerifiedUser
        let isRevoked: Bool
    }

    static let handle = RevocationMemory.handle(ofSession: "AAAA") ?? ""
    static let cases: [Case] = [
        Case(testDescription: "its session", entry: .session(handle: handle), user: user(), isRevoked: true),
        Case(testDescription: "another session", entry: .session(handle: "x"), user: user(), isRevoked: false),
        Case(testDescription: "no session", entry: .session(handle: handle), user: user(session: nil), isRevoked: false),
        Case(testDescription: "an earlier generation", entry: account(8), user: user(), isRevoked: true),
        Case(testDescription: "a much earlier generation", entry: account(1006), user: user(), isRevoked: true),
        Case(testDescription: "the current generation", entry: account(7), user: user(), isRevoked: false),
        Case(testDescription: "a later generation", entry: account(6), user: user(), isRevoked: false),
        Case(testDescription: "another account of this id", entry: account(5_000_000), user: user(), isRevoked: false),
        Case(
            testDescription: "another account", entry: .account(uid: "v", generation: 8, validSince: nil), user: user(),
            isRevoked: false),
        Case(testDescription: "another tenant", entry: account(8), tenant: "acme", user: user(), isRevoked: false),
        Case(testDescription: "its tenant", entry: account(8), tenant: "acme", user: user(tenant: "acme"), isRevoked: true),
        Case(testDescription: "a later valid time", entry: account(7, 901), user: user(), isRevoked: true),
        Case(testDescription: "its valid time", entry: account(7, 900), user: user(), isRevoked: false),
        Case(testDescription: "no generation", entry: account(8, nil), user: user(generation: nil), isRevoked: false),
        Case(testDescription: "no generation, by time", entry: account(8, 901), user: user(generation: nil), isRevoked: true),
        Case(
            testDescription: "everybody", entry: .everybody(issuedBefore: 1001, withoutSecondFactor: false), user: user(),
            isRevoked: true),
        Case(
            testDescription: "everybody before", entry: .everybody(issuedBefore: 1000, withoutSecondFactor: false), user: user(),
            isRevoked: false),
        Case(testDescription: "everybody without a factor", entry: unfactored(1001), user: user(), isRevoked: true),
        Case(testDescription: "everybody without one, before", entry: unfactored(1000), user: user(), isRevoked: false),
        Case(testDescription: "with a factor", entry: unfactored(1001), user: user(secondFactor: factor), isRevoked: false),
        Case(
            testDescription: "everybody, also with a factor", entry: .everybody(issuedBefore: 1001, withoutSecondFactor: false),
            user: user(secondFactor: factor), isRevoked: true),
        Case(testDescription: "of a tenant", entry: unfactored(1001), tenant: "acme", user: user(), isRevoked: false),
    ]

    private static let factor = VerifiedUser.SecondFactor(kind: "totp", id: "f")

    private static func unfactored(_ issuedBefore: Int64) -> RevocationMemory.Entry {
        .everybody(issuedBefore: issuedBefore, withoutSecondFactor: true)
    }

    private static func account(_ generation: Int64, _ validSince: Int64? = nil) -> RevocationMemory.Entry {
        .account(uid: "u", generation: generation, validSince: validSince)
    }

    @Test("An entry is about exactly its tokens", arguments: cases)
    func memory(_ example: Case) {
        var memory = RevocationMemory()
        memory.add(example.entry, tenant: example.tenant, expiresAt: 2000)
        #expect(memory.isRevoked(example.user) == example.isRevoked)
        memory.forget(at: 1999)
        #expect(memory.isRevoked(example.user) == example.isRevoked)
        memory.forget(at: 2000)
        #expect(!memory.isRevoked(example.user) && memory.count == 0)
    }

    @Test("An account that was made again under an old id does not make the old one's tokens good")
    func sameID() {
        var memory = RevocationMemory()
        memory.add(Self.account(8), tenant: nil, expiresAt: 2000)
        memory.add(Self.account(9_000_000), tenant: nil, expiresAt: 2000)
        #expect(memory.isRevoked(Self.user(generation: 7)) && memory.isRevoked(Self.user(generation: 8_999_999)))
        #expect(!memory.isRevoked(Self.user(generation: 9_000_000)))
        for generation in 10...100 as ClosedRange<Int64> { memory.add(Self.account(generation), tenant: nil, expiresAt: 2000) }
        #expect(memory.isRevoked(Self.user(generation: 99)) && memory.isRevoked(Self.user(generation: 8_999_999)))
    }

    @Test("A feed that was never read, or not for long, is stale, and the backend has chosen what that means")
    func stale() async throws {
        for policy in [RevocationFeed.StalePolicy.accept, .refuse] {
            let issuer = ScriptedIssuer()
            let feed = try Self.feed(issuer, policy)
            func verify() async throws { _ = try await issuer.verifier(feed).verifyIDToken(try issuer.token()) }
            func expectStale() async throws {
                #expect(feed.isStale)
                if policy == .accept { return try await verify() }
                await #expect(throws: VerificationError.revocationsUnavailable) { try await verify() }
            }
            #expect(feed.age == nil)
            try await expectStale()
            let keys = issuer.state.withLock { $0.body }
            issuer.state.withLock { $0.body = Self.page() }
            #expect(await feed.read())
            #expect(!feed.isStale && feed.age == .zero)
            issuer.state.withLock { $0.body = keys }
            try await verify()
            // Neither an answer that is not the feed nor none at all is news.
            issuer.advance(31)
            #expect(await !feed.read())
            issuer.state.withLock { $0.isDown = true }
            #expect(await !feed.read())
            issuer.state.withLock { $0.isDown = false }
            #expect(feed.age == .seconds(31))
            try await expectStale()
        }
    }

    @Test("An ended session is refused, and goes on where the last answer ended")
    func revoked() async throws {
        let issuer = ScriptedIssuer()
        let feed = try Self.feed(issuer)
        let keys = issuer.state.withLock { $0.body }
        let expiresAt = JSONValue.string("\(issuer.now + 1000)")
        issuer.state.withLock {
            $0.body = Self.page([["session": .string(Self.handle), "expiresAt": expiresAt]], next: "7.8 &=?#", hasMore: false)
        }
        #expect(await feed.read())
        #expect(await feed.read())
        let addresses = issuer.state.withLock { $0.requests.map(\.url.absoluteString) }
        #expect(addresses.first == "https://issuer.test/v1/projects/shop/revocations?after=")
        #expect(URLComponents(string: addresses.last ?? "")?.queryItems?.first?.value == "7.8 &=?#")
        #expect(issuer.state.withLock { $0.requests.allSatisfy { $0.headers["Authorization"] == "Bearer owner" } })
        issuer.state.withLock { $0.body = keys }
        let verifier = try issuer.verifier(feed)
        await #expect(throws: VerificationError.revoked) { try await verifier.verifyIDToken(try issuer.token()) }
        #expect(feed.count == 1 && !VerificationError.revoked.isTemporary)
    }

    @Test(
        "A page with an entry that is not understood is not taken for read",
        arguments: [
            #"{"revocations":[{"expiresAt":"1"}],"next":"1.1","hasMore":false}"#,
            #"{"revocations":[{"session":"x"}],"next":"1.1","hasMore":false}"#,
            #"{"revocations":[{"localId":"u","expiresAt":"1"}],"next":"1.1","hasMore":false}"#,
            #"{"revocations":[1],"next":"1.1","hasMore":false}"#, #"{"revocations":[],"hasMore":false}"#,
            #"{"revocations":[],"next":"1.1"}"#, #"{}"#, "",
        ])
    func notUnderstood(_ body: String) async throws {
        let issuer = ScriptedIssuer()
        issuer.state.withLock { $0.body = body }
        let feed = try Self.feed(issuer)
        #expect(await !feed.read())
        #expect(feed.isStale)
    }

    @Test("A feed longer than what may be kept is stale, and is read again once there is room")
    func full() async throws {
        let issuer = ScriptedIssuer()
        let feed = try Self.feed(issuer, maximumEntries: 10)
        let entries = (0..<11).map { number -> JSONValue in
            ["session": .string("s\(number)"), "expiresAt": .string("\(issuer.now + 100)")]
        }
        issuer.state.withLock { $0.body = Self.page(entries) }
        #expect(await !feed.read())
        #expect(feed.isStale && feed.count == 10)
        issuer.advance(99)
        #expect(await !feed.read())
        issuer.advance(1)
        issuer.state.withLock { $0.body = Self.page() }
        #expect(await feed.read())
        #expect(!feed.isStale && feed.count == 0)
        #expect(issuer.state.withLock { $0.requests.last?.url.query() } == "after=")
    }

    @Test("A key file that is none is refused")
    func keyFile() {
        for text in ["", "{}", #"{"client_email":"a","private_key_id":"b","private_key":"c","token_uri":"d"}"#] {
            #expect(throws: ConfigurationError.invalidKeyFile) {
                try RevocationCredentials.serviceAccount(keyFile: Data(text.utf8))
            }
        }
    }
}
