import VinculaCore

/// A provider's description of an access token (RFC 7662), in the form that several providers use.
struct TokenIntrospection: Sendable {
    let answer: JSONValue

    init(_ answer: JSONValue) { self.answer = answer }

    /// Checks that the token is active and was issued to our client.
    ///
    /// - Returns: The remaining lifetime, in seconds, if the provider states it.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, also if the provider does not say to which client the token was
    ///   issued.
    func check(client: String, by dialogue: ProviderDialogue) throws(AuthError) -> Int64? {
        guard answer["active"]?.bool == true else { throw dialogue.expired }
        let told = [answer["client_id"], answer["aud"]].compactMap(\.self)
        guard !told.isEmpty, told.allSatisfy({ $0.string?.isSame(as: client) == true }) else { throw dialogue.otherClient }
        guard let expiry = answer["expires_at"] ?? answer["exp"] else { return nil }
        guard let expiry = expiry.int, expiry > dialogue.now.seconds else { throw dialogue.expired }
        return expiry - dialogue.now.seconds
    }

    /// Indicates whether the token belongs to this person; true if the provider does not say.
    func allows(subject: String) -> Bool { answer["sub"].map { $0.string?.isSame(as: subject) == true } ?? true }
}
