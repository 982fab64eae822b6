import HTTPTypes
import Hummingbird
import VinculaEngine

/// Every path of the server.
///
/// Google's APIs are served in three layouts on one port: with the host in the path, as the emulator's clients send it
/// (`/identitytoolkit.googleapis.com/v1/…`), bare (`/v1/…`), and under their v3 names (`relyingparty/…`).
enum Routes {
    typealias Handler = @Sendable (Endpoints) -> @Sendable (Call) async throws -> Response

    /// The callers that may use a route.
    enum Access: Sendable {
        /// Apps by API key; administrators by bearer.
        case app
        /// Administrators only.
        case administrator
        /// Everybody.
        case open
    }

    struct Route: Sendable {
        let method: HTTPRequest.Method
        let paths: [String]
        let access: Access
        /// Indicates whether only `--dev` has the route.
        let isDevelopmentOnly: Bool
        let handler: Handler

        /// Indicates whether the route changes nothing, so that read-only callers may use it.
        var isReadOnly: Bool {
            method == .get
                || paths.allSatisfy { path in
                    ["accounts:lookup", "accounts:query", "getAccountInfo", "downloadAccount"].contains { path.hasSuffix($0) }
                }
        }

        /// Indicates whether a listener serves the route.
        func isServed(_ options: ServerOptions) -> Bool {
            if isDevelopmentOnly || paths.contains(ActionLinks.emulatorPage) { return options.isDevelopment }
            // Metrics are not for the public port.
            return !paths.contains("/metrics") || options.takesOwner
        }
    }

    static let all: [Route] =
        accounts + secondFactors + administration + projects + tokens + keys + pages + emulator + operations
        + AbsentRoute.all.map(\.route)

    private static let accounts = [
        app("accounts:signUp", v3: "signupNewUser") { $0.signUp },
        app("accounts:signInWithPassword", v3: "verifyPassword") { $0.signInWithPassword },
        app("accounts:signInWithIdp", v3: "verifyAssertion") { $0.signInWithIdp },
        app("accounts:signInWithGameCenter", v3: "signInWithGameCenter") { $0.signInWithGameCenter },
        v2("accounts:revokeToken") { $0.revokeToken },
        app("accounts:signInWithEmailLink", v3: "emailLinkSignin") { $0.signInWithEmailLink },
        app("accounts:sendOobCode", v3: "getOobConfirmationCode") { $0.sendOobCode },
        app("accounts:resetPassword", v3: "resetPassword") { $0.resetPassword },
        app("accounts:lookup", v3: "getAccountInfo") { $0.lookup },
        app("accounts:update", v3: "setAccountInfo") { $0.update },
        app("accounts:delete", v3: "deleteAccount") { $0.delete },
        app("accounts:createAuthUri", v3: "createAuthUri") { $0.createAuthUri },
    ]

    private static let secondFactors = [
        v2("accounts/mfaEnrollment:start") { $0.startMfaEnrollment },
        v2("accounts/mfaEnrollment:finalize") { $0.finalizeMfaEnrollment },
        v2("accounts/mfaEnrollment:withdraw") { $0.withdrawMfa },
        v2("accounts/mfaSignIn:start") { $0.startMfaSignIn },
        v2("accounts/mfaSignIn:finalize") { $0.finalizeMfaSignIn },
    ]

    private static let administration = [
        admin(.post, "v1/projects/{project}/accounts") { $0.adminCreateAccount },
        admin(.post, "v1/projects/{project}/accounts:lookup") { $0.adminLookup },
        admin(.post, "v1/projects/{project}/accounts:update") { $0.adminUpdate },
        admin(.post, "v1/projects/{project}/accounts:delete") { $0.adminDelete },
        admin(.post, "v1/projects/{project}/accounts:sendOobCode") { $0.adminSendOobCode },
        admin(.post, "v1/projects/{project}/accounts:query") { $0.queryAccounts },
        admin(.get, "v1/projects/{project}/accounts:batchGet") { $0.batchGet },
        admin(.post, "v1/projects/{project}/accounts:batchDelete") { $0.batchDelete },
        Route(
            method: .post, paths: v3Layouts("downloadAccount"), access: .administrator, isDevelopmentOnly: false
        ) { $0.downloadAccount },
    ]

