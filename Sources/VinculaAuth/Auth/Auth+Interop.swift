/// What Firebase's other SDKs ask of an `Auth`.
extension Auth {
    /// Gives the current user's ID token; nil if nobody is signed in.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to renew the token even if it is still good.
    ///   - callback: Gets the token or the error, on the main queue.
    public func getToken(forcingRefresh forceRefresh: Bool, completion callback: @escaping (String?, (any Error)?) -> Void) {
        let callback = Callback<(String?, (any Error)?)> { callback($0.0, $0.1) }
        Task {
            do {
                let token = try await self.currentUser?.freshToken(forcing: forceRefresh)
                callback.deliver((token, nil))
            } catch {
                callback.deliver((nil, error))
            }
        }
    }

    /// The current user's id; nil if nobody is signed in.
    public func getUserID() -> String? { currentUser?.uid }
}
