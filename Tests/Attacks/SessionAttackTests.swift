import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Refresh tokens that were copied, and sessions that should be over (Documentation/Threats.md §10).
@Suite("Sessions", .tags(.attack))
struct SessionAttackTests {
    /// Runs a test in a project whose refresh tokens rotate.
    private static func rotating(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await Target.run(project: { $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0)) }, body)
    }

    @Test("T105 compatible: a refresh token keeps its value, and ends with what ends sessions")
    func stableRefreshToken() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let token = try person.text("refreshToken")
            for _ in 0..<3 {
                target.clock.advance(seconds: 7200)
                #expect(try await target.server.refresh(token).text("refresh_token") == token)
            }
            _ = try await target.server.admin(
                "accounts:update",
                ["localId": try person.value("localId"), "validSince": .string(String(target.clock.now.seconds))])
            #expect(try await target.server.refresh(token).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T105 rotating: a refresh token that was exchanged more than an hour ago ends the session, its descendants with it")
    func stolenRefreshToken() async throws {
        try await Self.rotating { target in
            let first = try await target.signUp("v@example.com").text("refreshToken")
            let second = try await target.server.refresh(first).text("refresh_token")
            target.clock.advance(seconds: 120)
            let third = try await target.server.refresh(second).text("refresh_token")
            target.clock.advance(seconds: 3481)
            #expect(try await target.server.refresh(first).code == "TOKEN_EXPIRED")
            for token in [second, third] { #expect(try await target.server.refresh(token).code == "TOKEN_EXPIRED") }
            // The account's other sessions are not the thief's to end.
            #expect(try await target.signIn("v@example.com").status == 200)
        }
    }

    /// A strict server would refuse the parent at once. Ours does not, while nobody used its child: that answer may have been
    /// lost, and Firebase, whose refresh tokens never change, would accept it for ever (Differences.md). The theft comes out
    /// when whoever has the child comes more than an hour later.
    @Test("T105 rotating: a parent whose child nobody used gets the child's child; who has the child must follow within the hour")
    func lostOrStolen() async throws {
        try await Self.rotating { target in
            let first = try await target.signUp("v@example.com").text("refreshToken")
            let owners = try await target.server.refresh(first).text("refresh_token")
            target.clock.advance(seconds: 3601)
            var thiefs = try await target.server.refresh(first).text("refresh_token")
            #expect(thiefs != owners)
            thiefs = try await target.server.refresh(thiefs).text("refresh_token")
            target.clock.advance(seconds: 3601)
            #expect(try await target.server.refresh(owners).code == "TOKEN_EXPIRED")
            #expect(try await target.server.refresh(thiefs).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T106 rotating: eight exchanges at once are one: all get the same child, and it works")
    func parallelRefresh() async throws {
        try await Self.rotating { target in
            let first = try await target.signUp("v@example.com").text("refreshToken")
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<8 { group.addTask { try await target.server.refresh(first) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
            let children = Set(answers.compactMap { $0["refresh_token"] })
            #expect(children.count == 1)
            #expect(try await target.server.refresh(try #require(children.first)).status == 200)
        }
    }

    @Test("T107 rotating: a grandparent of more than an hour ends the session for good: the descendant fails right after")
    func grandparent() async throws {
        try await Self.rotating { target in
            let first = try await target.signUp("v@example.com").text("refreshToken")
            target.clock.advance(seconds: 12)
            let second = try await target.server.refresh(first).text("refresh_token")
            target.clock.advance(seconds: 12)
            let third = try await target.server.refresh(second).text("refresh_token")
            target.clock.advance(seconds: 3588)
            #expect(try await target.server.refresh(first).text("refresh_token") == third, "Within the hour.")
            target.clock.advance(seconds: 1)
            #expect(try await target.server.refresh(first).code == "TOKEN_EXPIRED")
            #expect(try await target.server.refresh(third).code == "TOKEN_EXPIRED")
        }
    }

    struct Trigger: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var code = "TOKEN_EXPIRED"
        let pull: @Sendable (Target, _ id: JSONValue, _ idToken: JSONValue) async throws -> HTTPAnswer
    }

    private static func own(_ what: String, _ change: [String: JSONValue]) -> Trigger {
        Trigger(testDescription: "own \(what)") { target, _, idToken in
            try await target.server.call("accounts:update", change.merging(["idToken": idToken]) { $1 })
        }
    }

    private static func admin(_ what: String, code: String = "TOKEN_EXPIRED", _ change: [String: JSONValue]) -> Trigger {
        Trigger(testDescription: "admin's \(what)", code: code) { target, id, _ in
            try await target.server.admin("accounts:update", change.merging(["localId": id]) { $1 })
        }
    }

    private static let triggers = [
        own("password", ["password": "quiet harbour"]), own("email", ["email": "n@gmail.com"]),
        admin("password", ["password": "quiet harbour"]), admin("email", ["email": "n@gmail.com"]),
        admin("disabling", code: "USER_DISABLED", ["disableUser": true]),
        Trigger(testDescription: "admin's revocation") { target, id, _ in
            try await target.server.admin(
                "accounts:update", ["localId": id, "validSince": .string(String(target.clock.now.seconds))])
        },
        Trigger(testDescription: "own deletion", code: "USER_NOT_FOUND") { target, _, idToken in
            try await target.server.call("accounts:delete", ["idToken": idToken])
        },
        Trigger(testDescription: "admin's deletion", code: "USER_NOT_FOUND") { target, id, _ in
            try await target.server.admin("accounts:delete", ["localId": id])
        },
        Trigger(testDescription: "batch deletion", code: "USER_NOT_FOUND") { target, id, _ in
            try await target.server.admin("accounts:batchDelete", ["localIds": .array([id]), "force": true])
        },
        Trigger(testDescription: "purge") { target, _, _ in
            try await target.idp(.google, ["sub": "1", "email": "v@gmail.com", "email_verified": true])
        },
        Trigger(testDescription: "mailed reset") { target, id, _ in
            // Of an address that nobody had proven it would be a purge.
            let verified = try await target.server.admin("accounts:update", ["localId": id, "emailVerified": true])
            #expect(verified.status == 200, "\(verified.text)")
            return try await target.server.resetByMail("v@gmail.com", to: "quiet harbour")
        },
        Trigger(testDescription: "mailed change of the address") { target, _, idToken in
            let sent = try await target.server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "n@gmail.com"])
            #expect(sent.status == 200, "\(sent.text)")
            return try await target.server.call(
                "accounts:update", ["oobCode": try await target.server.code(.verifyAndChangeEmail, to: "n@gmail.com")])
        },
    ]

    @Test(
        "T108 T109 what revokes ends refresh and ID tokens at once, in the same second too, and the answer's own tokens hold",
        arguments: triggers)
    func revocation(_ trigger: Trigger) async throws {
        try await Target.run(project: { $0.emailPrivacy = false }) { target in
            let person = try await target.signUp("v@gmail.com")
            let other = try await target.signIn("v@gmail.com")
            let refreshed = try await target.server.refresh(try other.text("refreshToken"))
            // The clock stands still: everything happens in one millisecond.
            let done = try await trigger.pull(target, try person.value("localId"), try person.value("idToken"))
            #expect(done.status == 200, "\(done.text)")
            for token in [try person.text("refreshToken"), try refreshed.text("refresh_token")] {
                #expect(try await target.server.refresh(token).code == trigger.code)
            }
            for token in [try person.value("idToken"), try other.value("idToken"), try refreshed.value("id_token")] {
                for (rpc, change): (String, [String: JSONValue]) in [
                    ("accounts:lookup", [:]), ("accounts:update", ["displayName": "x"]), ("accounts:delete", [:]),
                    ("accounts:signUp", ["email": "z@example.com", "password": "violet river"]),
                ] {
                    let answer = try await target.server.call(rpc, change.merging(["idToken": token]) { $1 })
                    #expect(answer.code == trigger.code, "\(rpc): \(answer.text)")
                }
                let link = try await target.idp(Target.openID, ["sub": "l"], idToken: token.string)
                #expect(link.code == trigger.code, "\(link.text)")
            }
            if let idToken = done["idToken"], let refreshToken = done["refreshToken"] {
                let lookup = try await target.server.call("accounts:lookup", ["idToken": .string(idToken)])
                #expect(lookup.status == 200, "\(lookup.text)")
                #expect(try await target.server.refresh(refreshToken).status == 200)
            }
            try await target.expectInvariants()
        }
    }

    @Test(
        "T110 anything that was never a refresh token of this server gets one and the same answer, and the database contains none"
    )
    func inventedRefreshTokens() async throws {
        let folder = URL.temporaryDirectory.appending(path: "vincula-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Target.run(file: folder.appending(path: "v.sqlite")) { target in
            let person = try await target.signUp("v@example.com")
            let token = try person.text("refreshToken")
            let raw = try #require(Data(base64URL: token.dropFirst(3)))
            var invented = [
                "x", token + "A", String(token.dropLast()), "rt_", "' OR 1=1 --", "rt_%00", try person.text("idToken"),
            ]
            for bit in stride(from: 0, to: raw.count * 8, by: 5) {
                var flipped = raw
                flipped[bit / 8] ^= 1 << (bit % 8)
                invented.append("rt_" + flipped.base64URL)
            }
            let foreign = RefreshTokens(key: SecureRandom.bytes(32))
            invented += [foreign.text(foreign.first()), String(repeating: "r", count: 60_000)]
            var answers: Set<Data> = []
            for text in invented {
                let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                answers.insert(try await target.server.refresh(escaped).data)
            }
            #expect(answers.count == 1, "\(answers.map { String(decoding: $0, as: UTF8.self) })")
            #expect(answers.first.map { String(decoding: $0, as: UTF8.self) }?.contains("INVALID_REFRESH_TOKEN") == true)
            let latest = try await target.server.refresh(token)
            #expect(latest.status == 200, "And the true one still works.")
            let secrets = [token, try latest.text("refresh_token")].flatMap { text in
                [Data(text.utf8), Data(base64URL: text.dropFirst(3))?.dropFirst(16).prefix(32) ?? Data()]
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
                let data = try Data(contentsOf: folder.appending(path: name))
                for secret in secrets { #expect(data.range(of: secret) == nil, "\(name)") }
            }
        }
    }

    @Test("T111 an exchange requires POST and an API key, and no token ever travels in a URL or a cookie")
    func crossSite() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let token = try person.text("refreshToken")
            let form = "grant_type=refresh_token&refresh_token=\(token)"
            let url = "\(target.server.url)/v1/token"
            let headers = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "https://evil.example"]
            let keyless = try await HTTP.send("POST", url, headers: headers, body: Data(form.utf8))
            #expect(keyless.status == 403)
            for method in ["GET", "PUT", "HEAD", "DELETE"] {
                let answer = try await HTTP.send(method, "\(url)?key=k&\(form)", headers: headers)
                #expect(answer.status == 405, "\(method): \(answer.status)")
            }
            let inURL = try await HTTP.send("POST", "\(url)?key=k&\(form)", headers: headers)
            #expect(inURL.code == "MISSING_GRANT_TYPE", "Nothing is read from the URL.")
            let withCookie = headers.merging(["Cookie": "refresh_token=\(token); token=\(token)"]) { $1 }
            let cookie = try await HTTP.send(
                "POST", "\(url)?key=k", headers: withCookie, body: Data("grant_type=refresh_token".utf8))
            #expect(cookie.code == "MISSING_REFRESH_TOKEN")
            let refreshed = try await HTTP.send("POST", "\(url)?key=k", headers: headers, body: Data(form.utf8))
            for answer in [person, keyless, inURL, cookie, refreshed, try await target.signIn("v@example.com")] {
                #expect(answer.headers["set-cookie"] == nil && answer.headers["location"] == nil)
                // Nothing rides on credentials that a browser adds by itself.
                #expect(answer.headers["access-control-allow-credentials"] == nil)
            }
        }
    }

    @Test("T116 a disabled account cannot be opened by any path, and nothing is written to it")
    func disabled() async throws {
        try await Target.run(project: { $0.emailPrivacy = false }) { target in
            let person = try await target.verifiedPerson("v@gmail.com")
            let linked = try await target.idp(.google, ["sub": "1"], idToken: try person.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
            let id = try person.value("localId")
            _ = try await target.server.admin("accounts:update", ["localId": id, "disableUser": true])
            let before = try await target.account(id.string)
            let idToken = try linked.value("idToken")
            let proven: [String: JSONValue?] = ["sub": "2", "email": "v@gmail.com", "email_verified": true]
            let answers = [
                try await target.signIn("v@gmail.com"), try await target.idp(.google, ["sub": "1"]),
                try await target.idp(.google, ["sub": "1"], more: ["autoCreate": false]), try await target.idp(.google, proven),
                try await target.idp(.apple, proven), try await target.idp(Target.openID, ["sub": "3"], idToken: idToken.string),
                try await target.server.refresh(try linked.text("refreshToken")),
                try await target.server.call("accounts:lookup", ["idToken": idToken]),
                try await target.server.call("accounts:update", ["idToken": idToken, "displayName": "x"]),
                try await target.server.call("accounts:update", ["idToken": idToken, "password": "quiet harbour"]),
                try await target.server.call("accounts:delete", ["idToken": idToken]),
                try await target.server.call(
                    "accounts:signUp", ["idToken": idToken, "email": "z@example.com", "password": "violet river"]),
            ]
            for (number, answer) in answers.enumerated() {
                #expect(answer.code == "USER_DISABLED" && !answer.hasTokens, "\(number): \(answer.text)")
            }
            // Somebody who merely claims the address is not told.
            let claimed = try await target.idp(Target.openID, ["sub": "4", "email": "v@gmail.com"])
            #expect(claimed.json["needConfirmation"] == true && !claimed.hasTokens)
            #expect(try await target.account(id.string) == before)
            try await target.expectInvariants(attacker: answers + [person, linked, claimed], victim: id.string)
        }
    }
}
