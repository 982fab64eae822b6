import VinculaCore
import VinculaEngine

/// The *auth event* by which an app's SDK learns how a sign-in at a provider's page ended.
struct FlowEvent: Hashable, Sendable {
    /// A failure as the SDKs report it to the app.
    struct Failure: Hashable, Sendable {
        /// A code of the SDKs, `auth/…`.
        var code: String
        var message: String

        var json: JSONValue { .object(["code": .string(code), "message": .string(message)]) }
    }

    /// The kind of flow, as the app named it (`authType`).
    var type: String
    /// The app's own id of the flow.
    var eventID: String?
    /// The address with the one-time code; `nil` after a failure.
    var urlResponse: String?
    /// The session's secret, for web apps.
    var sessionID: String?
    var tenant: String?
    var failure: Failure?

    init(_ request: FlowRequest, failure: Failure) {
        type = request.kind.rawValue
        eventID = request.eventID
        tenant = request.tenant
        self.failure = failure
    }

    init(_ request: FlowRequest, urlResponse: String, sessionID: String?) {
        type = request.kind.rawValue
        eventID = request.eventID
        tenant = request.tenant
        self.urlResponse = urlResponse
        self.sessionID = sessionID
    }

    /// The event as the web SDK reads it.
    var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return .object([
            "type": .string(type), "eventId": text(eventID), "urlResponse": text(urlResponse), "sessionId": text(sessionID),
            "postBody": .null, "tenantId": text(tenant), "error": failure?.json ?? .null,
        ])
    }
}