    private static let projects =
        [
            Route(
                method: .get, paths: googleLayouts("v1/projects") + v3Layouts("getProjectConfig"), access: .app,
                isDevelopmentOnly: false
            ) { $0.projectConfigForClients },
            Route(
                method: .get, paths: googleLayouts("v1/recaptchaParams") + v3Layouts("getRecaptchaParam"), access: .app,
                isDevelopmentOnly: false
            ) { $0.recaptchaParams },
            Route(method: .get, paths: googleLayouts("v2/recaptchaConfig"), access: .app, isDevelopmentOnly: false) {
                $0.recaptchaConfig
            },
            Route(method: .get, paths: googleLayouts("v2/passwordPolicy"), access: .app, isDevelopmentOnly: false) {
                $0.passwordPolicy
            },
            admin(.get, "v2/projects/{project}/config") { $0.projectConfig },
            admin(.patch, "v2/projects/{project}/config") { $0.updateProjectConfig },
            admin(.get, "v2/projects/{project}/oauthIdpConfigs") { $0.listOAuthIdpConfigs },
            admin(.post, "v2/projects/{project}/oauthIdpConfigs") { $0.createOAuthIdpConfig },
            admin(.get, "v2/projects/{project}/oauthIdpConfigs/{provider}") { $0.oauthIdpConfig },
            admin(.patch, "v2/projects/{project}/oauthIdpConfigs/{provider}") { $0.updateOAuthIdpConfig },
            admin(.delete, "v2/projects/{project}/oauthIdpConfigs/{provider}") { $0.deleteOAuthIdpConfig },
        ] + supportedProviders + tenantPaths

    private static let supportedProviders = [
        admin(.get, "v2/defaultSupportedIdps") { $0.listDefaultSupportedIdps },
        admin(.get, "v2/projects/{project}/defaultSupportedIdpConfigs") { $0.listDefaultSupportedIdpConfigs },
        admin(.post, "v2/projects/{project}/defaultSupportedIdpConfigs") { $0.createDefaultSupportedIdpConfig },
        admin(.get, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}") { $0.defaultSupportedIdpConfig },
        admin(.patch, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}") { $0.updateDefaultSupportedIdpConfig },
        admin(.delete, "v2/projects/{project}/defaultSupportedIdpConfigs/{provider}") { $0.deleteDefaultSupportedIdpConfig },
    ]

    private static let tenantPaths = [HTTPRequest.Method.get, .post, .patch, .delete].flatMap { method in
        [
            admin(method, "v1/projects/{project}/tenants/{tenant}/**") { $0.tenant },
            admin(method, "v1/projects/{project}/tenants/{tenant}") { $0.tenant },
            admin(method, "v2/projects/{project}/tenants/{tenant}/**") { $0.tenant },
            admin(method, "v2/projects/{project}/tenants/{tenant}") { $0.tenant },
        ]
    }

    private static let tokens = [
        Route(
            method: .post, paths: ["/securetoken.googleapis.com/v1/token", "/v1/token"], access: .app,
            isDevelopmentOnly: false
        ) { $0.token },
        Route(
            method: .post,
            paths: ["/token", "/oauth2.googleapis.com/token", "/oauth2/v4/token", "/www.googleapis.com/oauth2/v4/token"],
            access: .open, isDevelopmentOnly: false
        ) { $0.accessToken },
    ]

