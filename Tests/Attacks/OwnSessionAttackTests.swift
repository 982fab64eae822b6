import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

/// Attacks on the list of one's sessions, and on signing out elsewhere (T182).
@Suite("Own sessions", .tags(.attack))
struct OwnSessionAttackTests {
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0 secret-build-77"

    private static func sessions(_ target: Target, _ idToken: JSONValue) async throws -> [JSONValue] {
        let answer = try await target.server.account("sessions", ["idToken": idToken])
        #expect(answer.status == 200, "\(answer.text)")
        return list(answer)
    }

    private static func list(_ answer: HTTPAnswer) -> [JSONValue] {
        guard case .array(let sessions)? = answer.json["sessions"] else { return [] }
        return sessions
    }

    @Test("T182 nobody lists or ends another account's sessions: a foreign handle answers like one that was never there")
    func foreignHandles() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@example.com")
            let attacker = try await target.verifiedPerson("a@example.com")
            let handle = try #require(try await Self.sessions(target, try victim.value("idToken")).first?["handle"])
            var answers: Set<String> = []
            for handle in [handle, "never-there", "", .string(String(repeating: "A", count: 43))] {
                let answer = try await target.server.account(
                    "sessions:end", ["idToken": try attacker.value("idToken"), "handles": .array([handle])])
                answers.insert("\(answer.status) \(answer.text)")
            }
            #expect(answers == ["200 {}"])
            let own = try await Self.sessions(target, try attacker.value("idToken"))
            #expect(!own.contains { $0["handle"] == handle } && own.filter { $0["current"] == true }.count == 1)
            let others = try await target.server.account(
                "sessions:end", ["idToken": try attacker.value("idToken"), "allOthers": true])
            #expect(others.status == 200)
            #expect(try await target.server.refresh(try victim.text("refreshToken")).status == 200)
        }
    }

    @Test("T182 a thief with an old session signs nobody out, and reads no address, no header and nothing that opens anything")
    func staleThief() async throws {
        try await Target.run { target in
            let stolen = try await target.verifiedPerson("v@example.com")
            let owner = try await HTTP.post(
                "\(target.server.url)/v1/accounts:signInWithPassword?key=\(target.server.apiKey)",
                .object(["email": "v@example.com", "password": "violet river"]), headers: ["User-Agent": Self.firefox])
            target.clock.advance(seconds: 301)
            let idToken = try stolen.value("idToken")
            let answer = try await target.server.account("sessions", ["idToken": idToken])
            let handles = Self.list(answer).compactMap { $0["current"] == true ? nil : $0["handle"] }
            #expect(!handles.isEmpty)
            for body in [["handles": .array(handles)], ["allOthers": true]] as [[String: JSONValue]] {
                let ended = try await target.server.account("sessions:end", body.merging(["idToken": idToken]) { $1 })
                #expect(ended.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(ended.text)")
            }
            #expect(try await target.server.refresh(try owner.text("refreshToken")).status == 200)
            #expect(answer.text.contains("Firefox, Linux"))
            let raw = try #require(Data(base64URL: try owner.text("refreshToken").dropFirst(3)))
            for secret in ["127.0.0.1", "secret-build", "Mozilla", raw.prefix(16).base64URL, "violet river"] {
                #expect(!answer.text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("T182 a session that its owner ended gets no tokens, and its ID token neither lists, ends nor hands over")
    func endedThief() async throws {
        try await Target.run(project: { $0.authorizedDomains = ["app.example"] }) { target in
            let stolen = try await target.verifiedPerson("v@example.com")
            let owner = try await target.signIn("v@example.com")
            let ended = try await target.server.account(
                "sessions:end", ["idToken": try owner.value("idToken"), "allOthers": true])
            #expect(ended.status == 200, "\(ended.text)")
            #expect(try await target.server.refresh(try stolen.text("refreshToken")).code == "TOKEN_EXPIRED")
            let idToken = try stolen.value("idToken")
            for (rpc, body) in [
                ("sessions", [:]), ("sessions:end", ["allOthers": true]), ("sessions:end", ["handles": .array(["x"])]),
                (
                    "handover",
                    [
                        "continueUrl": "https://app.example/",
                        "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                        "refreshToken": try stolen.value("refreshToken"),
                    ]
                ),
            ] as [(String, [String: JSONValue])] {
                let token = rpc == "handover" ? [:] : ["idToken": idToken]
                let answer = try await target.server.account(rpc, body.merging(token) { $1 })
                #expect(answer.code == "TOKEN_EXPIRED", "\(rpc): \(answer.text)")
            }
            #expect(try await target.server.refresh(try owner.text("refreshToken")).status == 200)
        }
    }

    @Test("T182 the answers to what is no request of an app's user")
    func form() async throws {
        try await Target.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let idToken = try person.value("idToken")
            for (body, code) in [
                ([:], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
            ] as [([String: JSONValue], String)] {
                for rpc in ["sessions", "sessions:end"] {
                    let answer = try await target.server.account(rpc, body.merging(["allOthers": true]) { own, _ in own })
                    #expect(answer.code == code, "\(rpc): \(answer.text)")
                }
            }
            for body in [
                [:], ["handles": .array([])], ["handles": .array(["x"]), "allOthers": true],
                ["handles": .array(Array(repeating: "x", count: 101))], ["handles": "x"], ["allOthers": false],
            ] as [[String: JSONValue]] {
                let answer = try await target.server.account("sessions:end", body.merging(["idToken": idToken]) { $1 })
                #expect(answer.status == 400, "\(body)")
            }
            let keyless = try await HTTP.post("\(target.server.url)/account/sessions", .object(["idToken": idToken]))
            #expect(keyless.status == 403)
            let read = try await HTTP.send("GET", "\(target.server.url)/account/sessions?key=k")
            #expect(read.status == 405)
            #expect(try await Self.sessions(target, idToken).count == 1)
        }
    }
}
