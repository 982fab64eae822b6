import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// What the limits of sessions bound, and what administrators may see and end (T385 to T388).
@Suite("Limits of sessions", .tags(.attack))
struct SessionLimitTests {
    private static let day: Int64 = 24 * 3600

    private static func sessions(_ answer: HTTPAnswer) -> [JSONValue] {
        guard case .array(let sessions)? = answer.json["sessions"] else { return [] }
        return sessions
    }

    @Test("T385 however many sign in at once, no more than the limit stay, and the last one is among them")
    func parallel() async throws {
        try await Target.run(project: { $0.sessions.limits.mostPerAccount = 3 }) { target in
            let first = try await target.verifiedPerson("v@x.example")
            target.clock.advance(seconds: 10)
            let opened = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<12 { group.addTask { try await target.signIn("v@x.example") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(opened.allSatisfy { $0.hasTokens })
            target.clock.advance(seconds: 10)
            let last = try await target.signIn("v@x.example")
            let list = try await target.server.account("sessions", ["idToken": try last.value("idToken")])
            #expect(Self.sessions(list).count == 3 && Self.sessions(list)[0]["current"] == true, "\(list.text)")
            var open = 0
            for session in opened + [last] where try await target.server.refresh(try session.text("refreshToken")).status == 200 {
                open += 1
            }
            #expect(open == 3)
            #expect(try await target.server.refresh(try first.text("refreshToken")).code == "TOKEN_EXPIRED")
            let ended = try await target.server.call("accounts:lookup", ["idToken": try first.value("idToken")])
            #expect(ended.code == "TOKEN_EXPIRED", "\(ended.text)")
            let revoked = try await target.server.engine.store.read {
                try $0.revocations(after: 0, limit: 100, of: target.scope.project)
            }
            #expect(revoked.count { if case .session = $0.target { true } else { false } } == 11)
            let records = try await target.server.engine.auditLog.entries(AuditQuery(project: target.scope.project, limit: 100))
            #expect(records.contains { $0.action == .sessionLimit })
        }
    }

    @Test("T385 a link, which is answered with another session, signs nobody out; a hand-over counts")
    func chains() async throws {
        try await Target.run(project: { $0.sessions.limits.mostPerAccount = 1 }) { target in
            let person = try await target.verifiedPerson("v@x.example")
            let linked = try await target.idp(Target.openID, ["sub": "v"], idToken: try person.text("idToken"))
            // Its answer may have been lost.
            for session in [person, linked] {
                #expect(try await target.server.refresh(try session.text("refreshToken")).status == 200)
            }
            let elsewhere = try await target.signIn("v@x.example")
            for session in [person, linked] {
                #expect(try await target.server.refresh(try session.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            #expect(try await target.server.refresh(try elsewhere.text("refreshToken")).status == 200)
        }
    }

    @Test("T386 a shorter age counts at once, wherever a session is used; a longer one than the server's is refused")
    func ages() async throws {
        try await Target.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            target.clock.advance(seconds: 2 * Self.day)
            let refreshed = try await server.refresh(try person.text("refreshToken"))
            let idToken = JSONValue.string(try #require(refreshed["id_token"]))
            for (field, days) in [("absoluteDays", 401), ("idleDays", 91), ("idleDays", 0), ("maxPerAccount", 0)] {
                let refused = try await server.administer(
                    "PATCH", "config?updateMask=vincula.sessions.\(field)",
                    ["vincula": ["sessions": [field: .integer(Int64(days))]]])
                #expect(refused.status == 400 && refused.text.contains("vincula.sessions.\(field)"), "\(refused.text)")
            }
            let cookie = try await server.cookie(idToken.string ?? "", validDuration: nil)
            #expect(cookie.status == 200, "\(cookie.text)")
            let set = try await server.administer(
                "PATCH", "config?updateMask=vincula.sessions.absoluteDays", ["vincula": ["sessions": ["absoluteDays": 3]]])
            #expect(set.json["vincula"]?["sessions"]?["absoluteDays"] == 3, "\(set.text)")
            let short = try await server.cookie(idToken.string ?? "", validDuration: nil)
            let claims = try #require(JSONWebToken(try short.text("sessionCookie"))).claims
            #expect((claims["exp"]?.int ?? 0) - target.clock.now.seconds <= Self.day, "a cookie does not outlive its session")
            _ = try await server.administer(
                "PATCH", "config?updateMask=vincula.sessions.absoluteDays", ["vincula": ["sessions": ["absoluteDays": 1]]])
            #expect(try await server.refresh(try person.text("refreshToken")).code == "TOKEN_EXPIRED")
            for (rpc, body) in [
                ("accounts:lookup", [:]), ("accounts:update", ["displayName": "V"]), ("accounts:delete", [:]),
            ] as [(String, [String: JSONValue])] {
                let answer = try await server.call(rpc, body.merging(["idToken": idToken]) { $1 })
                #expect(answer.code == "TOKEN_EXPIRED", "\(rpc): \(answer.text)")
            }
            #expect(try await server.account("sessions", ["idToken": idToken]).code == "TOKEN_EXPIRED")
            #expect(try await server.cookie(idToken.string ?? "", validDuration: nil).code == "TOKEN_EXPIRED")
            // Nothing was thrown away: the limit is taken back.
            _ = try await server.administer(
                "PATCH", "config?updateMask=vincula.sessions.absoluteDays",
                ["vincula": ["sessions": ["absoluteDays": .null]]])
            #expect(try await server.refresh(try person.text("refreshToken")).status == 200)
        }
    }

    @Test("T387 an administrator lists and ends the sessions of people of their own project and tenant alone")
    func administrators() async throws {
        try await Target.run(project: { $0.tenants.allowsTenants = true }) { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            let other = try await target.signIn("v@x.example")
            let id = try person.value("localId")
            let list = try await server.admin("accounts:sessions", ["localId": id])
            #expect(Self.sessions(list).count == 2, "\(list.text)")
            let row = try #require(Self.sessions(list).first)
            #expect(
                row["firstFactor"] == "password" && row["secondFactor"] == nil && row["bound"] == false
                    && row["current"] == false && row["network"] == "127.0.0.0/24"
                    && row["lastUsedAt"]?.string?.hasSuffix(":00:00.000Z") == true, "\(list.text)")
            #expect(!list.text.contains("refresh") && !list.text.contains("oken"))
            let handle = try #require(row["handle"])

            let tenant = try await server.administer("POST", "tenants", ["displayName": "acme", "allowPasswordSignup": true])
            let inTenant: [String: JSONValue] = ["tenantId": try tenant.value("tenantId")]
            for (rpc, body) in [("accounts:sessions", [:]), ("accounts:endSessions", ["handles": .array([handle])])]
                as [(String, [String: JSONValue])]
            {
                let foreign = try await server.admin(rpc, body.merging(inTenant) { $1 }.merging(["localId": id]) { $1 })
                #expect(foreign.code == "USER_NOT_FOUND", "\(foreign.text)")
                let app = try await server.call(rpc, body.merging(["localId": id]) { $1 })
                #expect(app.status >= 400, "\(app.text)")
            }
            let stranger = try await target.verifiedPerson("w@x.example")
            let none = try await server.admin(
                "accounts:endSessions", ["localId": try stranger.value("localId"), "handles": .array([handle])])
            #expect(none.json["ended"] == 0, "\(none.text)")
            for handles in [[], Array(repeating: "x", count: 101)] as [[JSONValue]] {
                let refused = try await server.admin("accounts:endSessions", ["localId": id, "handles": .array(handles)])
                #expect(refused.status == 400, "\(refused.text)")
            }
            let ended = try await server.admin("accounts:endSessions", ["localId": id, "handles": .array([handle])])
            #expect(ended.json["ended"] == 1, "\(ended.text)")
            var open = 0
            for session in [person, other] where try await server.refresh(try session.text("refreshToken")).status == 200 {
                open += 1
            }
            #expect(open == 1)
            let records = try await server.engine.auditLog.entries(AuditQuery(project: target.scope.project, limit: 20))
            let record = try #require(records.first { $0.action == .sessionEnd })
            #expect(record.account?.value == id.string && record.actor.kind != .endUser, "\(record)")
        }
    }

    @Test("T388 a tenant's limits are its own, and its people's sessions say where they are")
    func tenants() async throws {
        try await Target.run(project: { settings in
            settings.tenants.allowsTenants = true
            settings.sessions.limits.mostPerAccount = 2
        }) { target in
            let server = target.server
            let tenant = try await server.administer(
                "POST", "tenants",
                ["displayName": "acme", "allowPasswordSignup": true, "vincula": ["sessions": ["maxPerAccount": 1]]])
            #expect(tenant.json["vincula"]?["sessions"]?["maxPerAccount"] == 1, "\(tenant.text)")
            let place: [String: JSONValue] = ["tenantId": try tenant.value("tenantId")]
            let signIn: [String: JSONValue] = ["email": "v@x.example", "password": "violet river"]
            let first = try await server.call("accounts:signUp", signIn.merging(place) { $1 })
            let second = try await server.call("accounts:signInWithPassword", signIn.merging(place) { $1 })
            #expect(try await server.refresh(try first.text("refreshToken")).code == "TOKEN_EXPIRED")
            let list = try await server.account("sessions", ["idToken": try second.value("idToken")])
            #expect(Self.sessions(list).count == 1 && Self.sessions(list)[0]["tenantId"] == place["tenantId"], "\(list.text)")
            let id = try tenant.text("tenantId")
            let own = try await server.administer(
                "PATCH", "tenants/\(id)?updateMask=vincula.sessions.idleDays", ["vincula": ["sessions": ["idleDays": 91]]])
            #expect(own.status == 400 && own.text.contains("at most 90"), "\(own.text)")
            let back = try await server.administer(
                "PATCH", "tenants/\(id)?updateMask=vincula.sessions.maxPerAccount",
                ["vincula": ["sessions": ["maxPerAccount": .null]]])
            #expect(back.status == 200 && back.json["vincula"] == nil, "\(back.text)")
            // Now the project's.
            target.clock.advance(seconds: 10)
            for _ in 0..<2 { _ = try await server.call("accounts:signInWithPassword", signIn.merging(place) { $1 }) }
            #expect(try await server.refresh(try second.text("refreshToken")).code == "TOKEN_EXPIRED")
        }
    }
}
