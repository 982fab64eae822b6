import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// An app's language and tenant in requests.
@Suite("Language and tenant on the wire") struct WireSettingsTests {
    private static func language(_ transport: WatchedTransport) -> String? {
        transport.requests.last?.headers["X-Firebase-Locale"]
    }

    @Test("Every request has the language once it is set, until it is removed")
    func language() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            try await auth.signInAnonymously()
            #expect(Self.language(transport) == nil)
            let user = try #require(auth.currentUser)
            for (language, expected) in [("es", "es"), ("pt-BR", "pt-BR"), ("", nil), ("de\r\nX-Evil: 1", nil), (nil, nil)] {
                auth.languageCode = language
                try await user.reload()
                #expect(Self.language(transport) == expected)
                #expect(auth.languageCode == language)
                #expect(transport.requests.last?.headers.keys.contains("X-Evil") == false)
            }
            auth.useAppLanguage()
            let own = try #require(Locale.preferredLanguages.first)
            #expect(auth.languageCode == own)
            try await user.reload()
            #expect(Self.language(transport) == own)
            // It is a setting of the app's run, no part of the session.
            #expect(Auth(app: try #require(auth.app)).languageCode == nil)
        }
    }

    @Test("Every kind of request has the language")
    func languageEverywhere() async throws {
        try await Self.eachCall { auth, _ in
            auth.languageCode = "es"
        } check: { request, call in
            #expect(request.headers["X-Firebase-Locale"] == "es", "\(call): \(request.method)")
        }
    }

    @Test("Every request has the tenant, except those whose token alone determines the account")
    func tenantEverywhere() async throws {
        try await Self.eachCall { auth, _ in
            auth.tenantID = "acme"
        } check: { request, call in
            let tenant = Self.tenant(of: request)
            let isNamed = ![
                "accounts:lookup", "accounts:delete", "token", "recovery-codes", "recovery-codes:new", "sessions", "sessions:end",
            ].contains(request.method)
            #expect(tenant == (isNamed ? "acme" : nil), "\(call): \(request.method)")
        }
    }

    @Test("Without a tenant, none is sent, not even an empty one")
    func noTenant() async throws {
        try await Self.eachCall { _, _ in
        } check: { request, call in
            #expect(!(request.body + request.query).contains("tenantId"), "\(call): \(request.method)")
        }
    }

    private static func tenant(of request: WatchedTransport.Sent) -> String? {
        if request.body.isEmpty {
            var parts = URLComponents()
            parts.percentEncodedQuery = request.query
            return parts.queryItems?.first { $0.name == "tenantId" }?.value
        }
        let body = try? JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
        return body?["tenantId"] as? String
    }

    /// Makes each call of the API once and looks at its requests.
    private static func eachCall(
        _ prepare: (Auth, WatchedTransport) -> Void, check: (WatchedTransport.Sent, String) -> Void
    ) async throws {
        try await ServerProcess.with { server in
            for call in PublicCall.all {
                let transport = WatchedTransport()
                let auth = try server.auth(transport: transport)
                let person = PublicCall.Person()
                switch call.start {
                case .nobody: break
                case .anonymous: try await auth.signInAnonymously()
                case .password, .passwordAndGoogle:
                    try await auth.createUser(withEmail: person.email, password: Ways.password)
                    if call.start == .passwordAndGoogle { try await auth.currentUser?.link(with: person.google) }
                }
                if call.methods[0] == "token" { auth.currentUser?.letTokenExpire() }
                let count = transport.requests.count
                prepare(auth, transport)
                // A tenant of the name may be made up, and the person of another one be refused.
                _ = try? await call.perform(auth, person)
                let requests = transport.requests.dropFirst(count)
                #expect(requests.contains { $0.method == call.methods[0] }, "\(call.name): \(requests.map(\.method))")
                for request in requests { check(request, call.name) }
            }
        }
    }

    @Test("A tenant that is not the user's: the error that says so, and nobody is signed in or out")
    func refusedTenant() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let user = try await auth.signInAnonymously().user
            auth.tenantID = "acme"
            for credential in [Ways.google(), Ways.email()] {
                let error = await #expect(throws: NSError.self) { try await user.link(with: credential) }
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .tenantIDMismatch)
            }
            #expect(auth.currentUser === user)
            try auth.expectAgreement()
        }
    }

    /// A session as a server with tenants would open it.
    private static func session(tenant: String?) -> [WatchedTransport.Method: WatchedTransport.Reply] {
        let now = Int(Date().timeIntervalSince1970)
        let member = tenant.map { #","tenant":"\#($0)""# } ?? ""
        let claims =
            #"{"user_id":"u","exp":\#(now + 3600),"iat":\#(now),"auth_time":\#(now),"firebase":{"sign_in_provider":"anonymous"\#(member)}}"#
        let token = "e30.\(Data(claims.utf8).base64EncodedString()).s"
        return [
            "accounts:signUp": .good(#"{"idToken":"\#(token)","refreshToken":"r","expiresIn":"3600"}"#),
            "accounts:lookup": .good(#"{"users":[{"localId":"u"}]}"#),
        ]
    }

    @Test("A user's tenant is that of the session, whatever is set meanwhile", arguments: ["acme", nil])
    func tenantOfUser(tenant: String?) async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let app = try server.app(transport: transport)
            let auth = Auth.auth(app: app)
            auth.tenantID = tenant
            transport.reply(Self.session(tenant: tenant))
            let gate = Gate()
            transport.after { method, _ in if method == "accounts:signUp" { await gate.pass() } }
            let signIn = Task { try await auth.signInAnonymously().user }
            await gate.guest()
            auth.tenantID = "other"
            gate.open()
            let user = try await signIn.value
            #expect(user.tenantID == tenant)
            try auth.expectAgreement()
            // After a restart the app goes on in the tenant, unless it says otherwise.
            #expect(Auth(app: app).tenantID == tenant)
        }
    }

    @Test("A sign-in in the browser gets both")
    func browser() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            auth.languageCode = "es"
            auth.tenantID = "acme"
            let request = try await auth.webFlowRequest(providerID: "google.com", scopes: [], customParameters: [:])
            #expect(request.languageCode == "es" && request.tenantID == "acme")
        }
    }
}
