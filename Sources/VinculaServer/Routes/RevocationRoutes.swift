import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The route of the revocation feed. Firebase has nothing like it.
extension Routes {
    static let revocations = [
        // Of service accounts: it shows whose sessions end, and every app has the API key.
        Route(
            method: .get, paths: ["/v1/revocations", "/v1/projects/{project}/revocations"], access: .administrator, limit: .other,
            tenancy: .projectOnly,
            operation: OpenAPIOperation(
                "revocations", "Lists tokens that ended before they expire, for backends that verify tokens themselves.",
                query: [.text("after", "The `next` of the response before; empty to begin.")],
                gives: .shape(RevocationsResponse.self))
        ) { $0.revocations }
    ]
}
