import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// What everybody wants and only one can have at a time: a few identities and emails.
///
/// Who has got something says so before somebody else can have it: the mark is set after the answer, and taken away before the
/// request that gives the thing back. So two marks at a time are two owners.
final class Contest: Sendable {
    private struct State {
        /// The accounts that have a thing.
        var holders: [String: String] = [:]
        var ids: Set<String> = []
        var victims = 0
        var living: [(token: String, id: String)] = []
        var dead: [String] = []
    }

    private static let things = 3
    private let state = Guarded(State())

    /// The sessions of people who took over an account; each must work.
    var living: [(token: String, id: String)] { state.withLock { $0.living } }
    /// The sessions that a takeover ended; none may work.
    var dead: [String] { state.withLock { $0.dead } }

    private func take(_ thing: String, _ id: String) {
        state.withLock { state in
            if let other = state.holders[thing] { Issue.record("\(thing) is \(id)'s, and \(other)'s, too.") }
            state.holders[thing] = id
        }
    }

    private func give(_ thing: String) { state.withLock { $0.holders[thing] = nil } }

    /// Notes a new account.
    private func note(_ id: String) {
        #expect(state.withLock { $0.ids.insert(id).inserted }, "\(id) is a new account's id for the second time.")
    }

    /// Links an identity that others want, too, and unlinks it again.
    func fightForIdentity(_ cluster: Cluster, _ person: Resident) async throws {
        let thing = "subject-\(Int.random(in: 0..<Self.things))"
        let answer = try await IdentityProvider.signIn(
            cluster, IdentityProvider.shared, subject: thing, email: "\(thing)@other.example", idToken: person.idToken)
        if let answer {
            guard answer.status == 200 else {
                #expect(answer.code == "FEDERATED_USER_ID_ALREADY_LINKED", "\(answer.text)")
                return
            }
        } else {
            guard try await settled(cluster, person) else { return }
        }
        take(thing, person.id)
        cluster.count("identities held")
        try await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
        give(thing)
        let unlinked = try await cluster.insist {
            await cluster.call(
                "accounts:update",
                ["idToken": .string(person.idToken), "deleteProvider": .array([.string(IdentityProvider.shared)])])
        }
        #expect(unlinked.status == 200, "\(unlinked.text)")
    }

    /// Looks whether a link whose answer was lost was made.
    private func settled(_ cluster: Cluster, _ person: Resident) async throws -> Bool {
        // What a dead server had sent may still be on its way to the disk.
        try await Task.sleep(for: .milliseconds(200))
        let found = try await cluster.insist {
            await cluster.call("accounts:lookup", ["idToken": .string(person.idToken)])
        }
        return Account(found).subject(of: IdentityProvider.shared) != nil
    }

    /// Signs up with an email that others want, too, and deletes the account again.
    func fightForEmail(_ cluster: Cluster) async throws {
        let email = "common-\(Int.random(in: 0..<Self.things))@other.example"
        // Nobody else knows it.
        let body: [String: JSONValue] = [
            "email": .string(email), "password": .string(UUID().uuidString), "returnSecureToken": true,
        ]
        var answer = await cluster.call("accounts:signUp", body)
        if let answer, answer.status != 200 {
            #expect(answer.code == "EMAIL_EXISTS", "\(answer.text)")
            return
        }
        if answer == nil {
            try await Task.sleep(for: .milliseconds(200))
            answer = try await cluster.insist { await cluster.call("accounts:signInWithPassword", body) }
            if let answer, answer.status != 200 {
                #expect(["INVALID_PASSWORD", "EMAIL_NOT_FOUND"].contains(answer.code), "\(answer.text)")
                return
            }
        }
        guard let id = answer?["localId"], let idToken = answer?["idToken"] else { return }
        note(id)
        take(email, id)
        cluster.count("emails held")
        try await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
        give(email)
        let deleted = try await cluster.insist { await cluster.call("accounts:delete", ["idToken": .string(idToken)]) }
        #expect(deleted.status == 200 || ["USER_NOT_FOUND", "TOKEN_EXPIRED"].contains(deleted.code), "\(deleted.text)")
    }

    /// Takes an account over: somebody signed up with an email that is not theirs, and its owner comes.
    func purge(_ cluster: Cluster) async throws {
        let number = state.withLock { state in
            state.victims += 1
            return state.victims
        }
        let email = "victim-\(number)@acme.example"
        guard let squatter = try await Resident.signUp(cluster, email) else { return }
        note(squatter.id)
        let stolen = squatter.sessions[0]
        async let first = cluster.refresh(stolen)
        async let second = cluster.refresh(stolen)
        let owner = try await IdentityProvider.signIn(
            cluster, IdentityProvider.own, subject: "owner of \(email)", email: email)
        _ = await (first, second)
        guard let owner else { return }
        #expect(owner.status == 200 && owner["localId"] == squatter.id, "\(email): \(owner.text)")
        guard let token = owner["refreshToken"] else { return }
        state.withLock { state in
            state.living.append((token, squatter.id))
            state.dead.append(stolen)
        }
        cluster.count("accounts taken over")
        // A load balancer knows which servers are about to stop; this loop does not.
        for server in cluster.balancer == nil ? cluster.servers : [] {
            guard let answer = await cluster.refresh(stolen, on: server) else { continue }
            #expect(answer.status == 400, "Whoever had \(email) before is still signed in: \(answer.text)")
        }
    }
}

/// An account as `accounts:lookup` shows it.
struct Account {
    let json: JSONValue

    /// The first account of an answer.
    init(_ answer: HTTPAnswer) { json = answer.json["users"]?[0] ?? .null }

    init(_ json: JSONValue) { self.json = json }

    var email: String? { json["email"]?.string }
    var name: String { json["displayName"]?.string ?? "" }
    var isVerified: Bool { json["emailVerified"] == true }

    /// Its identities, each with the provider's id.
    var identities: [(provider: String, subject: String)] {
        guard case .array(let ways)? = json["providerUserInfo"] else { return [] }
        return ways.compactMap { way in
            guard let provider = way["providerId"]?.string, let subject = way["rawId"]?.string else { return nil }
            return (provider, subject)
        }
    }

    func subject(of provider: String) -> String? { identities.first { $0.provider == provider }?.subject }
}
