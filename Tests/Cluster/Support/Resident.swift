import Foundation
import TestSupport
import Testing
import VinculaCore

/// A person whom only one client knows, and what that client was told about them.
///
/// Where an answer was lost, several states are possible, until the person is looked at again.
struct Resident: Sendable {
    let email: String
    let password = "correct horse"
    let id: String
    var idToken: String
    /// The refresh tokens of all sessions; each must work for as long as nobody ends it, which nobody does.
    var sessions: [String]
    /// The names that the account may have; `""` for none.
    var names: Set<String> = [""]
    /// The identities of ``IdentityProvider/own`` that it may have; `""` for none.
    var subjects: Set<String> = [""]
    var isVerified: Set<Bool> = [false]

    /// Signs somebody up, at whichever server answers.
    static func signUp(_ cluster: Cluster, _ email: String) async throws -> Resident? {
        let body: [String: JSONValue] = ["email": .string(email), "password": "correct horse", "returnSecureToken": true]
        var wasLost = false
        let answer = try await cluster.insist {
            let answer = await cluster.call("accounts:signUp", body)
            if answer == nil { wasLost = true }
            return answer
        }
        if answer.status == 200 { return Resident(email, answer) }
        // The first attempt was done, and its answer lost.
        #expect(wasLost && answer.code == "EMAIL_EXISTS", "\(email): \(answer.text)")
        let signedIn = try await cluster.insist { await cluster.call("accounts:signInWithPassword", body) }
        #expect(signedIn.status == 200, "\(email): \(signedIn.text)")
        return Resident(email, signedIn)
    }

    private init?(_ email: String, _ answer: HTTPAnswer) {
        guard let id = answer["localId"], let idToken = answer["idToken"], let token = answer["refreshToken"] else { return nil }
        self.email = email
        self.id = id
        self.idToken = idToken
        sessions = [token]
    }

    /// Does something, at random.
    mutating func act(_ cluster: Cluster, _ contest: Contest) async throws {
        switch Int.random(in: 0..<100) {
        case 0..<30: try await refresh(cluster)
        case 30..<40: try await signIn(cluster)
        case 40..<50: await rename(cluster)
        case 50..<62: try await link(cluster)
        case 62..<70: await unlink(cluster)
        case 70..<76: try await verify(cluster)
        case 76..<84: try await contest.fightForIdentity(cluster, self)
        case 84..<92: try await contest.fightForEmail(cluster)
        default: try await contest.purge(cluster)
        }
    }

    private mutating func refresh(_ cluster: Cluster) async throws {
        guard let token = sessions.randomElement(), let answer = await cluster.refresh(token) else { return }
        #expect(answer.status == 200 && answer["user_id"] == id, "\(email) is signed out: \(answer.text)")
        #expect(answer["refresh_token"] == token, "A token keeps its value.")
        idToken = answer["id_token"] ?? idToken
    }

    private mutating func signIn(_ cluster: Cluster) async throws {
        let answer = await cluster.call(
            "accounts:signInWithPassword", ["email": .string(email), "password": .string(password), "returnSecureToken": true])
        guard let answer else { return }
        #expect(answer.status == 200 && answer["localId"] == id, "\(email): \(answer.text)")
        if let token = answer["refreshToken"] { sessions.append(token) }
    }

    private mutating func rename(_ cluster: Cluster) async {
        let name = "name \(Int.random(in: 0..<1_000_000))"
        names.insert(name)
        let answer = await cluster.call("accounts:update", ["idToken": .string(idToken), "displayName": .string(name)])
        guard let answer else { return }
        #expect(answer.status == 200, "\(email): \(answer.text)")
        names = [name]
    }

    private mutating func link(_ cluster: Cluster) async throws {
        guard subjects == [""] else { return }
        let subject = "\(email) \(Int.random(in: 0..<1_000_000))"
        subjects.insert(subject)
        isVerified.insert(true)
        let answer = try await IdentityProvider.signIn(
            cluster, IdentityProvider.own, subject: subject, email: email, idToken: idToken)
        guard let answer else { return }
        #expect(answer.status == 200 && answer["localId"] == id, "\(email) links: \(answer.text)")
        subjects = [subject]
        // The provider vouches for the email.
        isVerified = [true]
        if let token = answer["refreshToken"] { sessions.append(token) }
    }

    private mutating func unlink(_ cluster: Cluster) async {
        guard !subjects.contains("") else { return }
        subjects.insert("")
        let answer = await cluster.call(
            "accounts:update", ["idToken": .string(idToken), "deleteProvider": .array([.string(IdentityProvider.own)])])
        guard let answer else { return }
        #expect(answer.status == 200, "\(email) unlinks: \(answer.text)")
        subjects = [""]
    }

    /// Asks for a code by mail, and redeems it at three servers at the same time.
    private mutating func verify(_ cluster: Cluster) async throws {
        guard isVerified == [false] else { return }
        let before = try cluster.mails.codes("verifyEmail", to: email).count
        let asked = await cluster.call(
            "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": .string(idToken)])
        guard let asked else { return }
        #expect(asked.status == 200, "\(email): \(asked.text)")
        guard let code = try await cluster.mails.code("verifyEmail", to: email, after: before, within: 5) else { return }
        let answers = await withTaskGroup(of: HTTPAnswer?.self) { group in
            for _ in 0..<3 { group.addTask { await cluster.call("accounts:update", ["oobCode": .string(code)]) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let won = answers.count { $0?.status == 200 }
        #expect(won <= 1, "A code worked \(won) times.")
        for answer in answers.compactMap(\.self) where answer.status != 200 {
            #expect(answer.code == "INVALID_OOB_CODE", "\(answer.text)")
        }
        let isLost = answers.contains { $0 == nil }
        #expect(won == 1 || isLost, "A code worked for nobody.")
        cluster.count("codes redeemed")
        isVerified = won == 1 ? [true] : [true, false]
    }
}
