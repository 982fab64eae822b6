import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The number of handles that one request may name.
    static let mostHandles = 100

    /// `account/sessions`: lists where the caller is signed in.
    func listSessions(_ call: Call) async throws -> Response {
        let request = try call.decode(ListSessionsRequest.self)
        let sessions = try await engine.listOwnSessions(idToken: request.idToken, in: call.scope)
        return try Answer.json(ListSessionsResponse(sessions: sessions.map(ListSessionsResponse.Session.init)))
    }

    /// `account/sessions:end`: signs the caller out elsewhere, or here.
    func endSessions(_ call: Call) async throws -> Response {
        let request = try call.decode(EndSessionsRequest.self)
        try await engine.endOwnSessions(try Self.choice(request), idToken: request.idToken, in: call.scope)
        return try Answer.json([String: String]())
    }

    private static func choice(_ request: EndSessionsRequest) throws(AuthError) -> OwnSessionChoice {
        let handles = request.handles ?? []
        let endsOthers = request.allOthers ?? false
        guard endsOthers == handles.isEmpty else { throw .invalidArgument("Either handles or allOthers must be set.") }
        guard handles.count <= mostHandles else {
            throw .invalidArgument("handles must be at most \(mostHandles) handles.")
        }
        return endsOthers ? .allOthers : .handles(handles)
    }
}

extension ListSessionsResponse.Session {
    /// Creates the view of a session.
    init(_ session: OwnSession) {
        self.init()
        handle = session.handle
        createdAt = session.openedAt.rfc3339
        let hour = Timestamp(seconds: session.lastUsedAt.seconds / 3600 * 3600)
        lastUsedAt = hour.rfc3339
        lastUsedOn = String(hour.rfc3339.prefix(10))
        network = session.place.network
        device = session.place.device
        firstFactor = session.firstFactor
        secondFactor = session.secondFactor
        bound = session.isBound
        tenantId = session.tenant.isEmpty ? nil : session.tenant
        current = session.isCurrent
    }
}
