import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The API key in links that an administrator makes, without which apps cannot read them.
@Suite("The API key in administrators' links")
struct LinkKeyTests {
    private static func link(_ server: TestServer) async throws -> String {
        let made = try await server.admin(
            "accounts:sendOobCode",
            ["requestType": "PASSWORD_RESET", "email": "ana@example.com", "returnOobLink": true])
        return try #require(made["oobLink"], "\(made.text)")
    }

    @Test("It is the project's oldest key, which works; without any key there is none; under --dev any will do")
    func key() async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        try await TestServer.with(settings: settings, isProduction: true) { server in
            let account = NewAccount.with(email: "ana@example.com")
            _ = try await server.engine.accounts.createAccount(account, in: ProjectScope(project: server.project))
            _ = try await server.engine.serviceAccess.createAPIKey(label: "later", of: server.project)
            let link = try await Self.link(server)
            let key = try #require(URLComponents(string: link)?.queryItems?.first { $0.name == "apiKey" }?.value)
            #expect(key == server.apiKey, "\(link)")
            #expect(try await HTTP.send("GET", "\(server.url)/v1/projects?key=\(key)").status == 200)
            for key in try await server.engine.serviceAccess.apiKeys(of: server.project) {
                try await server.engine.serviceAccess.deleteAPIKey(key.key, of: server.project)
            }
            let without = try await Self.link(server)
            #expect(!without.contains("apiKey=") && without.contains("oobCode="), "\(without)")
            let page = try await HTTP.send("GET", without, headers: ["Accept": "text/html"])
            #expect(page.status == 200 && !page.text.contains("apiKey"), "\(page.text)")
        }
    }
}

extension NewAccount {
    fileprivate static func with(email: String) -> NewAccount {
        var account = NewAccount()
        account.email = email
        return account
    }
}
