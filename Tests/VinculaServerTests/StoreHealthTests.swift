import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The reports of `/readyz` and the metrics about the store, and the setting that keeps it from growing.
@Suite("The store's health")
struct StoreHealthTests {
    @Test("Damage and a full disk turn /readyz to 503 and are counted; a later write ends the disk's fault, not the damage")
    func health() async throws {
        try await TestServer.with { server in
            let health = server.engine.store.health
            func ready() async throws -> HTTPAnswer { try await HTTP.send("GET", "\(server.url)/readyz") }
            #expect(try await ready().status == 200)
            health.note(StoreUnavailable(reason: .unreadableRow, detail: ""))
            #expect(try await ready().status == 200)
            health.note(StoreUnavailable(reason: .diskFull, detail: ""))
            #expect(try await ready().status == 503)
            #expect(try await server.call("accounts:signUp").status == 200)
            // On PostgreSQL, a write may need no space, so the next try decides.
            if server.engine.store.isShared { try await server.engine.store.tryToWrite() }
            #expect(try await ready().status == 200)
            health.note(StoreUnavailable(reason: .damaged, detail: ""))
            #expect(try await server.call("accounts:signUp").status == 200)
            let unready = try await ready()
            #expect(unready.status == 503 && unready["status"] == "the database is damaged", "\(unready.text)")
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains("vincula_store_failures_total 3\n") && metrics.contains("vincula_store_fit 0\n"))
        }
    }

    @Test("autodeleteAnonymousUsers and its days are stored, shown, and refused if invalid")
    func anonymous() async throws {
        try await TestServer.with { server in
            func patch(_ query: String, _ body: JSONValue) async throws -> HTTPAnswer {
                try await HTTP.post(
                    "\(server.url)/v2/projects/\(server.project)/config?\(query)", body,
                    headers: ["Authorization": "Bearer owner"], method: "PATCH")
            }
            let off = try await HTTP.send(
                "GET", "\(server.url)/v2/projects/\(server.project)/config", headers: ["Authorization": "Bearer owner"])
            #expect(off.json["autodeleteAnonymousUsers"] == false && off.json["vincula"]?["anonymous"] == ["autodeleteDays": 30])
            let days: JSONValue = ["autodeleteAnonymousUsers": true, "vincula": ["anonymous": ["autodeleteDays": 7]]]
            let on = try await patch("updateMask=autodeleteAnonymousUsers,vincula.anonymous.autodeleteDays", days)
            #expect(on.json["autodeleteAnonymousUsers"] == true && on.json["vincula"]?["anonymous"] == ["autodeleteDays": 7])
            let settings = try await server.engine.projects.settings(of: server.project)
            #expect(settings.unusedAnonymous.areDeleted && settings.unusedAnonymous.days == 7)
            for number in [0, -1, 3651] as [Int64] {
                let refused = try await patch(
                    "updateMask=vincula.anonymous.autodeleteDays",
                    ["vincula": ["anonymous": ["autodeleteDays": .integer(number)]]])
                #expect(
                    refused.status == 400 && refused.text.contains("autodeleteDays must be from 1 to 3650"), "\(refused.text)")
            }
            // Other settings leave it alone.
            _ = try await patch("updateMask=signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": true]]])
            #expect(try await server.engine.projects.settings(of: server.project).unusedAnonymous.days == 7)
        }
    }
}
