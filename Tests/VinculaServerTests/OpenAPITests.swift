import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaServer

@Suite("OpenAPI")
struct OpenAPITests {
    @Test("Every route has a description, and every description a route")
    func complete() {
        for route in Routes.all where OpenAPIOperations.operation(of: route) == nil {
            Issue.record("\(route.method) \(route.paths[0]) has no description: add one to OpenAPIOperations.swift.")
        }
        let routes = Set(Routes.all.flatMap { route in route.paths.map { "\(route.method) \($0)" } })
        for (route, _) in OpenAPIOperations.all {
            #expect(routes.contains(route), "\(route) is described in OpenAPIOperations.swift and is no route.")
        }
        #expect(Set(OpenAPIOperations.all.map(\.route)).count == OpenAPIOperations.all.count)
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

    @Test("References lead somewhere, ids are unique, and only --dev shows the emulator's paths")
    func sound() throws {
        let description = try OpenAPIDescription.make(server: "http://h", isDevelopment: true)
        let text = description.text
        for reference in text.matches(of: /"\$ref":"#\/components\/([a-z]+)\/([A-Za-z]+)"/) {
            let (kind, name) = (String(reference.output.1), String(reference.output.2))
            #expect(description["components"]?[kind]?[name] != nil, "\(kind)/\(name)")
        }
        let ids = text.matches(of: /"operationId":"([^"]+)"/).map { String($0.output.1) }
        #expect(ids.count > 100 && Set(ids).count == ids.count)
        let production = try OpenAPIDescription.make(server: "http://h", isDevelopment: false)
        #expect(production["paths"]?["/v1/accounts:signUp"]?["post"] != nil)
        #expect(production["paths"]?["/emulator/openapi.json"] == nil)
        #expect(description["paths"]?["/v2/projects/{project}/tenants/{tenant}/{rest}"]?["get"] != nil)
    }
}
