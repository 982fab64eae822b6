import Foundation

extension User {
    /// Gives an ID token that is good for at least five minutes.
    ///
    /// - Parameter completion: Gets the token or the error, on the main queue.
    public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDToken() }
    }

    /// Gives an ID token.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to renew a token that is still good, so that it tells of what changed since.
    ///   - completion: Gets the token or the error, on the main queue.
    public func getIDTokenForcingRefresh(_ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDToken(forcingRefresh: forceRefresh) }
    }

    /// Gives an ID token that is good for at least five minutes.
    ///
    /// Calls at the same time share one refresh.
    ///
    /// - Parameter forceRefresh: Whether to renew a token that is still good, so that it tells of what changed since.
    /// - Throws: `networkError`; `userTokenExpired`, `userNotFound`, `userDisabled` or `invalidUserToken` once the session is
    ///   over, which signs the user out.
    public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
        try await freshToken(forcing: forceRefresh)
    }

    /// Gives an ID token; the same as ``getIDToken(forcingRefresh:)``.
    public func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await freshToken(forcing: forceRefresh)
    }

    /// Gives an ID token with what stands in it.
    ///
    /// - Parameter completion: Gets the token or the error, on the main queue.
    public func getIDTokenResult(completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDTokenResult() }
    }

    /// Gives an ID token with what stands in it.
    ///
    /// - Parameters:
    ///   - forcingRefresh: Whether to renew a token that is still good.
    ///   - completion: Gets the token or the error, on the main queue.
    public func getIDTokenResult(forcingRefresh: Bool, completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await getIDTokenResult(forcingRefresh: forcingRefresh) }
    }

    /// Gives an ID token with what stands in it.
    ///
    /// - Parameter forceRefresh: Whether to renew a token that is still good.
    /// - Throws: What ``getIDToken(forcingRefresh:)`` throws, and `malformedJWT`.
    public func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: await freshToken(forcing: forceRefresh))
    }
}
