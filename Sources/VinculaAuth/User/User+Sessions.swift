import IdentityToolkit

/// The places where the user is signed in. Only Vincula lists them.
extension User {
    /// Returns where the user is signed in.
    public func sessions(completion: (([UserSession]?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await sessions() }
    }

    /// Returns where the user is signed in: the latest 100 sessions, newest first, and this app's in any case.
    ///
    /// - Throws: `operationNotAllowed` with Google's servers.
    public func sessions() async throws -> [UserSession] {
        let auth = try ownerOfSessions()
        return try await withSession { idToken in
            var request = ListSessionsRequest()
            request.idToken = idToken
            guard let sessions = try await auth.backend().call(.listSessions, request).sessions else {
                throw AuthFailure.internalError(.unexpectedResponse, message: "The server returned no list of sessions.")
            }
            return sessions.compactMap { UserSession($0, of: self) }
        }
    }

    /// Signs the user out everywhere else.
    public func endOtherSessions(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await endOtherSessions() }
    }

    /// Signs the user out everywhere else. Sign-in methods that those sessions linked long after their sign-in are removed.
    ///
    /// - Throws: `requiresRecentLogin`, `operationNotAllowed` with Google's servers.
    public func endOtherSessions() async throws { try await endSessions { $0.allOthers = true } }

    /// Ends the sessions that a request names.
    func endSessions(_ choose: (inout EndSessionsRequest) -> Void) async throws {
        let auth = try ownerOfSessions()
        try await withSession { idToken in
            var request = EndSessionsRequest()
            request.idToken = idToken
            choose(&request)
            _ = try await auth.backend().call(.endSessions, request)
        }
    }

    private func ownerOfSessions() throws -> Auth {
        let auth = try owner()
        guard auth.address != .google else {
            throw AuthFailure.make(.operationNotAllowed, message: "Google's servers do not list sessions.")
        }
        return auth
    }
}
