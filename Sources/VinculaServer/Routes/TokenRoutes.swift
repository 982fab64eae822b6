import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes that exchange tokens and publish the keys they are signed with.
extension Routes {
    static let tokens = [
        Route(
            method: .post, paths: ["/securetoken.googleapis.com/v1/token", "/v1/token"], access: .app, limit: .token,
            isShort: true,
            operation: OpenAPIOperation(
                "token", "Exchanges a refresh token.", takes: TokenRequest.self, takesForm: true,
                gives: .shape(TokenResponse.self))
        ) { $0.token },
        Route(
            method: .post,
            paths: ["/token", "/oauth2.googleapis.com/token", "/oauth2/v4/token", "/www.googleapis.com/oauth2/v4/token"],
            access: .open, limit: .token, operation: accessToken
        ) { $0.accessToken },
        admin(
            .post, "v1/projects/{project}:createSessionCookie",
            OpenAPIOperation(
                "projects.createSessionCookie", "Exchanges an ID token for a session cookie.",
                takes: CreateSessionCookieRequest.self, gives: .shape(CreateSessionCookieResponse.self))
        ) { $0.createSessionCookie },
    ]

    static let keys = [
        open(
            "/www.googleapis.com", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            OpenAPIOperation("keys.certificates", "The certificates of the ID-token keys, by key id.", gives: .texts)
        ) { $0.certificates },
        open(
            "/www.googleapis.com", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            OpenAPIOperation("keys.jsonWebKeys", "The ID-token keys as a JSON Web Key Set.", gives: .object(["keys": "array"]))
        ) { $0.jsonWebKeys },
        open(
            "/www.googleapis.com", "/identitytoolkit/v3/relyingparty/publicKeys",
            OpenAPIOperation("relyingparty.publicKeys", "The certificates of the session-cookie keys.", gives: .texts)
        ) { $0.sessionCookieCertificates },
        open(
            "/identitytoolkit.googleapis.com", "/v1/publicKeys",
            OpenAPIOperation("publicKeys", "The certificates of the ID-token keys, by key id.", gives: .texts)
        ) { $0.certificates },
        open(
            "/identitytoolkit.googleapis.com", "/v1/sessionCookiePublicKeys",
            OpenAPIOperation(
                "sessionCookiePublicKeys", "The session-cookie keys as a JSON Web Key Set.", gives: .object(["keys": "array"]))
        ) { $0.sessionCookieKeys },
        open("/securetoken.google.com", "/{project}/.well-known/openid-configuration", discovery("projects.discovery")) {
            $0.discovery
        },
        open("", "/.well-known/openid-configuration", discovery("discovery")) { $0.discovery },
        open(
            "", "/.well-known/jwks.json",
            OpenAPIOperation("jwks", "The ID-token keys as a JSON Web Key Set.", gives: .object(["keys": "array"]))
        ) { $0.jsonWebKeys },
    ]

    private static let accessToken: OpenAPIOperation = {
        var operation = OpenAPIOperation(
            "accessToken", "Exchanges a service account's assertion for an access token (RFC 7523).",
            gives: .shape(AccessTokenResponse.self))
        operation.form = ["grant_type": true, "assertion": true]
        operation.refusal = OAuthErrorBody.self
        return operation
    }()

    private static func discovery(_ name: String) -> OpenAPIOperation {
        OpenAPIOperation(
            name, "The OpenID discovery document, for backends that verify ID tokens with it.",
            gives: .object([
                "issuer": "string", "jwks_uri": "string", "response_types_supported": "array",
                "subject_types_supported": "array", "id_token_signing_alg_values_supported": "array",
            ]))
    }
}
