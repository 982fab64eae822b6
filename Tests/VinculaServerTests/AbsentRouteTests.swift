import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaServer

/// The parts of Google's APIs that this server does not have.
@Suite("Missing RPCs")
struct AbsentRouteTests {
    private static func send(_ method: String, _ url: String, _ headers: [String: String]) async throws -> HTTPAnswer {
        guard method != "GET" else { return try await HTTP.send("GET", url, headers: headers) }
        return try await HTTP.post(url, [:], headers: headers, method: method)
    }

    @Test("Every RPC of the discovery documents has a path here, in both layouts")
    func discovered() async throws {
        #expect(DiscoveredRPC.all.count > 80)
        try await TestServer.with(isProduction: true) { server in
            let bearer = ["Authorization": "Bearer \(try await server.administratorToken())"]
            for rpc in DiscoveredRPC.all {
                let path = rpc.path.replacing("{projectsId}", with: server.project).replacing("{tenantsId}", with: "t")
                    .replacing(/\{[A-Za-z]+\}/, with: "oidc.none")
                for host in ["", "/identitytoolkit.googleapis.com"] {
                    let isAdministrators = path.contains("/projects/") || path.contains("defaultSupportedIdps")
                    let answer = try await Self.send(
                        rpc.method, "\(server.url)\(host)/\(path)\(isAdministrators ? "" : "?key=\(server.apiKey)")",
                        isAdministrators ? bearer : [:])
                    #expect(answer.message != "Not Found" && answer.status < 500 && answer.status != 405, "\(rpc) \(answer.text)")
                }
            }
        }
    }

    @Test("Each answers OPERATION_NOT_ALLOWED, in every layout, to permitted callers only")
    func answers() async throws {
        try await TestServer.with(isProduction: true) { server in
            let bearer = ["Authorization": "Bearer \(try await server.administratorToken())"]
            for absent in AbsentRoute.all {
                for path in absent.route.paths {
                    let url =
                        server.url + path.replacing("{project}", with: server.project).replacing("{provider}", with: "saml.a")
                    let method = "\(absent.route.method)"
                    let byKey = try await Self.send(method, "\(url)?key=\(server.apiKey)", [:])
                    let byBearer = try await Self.send(method, url, bearer)
                    let answer = absent.route.access == .app ? byKey : byBearer
                    #expect(answer.status == 400 && answer.code == "OPERATION_NOT_ALLOWED", "\(path) \(answer.text)")
                    #expect(answer.message == "OPERATION_NOT_ALLOWED : \(absent.reason)")
                    if absent.route.access == .administrator { #expect(byKey.status == 401, "\(path) \(byKey.text)") }
                    #expect(try await Self.send(method, url, [:]).status == 403)
                    #expect(
                        try await Self.send(method, "\(url)?key=none", [:]).status == (absent.route.access == .app ? 400 : 401))
                    #expect(try await Self.send("PUT", url, bearer).status == 405)
                }
            }
            let unknown = try await HTTP.post("\(server.url)/v1/accounts:signInWithMagic?key=\(server.apiKey)", [:])
            #expect(unknown.status == 404)
        }
    }

    @Test("They count against the limits as every other request does")
    func limits() async throws {
        try await TestServer.with(limits: true) { server in
            var statuses: Set<String?> = []
            for _ in 0..<400 {
                let answer = try await server.call("accounts:issueSamlResponse", ["idToken": "x"])
                statuses.insert(answer.code)
                if answer.code == "TOO_MANY_ATTEMPTS_TRY_LATER" { break }
            }
            #expect(statuses == ["OPERATION_NOT_ALLOWED", "TOO_MANY_ATTEMPTS_TRY_LATER"])
        }
    }

    @Test("The reCAPTCHA configuration has a key that the web SDK can parse, and enforces nothing")
    func recaptcha() async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send(
                "GET", "\(server.url)/v2/recaptchaConfig?key=k&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE")
            let parts = try #require(answer["recaptchaKey"]).split(separator: "/", omittingEmptySubsequences: false)
            #expect(
                parts.count == 4 && parts[0] == "projects" && parts[1] == "example" && parts[2] == "keys" && !parts[3].isEmpty)
            #expect(answer.json["recaptchaEnforcementState"]?[0]?["enforcementState"] == "OFF")
        }
    }
}
