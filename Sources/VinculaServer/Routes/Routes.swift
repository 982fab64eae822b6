import HTTPTypes
import VinculaCore

/// Every path of the server.
///
/// Google's APIs are served in three layouts on one port: with the host in the path, as the emulator's clients send it
/// (`/identitytoolkit.googleapis.com/v1/…`), bare (`/v1/…`), and under their v3 names (`relyingparty/…`).
enum Routes {
    static let all: [Route] = ofProjects.flatMap { [$0] + [$0.tenantTwin].compactMap(\.self) }

    private static let ofProjects: [Route] =
        accounts + secondFactors + accountAdministration + projects + apiKeys + providers + saml + tenants + tokens + keys + pages
        + accountPage + flows + emulator + ownSessions + revocations + health + console + AbsentRoute.all.map(\.route)

    // MARK: Layouts

    static func googleLayouts(_ path: String) -> [String] { ["/identitytoolkit.googleapis.com/\(path)", "/\(path)"] }

    static func v3Layouts(_ name: String) -> [String] {
        ["/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)", "/identitytoolkit/v3/relyingparty/\(name)"]
    }

    static func app(
        _ name: String, v3: String, limit: LimitedRPC, effect: Route.Effect = .writes, takesAssertion: Bool = false,
        tenancy: Route.Tenancy? = nil, isShort: Bool = false, _ operation: OpenAPIOperation, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: .post, paths: googleLayouts("v1/\(name)") + v3Layouts(v3), access: .app, effect: effect, limit: limit,
            takesAssertion: takesAssertion, tenancy: tenancy, isShort: isShort, operation: operation, handler: handler)
    }

    /// A route of apps that v3 of the API does not have.
    static func v2(
        _ name: String, limit: LimitedRPC, _ operation: OpenAPIOperation, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: .post, paths: googleLayouts("v2/\(name)"), access: .app, limit: limit, operation: operation,
            handler: handler)
    }

    /// A route of administrators. Requests without a bearer count as an app's `other` ones before they are refused.
    static func admin(
        _ method: HTTPRequest.Method, _ path: String, effect: Route.Effect? = nil, tenancy: Route.Tenancy? = nil,
        _ operation: OpenAPIOperation, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: method, paths: googleLayouts(path), access: .administrator, effect: effect, limit: .other, tenancy: tenancy,
            operation: operation, handler: handler)
    }

    /// A path that anybody may read, by itself and with a host in front of it.
    static func open(
        _ host: String, _ path: String, served: Route.Served = .everywhere, _ operation: OpenAPIOperation,
        _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: .get, paths: host.isEmpty ? [path] : [host + path, path], access: .open, served: served, limit: nil,
            operation: operation, handler: handler)
    }

    static func developer(
        _ method: HTTPRequest.Method, _ path: String, tenancy: Route.Tenancy? = nil, _ operation: OpenAPIOperation,
        _ handler: @escaping Route.Handler
    ) -> Route {
        Route(
            method: method, paths: [path], access: .developer, served: .underDev, limit: nil, tenancy: tenancy,
            operation: operation, handler: handler)
    }

    // MARK: Query parameters that several routes have

    static let tenant = OpenAPIOperation.QueryParameter.text(
        "tenantId", "The tenant; without it, the project itself.")
    static let updateMask = OpenAPIOperation.QueryParameter.text(
        "updateMask", "The fields to change, separated by commas; without it, those in the body.")
}
