import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Bound sessions at the real server: what the SDK sends is what it wants.
@Suite("Bound sessions at a server") struct BoundServerTests {
    /// A client of before there were keys: requests by hand.
    private static func raw(
        _ server: ServerProcess, _ path: String, _ body: [String: String], proof: String? = nil
    ) async throws -> (status: Int, text: String, json: [String: Any]) {
        let url = try #require(URL(string: "\(server.url.absoluteString)/\(path)?key=test-key"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let proof { request.setValue(proof, forHTTPHeaderField: "DPoP") }
        request.httpBody = try JSONEncoder().encode(body)
        let (data, response) = try await HTTPTransport().send(request)
        let json = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
        return (response.statusCode, String(decoding: data, as: UTF8.self), json)
    }

    /// The proof that a request carried, however Foundation spells the header's name.
    private static func proof(of request: WatchedTransport.Sent) -> String? {
        request.headers.first { $0.key.lowercased() == "dpop" }?.value
    }

    private static let config = "v2/projects/demo-project/config"
    private static let token = "securetoken.googleapis.com/v1/token"
    private static let signUp = "identitytoolkit.googleapis.com/v1/accounts:signUp"

    private static func require(_ keys: String, _ server: ServerProcess) async throws {
        try await server.configure(config, #"{"vincula":{"sessions":{"keys":"\#(keys)"}}}"#, mask: "vincula.sessions.keys")
    }

    @Test("T370 A session is bound from the sign-in on, through links and changes; a copy is refused, and the owner goes on")
    func bound() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let key = try #require(user.boundTo)
            try await user.link(with: Ways.google())
            #expect(user.boundTo == key)
            try await user.updatePassword(to: "battery staple")
            _ = try await user.getIDToken(forcingRefresh: true)
            try await user.reload()
            #expect(user.boundTo == key)
            // The same proof, once more.
            let refresh = try #require(transport.requests.last { $0.method == "token" })
            let copied = try #require(user.refreshToken)
            let body = ["grant_type": "refresh_token", "refresh_token": copied]
            let used = try #require(Self.proof(of: refresh))
            let replayed = try await Self.raw(server, Self.token, body, proof: used)
            #expect(replayed.status == 400 && replayed.text.contains("INVALID_DPOP_PROOF"), "\(replayed.text)")
            for _ in 0..<2 {
                let stolen = try await Self.raw(server, Self.token, body)
                #expect(stolen.status == 400 && stolen.text.contains("TOKEN_EXPIRED"), "\(stolen.text)")
                #expect(stolen.text.contains("SESSION_KEY_REQUIRED"), "\(stolen.text)")
            }
            let idToken = try await user.getIDToken()
            let change = ["idToken": idToken, "displayName": "Thief"]
            let changed = try await Self.raw(server, "identitytoolkit.googleapis.com/v1/accounts:update", change)
            #expect(changed.status == 400 && changed.text.contains("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"), "\(changed.text)")
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(auth.currentUser === user)
            try auth.expectAgreement()
        }
    }

    @Test("A client without a key, and a server that binds nothing: everything is as before")
    func unbound() async throws {
        try await ServerProcess.with { server in
            let old = try await Self.raw(
                server, Self.signUp, ["email": MadeUp.email(), "password": Ways.password])
            let token = try #require(old.json["refreshToken"] as? String, "\(old.text)")
            let body = ["grant_type": "refresh_token", "refresh_token": token]
            #expect(try await Self.raw(server, Self.token, body).status == 200)
            try await Self.require("off", server)
            let user = try await server.auth().signInAnonymously().user
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(user.boundTo == nil)
        }
    }

    @Test("A project begins to require keys: who is signed in with the SDK stays so, and is bound")
    func required() async throws {
        try await ServerProcess.with { server in
            try await Self.require("off", server)
            let storage = MemoryStorage()
            let auth = try server.auth(storage: storage)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            #expect(user.boundTo == nil)
            let old = try await Self.raw(server, Self.signUp, ["email": MadeUp.email(), "password": Ways.password])
            let oldToken = try #require(old.json["refreshToken"] as? String, "\(old.text)")
            try await Self.require("required", server)
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(user.boundTo != nil && auth.currentUser === user)
            let refused = try await Self.raw(
                server, Self.token, ["grant_type": "refresh_token", "refresh_token": oldToken])
            #expect(refused.status == 400, "\(refused.text)")
            let stranger = try await Self.raw(server, Self.signUp, ["email": MadeUp.email(), "password": Ways.password])
            #expect(stranger.text.contains("OPERATION_NOT_ALLOWED"), "\(stranger.text)")
            try await user.updatePassword(to: "battery staple")
            try auth.expectAgreement()
        }
    }

    @Test("A server that asks for nonces gets them, without the app's seeing it")
    func nonces() async throws {
        try await ServerProcess.with { server in
            try await server.configure(
                Self.config,
                #"{"vincula":{"sessions":{"keys":"optional","keyNonce":true}}}"#,
                mask: "vincula.sessions.keys,vincula.sessions.keyNonce")
            let transport = WatchedTransport()
            let user = try await server.auth(transport: transport).signInAnonymously().user
            for _ in 0..<3 { _ = try await user.getIDToken(forcingRefresh: true) }
            #expect(user.boundTo != nil && transport.count("accounts:signUp") == 2 && transport.count("token") == 3)
        }
    }
}
