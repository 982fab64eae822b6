import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// One row for every RPC that reads or changes something of a tenant, by the name of its route.
enum TenantRows {
    typealias Row = @Sendable (TenantStage) async throws -> TenantAttempt

    /// RPCs without a row, and why.
    static let exempt: [String: String] = [
        "accounts.signInWithGameCenter": "The use case of signInWithIdp, by a signature of Apple's.",
        "accounts.verifyIosClient": "It is about an app, and no account.",
        "recaptchaParams.get": "The server's own keys, and a setting that everybody may read.",
        "recaptchaConfig.get": "A setting that everybody may read.",
        "passwordPolicy.get": "A setting that everybody may read.", "account.config": "Settings that everybody may read.",
        "defaultSupportedIdps.list": "The list of built-in providers.",
    ]

    static let all: [String: Row] = signIns.merging(ownAccount) { $1 }.merging(factors) { $1 }.merging(administration) { $1 }
        .merging(configuration) { $1 }

    private static func own(
        _ name: String, status: Int = 200, _ more: [String: JSONValue] = [:]
    ) -> Row {
        { stage in
            let person = try await stage.person(name)
            return TenantAttempt(
                body: more.merging(["idToken": .string(person.idToken)]) { $1 }, namesItself: true, status: status,
                secret: person.id)
        }
    }

