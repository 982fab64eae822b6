import HTTPTypes
import Hummingbird
import VinculaCore

/// A route of Google's APIs that this server does not implement, yet or for good.
///
/// Clients read 404 as a broken connection or a wrong address. So these paths exist, for the same callers and with the same
/// limits as the others, and answer `OPERATION_NOT_ALLOWED` with what is missing.
struct AbsentRoute: Sendable {
    let route: Route
    /// The explanation in the response: what is missing.
    let reason: String

    private init(_ name: String, _ method: HTTPRequest.Method, _ paths: [String], _ access: Route.Access, _ reason: String) {
        self.reason = reason
        let operation = OpenAPIOperation(name, "Not supported: the response is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        route = Route(method: method, paths: paths, access: access, limit: .other, operation: operation) { _ in
            { _ in throw AuthError.operationNotAllowed(reason) }
        }
    }

    static let all: [AbsentRoute] =
        [
            app("issueSamlResponse", v3: nil, saml)
        ]
        + ["passkeyEnrollment:start", "passkeyEnrollment:finalize", "passkeySignIn:start", "passkeySignIn:finalize"].map {
            AbsentRoute(
                "accounts.\($0.replacing(":", with: "."))", .post, Routes.googleLayouts("v2/accounts/\($0)"), .app,
                "This server does not support passkeys.")
        }
        + [
            admin("queryAccounts", .post, "v1/projects/{project}:queryAccounts", "Use accounts:query."),
            admin(
                "identityPlatform.initializeAuth", .post, "v2/projects/{project}/identityPlatform:initializeAuth", initialization),
            admin("tenants.list", .get, "v2/projects/{project}/tenants", tenants),
            admin("tenants.create", .post, "v2/projects/{project}/tenants", tenants),
        ]
        + ["setProjectConfig": "Use v2/projects/{project}/config."].sorted { $0.key < $1.key }.map {
            AbsentRoute("relyingparty.\($0.key)", .post, Routes.v3Layouts($0.key), .administrator, $0.value)
        }

    private static let saml =
        "This server is not a SAML identity provider: people sign in to it with one (inboundSamlConfigs)."
    private static let tenants = "This server does not support tenants."
    private static let initialization = "There is nothing to initialize: every project has the Identity Platform settings."

    private static func app(_ name: String, v3: String?, _ reason: String) -> AbsentRoute {
        AbsentRoute(
            "accounts.\(name)", .post,
            Routes.googleLayouts("v1/accounts:\(name)") + (v3.map { Routes.v3Layouts($0) } ?? []), .app, reason)
    }

    private static func admin(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, _ reason: String
    ) -> AbsentRoute {
        AbsentRoute("projects.\(name)", method, Routes.googleLayouts(path), .administrator, reason)
    }
}
