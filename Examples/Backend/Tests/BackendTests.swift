import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The backend of the example beside a real server, both as processes.
@Suite("The example's backend")
struct BackendTests {
    private static var executable: URL {
        ServerProcess.executable.deletingLastPathComponent().appending(path: "backend")
    }

    private static func backend(_ environment: [String: String]) async throws -> (child: ChildProcess, url: String) {
        let child = try ChildProcess(executable, [], environment: environment.merging(["PORT": "0"]) { $1 })
        return (child, try await child.line(matching: #"Listening +(http://[^\s]+)"#))
    }

    private static func me(_ backend: String, _ token: String?) async throws -> HTTPAnswer {
        try await HTTP.send("GET", "\(backend)/me", headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    @Test("A signed-in user is known, and a session that ends is refused within two seconds")
    func revocation() async throws {
        try await ServerProcess.with { server in
            let address = server.url.absoluteString
            let (child, url) = try await Self.backend(["VINCULA_SERVER_URL": address])
            defer { child.signal(SIGKILL) }
            #expect(try await HTTP.send("GET", url + "/").text == "Everybody may read this.\n")
            #expect(try await Self.me(url, nil).status == 401)
            let signUp = try await HTTP.post(
                "\(address)/v1/accounts:signUp?key=any", ["email": "ana@example.com", "password": "correct horse"])
            let token = try #require(signUp["idToken"])
            let answer = try await Self.me(url, token)
            #expect(answer.status == 200 && answer["email"] == "ana@example.com" && answer["uid"] == signUp["localId"])
            let sessions = try await HTTP.post("\(address)/account/sessions?key=any", ["idToken": .string(token)])
            guard case .array(let list)? = sessions.json["sessions"] else { throw HTTPAnswerError() }
            let ended = try await HTTP.post(
                "\(address)/account/sessions:end?key=any",
                ["idToken": .string(token), "handles": .array(list.compactMap { $0["handle"] })])
            #expect(ended.status == 200, "\(ended.text)")
            let clock = ContinuousClock.now
            var status = 200
            while status == 200, ContinuousClock.now - clock < .seconds(60) {
                try await Task.sleep(for: .milliseconds(50))
                status = try await Self.me(url, token).status
            }
            let waited = ContinuousClock.now - clock
            #expect(status == 401)
            #expect(waited < .seconds(2), "\(waited)")
            // It stops when it is told to, its feed too.
            child.signal(SIGTERM)
            #expect(try await child.end(withinSeconds: 30) == 0)
        }
    }

    @Test("The profile names the tenant, and a backend of one tenant refuses everybody else")
    func tenants() async throws {
        try await ServerProcess.with { server in
            let address = server.url.absoluteString
            func token(_ tenant: String?) async throws -> String {
                let more = tenant.map { ["tenantId": JSONValue.string($0)] } ?? [:]
                let signUp = try await HTTP.post(
                    "\(address)/v1/accounts:signUp?key=any",
                    .object(["returnSecureToken": true].merging(more) { $1 }))
                return try #require(signUp["idToken"], "\(signUp.text)")
            }
            let (own, tenants) = (try await token(nil), try await token("acme-x1y2z"))
            let (all, allURL) = try await Self.backend(["VINCULA_SERVER_URL": address])
            defer { all.signal(SIGKILL) }
            #expect(try await Self.me(allURL, tenants)["tenant"] == "acme-x1y2z")
            #expect(try await Self.me(allURL, own)["tenant"] == nil)
            let (one, oneURL) = try await Self.backend(["VINCULA_SERVER_URL": address, "VINCULA_TENANT": "acme-x1y2z"])
            defer { one.signal(SIGKILL) }
            #expect(try await Self.me(oneURL, tenants).status == 200)
            #expect(try await Self.me(oneURL, own).status == 401)
        }
    }

    private struct HTTPAnswerError: Error {}
}