    private static let keys = [
        open("/www.googleapis.com", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com") { $0.certificates },
        open("/www.googleapis.com", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com") { $0.jsonWebKeys },
        open("/www.googleapis.com", "/identitytoolkit/v3/relyingparty/publicKeys") { $0.sessionCookieCertificates },
        open("/identitytoolkit.googleapis.com", "/v1/publicKeys") { $0.certificates },
        open("/identitytoolkit.googleapis.com", "/v1/sessionCookiePublicKeys") { $0.sessionCookieCertificates },
        open("/securetoken.google.com", "/{project}/.well-known/openid-configuration") { $0.discovery },
        open("", "/.well-known/openid-configuration") { $0.discovery },
        open("", "/.well-known/jwks.json") { $0.jsonWebKeys },
    ]

    private static let pages =
        [HTTPRequest.Method.get, .post].flatMap { method in
            [ActionLinks.page, ActionLinks.emulatorPage].map { path in
                Route(method: method, paths: [path], access: .open, isDevelopmentOnly: false) { $0.actionPage }
            }
        } + [
            open("", ActionLinks.appPage) { $0.appLinkPage },
            open("", PageStyle.path) { $0.pageStyle },
            open("", "/.well-known/apple-app-site-association") { $0.appleAppSiteAssociation },
            open("", "/.well-known/assetlinks.json") { $0.assetLinks },
        ]

    private static let emulator = [
        development(.get, "/") { $0.emulatorRoot },
        development(.get, "/emulator/openapi.json") { $0.openAPI },
        development(.delete, "/emulator/v1/projects/{project}/accounts") { $0.emptyProject },
        development(.get, "/emulator/v1/projects/{project}/config") { $0.emulatorConfig },
        development(.patch, "/emulator/v1/projects/{project}/config") { $0.updateEmulatorConfig },
        development(.get, "/emulator/v1/projects/{project}/oobCodes") { $0.openActionCodes },
        development(.get, "/emulator/inbox") { $0.inbox },
        development(.get, "/emulator/inbox/{mail}") { $0.inboxMail },
        development(.get, "/emulator/inbox/{mail}/html") { $0.inboxMailHTML },
        development(.get, "/emulator/v1/projects/{project}/verificationCodes") { $0.openVerificationCodes },
        development(.delete, "/emulator/v1/projects/{project}/tenants/{tenant}/**") { $0.tenant },
        development(.get, "/emulator/v1/projects/{project}/tenants/{tenant}/**") { $0.tenant },
    ]

    private static let operations = [
        open("", "/healthz") { $0.health }, open("", "/readyz") { $0.ready }, open("", "/metrics") { $0.metricsText },
    ]

    // MARK: Layouts

    static func googleLayouts(_ path: String) -> [String] { ["/identitytoolkit.googleapis.com/\(path)", "/\(path)"] }

    static func v3Layouts(_ name: String) -> [String] {
        ["/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)", "/identitytoolkit/v3/relyingparty/\(name)"]
    }

    private static func app(_ name: String, v3: String, _ handler: @escaping Handler) -> Route {
        Route(
            method: .post, paths: googleLayouts("v1/\(name)") + v3Layouts(v3), access: .app, isDevelopmentOnly: false,
            handler: handler)
    }

    /// Creates a route that v3 of the API does not have.
    private static func v2(_ name: String, _ handler: @escaping Handler) -> Route {
        Route(method: .post, paths: googleLayouts("v2/\(name)"), access: .app, isDevelopmentOnly: false, handler: handler)
    }

    private static func admin(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) -> Route {
        Route(
            method: method, paths: googleLayouts(path), access: .administrator, isDevelopmentOnly: false, handler: handler)
    }

    private static func open(_ host: String, _ path: String, _ handler: @escaping Handler) -> Route {
        let paths = host.isEmpty ? [path] : [host + path, path]
        return Route(method: .get, paths: paths, access: .open, isDevelopmentOnly: false, handler: handler)
    }

    private static func development(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: method, paths: [path], access: .open, isDevelopmentOnly: true, handler: handler)
    }
}
