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

    private init(_ name: String, _ path: String, _ reason: String) {
        self.reason = reason
        let operation = OpenAPIOperation(
            "accounts.\(name)", "Not supported: the response is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        route = Route(method: .post, paths: Routes.googleLayouts(path), access: .app, limit: .other, operation: operation) { _ in
            { _ in throw AuthError.operationNotAllowed(reason) }
        }
    }

    static let all: [AbsentRoute] =
        [
            AbsentRoute(
                "issueSamlResponse", "v1/accounts:issueSamlResponse",
                "This server is not a SAML identity provider: people sign in to it with one (inboundSamlConfigs).")
        ]
        + ["passkeyEnrollment:start", "passkeyEnrollment:finalize", "passkeySignIn:start", "passkeySignIn:finalize"].map {
            AbsentRoute($0.replacing(":", with: "."), "v2/accounts/\($0)", "This server does not support passkeys.")
        }
}
