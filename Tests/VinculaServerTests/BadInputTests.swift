import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// Malformed requests are answered in Google's error format, and change nothing.
@Suite("Bad input")
struct BadInputTests {
    @Test(
        "Bodies of invalid JSON",
        arguments: [
            (#"{"email":"#, "Unexpected end of JSON input"), ("", ""), ("[", "Unexpected end of JSON input"),
            (#"{"email":"a","email":"b"}"#, "Duplicate name \"email\""), (#"{"a":}"#, "Unexpected token in JSON"),
            (#"{"a":1}}"#, "Unexpected token in JSON at position 7"),
            ("{\"a\":\"\u{1}\"}", "Unexpected token in JSON at position 6"),
            ("{'a':1}", "Unexpected token in JSON"), (#"{"a":1"b":2}"#, "Unexpected token in JSON"),
            (#"{"a":"# + String(repeating: "1", count: 60) + "}", "A number is too long"),
            (String(repeating: "[", count: 60_000), "Nested deeper than 32 levels"),
            (#"{"a":"# + String(repeating: "[", count: 31) + String(repeating: "]", count: 31) + "}", ""),
        ])
    func malformed(body: String, complaint: String) async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: ["Content-Type": "application/json"],
                body: Data(body.utf8))
            if complaint.isEmpty {
                #expect(answer.status == 200, "\(answer.text)")
            } else {
                #expect(answer.status == 400)
                #expect(answer.message == "Invalid JSON payload received. \(complaint)")
                #expect(answer.json["error"]?["status"]?.string == "INVALID_ARGUMENT")
                #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
            }
        }
    }

    @Test(
        "A wrong type is answered with the field's name",
        arguments: [
            ("accounts:signUp", #"{"email":{"a":1}}"#, "/email must be string"),
            ("accounts:signUp", #"{"password":5}"#, "/password must be string"),
            ("accounts:signUp", #"[]"#, "The body must be object"),
            ("accounts:signInWithIdp", #"{"autoCreate":"yes"}"#, "/autoCreate must be boolean"),
            ("accounts:update", #"{"idToken":"x","deleteProvider":"password"}"#, "/deleteProvider must be array"),
            ("accounts:update", #"{"idToken":"x","deleteProvider":[1]}"#, "/deleteProvider/0 must be string"),
            ("accounts:lookup", #"{"idToken":["x"]}"#, "/idToken must be string"),
        ])
    func wrongTypes(rpc: String, body: String, complaint: String) async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send("POST", "\(server.url)/v1/\(rpc)?key=k", body: Data(body.utf8))
            #expect(answer.status == 400)
            #expect(answer.message == "Invalid JSON payload received. \(complaint)")
        }
    }

    @Test("Unknown fields and null values are ignored")
    func unknownFields() async throws {
        try await TestServer.with { server in
            let body = #"{"email":"a@example.com","password":"secret1","nope":{"deep":[1]},"displayName":null,"localId":null}"#
            let answer = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: Data(body.utf8))
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test(
        "Unknown paths are 404, wrong methods 405, in Google's shape",
        arguments: [
            ("GET", "/nothing", 404), ("POST", "/v1/accounts:nothing", 404), ("GET", "/v1/accounts:signUp", 405),
            ("DELETE", "/v1/token", 405), ("PUT", "/v2/projects/p/config", 405), ("POST", "/healthz", 405),
            ("POST", "/v1/accounts:update/../accounts:signUp", 404), ("POST", "/v1/Accounts:signUp", 404),
        ])
    func paths(method: String, path: String, status: Int) async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send(method, "\(server.url)\(path)?key=k")
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.json["error"]?["code"]?.int == Int64(status))
        }
    }

    @Test("Bodies and headers beyond their limits are refused, and the server keeps running")
    func limits() async throws {
        try await TestServer.with(options: { $0.maximumBodySize = 4096 }) { server in
            let long = Data(#"{"email":"\#(String(repeating: "a", count: 5000))"}"#.utf8)
            let answer = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: long)
            #expect(answer.status == 413)
            let packed = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: ["Content-Encoding": "gzip"], body: Data("{}".utf8))
            #expect(packed.status == 415)
            let headers = Dictionary(
                uniqueKeysWithValues: (0..<300).map { ("X-Flood-\($0)", String(repeating: "x", count: 200)) })
            let flooded = try? await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", headers: headers)
            #expect(flooded?.status != 200)
            #expect(try await HTTP.send("GET", "\(server.url)/readyz").status == 200)
        }
    }

    @Test("A password of more than 4096 bytes is refused before it is hashed")
    func longPasswords() async throws {
        try await TestServer.with { server in
            let long = JSONValue.string(String(repeating: "p", count: 4097))
            let signUp = try await server.call("accounts:signUp", ["email": "a@example.com", "password": long])
            #expect(signUp.code == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
            let signIn = try await server.call("accounts:signInWithPassword", ["email": "a@example.com", "password": long])
            #expect(signIn.code == "EMAIL_NOT_FOUND")
        }
    }

    @Test("Unknown tenants are not found, in paths and bodies")
    func tenants() async throws {
        try await TestServer.with(settings: .development, isProduction: true) { server in
            let owner = ["Authorization": "Bearer owner"]
            for path in ["v1/projects/example/tenants/t1/accounts:lookup", "v2/projects/example/tenants/t1"] {
                let answer = try await HTTP.post(
                    "\(try #require(server.adminURL))/identitytoolkit.googleapis.com/\(path)", .object([:]), headers: owner,
                    method: path.hasPrefix("v2") ? "PATCH" : "POST")
                #expect(answer.code == "TENANT_NOT_FOUND", "\(answer.text)")
            }
            #expect(try await server.call("accounts:signUp", ["tenantId": "t1"]).code == "TENANT_NOT_FOUND")
            let count = try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example"))
            #expect(count == 0)
        }
    }
}
