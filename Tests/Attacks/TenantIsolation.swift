import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// A production server with a project that has two tenants, and another project that has one of the same id.
struct TenantStage: Sendable {
    static let other = "other"

    let server: TestServer
    let otherKey: String
    /// The tenant that is attacked.
    let own: ProjectScope
    let neighbour: ProjectScope

    static func run(_ body: @escaping @Sendable (TenantStage) async throws -> Void) async throws {
        // Assertions that nobody signed stand for providers.
        try await TestServer.with(
            settings: .development, isProduction: true, providers: { $0.acceptsFakeAssertions = true }
        ) { server in
            let key = try await server.engine.serviceAccess.createAPIKey(label: "other", of: other).key
            let projects = server.engine.projects
            let own = try await projects.createTenant(.development, of: server.project).scope
            let neighbour = try await projects.createTenant(.development, of: server.project).scope
            try await projects.requireDevelopmentTenant(ProjectScope(project: other, tenant: own.tenant))
            for scope in [own, neighbour] {
                _ = try await projects.updateTenant(scope) { settings, _ in settings.secondFactors.authenticatorsEnabled = true }
            }
            try await body(TenantStage(server: server, otherKey: key, own: own, neighbour: neighbour))
        }
    }

    /// Calls an RPC of apps in the attacked tenant.
    func call(_ rpc: String, _ body: [String: JSONValue], version: String = "v1") async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/\(version)/\(rpc)?key=\(server.apiKey)",
            .object(body.merging(["tenantId": .string(own.tenant)]) { given, _ in given }))
    }

    func admin(_ rpc: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(try #require(server.adminURL))/v1/projects/\(server.project)/tenants/\(own.tenant)/\(rpc)", .object(body),
            headers: ["Authorization": "Bearer owner"])
    }

    /// A person of the attacked tenant, with a password.
    func person(_ name: String, _ more: [String: JSONValue] = [:]) async throws -> TenantPerson {
        let body: [String: JSONValue] = [
            "email": .string("\(name)@example.com"), "password": "violet river", "emailVerified": true,
        ]
        let made = try await admin("accounts", body.merging(more) { $1 })
        let session = try await call("accounts:signInWithPassword", ["email": body["email"] ?? "", "password": "violet river"])
        #expect(made.status == 200 && session.status == 200, "\(made.text) \(session.text)")
        return TenantPerson(
            id: made["localId"] ?? "", email: "\(name)@example.com", idToken: session["idToken"] ?? "",
            refreshToken: session["refreshToken"] ?? "", session: session)
    }

    /// The code of a mail that was sent to a person of the attacked tenant.
    func code(_ type: String, _ kind: MailKind, to person: TenantPerson) async throws -> JSONValue {
        let sent = try await call(
            "accounts:sendOobCode",
            ["requestType": .string(type), "email": .string(person.email), "continueUrl": "http://localhost/done"])
        #expect(sent.status == 200, "\(sent.text)")
        let link = try await server.link(kind, to: person.email)
        #expect(link["tenantId"] == own.tenant, "\(link.url)")
        return .string(link["oobCode"] ?? "")
    }

    /// Everything of the attacked tenant that a request could read or change.
    func state() async throws -> TenantState {
        let (engine, own) = (server.engine, own)
        return TenantState(
            accounts: try await engine.accounts.listAccounts(after: nil, limit: 1000, in: own),
            codes: try await engine.actionCodes.openActionCodes(in: own).map(\.code).sorted(),
            mails: try await engine.outbox.keptMails(limit: 10_000).filter { $0.message.scope == own }.count,
            texts: try await engine.openPhoneCodes(in: own).map(\.sessionInfo).sorted(),
            openID: try await engine.projects.openIDProviders(in: own),
            supported: try await engine.projects.supportedProviders(in: own),
            tenant: try await engine.projects.tenant(own))
    }
}

struct TenantPerson: Sendable {
    let id: String
    let email: String
    let idToken: String
    let refreshToken: String
    /// The answer to the sign-in.
    let session: HTTPAnswer
}

struct TenantState: Equatable, Sendable {
    let accounts: [Account]
    let codes: [String]
    let mails: Int
    let texts: [String]
    let openID: [OpenIDProvider]
    let supported: [SupportedProvider]
    let tenant: Tenant
}

/// A request that reads or changes something of a tenant.
struct TenantAttempt: Sendable {
    var body: [String: JSONValue] = [:]
    var query = ""
    /// The provider in the path.
    var provider = "oidc.acme"
    /// A token or code in it names its tenant: a request that names none acts there.
    var namesItself = false
    /// The answer to a token or code that another tenant is named with.
    var mismatch = "TENANT_ID_MISMATCH"
    /// What the tenant's own request is answered.
    var status = 200
    /// What must not be in a stranger's answer.
    var secret = "\u{0}"
}
