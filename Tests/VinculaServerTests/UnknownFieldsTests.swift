import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import IdentityToolkit
@testable import VinculaServer

/// Fields of administrators' bodies that this server does not know, or does not have.
@Suite("Unknown fields")
struct UnknownFieldsTests {
    /// An object in a type's body, at any depth.
    private struct Spot {
        let path: String
        let place: String
        /// The names that our type has there.
        let names: Set<String>
        let discovered: DiscoveredFields?
        /// The whole body around the object.
        let body: (JSONValue) -> JSONValue
    }

    /// The types of all administrators' bodies, with the routes that take them.
    private static let routes: [(route: Route, type: any AdministratorRequest.Type)] = Routes.all.compactMap { route in
        let shape = route.operation.takesOfAdministrators ?? route.operation.takes
        return (shape as? any AdministratorRequest.Type).map { (route, $0) }
    }

    private static func spots<Wire: AdministratorRequest>(of type: Wire.Type) throws -> [Spot] {
        let reader = SchemaReader()
        let root = try reader.schema(of: type, isRequest: true)
        func walk(
            _ schema: JSONValue, _ path: String, _ place: String, _ discovered: DiscoveredFields?,
            _ body: @escaping (JSONValue) -> JSONValue
        ) -> [Spot] {
            if let name = schema["$ref"]?.string?.split(separator: "/").last {
                return walk(reader.components[String(name)] ?? .null, path, place, discovered, body)
            }
            if let part = schema["allOf"]?[0] { return walk(part, path, place, discovered, body) }
            if let item = schema["items"] { return walk(item, path, place + "[0]", discovered) { body(.array([$0])) } }
            func inner(_ schema: JSONValue, _ name: String) -> [Spot] {
                let dot = path.isEmpty ? "" : "."
                return walk(
                    schema, path + dot + name, place + dot + FieldSpelling.snakeCase(name), discovered?[name]?.inner
                ) { body(.object([name: $0])) }
            }
            if let schema = schema["additionalProperties"] { return inner(schema, "any") }
            guard case .object(let fields)? = schema["properties"] else { return [] }
            let spot = Spot(path: path, place: place, names: Set(fields.keys), discovered: discovered, body: body)
            return [spot] + fields.flatMap { inner($1, $0) }
        }
        return walk(root, "", "", type.discovered) { $0 }
    }

    @Test("Every body that administrators send has a type whose names are checked")
    func complete() {
        for route in Routes.all where route.access == .administrator || route.access == .developer {
            let type = route.operation.takes
            #expect(type == nil || type is any AdministratorRequest.Type, "\(route.method) \(route.paths[0])")
        }
        for route in Routes.all {
            let type = route.operation.takesOfAdministrators
            #expect(type == nil || type is any AdministratorRequest.Type, "\(route.operation.name)")
        }
        let names = Set(DiscoveredFields.table.keys)
        for (_, text) in DiscoveredFields.table {
            for line in text.split(separator: "\n") where line.contains(":") {
                #expect(names.contains(line.split(separator: ":").last.map(String.init) ?? ""), "\(line)")
            }
        }
    }

