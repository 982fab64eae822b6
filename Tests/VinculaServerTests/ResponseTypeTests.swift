import Foundation
import TestSupport
import Testing
import VinculaCore

/// `responseType` of `oauthIdpConfigs`: which of a provider's answers a project takes.
@Suite("Response types")
struct ResponseTypeTests {
    @Test(
        "A provider for codes alone takes no id_token from clients; one for both does",
        arguments: [
            (nil, true), (["code": true], false), (["code": true, "idToken": false], false), (["idToken": true], true),
            (["code": true, "idToken": true], true), (["code": false, "idToken": false], false), (["code": false], true),
        ] as [(JSONValue?, Bool)])
    func responseType(_ type: JSONValue?, isTaken: Bool) async throws {
        try await HostileProvider.run { provider in
            let address = provider.address
            try await TestServer.with { server in
                let config = JSONValue.object(["clientId": "client", "issuer": .string(address), "enabled": true])
                let made = try await HTTP.post(
                    "\(server.url)/v2/projects/\(server.project)/oauthIdpConfigs?oauthIdpConfigId=oidc.h",
                    config.with(["responseType": type]), headers: ["Authorization": "Bearer owner"])
                #expect(made.status == 200, "\(made.text)")
                // Google's JSON has no false values, unless there is nothing else to say.
                let isCode = type?["code"]?.bool == true
                let shown: JSONValue = isCode ? (isTaken ? ["code": true, "idToken": true] : ["code": true]) : ["idToken": true]
                #expect(
                    made.json["responseType"] == (isCode || isTaken ? shown : ["code": false, "idToken": false]), "\(made.text)")
                let now = Int64(Date().timeIntervalSince1970)
                let token = try TestToken(issuer: address, now: now).text
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": .string("providerId=oidc.h&id_token=\(token)")])
                #expect((answer.status == 200) == isTaken, "\(answer.text)")
                if !isTaken { #expect(answer.code == "OPERATION_NOT_ALLOWED") }
            }
        }
    }
}
