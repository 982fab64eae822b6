import HTTPTypes
import IdentityToolkit

/// The descriptions of all routes. Each is found by its method and any one of its paths; a test reports routes without a
/// description, and descriptions without a route.
enum OpenAPIOperations {
    static let all: [(route: String, operation: OpenAPIOperation)] =
        accounts + administration + projects + providers + tenants + tokens + keys + mail + secondFactors + pages + emulator
        + operations + absent

    /// Returns the description of a route, or `nil` if there is none.
    static func operation(of route: Routes.Route) -> OpenAPIOperation? {
        route.paths.lazy.compactMap { byRoute["\(route.method.rawValue) \($0)"] }.first
    }

    private static let byRoute = Dictionary(all.map { ($0.route, $0.operation) }, uniquingKeysWith: { first, _ in first })

    private static let accounts: [(String, OpenAPIOperation)] = [
        (
            "POST /v1/accounts:signUp",
            OpenAPIOperation(
                "accounts.signUp", "Creates an account, anonymous or with email and password, or links them to one.",
                takes: SignUpRequest.self, ofAdministrators: AdminCreateAccountRequest.self,
                gives: .shape(SignUpResponse.self))
        ),
        (
            "POST /v1/accounts:signInWithPassword",
            OpenAPIOperation(
                "accounts.signInWithPassword", "Signs in with email and password.",
                takes: SignInWithPasswordRequest.self, gives: .shape(SignInWithPasswordResponse.self))
        ),
        (
            "POST /v1/accounts:signInWithIdp",
            OpenAPIOperation(
                "accounts.signInWithIdp", "Signs in, links or reauthenticates with a provider's credential.",
                takes: SignInWithIdpRequest.self, gives: .shape(SignInWithIdpResponse.self))
        ),
        (
            "POST /v1/accounts:lookup",
            OpenAPIOperation(
                "accounts.lookup", "Reads the account of an ID token.", takes: LookupRequest.self,
                ofAdministrators: AdminLookupRequest.self, gives: .shape(LookupResponse.self))
        ),
        (
            "POST /v1/accounts:update",
            OpenAPIOperation(
                "accounts.update", "Changes the account of an ID token.", takes: UpdateRequest.self,
                ofAdministrators: AdminUpdateRequest.self, gives: .shape(UpdateResponse.self))
        ),
        (
            "POST /v1/accounts:delete",
            OpenAPIOperation(
                "accounts.delete", "Deletes the account of an ID token.", takes: DeleteRequest.self,
                ofAdministrators: AdminDeleteRequest.self, gives: .shape(DeleteResponse.self))
        ),
        (
            "POST /v1/accounts:createAuthUri",
            OpenAPIOperation(
                "accounts.createAuthUri",
                "Returns how an email may sign in. There are no pages for signing in with a provider: a providerId is refused.",
                takes: CreateAuthUriRequest.self, gives: .shape(CreateAuthUriResponse.self))
        ),
        (
            "POST /v1/accounts:signInWithGameCenter",
            OpenAPIOperation(
                "accounts.signInWithGameCenter", "Signs in or links a player of Apple's Game Center.",
                takes: SignInWithGameCenterRequest.self, gives: .shape(SignInWithGameCenterResponse.self))
        ),
        (
            "POST /v2/accounts:revokeToken",
            OpenAPIOperation(
                "accounts.revokeToken", "Has Apple revoke a token that it issued to the app.", takes: RevokeTokenRequest.self,
                gives: .nothing)
        ),
    ]

