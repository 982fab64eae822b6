import Foundation
import IdentityToolkit
import TestSupport
import Testing
import VinculaCore

@testable import VinculaServer

@Suite("OpenAPI")
struct OpenAPITests {
    @Test("Every description has a unique name, and every path one route per method")
    func unique() {
        var names: Set<String> = []
        var paths: Set<String> = []
        for route in Routes.all {
            #expect(names.insert(route.operation.name).inserted, "\(route.operation.name) is described twice.")
            for path in route.paths { #expect(paths.insert("\(route.method) \(path)").inserted, "\(path)") }
        }
    }

    @Test("Authenticated routes have limits, and viewers reach only routes that change nothing")
    func facts() {
        for route in Routes.all {
            let name = "\(route.method) \(route.paths[0])"
            if route.access.isIdentified { #expect(route.limit != nil, "\(name)") }
            if route.access == .developer { #expect(route.served == .underDev && route.limit == nil, "\(name)") }
            if "\(route.method)" == "GET" { #expect(route.effect == .reads, "\(name)") }
            if ["PATCH", "DELETE"].contains("\(route.method)") { #expect(route.effect == .writes, "\(name)") }
        }
        let readByPost = Routes.all.filter { "\($0.method)" == "POST" && $0.effect == .reads }.map(\.operation.name)
        #expect(
            Set(readByPost) == [
                "accounts.lookup", "projects.accounts.lookup", "projects.accounts.query", "projects.queryAccounts",
                "projects.tenants.accounts.lookup", "projects.tenants.accounts.query", "projects.tenants.queryAccounts",
                "projects.tenants.getIamPolicy", "projects.tenants.testIamPermissions", "relyingparty.downloadAccount",
                "projects.accounts.sessions", "projects.tenants.accounts.sessions",
            ])
        let limits = Dictionary(grouping: Routes.all, by: \.limit).mapValues { Set($0.map(\.operation.name)) }
        #expect(limits[.signInWithIdp] == ["accounts.signInWithIdp", "accounts.signInWithGameCenter"])
        #expect(limits[.token] == ["token", "accessToken", "account.token"])
        #expect(limits[.ownSessions] == ["account.sessions", "account.sessions.end"])
        #expect(Routes.all.filter { $0.served == .toOwners }.map(\.operation.name) == ["metrics"])
    }

    @Test("Schemas are those of the types: fields, types, what is required, what may be null")
    func schemas() throws {
        let schemas = try #require(try OpenAPIDescription.make(server: "http://h", isDevelopment: true)["components"]?["schemas"])
        let signUp = schemas["SignUpRequest"]
        #expect(signUp?["properties"]?["email"] == .object(["type": "string", "nullable": true]))
        #expect(signUp?["properties"]?["localId"] == nil)
        #expect(signUp?["required"] == nil)
        let update = schemas["AdminUpdateRequest"]?["properties"]
        #expect(update?["validSince"]?["anyOf"]?.text.contains("\"type\":\"integer\"") == true)
        #expect(schemas["TokenResponse"]?["properties"]?["expires_in"]?["type"] == "string")
        #expect(update?["deleteProvider"]?["items"] == .object(["type": "string"]))
        #expect(update?["linkProviderUserInfo"]?["allOf"]?.text.contains("AdminUpdateRequestLinkedProviderUserInfo") == true)
        #expect(schemas["SignUpResponse"]?["required"] == .array(["kind", "localId"]))
        #expect(schemas["SignUpResponse"]?["properties"]?["email"] == .object(["type": "string"]))
        let token = schemas["TokenRequest"]?["properties"]
        #expect(token?["refresh_token"] != nil && token?["refreshToken"] != nil)
        #expect(schemas["ErrorBody"]?["required"] == .array(["error"]))
    }

    @Test("References resolve, ids are unique, and only --dev shows the emulator's paths")
    func sound() throws {
        let description = try OpenAPIDescription.make(server: "http://h", isDevelopment: true)
        let text = description.text
        let references = text.matches(of: /"\$ref":"#\/components\/([a-z]+)\/([A-Za-z]+)"/)
        #expect(references.count > 100)
        for reference in references {
            let (kind, name) = (String(reference.output.1), String(reference.output.2))
            #expect(description["components"]?[kind]?[name] != nil, "\(kind)/\(name)")
        }
        let ids = text.matches(of: /"operationId":"([^"]+)"/).map { String($0.output.1) }
        #expect(ids.count > 100 && Set(ids).count == ids.count)
        let production = try OpenAPIDescription.make(server: "http://h", isDevelopment: false)
        #expect(production["paths"]?["/v1/accounts:signUp"]?["post"] != nil)
        #expect(!production.text.contains("/emulator/openapi.json") && !production.text.contains("/__/dev/"))
        #expect(!production.text.contains("\"/example"))
        #expect(description["paths"]?["/v1/projects/{project}/tenants/{tenant}/accounts:batchGet"]?["get"] != nil)
        // A form whose fields may all be missing may be missing itself.
        for (path, isRequired) in [("/emulator/action", false), ("/token", true)] {
            let body = description["paths"]?[path]?["post"]?["requestBody"]
            #expect(body?["required"]?.bool == isRequired, "\(path): \(body?.text ?? "-")")
        }
    }

    @Test("Every route of apps takes a proof and may give a nonce, and says how a key may be refused; no other route does")
    func proofs() throws {
        let description = try OpenAPIDescription.make(server: "http://h", isDevelopment: true)
        for route in Routes.all where route.access != .console {
            let operation = description["paths"]?[route.paths[0].replacing("**", with: "{rest}")]?["\(route.method)".lowercased()]
            let name = route.operation.name
            let isApp = route.access == .app
            #expect(operation?["parameters"]?.text.contains("#/components/parameters/DPoP") ?? false == isApp, "\(name)")
            #expect((operation?["responses"]?["200"]?["headers"]?["DPoP-Nonce"] != nil) == isApp, "\(name)")
            if isApp, route.operation.refusal == nil, !route.operation.refusesByPage {
                #expect(operation?["responses"]?["400"]?["$ref"] == "#/components/responses/ErrorOfApp", "\(name)")
            }
        }
        let error = description["components"]?["responses"]?["ErrorOfApp"]
        #expect(error?["headers"]?["DPoP-Nonce"] != nil && error?["content"]?["application/json"] != nil)
        // The reasons are those that the server gives.
        let scope = ProjectScope(project: "p")
        let refused = SessionKeyRefusal.Reason.allCases.map { reason in
            AuthError.sessionKeyRefused(
                SessionKeyRefusal(reason: reason, scope: scope, account: AccountID("a"), session: nil, isRefresh: false))
        }
        for error in refused + [.sessionKeyRequired, .proofNonceRequired, .invalidProof("x", now: 1)] {
            let reason = ErrorBody(error).error.details?.first?.reason
            #expect(description.text.contains("`\(reason ?? "-")`"), "\(error)")
        }
    }
}
