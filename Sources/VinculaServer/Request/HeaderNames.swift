import HTTPTypes

extension HTTPField.Name {
    /// `Host`. NIO makes the first one the request's authority; what is left is a second one.
    static let host = named("Host")
    static let apiKey = named("X-Goog-Api-Key")
    static let firebaseLocale = named("X-Firebase-Locale")
    /// The proof that a client holds its key (RFC 9449).
    static let proof = named("DPoP")
    /// The nonce for the next proof.
    static let proofNonce = named("DPoP-Nonce")
    /// The form's token, where the body of a request to the console is part of a file.
    static let formToken = named("X-Vincula-Form")

    /// A name that is made once: making one checks every character and copies it in lower case.
    private static func named(_ name: String) -> HTTPField.Name {
        // The fallback is never used: the names are valid.
        HTTPField.Name(name) ?? .referer
    }
}
