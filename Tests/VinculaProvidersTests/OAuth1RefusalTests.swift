import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// X's answers to requests that OAuth 1.0a signs, in each of their forms.
struct OAuth1RefusalTests {
    private enum Kind: Sendable { case time, redirect, suspension, client }

    private func kind(of body: String, type: String, status: HTTPResponseStatus = .unauthorized) async throws -> Kind? {
        try await HostileProvider.run { provider in
            provider["/oauth/request_token"] = HostileProvider.Answer(
                status: status, headers: ["Content-Type": type], parts: [Data(body.utf8)])
            let registry = provider.registry { options in
                options[.twitter] = .init(
                    clientIDs: ["key"], issuer: "twitter.com", clientSecret: "secret", apiURL: provider.address,
                    pageURL: provider.address)
            }
            let order = ProviderPageOrder(
                provider: .twitter, redirectURI: PageFlow.redirectURI, state: "state", nonce: "n", codeVerifier: "v")
            do {
                _ = try await registry.begin(order, configured: nil, client: nil)
                return nil
            } catch AuthError.providerUnavailable(let text) {
                return text.contains("clock") ? .time : nil
            } catch AuthError.providerRefused(let code) {
                return code == "account_suspended" ? .suspension : nil
            } catch AuthError.operationNotAllowed(let text) {
                return text?.contains("redirect address") == true ? .redirect : .client
            }
        }
    }

    @Test(arguments: [
        (#"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#, "application/json"),
        (
            #"<?xml version='1.0' encoding='UTF-8'?><errors><error code="135">Timestamp out of bounds.</error></errors>"#,
            "application/xml;charset=utf-8"
        ),
        ("<errors>\n  <error code='135'/>\n</errors>", "application/xml"),
        ("<hash><request>/oauth/request_token</request><error>Timestamp out of bounds</error></hash>", "text/xml"),
        ("Timestamp out of bounds", "text/plain"),
    ])
    func `a clock that is wrong is told from a wrong secret`(body: String, type: String) async throws {
        #expect(try await kind(of: body, type: type) == .time)
    }

    @Test(arguments: [
        (#"{"errors":[{"code":415,"message":"Callback URL not approved for this client application."}]}"#, "application/json"),
        (#"<errors><error code="415">Callback URL not approved for this client app. é</error></errors>"#, "application/xml"),
        ("<hash><error>Callback URL not approved for this client application</error></hash>", "application/xml"),
    ])
    func `an address that is not registered is told, too`(body: String, type: String) async throws {
        #expect(try await kind(of: body, type: type, status: .forbidden) == .redirect)
    }

    @Test(arguments: [
        (
            #"{"errors":[{"code":64,"message":"Your account is suspended and is not permitted to access this feature."}]}"#,
            "application/json"
        ),
        (#"<errors><error code="63">User has been suspended.</error></errors>"#, "application/xml"),
        ("Your account is suspended", "text/plain"),
    ])
    func `a suspended account is no wrong secret`(body: String, type: String) async throws {
        #expect(try await kind(of: body, type: type, status: .forbidden) == .suspension)
    }

    @Test(arguments: [
        (#"<errors><error code="32">Could not authenticate you.</error></errors>"#, "application/xml"),
        ("Failed to validate oauth signature and token", "text/html"), ("", "text/plain"), ("<error", "text/xml"),
        ("<error code=", "text/xml"), (#"<errorcode="135"></error>"#, "text/xml"), ("<error code=\"1350\"/>", "text/xml"),
        (#"{"errors":"135"}"#, "application/json"), (#"{"errors":[135]}"#, "application/json"),
        (String(repeating: "<error>", count: 1000) + #"<error code="135"/>"#, "text/xml"),
        (String(repeating: " ", count: 9000) + #"<error code="135"/>"#, "text/xml"),
    ])
    func `everything else is about the client, however long or broken`(body: String, type: String) async throws {
        #expect(try await kind(of: body, type: type) == .client)
    }
}
