import Foundation
import HTTPTypes
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaServer

@Suite("Isolation of tenants", .tags(.attack))
struct TenantIsolationTests {
    /// Where a request says that it belongs.
    private enum Place: CaseIterable {
        case neighbour, noTenant, otherProject, own
    }

    /// The routes that read or change something of a project or tenant; their twins are reached through them.
    private static let routes = Routes.all.filter { route in
        let isTwin =
            route.paths.contains { $0.contains("/projects/{project}/tenants/{tenant}/") }
            || ["createSessionCookie", "queryAccounts"].contains { route.operation.name == "projects.tenants.\($0)" }
        let isAbsent = AbsentRoute.all.contains { $0.route.operation.name == route.operation.name }
        return (route.access == .app || route.access == .administrator) && !isTwin && !isAbsent
    }

    @Test("T130 every RPC has a row")
    func complete() {
        let names = Set(Self.routes.filter { $0.tenancy != .projectOnly }.map(\.operation.name))
        let known = Set(TenantRows.all.keys).union(TenantRows.exempt.keys)
        #expect(names.subtracting(known).isEmpty, "A new RPC needs a row in TenantRows.")
        #expect(known.subtracting(names).isEmpty)
    }

    @Test("T130 no RPC reads or changes anything of another tenant, from beside, from outside, or from another project")
    func everyRPC() async throws {
        try await TenantStage.run { stage in
            for route in Self.routes where route.tenancy != .projectOnly && route.operation.name != "projects.tenants.delete" {
                guard let row = TenantRows.all[route.operation.name] else { continue }
                try await Self.check(route, try await row(stage), stage)
            }
            // Last of all, because nothing is left.
            let delete = try #require(Self.routes.first { $0.operation.name == "projects.tenants.delete" })
            let old = try await stage.person("last")
            for place in [Place.neighbour, .otherProject] {
                _ = try await Self.send(delete, TenantAttempt(), at: place, stage)
            }
            #expect(try await !stage.state().accounts.isEmpty)
            #expect(try await Self.send(delete, TenantAttempt(), at: .own, stage).status == 200)
            for rpc in ["accounts:lookup", "accounts:delete"] {
                let answer = try await stage.call(rpc, ["idToken": .string(old.idToken)])
                #expect(answer.code == "TENANT_NOT_FOUND", "\(answer.text)")
            }
            #expect(try await stage.server.refresh(old.refreshToken).code == "USER_NOT_FOUND")
        }
    }

    private static func check(_ route: Route, _ attempt: TenantAttempt, _ stage: TenantStage) async throws {
        let name = route.operation.name
        let before = try await stage.state()
        let names = route.paths.contains { $0.contains("{tenant}") }
        for place in Place.allCases where place != .own {
            if place == .noTenant, attempt.namesItself || names { continue }
            let answer = try await send(route, attempt, at: place, stage)
            #expect(!answer.text.contains(attempt.secret), "\(name) \(place): \(answer.text)")
            let tokens = [answer["idToken"], answer["id_token"]].compactMap(\.self).compactMap { JSONWebToken($0)?.claims }
            #expect(tokens.allSatisfy { $0["firebase"]?["tenant"]?.string != stage.own.tenant || place == .otherProject })
            if attempt.namesItself { #expect(answer.status == 400, "\(name) \(place): \(answer.text)") }
            if attempt.namesItself, place == .neighbour {
                #expect(answer.code == attempt.mismatch, "\(name): \(answer.text)")
            }
            #expect(try await stage.state() == before, "\(name) \(place): \(answer.text)")
        }
        let own = try await send(route, attempt, at: .own, stage)
        #expect(own.status == attempt.status, "\(name): \(own.text)")
        // Otherwise that it is not in a stranger's answer would say nothing.
        if attempt.secret != "\u{0}", name.hasPrefix("projects.") || name.hasPrefix("relyingparty.") {
            #expect(own.text.contains(attempt.secret), "\(name): \(own.text)")
        }
    }

    /// Sends a request that names its project and tenant as clients do: by the key and the body, or by the path.
    private static func send(
        _ route: Route, _ attempt: TenantAttempt, at place: Place, _ stage: TenantStage
    ) async throws -> HTTPAnswer {
        let project = place == .otherProject ? TenantStage.other : stage.server.project
        let tenant: String? =
            switch place {
            case .neighbour: stage.neighbour.tenant
            case .noTenant: nil
            case .own, .otherProject: stage.own.tenant
            }
        var body = attempt.body
        var query = attempt.query.isEmpty ? [] : [attempt.query]
        var path = route.paths[0]
        var headers: [String: String] = [:]
        var base = stage.server.url
        if route.access == .app {
            query.append("key=\(place == .otherProject ? stage.otherKey : stage.server.apiKey)")
            body["tenantId"] = tenant.map { .string($0) }
        } else {
            base = try #require(stage.server.adminURL)
            headers["Authorization"] = "Bearer owner"
            if path.contains("{project}") {
                if let tenant, !path.contains("{tenant}") {
                    path = path.replacing("projects/{project}", with: "projects/{project}/tenants/\(tenant)")
                }
            } else {
                body["targetProjectId"] = .string(project)
                body["tenantId"] = tenant.map { .string($0) }
            }
        }
        path = path.replacing("{project}", with: project).replacing("{tenant}", with: tenant ?? "none")
            .replacing("{provider}", with: attempt.provider)
        let url = base + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        guard route.method != .get else { return try await HTTP.send("GET", url, headers: headers) }
        return try await HTTP.post(url, .object(body), headers: headers, method: route.method.rawValue)
    }

    @Test("T130 what a project has and its tenants do not is refused to them by name")
    func projectOnly() async throws {
        try await TenantStage.run { stage in
            let person = try await stage.person("only")
            for route in Self.routes where route.tenancy == .projectOnly {
                var headers: [String: String] = [:]
                var url = stage.server.url
                if route.access == .administrator {
                    headers = ["Authorization": "Bearer owner"]
                    url = try #require(stage.server.adminURL)
                }
                let path = route.paths[0].replacing("{project}", with: stage.server.project)
                url += path + "?tenantId=\(stage.own.tenant)"
                if route.access == .app { url += "&key=\(stage.server.apiKey)" }
                let body: JSONValue = ["idToken": .string(person.idToken)]
                let answer =
                    route.method == .get
                    ? try await HTTP.send("GET", url, headers: headers)
                    : try await HTTP.post(url, body, headers: headers, method: route.method.rawValue)
                #expect(answer.code == "UNSUPPORTED_TENANT_OPERATION", "\(route.operation.name): \(answer.text)")
            }
        }
    }
}
