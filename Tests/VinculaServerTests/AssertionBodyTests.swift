import Foundation
import TestSupport
import Testing
import VinculaCore

/// The room for SAML responses, which are longer than other requests of apps.
@Suite("Bodies with a SAML response")
struct AssertionBodyTests {
    /// A SAML response of nothing, as long as SAML's own limit allows: 256 KiB of XML.
    private static let longest = Data(String(repeating: "<saml:AttributeValue>", count: 20_000).utf8.prefix(256 << 10))
        .base64EncodedString()

    private static func form(_ response: String) -> String {
        "RelayState=unknown&SAMLResponse=\(response.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }

    @Test("The callback and signInWithIdp read the longest one; a longer body is refused, to a person by a page")
    func limits() async throws {
        try await TestServer.with { server in
            let headers = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"]
            func post(_ body: String, _ path: String = "/__/auth/handler") async throws -> HTTPAnswer {
                try await HTTP.send("POST", server.url + path, headers: headers, body: Data(body.utf8))
            }
            let read = try await post(Self.form(Self.longest))
            #expect(read.status != 413 && read.text.hasPrefix("<!doctype html>"), "\(read.status) \(read.text)")
            let tooLong = try await post(String(repeating: "x", count: (512 << 10) + 1))
            #expect(tooLong.status == 413 && tooLong.text.hasPrefix("<!doctype html>"), "\(tooLong.status) \(tooLong.text)")
            for (body, isTooLong) in [(Self.form(Self.longest), false), (String(repeating: "x", count: 600_000), true)] {
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": .string("providerId=saml.acme&\(body)"), "sessionId": "s"])
                #expect((answer.status == 413) == isTooLong, "\(answer.status) \(answer.text.prefix(300))")
            }
            let other = try await server.call("accounts:signUp", ["email": .string(String(repeating: "x", count: 70_000))])
            #expect(other.status == 413, "\(other.text)")
        }
    }
}
