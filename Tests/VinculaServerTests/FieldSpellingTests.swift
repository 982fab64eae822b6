import Foundation
import IdentityToolkit
import TestSupport
import Testing
import VinculaCore

@testable import VinculaServer

/// The two spellings of a field's name in protobuf's JSON.
@Suite("Spellings of fields")
struct FieldSpellingTests {
    @Test("A name in snake case throughout has one in camel case, and no other name has")
    func names() {
        for (snake, camel) in [
            ("id_token", "idToken"), ("link_provider_user_info", "linkProviderUserInfo"), ("i_o_s_bundle_id", "iOSBundleId"),
            ("x509_certificate", "x509Certificate"),
        ] {
            #expect(FieldSpelling.camelCase(snake) == camel && FieldSpelling.snakeCase(camel) == snake)
        }
        for name in [
            "", "_", "email", "idToken", "id_Token", "Id_token", "_id_token", "id_token_", "id__token", "id_tokén", "id-token",
            "link_providerUserInfo", "a_1", "__proto__", "id\u{FF3F}token",
        ] {
            #expect(FieldSpelling.camelCase(name) == nil, "\(name)")
        }
    }

    /// Every type that a request's body is decoded into. `token`'s says both spellings itself, for forms.
    private static let requests = Routes.all.flatMap { route in
        [route.operation.takes, route.operation.takesOfAdministrators].compactMap(\.self)
    }.filter { $0 != TokenRequest.self }

    @Test("Every field of every request is taken in both spellings, at every level")
    func everyField() throws {
        var count = 0
        for type in Self.requests {
            let reader = SchemaReader()
            let schema = try reader.schema(of: type, isRequest: true)
            let body = Self.sample(schema, reader.components)
            let respelt = Self.respelt(body)
            guard case .object(let members) = body, body != respelt else { continue }
            count += members.count
            #expect(try Self.described(type, body) == Self.described(type, respelt), "\(type)")
        }
        #expect(count > 100)
    }

    @Test("A body may mix the spellings; other names and texts stay unchanged")
    func mixed() async throws {
        try await TestServer.with { server in
            let person = try await server.call(
                "accounts:signUp", ["email": "a_b@example.com", "password": "violet_river", "display_name": "Ana_Maria"])
            #expect(person["displayName"] == "Ana_Maria", "\(person.text)")
            let signedIn = try await server.call(
                "accounts:signInWithPassword",
                ["email": "a_b@example.com", "password": "violet_river", "return_secure_token": true, "client_type": 1])
            let token = try #require(signedIn["idToken"])
            let escaped = #"{"id\u005ftoken":"\#(token)","photo_url":"http://localhost/a_b"}"#
            let updated = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:update?key=k", headers: ["Content-Type": "application/json"],
                body: Data(escaped.utf8))
            #expect(updated["photoUrl"] == "http://localhost/a_b", "\(updated.text)")
            let claims = try await server.admin(
                "accounts:update", ["local_id": .string(try #require(person["localId"])), "custom_attributes": #"{"a_b":1}"#])
            #expect(claims.status == 200)
            let found = try await server.admin("accounts:lookup", ["local_id": [.string(try #require(person["localId"]))]])
            #expect(found.json["users"]?[0]?["customAttributes"] == #"{"a_b":1}"#, "\(found.text)")
            // The names of providers are not fields.
            let trust = try await server.configure(
                "vincula", ["vincula": ["provider_trust": ["oidc.my_app": ["level": "never", "domains": []]]]])
            #expect(trust.json["vincula"]?["providerTrust"]?["oidc.my_app"]?["level"] == "never", "\(trust.text)")
        }
    }

    @Test("A field in both spellings is refused at every level")
    func twice() async throws {
        try await TestServer.with { server in
            for body in [
                #"{"email":"a@example.com","display_name":"a","displayName":"b"}"#,
                #"{"displayName":null,"display_name":"b"}"#, #"{"display\u005fname":"a","displayName":"a"}"#,
                #"{"x":{"idToken":1,"id_token":1}}"#, #"{"x":[{"a_b":1,"aB":1}]}"#,
            ] {
                let answer = try await HTTP.send(
                    "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(answer.status == 400 && answer.message?.contains("Duplicate name") == true, "\(answer.text)")
            }
        }
    }

    @Test("Queries have both spellings, too")
    func queries() async throws {
        try await TestServer.with { server in
            for id in ["a", "b", "c"] { _ = try await server.admin("accounts", ["localId": .string(id)]) }
            let base = "\(server.url)/v1/projects/\(server.project)/accounts:batchGet"
            let owner = ["Authorization": "Bearer owner"]
            let first = try await HTTP.send("GET", "\(base)?max_results=2", headers: owner)
            #expect(first["nextPageToken"] == "b", "\(first.text)")
            let second = try await HTTP.send("GET", "\(base)?max_results=2&next_page_token=b", headers: owner)
            #expect(second.json["users"]?[0]?["localId"] == "c" && second["nextPageToken"] == nil, "\(second.text)")
            #expect(try await HTTP.send("GET", "\(base)?tenant_id=a/b", headers: owner).code == "INVALID_TENANT_ID")
            let masked = try await HTTP.post(
                "\(server.url)/v2/projects/\(server.project)/config?update_mask=sign_in.anonymous",
                ["sign_in": ["anonymous": ["enabled": false], "email": ["enabled": false]]], headers: owner, method: "PATCH")
            #expect(masked.json["signIn"]?["anonymous"]?["enabled"] == false, "\(masked.text)")
            #expect(masked.json["signIn"]?["email"]?["enabled"] == true)
        }
    }

    // MARK: Bodies made of schemas

    /// A body that has every field of a schema.
    private static func sample(_ schema: JSONValue, _ components: [String: JSONValue]) -> JSONValue {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            return sample(components[String(name)] ?? [:], components)
        }
        for choice in ["allOf", "anyOf"] {
            if case .array(let parts)? = schema[choice], let part = parts.first { return sample(part, components) }
        }
        if case .array(let names)? = schema["enum"] { return names.last ?? .null }
        switch schema["type"]?.string {
        case "string": return schema["format"] == "int64" ? "1" : "a_b"
        case "boolean": return true
        case "integer", "number": return 1
        case "array": return .array([sample(schema["items"] ?? [:], components)])
        default:
            if let item = schema["additionalProperties"] { return ["some_name": sample(item, components)] }
            guard case .object(let properties)? = schema["properties"] else { return [:] }
            return .object(properties.mapValues { sample($0, components) })
        }
    }

    /// The same body with all names in snake case.
    private static func respelt(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    members.map { (FieldSpelling.snakeCase($0.key), respelt($0.value)) }, uniquingKeysWith: { first, _ in first })
            )
        case .array(let items): .array(items.map(respelt))
        default: value
        }
    }

    private static func described(_ type: any (Decodable & Sendable).Type, _ body: JSONValue) throws -> String {
        let options = ServerOptions(isDevelopment: false, project: "p", address: PublicAddress("http://localhost"))
        let received = ReceivedBody(bytes: Array(body.text.utf8), isForm: false, options: options)
        return "\(try received.decode(type))"
    }
}