    private static let signIns: [String: Row] = [
        "accounts.signUp": { _ in TenantAttempt(body: ["email": "new@example.com", "password": "violet river"]) },
        "accounts.signInWithPassword": { stage in
            let person = try await stage.person("password")
            return TenantAttempt(body: ["email": .string(person.email), "password": "violet river"], secret: person.id)
        },
        "accounts.signInWithIdp": { stage in
            let body: [String: JSONValue] = [
                "requestUri": "http://localhost",
                "postBody": "providerId=google.com&id_token=%7B%22sub%22%3A%22g%22%2C%22email%22%3A%22g%40gmail.com%22%7D",
            ]
            let made = try await stage.call("accounts:signInWithIdp", body)
            return TenantAttempt(body: body, secret: try #require(made["localId"]))
        },
        "accounts.signInWithCustomToken": { stage in
            let account = try #require(stage.server.serviceAccount)
            let token = try account.customToken(
                "custom", now: stage.server.engine.clock.now, ["tenant_id": .string(stage.own.tenant)])
            return TenantAttempt(body: ["token": .string(token)])
        },
        "accounts.signInWithEmailLink": { stage in
            let person = try await stage.person("link")
            let code = try await stage.code("EMAIL_SIGNIN", .signIn, to: person)
            return TenantAttempt(body: ["email": .string(person.email), "oobCode": code], secret: person.id)
        },
        "accounts.sendOobCode": { stage in
            let person = try await stage.person("mail")
            return TenantAttempt(body: ["requestType": "PASSWORD_RESET", "email": .string(person.email)])
        },
        "accounts.resetPassword": { stage in
            let code = try await stage.code("PASSWORD_RESET", .resetPassword, to: try await stage.person("reset"))
            return TenantAttempt(body: ["oobCode": code, "newPassword": "violet river 2"], secret: "reset@example.com")
        },
        "accounts.createAuthUri": { stage in
            let person = try await stage.person("uri")
            return TenantAttempt(
                body: ["identifier": .string(person.email), "continueUri": "http://localhost"], secret: #""registered":true"#)
        },
        "token": { stage in
            let person = try await stage.person("refresh")
            return TenantAttempt(
                body: ["grantType": "refresh_token", "refreshToken": .string(person.refreshToken)], namesItself: true,
                secret: person.id)
        },
        "account.handover": { stage in
            let person = try await stage.person("handover")
            return TenantAttempt(
                body: handover(person), namesItself: true, secret: "code=")
        },
        "account.token": { stage in
            let person = try await stage.person("redeem")
            let made = try await HTTP.post(
                "\(stage.server.url)/account/handover?key=\(stage.server.apiKey)", .object(handover(person)))
            let code = MailedLink(try #require(made["url"]))["code"]
            return TenantAttempt(
                body: ["code": .string(try #require(code)), "codeVerifier": .string(verifier)], namesItself: true,
                mismatch: "INVALID_HANDOVER_CODE", secret: person.id)
        },
    ]

    private static let verifier = String(repeating: "v", count: 43)

    private static func handover(_ person: TenantPerson) -> [String: JSONValue] {
        [
            "refreshToken": .string(person.refreshToken), "continueUrl": "http://localhost/back",
            "codeChallenge": .string(Data(verifier.utf8).sha256.base64URL),
        ]
    }

    private static let ownAccount: [String: Row] = [
        "accounts.lookup": own("lookup"), "accounts.update": own("update", ["displayName": "New"]),
        "accounts.delete": own("delete"), "account.sessions": own("sessions"),
        "account.sessions.end": own("end", ["allOthers": true]), "account.recoveryCodes": own("codes"),
        // Apple has no client here.
        "accounts.revokeToken": own(
            "revoke", status: 400, ["providerId": "apple.com", "tokenType": "CODE", "token": "code"]),
    ]

    private static let factors: [String: Row] = [
        "accounts.mfaEnrollment.start": own("enrol", ["totpEnrollmentInfo": .object([:])]),
        "accounts.mfaEnrollment.finalize": { stage in
            let (body, _) = try await enrolment(of: try await stage.person("enrolled"), stage)
            return TenantAttempt(body: body, namesItself: true)
        },
        "accounts.mfaEnrollment.withdraw": { stage in
            let (session, id) = try await enrolled("withdraw", stage)
            return TenantAttempt(body: ["idToken": .string(session), "mfaEnrollmentId": .string(id)], namesItself: true)
        },
        "account.recoveryCodes.new": { stage in
            TenantAttempt(body: ["idToken": .string(try await enrolled("newcodes", stage).idToken)], namesItself: true)
        },
        "accounts.mfaSignIn.start": { stage in
            let person = try await stage.person("phone", ["mfaInfo": [["phoneInfo": "+12025550143"]]])
            return TenantAttempt(body: pending(person))
        },
        "accounts.mfaSignIn.finalize": { stage in
            let person = try await stage.person("phone2", ["mfaInfo": [["phoneInfo": "+12025550144"]]])
            let started = try await stage.call("accounts/mfaSignIn:start", pending(person), version: "v2")
            let info = started.json["phoneResponseInfo"]?["sessionInfo"]?.string
            let sent = try await stage.server.engine.openPhoneCodes(in: stage.own).first { $0.sessionInfo == info }
            return TenantAttempt(body: [
                "mfaPendingCredential": .string(person.session["mfaPendingCredential"] ?? ""),
                "phoneVerificationInfo": ["sessionInfo": .string(info ?? ""), "code": .string(sent?.code ?? "")],
            ])
        },
    ]

    private static func pending(_ person: TenantPerson) -> [String: JSONValue] {
        [
            "mfaPendingCredential": .string(person.session["mfaPendingCredential"] ?? ""),
            "mfaEnrollmentId": person.session.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
            "phoneSignInInfo": .object([:]),
        ]
    }

    /// The request that finishes an enrolment.
    private static func enrolment(
        of person: TenantPerson, _ stage: TenantStage
    ) async throws -> (body: [String: JSONValue], secret: String) {
        let started = try await stage.call(
            "accounts/mfaEnrollment:start", ["idToken": .string(person.idToken), "totpEnrollmentInfo": .object([:])],
            version: "v2")
        #expect(started.status == 200, "\(started.text)")
        let info = started.json["totpSessionInfo"] ?? .null
        let secret = info["sharedSecretKey"]?.string ?? ""
        let code = Authenticator(id: "", secret: secret).code(at: stage.server.engine.clock.now)
        return (
            [
                "idToken": .string(person.idToken),
                "totpVerificationInfo": ["sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(code)],
            ], secret
        )
    }

    private static func enrolled(_ name: String, _ stage: TenantStage) async throws -> (idToken: String, factor: String) {
        let (body, _) = try await enrolment(of: try await stage.person(name), stage)
        let finished = try await stage.call("accounts/mfaEnrollment:finalize", body, version: "v2")
        let idToken = finished["idToken"] ?? ""
        let claims = JSONWebToken(idToken)?.claims
        return (idToken, claims?["firebase"]?["second_factor_identifier"]?.string ?? "")
    }

    private static func ofPerson(
        _ name: String, _ make: @escaping @Sendable (TenantPerson) -> TenantAttempt
    ) -> Row {
        { stage in make(try await stage.person(name)) }
    }

    private static let administration: [String: Row] = [
        "projects.accounts.create": { _ in TenantAttempt(body: ["localId": "made-by-admin"]) },
        "projects.accounts.lookup": ofPerson("a-lookup") { TenantAttempt(body: ["localId": [.string($0.id)]], secret: $0.email) },
        "projects.accounts.update": ofPerson("a-update") {
            TenantAttempt(body: ["localId": .string($0.id), "displayName": "New"], secret: $0.email)
        },
        "projects.accounts.delete": ofPerson("a-delete") { TenantAttempt(body: ["localId": .string($0.id)]) },
        "projects.accounts.sendOobCode": ofPerson("a-mail") {
            TenantAttempt(
                body: ["requestType": "PASSWORD_RESET", "email": .string($0.email), "returnOobLink": true], secret: "oobLink")
        },
        "projects.accounts.query": ofPerson("a-query") { TenantAttempt(secret: $0.id) },
        "projects.queryAccounts": ofPerson("a-query2") { TenantAttempt(secret: $0.id) },
        "projects.accounts.batchGet": ofPerson("a-get") { TenantAttempt(query: "maxResults=1000", secret: $0.id) },
        "relyingparty.downloadAccount": ofPerson("a-download") { TenantAttempt(body: ["maxResults": 1000], secret: $0.id) },
        "projects.accounts.batchCreate": { _ in TenantAttempt(body: ["users": [["localId": "imported"]]]) },
        "relyingparty.uploadAccount": { _ in TenantAttempt(body: ["users": [["localId": "uploaded"]]]) },
        "projects.accounts.batchDelete": ofPerson("a-batch") {
            TenantAttempt(body: ["localIds": [.string($0.id)], "force": true])
        },
        "projects.accounts.sessions": ofPerson("a-sessions") {
            TenantAttempt(body: ["localId": .string($0.id)], secret: "handle")
        },
        "projects.accounts.endSessions": ofPerson("a-end") {
            TenantAttempt(body: ["localId": .string($0.id), "handles": ["never-there"]])
        },
        "projects.createSessionCookie": ofPerson("a-cookie") {
            TenantAttempt(body: ["idToken": .string($0.idToken)], namesItself: true, secret: "sessionCookie")
        },
    ]

    private static func withProvider(_ attempt: TenantAttempt) -> Row {
        { stage in
            if try await !stage.server.engine.projects.openIDProviders(in: stage.own).contains(where: {
                $0.id.value == "oidc.acme"
            }) {
                _ = try await stage.server.engine.projects.createOpenIDProvider(
                    ProviderID("oidc.acme"), openID, allowsLoopback: true, in: stage.own)
            }
            if try await stage.server.engine.projects.supportedProviders(in: stage.own).isEmpty {
                var edit = SupportedProviderEdit()
                edit.clientID = "app"
                edit.clientSecret = "secret"
                edit.isEnabled = true
                _ = try await stage.server.engine.projects.createSupportedProvider(.github, edit, in: stage.own)
            }
            return attempt
        }
    }

    private static func withSAML(_ attempt: TenantAttempt) -> Row {
        { stage in
            let projects = stage.server.engine.projects
            if try await projects.samlProviders(in: stage.own).isEmpty {
                var edit = SAMLProviderEdit()
                (edit.idpEntityID, edit.ssoURL) = ("https://idp.acme.example", "https://idp.acme.example/sso")
                (edit.certificates, edit.isEnabled) = ([try SAMLIssuer.shared.get().certificate], true)
                let site = SAMLSite(server: stage.server.url, isDevelopment: false)
                _ = try await projects.createSAMLProvider(ProviderID("saml.acme"), edit, at: site, in: stage.own)
            }
            return attempt
        }
    }

    private static var openID: OpenIDProviderEdit {
        var edit = OpenIDProviderEdit()
        edit.clientID = "app"
        edit.issuer = "https://id.acme.example"
        edit.isEnabled = true
        return edit
    }

    private static let configuration: [String: Row] = [
        "projects.oauthIdpConfigs.list": withProvider(TenantAttempt(secret: "oidc.acme")),
        "projects.oauthIdpConfigs.create": { _ in
            TenantAttempt(
                body: ["clientId": "app", "issuer": "https://new.example", "enabled": true], query: "oauthIdpConfigId=oidc.new")
        },
        "projects.oauthIdpConfigs.get": withProvider(TenantAttempt(secret: "id.acme.example")),
        "projects.oauthIdpConfigs.update": withProvider(
            TenantAttempt(body: ["clientId": "changed"], query: "updateMask=clientId", secret: "id.acme.example")),
        "projects.oauthIdpConfigs.delete": withProvider(TenantAttempt()),
        "projects.defaultSupportedIdpConfigs.list": withProvider(TenantAttempt(secret: "github.com")),
        "projects.defaultSupportedIdpConfigs.create": { _ in
            TenantAttempt(
                body: ["clientId": "app", "clientSecret": "secret", "enabled": true], query: "idpId=facebook.com")
        },
        "projects.defaultSupportedIdpConfigs.get": withProvider(TenantAttempt(provider: "github.com", secret: "github.com")),
        "projects.defaultSupportedIdpConfigs.update": withProvider(
            TenantAttempt(
                body: ["clientId": "changed", "clientSecret": "new"], query: "updateMask=clientId,clientSecret",
                provider: "github.com", secret: "github.com")),
        "projects.defaultSupportedIdpConfigs.delete": withProvider(TenantAttempt(provider: "github.com")),
        "projects.inboundSamlConfigs.list": withSAML(TenantAttempt(secret: "saml.acme")),
        "projects.inboundSamlConfigs.create": { _ in
            TenantAttempt(
                body: [
                    "idpConfig": [
                        "idpEntityId": "https://new.example", "ssoUrl": "https://new.example/sso",
                        "idpCertificates": [["x509Certificate": .string(try SAMLIssuer.shared.get().certificate)]],
                    ], "enabled": true,
                ], query: "inboundSamlConfigId=saml.new")
        },
        "projects.inboundSamlConfigs.get": withSAML(TenantAttempt(provider: "saml.acme", secret: "idp.acme.example")),
        "projects.inboundSamlConfigs.update": withSAML(
            TenantAttempt(
                body: ["displayName": "Changed"], query: "updateMask=displayName", provider: "saml.acme",
                secret: "idp.acme.example")),
        "projects.inboundSamlConfigs.delete": withSAML(TenantAttempt(provider: "saml.acme")),
        "projects.tenants.get": { _ in TenantAttempt() },
        "projects.tenants.patch": { _ in TenantAttempt(body: ["disableAuth": false], query: "updateMask=disableAuth") },
        "projects.tenants.delete": { _ in TenantAttempt() },
        "projects.tenants.getIamPolicy": { _ in TenantAttempt(status: 400) },
        "projects.tenants.setIamPolicy": { _ in TenantAttempt(status: 400) },
        "projects.tenants.testIamPermissions": { _ in TenantAttempt(body: ["permissions": ["firebaseauth.users.get"]]) },
    ]
}
