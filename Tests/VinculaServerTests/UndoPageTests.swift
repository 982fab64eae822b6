import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The pages of codes that take a change back, where `ThisWasNotMeTests` has no attack.
@Suite("Pages that take a change back")
struct UndoPageTests {
    /// A person with a proven address and two providers, one of which is removed again.
    private static func unlinked(_ server: TestServer) async throws -> HTTPAnswer {
        let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
        let linked = try await server.fakeIdp(
            "facebook.com", ["sub": "f"], more: ["idToken": .string(try #require(person["idToken"]))])
        let removed = try await server.call(
            "accounts:update",
            ["idToken": .string(try #require(linked["idToken"])), "deleteProvider": .array(["facebook.com"])])
        #expect(removed.status == 200, "\(removed.text)")
        return person
    }

    @Test("The emulator's list has none of their codes; a program that follows a link is answered as for others")
    func emulator() async throws {
        try await TestServer.with { server in
            let person = try await Self.unlinked(server)
            let added = try await server.call(
                "accounts:signUp",
                [
                    "idToken": .string(try #require(person["idToken"])), "email": "ana@gmail.com", "password": "violet river",
                ])
            #expect(added.status == 200, "\(added.text)")
            let codes = try await HTTP.send("GET", "\(server.url)/emulator/v1/projects/\(server.project)/oobCodes")
            #expect(codes.json["oobCodes"] == .array([]), "\(codes.text)")
            for (kind, words) in [
                (MailKind.signInMethodAdded, "The change of the password has been successfully undone."),
                (.signInMethodRemoved, "The sign-in method has been successfully restored."),
            ] {
                let link = try await server.link(kind, to: "ana@gmail.com")
                let told = try await HTTP.send("GET", link.url)
                #expect(told.json["authEmulator"]?["success"]?.string == words, "\(told.text)")
                #expect(told.json["authEmulator"]?["email"] == "ana@gmail.com")
                #expect(try await HTTP.send("GET", link.url).status == 400)
            }
            #expect(try await server.fakeIdp("facebook.com", ["sub": "f"])["localId"] == person["localId"])
        }
    }

    @Test("Where passwords do not sign in, the page puts the way in back and offers no password")
    func withoutPasswords() async throws {
        var settings = ProjectSettings.development
        settings.emailEnabled = false
        try await TestServer.with(settings: settings) { server in
            let person = try await Self.unlinked(server)
            let link = try await server.link(.signInMethodRemoved, to: "ana@gmail.com")
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("<button>Put Facebook back</button>") && !page.text.contains("<ul"), "\(page.text)")
            let done = try await HTTP.send(
                "POST", "\(server.url)/__/auth/action",
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"],
                body: Data("oobCode=\(link["oobCode"] ?? "")&action=revert-sign-in-method-removal".utf8))
            #expect(done.text.contains("Sign-in method put back") && done.text.contains("the way you did before"), "\(done.text)")
            #expect(!done.text.contains("password"))
            #expect(try await server.fakeIdp("facebook.com", ["sub": "f"])["localId"] == person["localId"])
        }
    }
}
