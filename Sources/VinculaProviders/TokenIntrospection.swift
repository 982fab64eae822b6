import VinculaCore

/// What a provider says of an access token that it was asked about (RFC 7662), as LinkedIn and Yahoo have it.
struct TokenIntrospection: Sendable {
    let answer: JSONValue

    init(_ answer: JSONValue) { self.answer = answer }

    /// Checks that the token is good, and ours.
    ///
    /// - Returns: For how long it is good, in seconds, if the provider says so.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, also where the provider does not say for whom the token was made.
    func check(client: String, by dialogue: ProviderDialogue) throws(AuthError) -> Int64? {
        guard answer["active"]?.bool == true else { throw dialogue.expired }
        let told = [answer["client_id"], answer["aud"]].compactMap(\.self)
        guard !told.isEmpty, told.allSatisfy({ $0.string?.isSame(as: client) == true }) else { throw dialogue.otherClient }
        guard let expiry = answer["expires_at"] ?? answer["exp"] else { return nil }
        guard let expiry = expiry.int, expiry > dialogue.now.seconds else { throw dialogue.expired }
        return expiry - dialogue.now.seconds
    }

    /// Whether the token, as far as the provider said so, is this person's.
    func allows(subject: String) -> Bool { answer["sub"].map { $0.string?.isSame(as: subject) == true } ?? true }
}