    private static let administration: [(String, OpenAPIOperation)] = [
        (
            "POST /v1/projects/{project}/accounts",
            OpenAPIOperation(
                "projects.accounts.create", "Creates an account.", takes: AdminCreateAccountRequest.self,
                gives: .shape(SignUpResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:lookup",
            OpenAPIOperation(
                "projects.accounts.lookup", "Reads accounts by id, email, phone number or identity.",
                takes: AdminLookupRequest.self, gives: .shape(LookupResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:update",
            OpenAPIOperation(
                "projects.accounts.update", "Changes an account.", takes: AdminUpdateRequest.self,
                gives: .shape(UpdateResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:delete",
            OpenAPIOperation(
                "projects.accounts.delete", "Deletes an account.", takes: AdminDeleteRequest.self,
                gives: .shape(DeleteResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:query",
            OpenAPIOperation(
                "projects.accounts.query", "Counts, finds or lists accounts.", takes: QueryAccountsRequest.self,
                gives: .shape(QueryAccountsResponse.self))
        ),
        (
            "GET /v1/projects/{project}/accounts:batchGet",
            OpenAPIOperation(
                "projects.accounts.batchGet", "Lists all accounts, page by page.",
                query: [
                    .integer("maxResults", "The page size, 1 to 1000."),
                    .text("nextPageToken", "The `nextPageToken` of the previous page."), tenant,
                ], gives: .shape(BatchGetResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:batchDelete",
            OpenAPIOperation(
                "projects.accounts.batchDelete", "Deletes up to 1000 accounts.", takes: BatchDeleteRequest.self,
                gives: .shape(BatchDeleteResponse.self))
        ),
        (
            "POST /identitytoolkit/v3/relyingparty/downloadAccount",
            OpenAPIOperation(
                "relyingparty.downloadAccount", "Lists all accounts, page by page.", takes: DownloadAccountRequest.self,
                gives: .shape(BatchGetResponse.self))
        ),
    ]

    private static let projects: [(String, OpenAPIOperation)] = [
        (
            "GET /v1/projects",
            OpenAPIOperation(
                "projects.get", "Reads the settings that clients may know.", gives: .shape(ProjectConfigResponse.self))
        ),
        (
            "GET /v1/recaptchaParams",
            OpenAPIOperation(
                "recaptchaParams.get", "Returns fixed values: no reCAPTCHA is required.",
                gives: .shape(RecaptchaParamsResponse.self))
        ),
        (
            "GET /v2/recaptchaConfig",
            OpenAPIOperation(
                "recaptchaConfig.get", "Says that no reCAPTCHA is enforced.",
                query: [
                    .choice("clientType", of: ClientType.self, "Has no effect."),
                    .choice("version", of: RecaptchaVersion.self, "Has no effect."), tenant,
                ],
                gives: .shape(RecaptchaConfigResponse.self))
        ),
        (
            "GET /v2/passwordPolicy",
            OpenAPIOperation(
                "passwordPolicy.get", "Reads the rules for passwords.", query: [tenant],
                gives: .shape(PasswordPolicyResponse.self))
        ),
        (
            "GET /v2/projects/{project}/config",
            OpenAPIOperation("projects.config.get", "Reads the project's settings.", gives: .shape(ProjectConfig.self))
        ),
        (
            "PATCH /v2/projects/{project}/config",
            OpenAPIOperation(
                "projects.config.update", "Changes the project's settings.", takes: ProjectConfig.self, query: [updateMask],
                gives: .shape(ProjectConfig.self))
        ),
    ]

    private static let tenants: [(String, OpenAPIOperation)] = ["GET", "POST", "PATCH", "DELETE"].flatMap { method in
        [
            ("v1.any", "/v1/projects/{project}/tenants/{tenant}/**"), ("v2.any", "/v2/projects/{project}/tenants/{tenant}/**"),
            ("v1", "/v1/projects/{project}/tenants/{tenant}"), ("v2", "/v2/projects/{project}/tenants/{tenant}"),
        ].map { name, path in (method + " " + path, noTenant("projects.tenants.\(name).\(method.lowercased())")) }
    }

    private static let tokens: [(String, OpenAPIOperation)] = [
        (
            "POST /v1/token",
            OpenAPIOperation(
                "token", "Exchanges a refresh token.", takes: TokenRequest.self, takesForm: true,
                gives: .shape(TokenResponse.self))
        ),
        ("POST /token", accessToken),
    ]

    private static let accessToken: OpenAPIOperation = {
        var operation = OpenAPIOperation(
            "accessToken", "Exchanges a service account's assertion for an access token (RFC 7523).",
            gives: .shape(AccessTokenResponse.self))
        operation.form = ["grant_type": true, "assertion": true]
        operation.refusal = OAuthErrorBody.self
        return operation
    }()

    private static let keys: [(String, OpenAPIOperation)] = [
        (
            "GET /robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            OpenAPIOperation("keys.certificates", "The certificates of the ID-token keys, by key id.", gives: .texts)
        ),
        (
            "GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            OpenAPIOperation("keys.jsonWebKeys", "The ID-token keys as a JSON Web Key Set.", gives: .object(["keys": "array"]))
        ),
        (
            "GET /identitytoolkit/v3/relyingparty/publicKeys",
            OpenAPIOperation("relyingparty.publicKeys", "The certificates of the session-cookie keys.", gives: .texts)
        ),
        (
            "GET /v1/publicKeys",
            OpenAPIOperation("publicKeys", "The certificates of the ID-token keys, by key id.", gives: .texts)
        ),
        (
            "GET /v1/sessionCookiePublicKeys",
            OpenAPIOperation("sessionCookiePublicKeys", "The certificates of the session-cookie keys.", gives: .texts)
        ),
        ("GET /{project}/.well-known/openid-configuration", discovery("projects.discovery")),
        ("GET /.well-known/openid-configuration", discovery("discovery")),
        (
            "GET /.well-known/jwks.json",
            OpenAPIOperation("jwks", "The ID-token keys as a JSON Web Key Set.", gives: .object(["keys": "array"]))
        ),
    ]

    private static let emulator: [(String, OpenAPIOperation)] = [
        (
            "GET /",
            OpenAPIOperation(
                "emulator", "Lets tools detect the emulator.", gives: .object(["authEmulator": "object"]))
        ),
        (
            "GET /emulator/openapi.json",
            OpenAPIOperation(
                "emulator.openapi", "This description.",
                gives: .object(["openapi": "string", "paths": "object", "components": "object"]))
        ),
        (
            "DELETE /emulator/v1/projects/{project}/accounts",
            OpenAPIOperation("emulator.projects.accounts.delete", "Deletes all accounts of a project.", gives: .nothing)
        ),
        (
            "GET /emulator/v1/projects/{project}/config",
            OpenAPIOperation("emulator.projects.config.get", "Reads the emulator's settings.", gives: .shape(ProjectConfig.self))
        ),
        (
            "PATCH /emulator/v1/projects/{project}/config",
            OpenAPIOperation(
                "emulator.projects.config.update", "Changes the emulator's settings.", takes: ProjectConfig.self,
                query: [updateMask], gives: .shape(ProjectConfig.self))
        ),
        (
            "GET /emulator/v1/projects/{project}/oobCodes",
            OpenAPIOperation("emulator.projects.oobCodes", "Lists the mailed codes.", gives: .object(["oobCodes": "array"]))
        ),
        (
            "GET /emulator/v1/projects/{project}/verificationCodes",
            OpenAPIOperation(
                "emulator.projects.verificationCodes", "Lists the SMS codes, of which there are none.",
                gives: .object(["verificationCodes": "array"]))
        ),
        ("DELETE /emulator/v1/projects/{project}/tenants/{tenant}/**", noTenant("emulator.projects.tenants.delete")),
        ("GET /emulator/v1/projects/{project}/tenants/{tenant}/**", noTenant("emulator.projects.tenants.get")),
    ]

    private static let operations: [(String, OpenAPIOperation)] = [
        (
            "GET /healthz",
            OpenAPIOperation("healthz", "Reports that the process is running.", gives: .object(["status": "string"]))
        ),
        (
            "GET /readyz",
            OpenAPIOperation(
                "readyz", "Reports whether the server is ready.", gives: .object(["status": "string"]), alsoAnswers: [503])
        ),
        ("GET /metrics", OpenAPIOperation("metrics", "Metrics for Prometheus.", gives: .plainText)),
    ]

    // MARK: Shared by several routes

    private static let tenant = OpenAPIOperation.QueryParameter.text(
        "tenantId", "Tenants are not supported: any id gets TENANT_NOT_FOUND.")
    static let updateMask = OpenAPIOperation.QueryParameter.text(
        "updateMask", "The fields to change, separated by commas; without it, those in the body.")

    private static func noTenant(_ name: String) -> OpenAPIOperation {
        OpenAPIOperation(name, "Tenants are not supported: the response is always TENANT_NOT_FOUND.", gives: .nothing)
    }

    private static func discovery(_ name: String) -> OpenAPIOperation {
        OpenAPIOperation(
            name, "OpenID discovery for backends that verify ID tokens with it.",
            gives: .object([
                "issuer": "string", "jwks_uri": "string", "response_types_supported": "array",
                "subject_types_supported": "array", "id_token_signing_alg_values_supported": "array",
            ]))
    }
}
