/// The state of an account when it came from another server, by which its later changes here are told.
package struct ImportMark: Hashable, Sendable {
    /// The account's generation after the import.
    package let generation: Int64
    /// The second before which sign-ins at the other server were not valid any more there; `nil` if that is not known.
    package let formerValidSince: Int64?
    /// The account's `validSince` as the import, or the last exchange, left it.
    package var validSince: Int64?

    package init(generation: Int64, formerValidSince: Int64?, validSince: Int64?) {
        self.generation = generation
        self.formerValidSince = formerValidSince
        self.validSince = validSince
    }

    /// Decides whether somebody who signed in at the other server goes on here.
    ///
    /// Whatever ends an account's sessions here ends those of the other server, too: it raises the generation, or an
    /// administrator has moved `validSince`.
    ///
    /// - Parameters:
    ///   - facts: The facts of the other server's token.
    ///   - account: The account as it is now; `nil` if there is none.
    ///   - mark: The mark of its import; `nil` if it was not imported.
    /// - Returns: The account and its mark as they must be for a session with the token's time of sign-in. The import had put
    ///   the account's `validSince` after it.
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired``.
    package static func admit(
        _ facts: FormerTokenFacts, to account: Account?, _ mark: ImportMark?
    ) throws(AuthError) -> (account: Account, mark: ImportMark) {
        guard var account else { throw .userNotFound }
        guard !account.isDisabled else { throw .userDisabled }
        let signedIn = facts.authTime.seconds
        guard var mark, mark.generation == account.generation, signedIn >= mark.formerValidSince ?? .min else {
            throw .tokenExpired
        }
        guard let validSince = account.validSince, validSince > signedIn else { return (account, mark) }
        guard validSince == mark.validSince else { throw .tokenExpired }
        account.validSince = signedIn
        mark.validSince = signedIn
        return (account, mark)
    }
}
