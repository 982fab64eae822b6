import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Attacks on the feed of ended sessions (T220).
@Suite("Revocation feed", .tags(.attack))
struct RevocationFeedTests {
    @Test("T220 neither an app nor a stranger nor another project's service account reads the feed; a viewer does")
    func callers() async throws {
        try await TestServer.with(isProduction: true) { server in
            let viewer = try await server.engine.serviceAccess.createServiceAccount(
                named: "feed", role: .viewer, of: server.project)
            let foreign = try await server.engine.serviceAccess.createServiceAccount(named: "feed", role: .owner, of: "other")
            func get(_ path: String, _ token: String? = nil) async throws -> Int {
                let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
                return try await HTTP.send("GET", server.url + path, headers: headers).status
            }
            let path = "/v1/projects/\(server.project)/revocations"
            for each in [path, "/v1/revocations"] {
                #expect(try await get(each) >= 400)
                #expect(try await get("\(each)?key=\(server.apiKey)") >= 400)
                #expect(try await get(each, "owner") == 401)
                #expect(try await get(each, try await server.accessToken(viewer)) == 200)
            }
            #expect(try await get(path, try await server.accessToken(foreign)) == 403)
        }
    }

    @Test("T220 the feed has no email, no name, no address, no token and no session's id, and a made-up position is refused")
    func contents() async throws {
        try await Target.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let signIn = try await target.server.call(
                "accounts:signInWithPassword", ["email": "v@example.com", "password": "violet river"])
            _ = try await target.server.account(
                "sessions:end", ["idToken": try signIn.value("idToken"), "allOthers": true])
            _ = try await target.server.admin("accounts:update", ["localId": try person.value("localId"), "disableUser": true])
            let headers = ["Authorization": "Bearer owner"]
            let url = "\(target.server.url)/v1/revocations"
            let answer = try await HTTP.send("GET", url, headers: headers)
            #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
            guard case .array(let entries)? = answer.json["revocations"] else { throw Missing() }
            #expect(entries.count >= 2 && entries.contains { $0["session"] != nil })
            #expect(entries.contains { $0["localId"]?.string == person["localId"] && $0["generation"] != nil })
            for entry in entries {
                guard case .object(let members) = entry else { throw Missing() }
                #expect(
                    Set(members.keys).isSubset(of: [
                        "session", "localId", "generation", "validSince", "issuedBefore", "expiresAt", "tenantId",
                    ]))
            }
            let payload = try person.text("idToken").split(separator: ".")[1]
            let claims = JSONValue.parse(Data(base64URL: payload) ?? Data())
            let session = try #require(claims?["firebase"]?["session"]?.string)
            for secret in ["v@example.com", "127.0.0.1", session, String(try person.text("refreshToken").prefix(20))] {
                #expect(!answer.text.contains(secret))
            }
            for position in ["x", "1", "-1.5", "1.5.6", String(repeating: "1", count: 5000)] {
                let refused = try await HTTP.send("GET", "\(url)?after=\(position)", headers: headers)
                #expect(refused.status == 400, "\(refused.text)")
            }
            #expect(try await HTTP.send("GET", "\(url)?after=77.99", headers: headers).text == answer.text)
        }
    }

    private struct Missing: Error {}
}
