import Foundation
import TestSupport
import Testing
import VinculaCore

/// Texts that are empty, which proto3's JSON leaves out.
@Suite("Empty texts")
struct EmptyTextTests {
    /// Checks that an answer, and the ID token in it, have no empty text but the one that the emulator always sends.
    private static func expectNone(_ answer: HTTPAnswer, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        let text = answer.text.replacing(#""context":"""#, with: "")
        #expect(!text.contains(#":"""#), "\(answer.text)", sourceLocation: sourceLocation)
        #expect(!answer.claims.text.contains(#":"""#), "\(answer.claims.text)", sourceLocation: sourceLocation)
    }

    private static func lookUp(_ server: TestServer, _ answer: HTTPAnswer) async throws -> HTTPAnswer {
        try await server.call("accounts:lookup", ["idToken": .string(try #require(answer["idToken"], "\(answer.text)"))])
    }

    @Test("What people and administrators send empty is not there")
    func accounts() async throws {
        try await TestServer.with { server in
            let credentials: [String: JSONValue] = ["email": "ana@example.com", "password": "violet river"]
            let made = try await server.call("accounts:signUp", credentials.merging(["displayName": ""]) { $1 })
            Self.expectNone(made)
            Self.expectNone(try await Self.lookUp(server, made))
            Self.expectNone(try await server.call("accounts:signInWithPassword", credentials))
            let id = JSONValue.string(try #require(made["localId"]))
            let linked = try await server.admin(
                "accounts:update",
                [
                    "localId": id,
                    "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "displayName": "", "photoUrl": ""],
                ])
            Self.expectNone(linked)
            Self.expectNone(try await Self.lookUp(server, made))
            let created = try await server.admin(
                "accounts", ["email": "bob@example.com", "displayName": "", "photoUrl": "", "password": "violet river"])
            #expect(created.status == 200, "\(created.text)")
            try await server.importAccount([
                "localId": "cleo", "email": "cleo@example.com", "displayName": "", "photoUrl": "",
                "providerUserInfo": [["providerId": "google.com", "rawId": "c", "displayName": "", "photoUrl": ""]],
            ])
            Self.expectNone(
                try await server.admin("accounts:lookup", ["email": ["bob@example.com", "cleo@example.com"]]))
            // An empty name of somebody who links a password leaves the name that they have.
            let named = try await server.fakeIdp("github.com", ["sub": "h", "name": "Dora"])
            let joined = try await server.call(
                "accounts:signUp",
                [
                    "idToken": .string(named["idToken"] ?? ""), "email": "dora@example.com", "password": "violet river",
                    "displayName": "",
                ])
            #expect(joined["displayName"] == "Dora", "\(joined.text)")
        }
    }

    @Test("What a provider leaves empty is not there")
    func providers() async throws {
        try await TestServer.with { server in
            let claims: [String: JSONValue] = [
                "sub": "g", "email": "ana@gmail.com", "email_verified": true, "name": "", "picture": "", "given_name": "",
                "family_name": "", "locale": "", "screen_name": "",
            ]
            for provider in ["google.com", "github.com"] {
                let own: [String: JSONValue] = ["sub": .string(provider), "email": .string("\(provider)@example.com")]
                let answer = try await server.fakeIdp(provider, claims.merging(own) { $1 })
                Self.expectNone(answer)
                Self.expectNone(try await Self.lookUp(server, answer))
            }
            #expect(try await SAMLVisit.configure(server, try SAMLIssuer.shared.get()).status == 200)
            let answer = try await SAMLVisit(server).signIn("eva", by: try SAMLIssuer.shared.get()) {
                $0.attributes = [("displayName", [""]), ("firstName", [""]), ("dept", ["x"])]
            }
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["displayName"] == nil && answer.json["firstName"] == nil, "\(answer.text)")
            Self.expectNone(try await Self.lookUp(server, answer))
        }
        #expect(Profile(displayName: "", photoURL: "", screenName: "") == Profile())
        #expect(Profile(displayName: "\u{1}", photoURL: "\n", screenName: "\u{7F}") == Profile())
    }
}
