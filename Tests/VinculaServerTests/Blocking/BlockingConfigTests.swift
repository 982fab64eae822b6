import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// `blockingFunctions` of a project's configuration.
@Suite("Configuration of blocking functions")
struct BlockingConfigTests {
    private static func patch(_ server: TestServer, _ mask: String?, _ functions: JSONValue) async throws -> HTTPAnswer {
        let query = mask.map { "?updateMask=\($0)" } ?? ""
        return try await HTTP.post(
            "\(server.url)/v2/projects/\(server.project)/config\(query)", ["blockingFunctions": functions],
            headers: ["Authorization": "Bearer owner"], method: "PATCH")
    }

    private static func functions(_ server: TestServer) async throws -> JSONValue? {
        try await HTTP.send(
            "GET", "\(server.url)/v2/projects/\(server.project)/config", headers: ["Authorization": "Bearer owner"]
        ).json["blockingFunctions"]
    }

    @Test("What is set comes back; the time changes with the address only; a mask decides what is replaced")
    func masks() async throws {
        let clock = TestClock(Timestamp(seconds: 1_800_000_000))
        try await TestServer.with(clock: clock) { server in
            #expect(try await Self.functions(server) == [:])
            let create: JSONValue = ["functionUri": "https://f.example/create"]
            let signIn: JSONValue = ["functionUri": "https://f.example/sign-in", "updateTime": "2020-01-01T00:00:00Z"]
            let set = try await Self.patch(
                server, "blockingFunctions",
                ["triggers": ["beforeCreate": create, "beforeSignIn": signIn], "forwardInboundCredentials": ["idToken": true]])
            let time: JSONValue = "2027-01-15T08:00:00.000Z"
            let expected: JSONValue = [
                "triggers": [
                    "beforeCreate": create.with(["updateTime": time]), "beforeSignIn": signIn.with(["updateTime": time]),
                ],
                "forwardInboundCredentials": ["idToken": true],
            ]
            #expect(set.status == 200 && set.json["blockingFunctions"] == expected, "\(set.text)")
            clock.advance(seconds: 60)
            // Sent back as it was received, it changes nothing.
            #expect(try await Self.patch(server, "blockingFunctions", expected).json["blockingFunctions"] == expected)
            let forwarded = try await Self.patch(
                server, "blockingFunctions.forwardInboundCredentials.accessToken",
                ["forwardInboundCredentials": ["accessToken": true, "idToken": false]])
            #expect(forwarded.json["blockingFunctions"]?["forwardInboundCredentials"] == ["idToken": true, "accessToken": true])
            let other = try await Self.patch(
                server, "blockingFunctions.triggers", ["triggers": ["beforeCreate": ["functionUri": "https://f.example/other"]]])
            #expect(
                other.json["blockingFunctions"]?["triggers"]
                    == ["beforeCreate": ["functionUri": "https://f.example/other", "updateTime": "2027-01-15T08:01:00.000Z"]],
                "\(other.text)")
            #expect(other.json["blockingFunctions"]?["forwardInboundCredentials"]?["accessToken"] == true)
            #expect(try await Self.patch(server, nil, [:]).json["blockingFunctions"] == other.json["blockingFunctions"])
            #expect(try await Self.patch(server, "blockingFunctions", [:]).json["blockingFunctions"] == [:])
        }
    }

    @Test(
        "A trigger or an address that cannot be used is refused, and nothing is changed",
        arguments: [
            ("invalidEventTrigger", "https://f.example"), ("BeforeCreate", "https://f.example"), ("beforeCreate", "invalidUri"),
            ("beforeCreate", ""), ("beforeCreate", "http://f.example:x"), ("beforeCreate", "ftp://f.example/"),
            ("beforeCreate", "https:///path"), ("beforeCreate", "https://user:secret@f.example/"),
            ("beforeCreate", "https://f.example/#here"), ("beforeCreate", "https://f.example/a b"),
            ("beforeCreate", "https://" + String(repeating: "f", count: 2100) + ".example/"),
        ])
    func refused(trigger: String, url: String) async throws {
        try await TestServer.with { server in
            let answer = try await Self.patch(
                server, "blockingFunctions", ["triggers": .object([trigger: ["functionUri": .string(url)]])])
            #expect(answer.status == 400 && answer.code == "INVALID_BLOCKING_FUNCTION", "\(answer.text)")
            #expect(try await Self.functions(server) == [:])
        }
    }

    @Test("T162 in production an address without https, or of a network that the server may not connect to, is refused")
    func production() async throws {
        let refused = [
            "http://f.example/", "http://127.0.0.1:8080/", "https://127.0.0.1/", "https://localhost/", "https://a.localhost/",
            "https://10.0.0.7/", "https://192.168.1.1/", "https://169.254.169.254/", "https://[::1]/", "https://[fd00::1]/",
            "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://0.0.0.0/",
        ]
        try await TestServer.with(isProduction: true, providers: { $0.allowsLoopbackHTTP = false }) { server in
            func set(_ url: String) async throws -> HTTPAnswer {
                try await server.configure(
                    "blockingFunctions",
                    ["blockingFunctions": ["triggers": ["beforeSignIn": ["functionUri": .string(url)]]]])
            }
            for url in refused {
                let answer = try await set(url)
                #expect(answer.code == "INVALID_BLOCKING_FUNCTION", "\(url): \(answer.text)")
            }
            for url in ["https://f.example/hook?a=b", "https://f.example:8443/", "https://8.8.8.8/"] {
                let answer = try await set(url)
                #expect(answer.status == 200, "\(url): \(answer.text)")
            }
        }
    }
}
