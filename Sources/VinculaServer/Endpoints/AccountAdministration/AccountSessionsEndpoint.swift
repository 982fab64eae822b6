import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:sessions`: lists where a person is signed in.
    func accountSessions(_ call: Call) async throws -> Response {
        let request = try call.decode(AccountSessionsRequest.self)
        guard let id = request.localId, !id.isEmpty else { throw AuthError.missingLocalID }
        try call.requireKnownFields(of: AccountSessionsRequest.self)
        let sessions = try await engine.accounts.openSessions(of: AccountID(id), in: call.scope)
        return try Answer.json(ListSessionsResponse(sessions: sessions.map(ListSessionsResponse.Session.init)))
    }

    /// `projects.accounts:endSessions`: ends some of a person's sessions.
    func endAccountSessions(_ call: Call) async throws -> Response {
        let request = try call.decode(EndAccountSessionsRequest.self)
        guard let id = request.localId, !id.isEmpty else { throw AuthError.missingLocalID }
        try call.requireKnownFields(of: EndAccountSessionsRequest.self)
        let handles = request.handles ?? []
        guard (1...Self.mostHandles).contains(handles.count) else {
            throw AuthError.invalidArgument("handles must be 1 to \(Self.mostHandles) handles.")
        }
        let count = try await engine.accounts.endSessions(Set(handles), of: AccountID(id), in: call.scope)
        return try Answer.json(EndAccountSessionsResponse(ended: count))
    }
}
