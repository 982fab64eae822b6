/// The interface that Firebase's other SDKs use.
extension Auth {
    /// Provides the current user's ID token; nil if nobody is signed in.
    ///
    /// - Parameters:
    ///   - forceRefresh: If true, the token is renewed even if it is still valid.
    ///   - callback: Receives the token or the error, on the main queue.
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

    /// Returns the current user's ID; nil if nobody is signed in.
    public func getUserID() -> String? { currentUser?.uid }
}
