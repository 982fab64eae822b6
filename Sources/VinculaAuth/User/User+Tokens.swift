import Foundation

extension User {
    /// Provides an ID token that is valid for at least five minutes.
    ///
    /// - Parameter completion: Receives the token or the error, on the main queue.
    public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDToken() }
    }

    /// Provides an ID token.
    ///
    /// - Parameters:
    ///   - forceRefresh: If true, a token that is still valid is renewed as well, so that it reflects later changes.
    ///   - completion: Receives the token or the error, on the main queue.
    public func getIDTokenForcingRefresh(_ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDToken(forcingRefresh: forceRefresh) }
    }

    /// Returns an ID token that is valid for at least five minutes.
    ///
    /// Concurrent calls share one refresh.
    ///
    /// - Parameter forceRefresh: If true, a token that is still valid is renewed as well, so that it reflects later changes.
    /// - Throws: `networkError`; `userTokenExpired`, `userNotFound`, `userDisabled` or `invalidUserToken` once the session is
    ///   over, which signs the user out.
    public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
        try await freshToken(forcing: forceRefresh)
    }

    /// Returns an ID token; the same as ``getIDToken(forcingRefresh:)``.
    public func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await freshToken(forcing: forceRefresh)
    }

    /// Provides a decoded ID token.
    ///
    /// - Parameter completion: Receives the token or the error, on the main queue.
    public func getIDTokenResult(completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDTokenResult() }
    }

    /// Provides a decoded ID token.
    ///
    /// - Parameters:
    ///   - forcingRefresh: If true, a token that is still valid is renewed as well.
    ///   - completion: Receives the token or the error, on the main queue.
    public func getIDTokenResult(forcingRefresh: Bool, completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDTokenResult(forcingRefresh: forcingRefresh) }
    }

    /// Returns a decoded ID token.
    ///
    /// - Parameter forceRefresh: If true, a token that is still valid is renewed as well.
    /// - Throws: The errors of ``getIDToken(forcingRefresh:)``, and `malformedJWT`.
    public func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: await freshToken(forcing: forceRefresh))
    }
}