    @Test("At every depth: unknown names are refused by name and path, Google's unsupported ones by path, answered ones pass")
    func everyDepth() throws {
        var (spots, lacking) = (0, 0)
        func check<Wire: AdministratorRequest>(_ type: Wire.Type) throws {
            for spot in try Self.spots(of: type) {
                spots += 1
                let at = spot.place.isEmpty ? "" : " at '\(spot.place)'"
                for value: JSONValue in [1, .null, [:]] {
                    let unknown = UnknownFields.all(in: spot.body(["unheardOf": value]), of: type)
                    #expect(
                        unknown.map(\.complaint) == ["Unknown name \"unheardOf\"\(at): Cannot find field."],
                        "\(type) \(spot.path)")
                }
                let lines = DiscoveredFields.table.values.flatMap { $0.split(separator: "\n") }
                let theirs = lines.map { line in String(line.prefix { $0 != "!" && $0 != ":" }) }
                for name in Set(theirs).subtracting(spot.names) {
                    guard let field = spot.discovered?[name] else { continue }
                    let path = spot.path.isEmpty ? name : "\(spot.path).\(name)"
                    for spelled in [name, FieldSpelling.snakeCase(name)] {
                        let found = UnknownFields.all(in: spot.body(.object([spelled: "x"])), of: type)
                        let isTaken = field.isReadOnly || spot.path.isEmpty && name == "returnSecureToken"
                        #expect(
                            found.map(\.complaint)
                                == (isTaken ? [] : ["This server does not support the field \(path): leave it out."]),
                            "\(type) \(path)")
                    }
                    #expect(UnknownFields.all(in: spot.body(.object([name: .null])), of: type).isEmpty, "\(path)")
                    lacking += 1
                }
            }
        }
        for (_, type) in Self.routes { try check(type) }
        #expect(spots > 50 && lacking > 50, "\(spots) \(lacking)")
    }

    @Test("Every route of administrators answers as Google does, in every layout")
    func everyRoute() async throws {
        try await TestServer.with { server in
            #expect(Self.routes.count >= 18)
            for (route, _) in Self.routes {
                let takesID = [":update", ":delete", ":sessions", ":endSessions"].contains { route.paths[0].hasSuffix($0) }
                for path in route.paths {
                    let filled = path.replacing("{project}", with: server.project).replacing("{tenant}", with: "acme-a1b2c")
                        .replacing("{provider}", with: "oidc.a")
                    let url = server.url + filled
                    func send(_ body: JSONValue) async throws -> HTTPAnswer {
                        try await HTTP.post(
                            url, body, headers: ["Authorization": "Bearer owner"], method: "\(route.method)")
                    }
                    let body: JSONValue = takesID ? ["localId": "a", "unheardOf": 1] : ["unheardOf": 1]
                    let answer = try await send(body)
                    let error = answer.json["error"]
                    #expect(answer.status == 400 && error?["status"] == "INVALID_ARGUMENT", "\(path) \(answer.text)")
                    #expect(
                        answer.message == #"Invalid JSON payload received. Unknown name "unheardOf": Cannot find field."#,
                        "\(path) \(answer.text)")
                    if takesID { #expect(try await send(["unheardOf": 1]).code == "MISSING_LOCAL_ID", "\(path)") }
                }
            }
        }
    }

    @Test("firebase-admin's requests are accepted, and a configuration that was read can be written back")
    func taken() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(
                "accounts",
                [
                    "localId": "a", "email": "a@example.com", "emailVerified": true, "password": "violet river",
                    "displayName": "A", "photoUrl": "https://a.example/a", "phoneNumber": "+15555550100", "disabled": false,
                    "returnSecureToken": true,
                ])
            #expect(made.status == 200, "\(made.text)")
            for body: [String: JSONValue] in [
                ["customAttributes": "{}"], ["validSince": "1"], ["disableUser": true, "deleteAttribute": ["PHOTO_URL"]],
                ["deleteProvider": ["phone"], "returnSecureToken": false], ["mfa": [:]], ["mfa": ["enrollments": []]],
                ["display_name": "B", "photo_url": "https://b.example/b"],
                ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "1", "email": "a@example.com"]],
            ] {
                let answer = try await server.admin("accounts:update", body.merging(["localId": "a"]) { $1 })
                #expect(answer.status == 200, "\(answer.text)")
            }
            let link = try await server.admin(
                "accounts:sendOobCode",
                [
                    "requestType": "VERIFY_EMAIL", "email": "a@example.com", "returnOobLink": true,
                    "continueUrl": "http://localhost", "canHandleCodeInApp": true, "iOSBundleId": "a.b",
                    "androidPackageName": "a.b", "androidInstallApp": true, "androidMinimumVersion": "1",
                ])
            #expect(link.status == 200, "\(link.text)")
            let found = try await server.admin(
                "accounts:lookup", ["federatedUserId": [["providerId": "google.com", "rawId": "1"]]])
            #expect(found.status == 200, "\(found.text)")
            #expect(try await server.admin("accounts:batchDelete", ["localIds": ["a"], "force": true]).status == 200)

            let owner = ["Authorization": "Bearer owner"]
            let url = "\(server.url)/v2/projects/\(server.project)/config"
            guard case .object(var config) = try await HTTP.send("GET", url, headers: owner).json,
                case .object(var client)? = config["client"], case .object(var signIn)? = config["signIn"]
            else {
                Issue.record("No configuration.")
                return
            }
            client["apiKey"] = "k"
            client["firebaseSubdomain"] = "s"
            signIn["hashConfig"] = ["algorithm": "SCRYPT", "rounds": 8]
            config["client"] = .object(client)
            config["signIn"] = .object(signIn)
            config["subtype"] = "FIREBASE_AUTH"
            config["defaultHostingSite"] = "s"
            for query in ["", "?updateMask=*", "?updateMask=signIn,client"] {
                let written = try await HTTP.post(url + query, .object(config), headers: owner, method: "PATCH")
                #expect(written.status == 200, "\(written.text)")
            }
        }
    }
}
