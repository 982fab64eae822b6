import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The data that survives `kill -9`.
@Suite("kill -9 under load")
struct CrashTests {
    private static let rounds = 20
    private static let clients = 8

    @Test("Twenty rounds: every answered write is present, and the invariants hold")
    func killedUnderLoad() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheapHashes
            var people: [Person] = []
            for round in 0..<Self.rounds {
                let server = try await VinculaProcess.serve(arguments)
                try await check(people, server)
                let milliseconds = Int.random(in: 150...700)
                async let killed: Void = {
                    try await Task.sleep(for: .milliseconds(milliseconds))
                    server.child.signal(SIGKILL)
                }()
                let fresh = await withTaskGroup(of: [Person].self) { group in
                    for client in 0..<Self.clients {
                        group.addTask { await Self.load(server, name: "r\(round)c\(client)") }
                    }
                    return await group.reduce(into: []) { $0 += $1 }
                }
                try await killed
                try await server.child.end()
                // Those of the round, and a few of earlier ones, are looked at again.
                people = Array(people.shuffled().prefix(30)) + fresh
            }
            #expect(people.count > Self.clients)
            let server = try await VinculaProcess.serve(arguments)
            try await check(people, server)
            try await checkUniqueness(server)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            try await checkIntegrity(folder)
        }
    }

    /// A person as a client knows them: what was answered, and what was asked last without an answer.
    private struct Person: Sendable {
        let id: String
        let email: String
        var idToken: String
        var refreshToken: String
        var names: Set<String?> = [nil]
        var subject: String?
    }

    /// Signs up, renames, links and refreshes until the server is gone.
    private static func load(_ server: VinculaProcess, name: String) async -> [Person] {
        var people: [Person] = []
        for number in 0..<10_000 {
            let marker = "\(name)n\(number)"
            let email = "\(marker)@example.com"
            guard
                let signUp = try? await server.call(
                    "accounts:signUp", ["email": .string(email), "password": "correct horse"]), signUp.status == 200,
                let id = signUp["localId"], let idToken = signUp["idToken"], let refreshToken = signUp["refreshToken"]
            else { return people }
            var person = Person(id: id, email: email, idToken: idToken, refreshToken: refreshToken)
            defer { people.append(person) }

            person.names.insert(marker)
            guard
                let update = try? await server.call(
                    "accounts:update", ["idToken": .string(person.idToken), "displayName": .string(marker)]),
                update.status == 200
            else { return people + [person] }
            person.names = [marker]

            let assertion = "%7B%22sub%22%3A%22\(marker)%22%7D"
            guard
                let link = try? await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost", "idToken": .string(person.idToken),
                        "postBody": .string("providerId=google.com&id_token=\(assertion)"),
                    ]), link.status == 200
            else { return people + [person] }
            person.subject = marker

            guard let refresh = try? await server.refresh(person.refreshToken), refresh.status == 200,
                let next = refresh["refresh_token"], let token = refresh["id_token"]
            else { return people + [person] }
            person.refreshToken = next
            person.idToken = token
        }
        return people
    }

    private func check(_ people: [Person], _ server: VinculaProcess) async throws {
        for person in people {
            let found = try await server.admin(
                "POST", "v1/projects/demo-project/accounts:lookup", ["localId": .array([.string(person.id)])])
            guard case .array(let users)? = found.json["users"], let user = users.first else {
                Issue.record("\(person.email) was answered and is gone")
                continue
            }
            #expect(user["email"]?.string == person.email)
            #expect(
                person.names.contains(user["displayName"]?.string), "\(person.email): \(user["displayName"]?.string ?? "no name")"
            )
            if let subject = person.subject {
                var subjects: [String] = []
                if case .array(let ways)? = user["providerUserInfo"] { subjects = ways.compactMap { $0["rawId"]?.string } }
                #expect(subjects.contains(subject), "\(person.email) lost the identity that was linked")
            }
            // A token keeps its value.
            let refresh = try await server.refresh(person.refreshToken)
            #expect(refresh.status == 200, "\(person.email): \(refresh.text)")
        }
    }

    private func checkUniqueness(_ server: VinculaProcess) async throws {
        var emails: Set<String> = []
        var identities: Set<String> = []
        var token = ""
        repeat {
            let page = try await server.admin(
                "GET", "v1/projects/demo-project/accounts:batchGet?maxResults=1000&nextPageToken=\(token)")
            guard case .array(let users)? = page.json["users"] else { break }
            for user in users {
                if let email = user["email"]?.string { #expect(emails.insert(email).inserted, "\(email) twice") }
                guard case .array(let ways)? = user["providerUserInfo"] else { continue }
                for way in ways {
                    let key = "\(way["providerId"]?.string ?? "") \(way["rawId"]?.string ?? "")"
                    #expect(identities.insert(key).inserted, "\(key) twice")
                }
            }
            token = page["nextPageToken"] ?? ""
        } while !token.isEmpty
        #expect(!emails.isEmpty)
    }

    private func checkIntegrity(_ folder: URL) async throws {
        let script = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            print(db.execute("PRAGMA integrity_check").fetchone()[0], len(db.execute("PRAGMA foreign_key_check").fetchall()))
            """
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, folder.appending(path: "vincula.sqlite").path])
        #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "ok 0")
    }
}
