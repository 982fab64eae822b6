import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

@Suite("Tenants")
struct TenantTests {
    /// Creates a tenant, and returns its id.
    private static func make(_ server: TestServer, _ config: [String: JSONValue]) async throws -> String {
        let answer = try await server.administer("POST", "tenants", config)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer["tenantId"])
    }

    private static func signUp(_ server: TestServer, _ tenant: String?, _ email: String) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["email": .string(email), "password": "violet river"]
        body["tenantId"] = tenant.map { .string($0) }
        return try await server.call("accounts:signUp", body)
    }

    private static func tenant(of answer: HTTPAnswer) -> String? {
        JSONWebToken(answer["idToken"] ?? answer["id_token"] ?? "")?.claims["firebase"]?["tenant"]?.string
    }

    @Test("A tenant is created with nothing on, read, changed, listed in pages, and deleted")
    func life() async throws {
        try await TestServer.with { server in
            let made = try await server.administer("POST", "tenants", ["displayName": "Acme-Corp"])
            let id = try #require(made["tenantId"])
            #expect(id.hasPrefix("acme-corp-") && id.count == 15 && made["name"] == "projects/example/tenants/\(id)")
            #expect(
                made.json["allowPasswordSignup"] == false && made.json["enableAnonymousUser"] == false
                    && made.json["enableEmailLinkSignin"] == false && made.json["disableAuth"] == false
                    && made.json["mfaConfig"]?["state"] == "DISABLED", "\(made.text)")
            #expect(try await server.administer("GET", "tenants/\(id)").json == made.json)
            let patched = try await server.administer(
                "PATCH", "tenants/\(id)?updateMask=allowPasswordSignup,displayName",
                ["allowPasswordSignup": true, "displayName": "new", "enableAnonymousUser": true])
            #expect(patched.json["allowPasswordSignup"] == true && patched["displayName"] == "new")
            #expect(patched.json["enableAnonymousUser"] == false && patched["tenantId"] == id, "\(patched.text)")
            let second = try await Self.make(server, ["displayName": "zeta"])
            let first = try await server.administer("GET", "tenants?pageSize=1")
            #expect(first.json["tenants"]?[0]?["tenantId"]?.string == id && first["nextPageToken"] == id, "\(first.text)")
            let rest = try await server.administer("GET", "tenants?pageToken=\(id)")
            #expect(rest.json["tenants"]?[0]?["tenantId"]?.string == second && rest["nextPageToken"] == nil)
            #expect(try await server.administer("DELETE", "tenants/\(id)").json == .object([:]))
            let left = try await server.administer("GET", "tenants")
            #expect(left.json["tenants"]?[0]?["tenantId"]?.string == second && left.json["tenants"]?[1] == nil)
        }
    }

    @Test("What cannot be a tenant is refused")
    func refused() async throws {
        try await TestServer.with(settings: .production, isProduction: true) { server in
            let headers = ["Authorization": "Bearer owner"]
            let base = "\(try #require(server.adminURL))/v2/projects/\(server.project)"
            let off = try await HTTP.post("\(base)/tenants", ["displayName": "acme"], headers: headers)
            #expect(off.status == 400 && off.code == "INVALID_PROJECT_ID", "\(off.text)")
            let on = try await HTTP.post(
                "\(base)/config?updateMask=multiTenant", ["multiTenant": ["allowTenants": true]], headers: headers,
                method: "PATCH")
            #expect(on.json["multiTenant"]?["allowTenants"] == true, "\(on.text)")
            for name in ["2acme", "acme corp", "é", String(repeating: "a", count: 21)] {
                let answer = try await HTTP.post("\(base)/tenants", ["displayName": .string(name)], headers: headers)
                #expect(answer.code == "INVALID_DISPLAY_NAME", "\(name) \(answer.text)")
            }
            for body: JSONValue in [
                ["tenantId": "mine"], ["hobby": "chess"], ["monitoring": ["requestLogging": ["enabled": true]]],
            ] {
                #expect(try await HTTP.post("\(base)/tenants", body, headers: headers).status == 400, "\(body)")
            }
            let made = try await HTTP.post("\(base)/tenants", [:], headers: headers)
            let id = try #require(made["tenantId"])
            #expect(id.hasPrefix("tenant-"))
            #expect(try await HTTP.send("GET", "\(base)/tenants/none", headers: headers).code == "TENANT_NOT_FOUND")
            #expect(try await HTTP.send("DELETE", "\(base)/tenants/none", headers: headers).code == "TENANT_NOT_FOUND")
            for method in ["getIamPolicy", "setIamPolicy"] {
                let policy = try await HTTP.post("\(base)/tenants/\(id):\(method)", [:], headers: headers)
                #expect(policy.code == "OPERATION_NOT_ALLOWED" && policy.text.contains("role"), "\(policy.text)")
            }
            let asked: JSONValue = [
                "permissions": ["firebaseauth.users.get", "firebaseauth.users.update", "storage.objects.get", "x"]
            ]
            let owner = try await HTTP.post("\(base)/tenants/\(id):testIamPermissions", asked, headers: headers)
            #expect(owner.json["permissions"] == ["firebaseauth.users.get", "firebaseauth.users.update"], "\(owner.text)")
            let viewer = try await server.engine.serviceAccess.createServiceAccount(
                named: "viewer", role: .viewer, of: server.project)
            let read = try await HTTP.post(
                "\(server.url)/v2/projects/\(server.project)/tenants/\(id):testIamPermissions", asked,
                headers: ["Authorization": "Bearer \(try await server.accessToken(viewer))"])
            #expect(read.json["permissions"] == ["firebaseauth.users.get"], "\(read.text)")
        }
    }

    @Test("One address is two accounts in two tenants; tokens, lookups and refreshes name the tenant")
    func accounts() async throws {
        try await TestServer.with { server in
            let acme = try await Self.make(server, ["displayName": "acme", "allowPasswordSignup": true])
            let zeta = try await Self.make(server, ["displayName": "zeta", "allowPasswordSignup": true])
            var ids: Set<String?> = []
            for tenant in [acme, zeta, nil] {
                let made = try await Self.signUp(server, tenant, "ana@example.com")
                #expect(made.status == 200 && Self.tenant(of: made) == tenant, "\(made.text)")
                ids.insert(made["localId"])
                // The SDKs name no tenant here.
                let found = try await server.call("accounts:lookup", ["idToken": .string(try #require(made["idToken"]))])
                #expect(found.json["users"]?[0]?["tenantId"]?.string == tenant, "\(found.text)")
                let refreshed = try await server.refresh(try #require(made["refreshToken"]))
                #expect(Self.tenant(of: refreshed) == tenant, "\(refreshed.text)")
            }
            #expect(ids.count == 3)
            let again = try await Self.signUp(server, acme, "ana@example.com")
            #expect(again.code == "EMAIL_EXISTS")
            let listed = try await server.admin("tenants/\(acme)/accounts:query")
            #expect(listed["recordsCount"] == "1" && listed.json["userInfo"]?[0]?["tenantId"]?.string == acme, "\(listed.text)")
        }
    }

    @Test("A tenant's own methods count, and not the project's")
    func methods() async throws {
        try await TestServer.with { server in
            let link = try await Self.make(server, ["displayName": "link", "enableEmailLinkSignin": true])
            #expect(try await Self.signUp(server, link, "a@example.com").code == "OPERATION_NOT_ALLOWED")
            let byPassword = try await server.call(
                "accounts:signInWithPassword",
                ["email": "a@example.com", "password": "violet river", "tenantId": .string(link)])
            #expect(byPassword.code == "PASSWORD_LOGIN_DISABLED")
            let reset = try await server.sendMail("PASSWORD_RESET", to: "a@example.com", ["tenantId": .string(link)])
            #expect(reset.code == "OPERATION_NOT_ALLOWED", "\(reset.text)")
            let anonymous = try await server.call("accounts:signUp", ["tenantId": .string(link)])
            #expect(anonymous.code == "ADMIN_ONLY_OPERATION")
            let sent = try await server.sendMail(
                "EMAIL_SIGNIN", to: "a@example.com", ["tenantId": .string(link), "canHandleCodeInApp": true])
            #expect(sent.status == 200, "\(sent.text)")
            let mailed = try await server.link(.signIn, to: "a@example.com")
            #expect(mailed["tenantId"] == link)
            let body: [String: JSONValue] = [
                "email": "a@example.com", "oobCode": .string(try #require(mailed["oobCode"])),
            ]
            #expect(try await server.call("accounts:signInWithEmailLink", body).code == "INVALID_OOB_CODE")
            let signedIn = try await server.call(
                "accounts:signInWithEmailLink", body.merging(["tenantId": .string(link)]) { $1 })
            #expect(signedIn.status == 200 && Self.tenant(of: signedIn) == link, "\(signedIn.text)")
            for rpc in ["accounts:sendVerificationCode", "accounts:signInWithPhoneNumber"] {
                let phone = try await server.call(rpc, ["phoneNumber": "+12025550100", "tenantId": .string(link)])
                #expect(phone.code == "UNSUPPORTED_TENANT_OPERATION", "\(phone.text)")
            }
            let policy = try await HTTP.send("GET", "\(server.url)/v2/passwordPolicy?key=k&tenantId=\(link)")
            #expect(policy.status == 200, "\(policy.text)")
        }
    }

    @Test("In a disabled tenant nobody signs in, refreshes or is managed; its settings can be changed")
    func disabled() async throws {
        try await TestServer.with { server in
            let id = try await Self.make(server, ["displayName": "acme", "allowPasswordSignup": true])
            let person = try await Self.signUp(server, id, "ana@example.com")
            let mail = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com", ["tenantId": .string(id)])
            #expect(mail.status == 200, "\(mail.text)")
            #expect(try await server.administer("PATCH", "tenants/\(id)", ["disableAuth": true]).json["disableAuth"] == true)
            #expect(try await Self.signUp(server, id, "b@example.com").code == "PROJECT_DISABLED")
            let token = JSONValue.string(try #require(person["idToken"]))
            #expect(try await server.call("accounts:lookup", ["idToken": token]).code == "PROJECT_DISABLED")
            #expect(try await server.refresh(try #require(person["refreshToken"])).code == "PROJECT_DISABLED")
            #expect(try await server.admin("tenants/\(id)/accounts:query").code == "PROJECT_DISABLED")
            #expect(try await server.administer("GET", "tenants/\(id)/oauthIdpConfigs").status == 200)
            #expect(try await server.administer("PATCH", "tenants/\(id)", ["disableAuth": false]).status == 200)
            #expect(try await server.refresh(try #require(person["refreshToken"])).status == 200)
        }
    }

    @Test("A deleted tenant's accounts, codes and providers are gone, and its tokens worth nothing")
    func deleted() async throws {
        try await TestServer.with(isProduction: true) { server in
            let scope = try await server.engine.projects.createTenant(.development, of: server.project).scope
            let person = try await Self.signUp(server, scope.tenant, "ana@example.com")
            let other = try await Self.signUp(server, nil, "ana@example.com")
            let cursor = try await server.engine.accounts.listRevocations(after: .start, in: scope.withoutTenant).next
            try await server.engine.projects.deleteTenant(scope)
            let token = JSONValue.string(try #require(person["idToken"]))
            #expect(try await server.call("accounts:lookup", ["idToken": token]).code == "TENANT_NOT_FOUND")
            #expect(try await server.refresh(try #require(person["refreshToken"])).code == "USER_NOT_FOUND")
            #expect(try await Self.signUp(server, scope.tenant, "b@example.com").code == "TENANT_NOT_FOUND")
            let told = try await server.engine.accounts.listRevocations(after: cursor, in: scope.withoutTenant).revocations
            #expect(told.contains { $0.scope == scope }, "Backends that verify tokens themselves learn of it.")
            #expect(try await server.refresh(try #require(other["refreshToken"])).status == 200)
            let log = try await server.engine.auditLog.entries(
                AuditQuery(tenant: scope.tenant, action: .tenantDelete, limit: 5))
            #expect(log.count == 1 && log[0].details.contains("\"accounts\":1"), "\(log)")
        }
    }

    @Test("Settings that count: sign-ups, policy, privacy, second factors, test numbers, mails")
    func settings() async throws {
        try await TestServer.with { server in
            let id = try await Self.make(
                server,
                [
                    "displayName": "acme", "allowPasswordSignup": true,
                    "client": ["permissions": ["disabledUserDeletion": true]],
                    "passwordPolicyConfig": [
                        "passwordPolicyEnforcementState": "ENFORCE",
                        "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 20]]],
                    ],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
                ])
            let weak = try await Self.signUp(server, id, "ana@example.com")
            #expect(weak.code == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "\(weak.text)")
            #expect(try await Self.signUp(server, nil, "ana@example.com").status == 200)
            let strong = try await server.call(
                "accounts:signUp",
                ["email": "ana@example.com", "password": "violet river and a bridge", "tenantId": .string(id)])
            let token = JSONValue.string(try #require(strong["idToken"]))
            #expect(try await server.call("accounts:delete", ["idToken": token]).code == "ADMIN_ONLY_OPERATION")
            let unknown = try await server.call(
                "accounts:signInWithPassword", ["email": "nobody@example.com", "password": "x", "tenantId": .string(id)])
            #expect(unknown.code == "INVALID_LOGIN_CREDENTIALS", "\(unknown.text)")
            let factor = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": token, "totpEnrollmentInfo": .object([:])])
            #expect(factor.code == "OPERATION_NOT_ALLOWED", "\(factor.text)")
        }
    }

    @Test("A custom token is for the tenant that it names")
    func customTokens() async throws {
        try await TestServer.with { server in
            let id = try await Self.make(server, ["displayName": "acme"])
            let token = #"{"uid":"ana","tenant_id":"\#(id)"}"#
            #expect(try await server.signIn(customToken: token).code == "TENANT_ID_MISMATCH")
            #expect(
                try await server.signIn(customToken: #"{"uid":"ana"}"#, more: ["tenantId": .string(id)]).code
                    == "TENANT_ID_MISMATCH")
            let signedIn = try await server.signIn(customToken: token, more: ["tenantId": .string(id)])
            #expect(signedIn.status == 200 && Self.tenant(of: signedIn) == id, "\(signedIn.text)")
        }
    }

    @Test("Only a development server makes a tenant of an id that it has not seen, as the emulator does")
    func implicit() async throws {
        try await TestServer.with { server in
            let answer = try await Self.signUp(server, "never-seen", "ana@example.com")
            #expect(answer.status == 200 && Self.tenant(of: answer) == "never-seen", "\(answer.text)")
            #expect(try await server.administer("GET", "tenants").json["tenants"]?[0]?["tenantId"] == "never-seen")
            let codes = try await HTTP.send(
                "GET", "\(server.url)/emulator/v1/projects/example/tenants/never-seen/oobCodes")
            #expect(codes.json["oobCodes"] == [], "\(codes.text)")
            let emptied = try await HTTP.send(
                "DELETE", "\(server.url)/emulator/v1/projects/example/tenants/never-seen/accounts")
            #expect(emptied.status == 200)
            #expect(try await server.admin("tenants/never-seen/accounts:query")["recordsCount"] == "0")
        }
        try await TestServer.with(settings: .development, isProduction: true) { server in
            let answer = try await Self.signUp(server, "never-seen", "ana@example.com")
            #expect(answer.code == "TENANT_NOT_FOUND", "\(answer.text)")
        }
    }

    @Test("A provider of one tenant is not another's; in production, none is anybody's before it is configured")
    func providers() async throws {
        try await TestServer.with(
            settings: .production, isProduction: true, providers: { $0.acceptsFakeAssertions = true }
        ) { server in
            let projects = server.engine.projects
            _ = try await projects.updateSettings(of: server.project) { $0.tenants.allowsTenants = true }
            let acme = try await projects.createTenant(.development, of: server.project).scope
            let zeta = try await projects.createTenant(.development, of: server.project).scope
            var edit = SupportedProviderEdit()
            edit.clientID = "app"
            edit.clientSecret = "secret"
            edit.isEnabled = true
            _ = try await projects.createSupportedProvider(.google, edit, in: acme)
            let claims: [String: JSONValue] = ["sub": "g", "email": "g@gmail.com", "email_verified": true]
            let first = try await server.fakeIdp("google.com", claims, more: ["tenantId": .string(acme.tenant)])
            #expect(first.status == 200 && first["tenantId"] == acme.tenant, "\(first.text)")
            let second = try await server.fakeIdp("google.com", claims, more: ["tenantId": .string(zeta.tenant)])
            #expect(second.code == "OPERATION_NOT_ALLOWED", "\(second.text)")
            #expect(try await server.engine.flows.offered(in: zeta).isEmpty)
        }
    }
}
