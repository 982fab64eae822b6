import Foundation
import IdentityToolkit

/// The use of the user's session by calls, and the adoption of new sessions.
extension User {
    /// Calls the server as this user.
    ///
    /// - Parameters:
    ///   - isAboutSession: True if the server's report that the account does not exist ends this session. If false, nobody is
    ///     signed out.
    ///   - call: Receives the ID token. Called again with another token if the server rejected the first one, having done
    ///     nothing.
    /// - Throws: The errors of the call or the refresh. If the server reports that the account was deleted or disabled, or
    ///   rejects the refresh too, the user is signed out.
    func withSession<Value>(
        isAboutSession: Bool = true, _ call: (String) async throws -> Value
    ) async throws -> Value {
        let auth = try owner()
        let idToken = try await freshToken()
        let next: String
        do {
            return try await call(idToken)
        } catch  where AuthFailure.refusesToken(error) {
            // The token may be too old only by the server's clock, or the session was replaced meanwhile by one from a link,
            // a sign-in or another process. The refresh shows whether the session is over.
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

    /// Applies the session opened by a link or a reauthentication, together with the account's current data from the server:
    /// in one step, so that observers see either the old user or the new one.
    ///
    /// - Throws: `internalError` if the session belongs to another account; the server's error if the session is already
    ///   over, which signs the user out unless the earlier session continues.
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
            // The link was made and the session is new: failing to load the details must not hide that.
            account = nil
        }
        try await auth.storing { [self] in
            auth.keepKey(of: signedIn.tokens, insteadOf: state.withLock { $0.tokens }, for: self)
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

    /// Signs out if a server reported that the session of an ID token is over.
    ///
    /// - Returns: True if there is another session by now.
    private func end(_ auth: Auth, by error: any Error, showing idToken: String) async -> Bool {
        await auth.storing { [self] in auth.endSession(of: self, by: error) { $0.idToken == idToken } }
    }

    // MARK: Order of account data

    /// Numbers account lookups in the order in which they were started: a late response must not overwrite newer data.
    struct Views {
        var begun = 0
        var taken = 0
    }

    /// Starts a lookup of the account, and returns its number.
    func beginView() -> Int {
        views.withLock { views in
            views.begun += 1
            return views.begun
        }
    }

    /// Returns whether a response is the newest so far; older ones are ignored from then on.
    func take(_ view: Int) -> Bool {
        views.withLock { views in
            guard view > views.taken else { return false }
            views.taken = view
            return true
        }
    }
}

extension AuthFailure {
    /// Returns whether a server rejected an ID token, which does not yet mean that the session is over.
    fileprivate static func refusesToken(_ error: any Error) -> Bool {
        let code = code(of: error)
        return endsSession(error) && (code == .userTokenExpired || code == .invalidUserToken)
    }
}
