import Foundation
import TestSupport
import Testing
import VinculaCore

/// 64 requests at a time that want the same thing, over four servers.
@Suite("Races over four servers")
struct RaceTests {
    private static let contestants = 64

    /// Sends requests at the same time, each to the server whose turn it is.
    private static func race(
        _ cluster: Cluster, _ request: @escaping @Sendable (Int, ClusterServer) async throws -> HTTPAnswer?
    ) async throws -> [HTTPAnswer] {
        let servers = cluster.servers
        return try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
            for number in 0..<contestants {
                group.addTask { try await request(number, servers[number % servers.count]) }
            }
            return try await group.reduce(into: []) { if let answer = $1 { $0.append(answer) } }
        }
    }

    /// Expects one winner, and that all others were told the same.
    private static func expectOne(_ answers: [HTTPAnswer], others code: String, sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(answers.count == contestants, "\(contestants - answers.count) without an answer", sourceLocation: sourceLocation)
        let outcomes = answers.map { $0.status == 200 ? "200" : $0.code ?? "\($0.status)" }
        let counted = Dictionary(outcomes.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counted == ["200": 1, code: contestants - 1], sourceLocation: sourceLocation)
    }

    @Test("One winner each: an email, an identity, a mailed code, a link to sign in, a SAML answer; rotation ends no session")
    func oneWinner() async throws {
        let database = try await DatabaseServer.start()
        try await Cluster.with(DatabaseServer.address([database])) { cluster in
            try await Self.signUp(cluster)
            try await Self.link(cluster)
            try await Self.codes(cluster)
            try await Self.rotation(cluster)
            print("Races: \(cluster.figures)")
        }
    }

    private static func signUp(_ cluster: Cluster) async throws {
        let body: [String: JSONValue] = ["email": "one@other.example", "password": "correct horse", "returnSecureToken": true]
        let answers = try await race(cluster) { await cluster.call("accounts:signUp", body, on: $1) }
        expectOne(answers, others: "EMAIL_EXISTS")
        let signedIn = await cluster.call("accounts:signInWithPassword", body)
        #expect(signedIn?["localId"] == answers.first { $0.status == 200 }?["localId"])
    }

    private static func link(_ cluster: Cluster) async throws {
        let people = try await race(cluster) { await cluster.call("accounts:signUp", ["returnSecureToken": true], on: $1) }
        let tokens = people.compactMap { $0["idToken"] }
        #expect(tokens.count == contestants)
        let answers = try await race(cluster) { number, _ in
            try await IdentityProvider.signIn(
                cluster, IdentityProvider.shared, subject: "wanted", email: "wanted@other.example", idToken: tokens[number])
        }
        expectOne(answers, others: "FEDERATED_USER_ID_ALREADY_LINKED")
        // And the other way round: many identities for one account, which has room for one of this provider.
        let single = try #require(await cluster.call("accounts:signUp", ["returnSecureToken": true])?["idToken"])
        let linked = try await race(cluster) { number, _ in
            try await IdentityProvider.signIn(
                cluster, IdentityProvider.own, subject: "many-\(number)", email: "many-\(number)@other.example", idToken: single)
        }
        #expect(linked.count { $0.status == 200 } == 1, "\(linked.map { $0.status == 200 ? "200" : $0.code ?? "" })")
        let found = try #require(await cluster.call("accounts:lookup", ["idToken": .string(single)]))
        #expect(found.status != 200 || Account(found).identities.count { $0.provider == IdentityProvider.own } == 1)
    }

    private static func codes(_ cluster: Cluster) async throws {
        let email = "one@other.example"
        _ = await cluster.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string(email)])
        let reset = try #require(try await cluster.mails.code("resetPassword", to: email, within: 30))
        let changed = try await race(cluster) { number, server in
            await cluster.call(
                "accounts:resetPassword", ["oobCode": .string(reset), "newPassword": .string("password \(number)")], on: server)
        }
        expectOne(changed, others: "INVALID_OOB_CODE")

        let other = "two@other.example"
        let asked = await cluster.call(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(other), "continueUrl": "https://app.test/finish"])
        #expect(asked?.status == 200, "\(asked?.text ?? "")")
        let link = try #require(try await cluster.mails.code("signIn", to: other, within: 30))
        let signedIn = try await race(cluster) { _, server in
            await cluster.call("accounts:signInWithEmailLink", ["email": .string(other), "oobCode": .string(link)], on: server)
        }
        expectOne(signedIn, others: "INVALID_OOB_CODE")
    }

    /// A token that was exchanged a moment ago leads to the active one, at every server.
    private static func rotation(_ cluster: Cluster) async throws {
        let answer = await cluster.administer(
            "PATCH", "v2/projects/\(Cluster.project)/config?updateMask=vincula.sessions.refreshRotation",
            ["vincula": .object(["sessions": .object(["refreshRotation": true])])])
        #expect(answer?.status == 200, "\(answer?.text ?? "")")
        // Longer than any server may keep the project's settings.
        try await Task.sleep(for: .seconds(2))
        var token = try #require(await cluster.call("accounts:signUp", ["returnSecureToken": true])?["refreshToken"])
        for _ in 0..<3 {
            let presented = token
            let answers = try await race(cluster) { await cluster.refresh(presented, on: $1) }
            #expect(answers.count == contestants && answers.allSatisfy { $0.status == 200 })
            // Some came after others, and took the chain further; all are of one chain, whose end is one.
            let next = Set(answers.compactMap { $0["refresh_token"] })
            #expect(!next.contains(presented) && !next.isEmpty)
            token = try #require(next.first)
            for candidate in next {
                let answer = try #require(await cluster.refresh(candidate))
                #expect(answer.status == 200, "\(answer.text)")
                token = answer["refresh_token"] ?? token
            }
        }
    }
}
