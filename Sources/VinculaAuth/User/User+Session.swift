import Foundation
import IdentityToolkit

/// How calls use the user's session, and how they bring a new one.
extension User {
    /// Calls the server as this user.
    ///
    /// - Parameters:
    ///   - isAboutSession: Whether it is this session that is over if the server says that one is. If not, nobody is signed out.
    ///   - call: Gets the ID token. It is called again if the session that it was made with was replaced meanwhile by that of a
    ///     link, a sign-in or another process: the server did nothing then.
    /// - Throws: What the call throws. If the server says that the session is over, the user is signed out.
    func withSession<Value>(
        isAboutSession: Bool = true, _ call: (String) async throws -> Value
    ) async throws -> Value {
        let auth = try owner()
        let idToken = try await freshToken()
        do {
            return try await call(idToken)
        } catch {
            let isReplaced =
                isAboutSession
                ? auth.endSession(of: self, by: error) { $0.idToken == idToken }
                : AuthFailure.endsSession(error) && state.withLock { $0.tokens.idToken } != idToken
            guard isReplaced else { throw error }
        }
        let next = try await freshToken()
        do {
            return try await call(next)
        } catch {
            if isAboutSession { _ = auth.endSession(of: self, by: error) { $0.idToken == next } }
            throw error
        }
    }

    /// Takes over the session that a link or a reauthentication opened, with what the server knows of the account now: both in
    /// one step, so that whoever looks sees the old user or the new one.
    ///
    /// - Throws: `internalError` for somebody else's session; what the server says of the session if it is over already, which
    ///   signs the user out unless the earlier session goes on.
    func takeSession(_ signedIn: SignedIn, _ auth: Auth) async throws {
        guard let owner = try IDTokenContent(signedIn.tokens.idToken).uid, owner == uid else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's answer has a session of another account.")
        }
        let view = beginView()
        let account: IdentityToolkit.UserInfo?
        do {
            account = try await auth.lookUp(signedIn.tokens.idToken, of: uid)
        } catch {
            if AuthFailure.endsSession(error) {
                if let replaced = signedIn.replacedToken {
                    _ = auth.endSession(of: self, by: error) { $0.idToken == replaced }
                }
                throw error
            }
            // The link is made, and the session is new: not knowing the details must not hide it.
            account = nil
        }
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
