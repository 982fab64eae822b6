import Foundation
import IdentityToolkit

/// How calls use the user's session, and how they bring a new one.
extension User {
    /// Calls the server as this user.
    ///
    /// - Parameters:
    ///   - isAboutSession: Whether it is this session that is over if the server says that the account is gone. If not, nobody is
    ///     signed out.
    ///   - call: Gets the ID token. It is called again, with another one, if the server did not take the token: it did nothing
    ///     then.
    /// - Throws: What the call throws, or the refresh. If the server says that the account is gone or disabled, or refuses the
    ///   refresh too, the user is signed out.
    func withSession<Value>(
        isAboutSession: Bool = true, _ call: (String) async throws -> Value
    ) async throws -> Value {
        let auth = try owner()
        let idToken = try await freshToken()
        let next: String
        do {
            return try await call(idToken)
        } catch  where AuthFailure.refusesToken(error) {
            // The token may be only too old by the server's clock, or the session was replaced meanwhile by that of a link, a
            // sign-in or another process. Whether it is over, the refresh tells.
            next = try await token(.other(than: idToken))
        } catch {
            guard isAboutSession, await end(auth, by: error, showing: idToken) else { throw error }
            next = try await freshToken()
        }
        do {
            return try await call(next)
        } catch {
            if isAboutSession, !AuthFailure.refusesToken(error) {
                _ = await end(auth, by: error, showing: next)
            }
            throw error
        }
    }

    /// Takes over the session that a link or a reauthentication opened, with what the server knows of the account now: both in
    /// one step, so that whoever looks sees the old user or the new one.
    ///
    /// - Throws: `internalError` for somebody else's session; what the server says of the session if it is over already, which
    ///   signs the user out unless the earlier session goes on.
    func takeSession(_ signedIn: SignedIn, _ auth: Auth) async throws {
        try signedIn.tokens.require(uid)
        let view = beginView()
        let account: IdentityToolkit.UserInfo?
        do {
            account = try await auth.lookUp(signedIn.tokens.idToken, of: uid)
        } catch {
            if AuthFailure.endsSession(error) {
                if let replaced = signedIn.replacedToken {
                    _ = await end(auth, by: error, showing: replaced)
                }
                throw error
            }
            // The link is made, and the session is new: not knowing the details must not hide it.
            account = nil
        }
        try await auth.storing { [self] in
            try auth.change(self) { state in
                if !signedIn.isEarlierSession { state.tokens = signedIn.tokens }
                if let account, take(view) {
                    state.adopt(account)
                } else if let way = signedIn.way, !state.providers.contains(where: { $0.providerID == way.providerID }) {
                    state.providers.append(way)
                    if way.providerID == EmailAuthProvider.id { state.email = state.email ?? way.email }
                }
                state.isAnonymous = false
                return true
            }
        }
    }

    /// Signs out if a server said that the session of an ID token is over.
    ///
    /// - Returns: Whether there is another session by now.
    private func end(_ auth: Auth, by error: any Error, showing idToken: String) async -> Bool {
        await auth.storing { [self] in auth.endSession(of: self, by: error) { $0.idToken == idToken } }
    }

    // MARK: The order of what is known

    /// Numbers what is learnt of the account by when it was asked for: an answer that comes late must not undo what is newer.
    struct Views {
        var begun = 0
        var taken = 0
    }

    /// Begins to ask the server for the account.
    func beginView() -> Int {
        views.withLock { views in
            views.begun += 1
            return views.begun
        }
    }

    /// Whether an answer is the newest; from now on, older ones are not.
    func take(_ view: Int) -> Bool {
        views.withLock { views in
            guard view > views.taken else { return false }
            views.taken = view
            return true
        }
    }
}

extension AuthFailure {
    /// Whether a server said that it does not take an ID token: that is not yet the end of the session.
    fileprivate static func refusesToken(_ error: any Error) -> Bool {
        let code = code(of: error)
        return endsSession(error) && (code == .userTokenExpired || code == .invalidUserToken)
    }
}
