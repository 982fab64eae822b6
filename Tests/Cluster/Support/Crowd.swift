import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Clients that use all servers at random, and the people whom they know.
final class Crowd: Sendable {
    private static let clients = 8
    /// The number of people that a client knows at most.
    private static let most = 4

    let contest = Contest()
    private let cluster: Cluster
    private let known = Guarded<[[Resident]]>(Array(repeating: [], count: clients))
    private let isOver = Guarded(false)

    init(_ cluster: Cluster) { self.cluster = cluster }

    var residents: [Resident] { known.withLock { $0.flatMap(\.self) } }

    /// Lets all clients act for as long as a body runs.
    func act(while body: () async throws -> Void) async throws {
        isOver.withLock { $0 = false }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients { group.addTask { try await self.run(client) } }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
            try outcome.get()
        }
    }

    private func run(_ client: Int) async throws {
        var people = known.withLock { $0[client] }
        defer { known.withLock { $0[client] = people } }
        while !isOver.withLock({ $0 }) {
            if people.count < Self.most {
                let email = "c\(client)-\(UUID().uuidString.prefix(8).lowercased())@acme.example"
                if let person = try await Resident.signUp(cluster, email) { people.append(person) }
            } else {
                try await people[Int.random(in: people.indices)].act(cluster, contest)
            }
        }
    }

    /// Checks everything that was answered, each thing at another server.
    func check() async throws {
        let residents = residents
        #expect(residents.count >= Self.clients)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients {
                group.addTask { [self] in
                    for person in residents.indices where person % Self.clients == client { try await check(residents[person]) }
                }
            }
            try await group.waitForAll()
        }
        for (token, id) in contest.living.suffix(40) {
            let answer = try await cluster.insist { await cluster.refresh(token) }
            #expect(answer.status == 200 && answer["user_id"] == id, "The owner of an account is signed out: \(answer.text)")
        }
        for token in contest.dead.suffix(40) {
            let answer = try await cluster.insist { await cluster.refresh(token) }
            #expect(answer.status == 400, "A session that a takeover ended goes on: \(answer.text)")
        }
        try await checkUniqueness()
        let audit = try await cluster.command(["audit", "verify"])
        #expect(audit.status == 0, "\(audit.output)")
    }

    private func check(_ person: Resident) async throws {
        let found = try await cluster.insist {
            await cluster.administer(
                "POST", "v1/projects/\(Cluster.project)/accounts:lookup", ["localId": .array([.string(person.id)])])
        }
        let account = Account(found)
        #expect(account.email == person.email, "\(person.email) was answered and is gone: \(found.text)")
        #expect(person.names.contains(account.name), "\(person.email) is named \(account.name), not \(person.names)")
        let subject = account.subject(of: IdentityProvider.own) ?? ""
        #expect(person.subjects.contains(subject), "\(person.email) has the identity \(subject), not \(person.subjects)")
        #expect(person.isVerified.contains(account.isVerified), "\(person.email): \(account.json.text)")
        for token in person.sessions.suffix(6) {
            let answer = try await cluster.insist { await cluster.refresh(token) }
            #expect(answer.status == 200 && answer["user_id"] == person.id, "\(person.email) is signed out: \(answer.text)")
        }
    }

    /// No email, identity or id belongs to two accounts.
    private func checkUniqueness() async throws {
        var seen: Set<String> = []
        var token = ""
        repeat {
            let page = try await cluster.insist {
                await self.cluster.administer(
                    "GET", "v1/projects/\(Cluster.project)/accounts:batchGet?maxResults=1000&nextPageToken=\(token)")
            }
            guard case .array(let users)? = page.json["users"] else { break }
            for user in users {
                let account = Account(user)
                let things =
                    [account.email, user["localId"]?.string].compactMap(\.self)
                    + account.identities.filter { $0.provider != "password" }.map { "\($0.provider) \($0.subject)" }
                for thing in things { #expect(seen.insert(thing).inserted, "\(thing) twice") }
            }
            token = page["nextPageToken"] ?? ""
        } while !token.isEmpty
        #expect(!seen.isEmpty)
    }
}
