import Foundation

/// The contents of a custom token: who signs in, and the claims that their ID tokens get.
package struct CustomTokenFacts: Hashable, Sendable {
    package let account: AccountID
    /// The tenant that it is for; empty for the project itself.
    package let tenant: String
    package let claims: CustomClaims?
}

/// The rules for the claims of a custom token: the word of a project's backend that a person is who they say they are.
package enum CustomTokenRules {
    /// The audience of every custom token, by which it cannot be mistaken for another kind.
    package static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    /// The longest lifetime of a token, in seconds.
    package static let longestLife: Int64 = 3600
    /// The tolerance for other machines' clocks running ahead, in seconds.
    package static let leeway: Int64 = 60
    /// The longest name of a service account, in bytes.
    package static let longestSigner = 320

    /// Reads the service account that claims to have signed a token, so that its keys can be found.
    ///
    /// - Throws: ``AuthError/invalidCustomToken(_:)``, also for a token of another kind.
    package static func signer(_ claims: JSONValue) throws(AuthError) -> String {
        try checkAudience(claims)
        guard let signer = claims["iss"]?.string, !signer.isEmpty, signer.utf8.count <= longestSigner else {
            throw .invalidCustomToken("iss must be the email of the service account that signed the token.")
        }
        return signer
    }

    /// Checks the claims of a token whose signature has been verified.
    ///
    /// - Throws: ``AuthError/invalidCustomToken(_:)``, ``AuthError/missingIdentifier`` without a `uid`, and the errors of
    ///   ``CustomClaims``.
    package static func check(_ claims: JSONValue, now: Timestamp) throws(AuthError) -> CustomTokenFacts {
        let signer = try signer(claims)
        guard claims["sub"]?.string == signer else { throw .invalidCustomToken("sub must equal iss.") }
        // No library writes a NumericDate as a fraction or a string.
        guard case .integer(let issuedAt)? = claims["iat"], case .integer(let expiresAt)? = claims["exp"],
            issuedAt > 0, expiresAt > issuedAt, expiresAt <= issuedAt &+ longestLife
        else { throw .invalidCustomToken("exp must be at most an hour after iat.") }
        guard issuedAt <= now.seconds + leeway else {
            throw .invalidCustomToken(
                "The token is not valid before \(text(issuedAt)), and it is \(text(now.seconds)) here: "
                    + "set the clock of the machine that made it.")
        }
        guard expiresAt > now.seconds else {
            throw .invalidCustomToken(
                "The token expired at \(text(expiresAt)), and it is \(text(now.seconds)) here. Custom tokens live for an hour at "
                    + "most: make a new one for each sign-in.")
        }
        return try facts(claims, name: claims["uid"])
    }

    /// Checks the claims of a token that nobody signed, as the emulator accepts it: it may be old, and its `uid` a number.
    ///
    /// - Parameters:
    ///   - claims: The token's claims.
    ///   - isJWT: `false` if they came as a JSON object, which has no audience.
    package static func checkUnsigned(_ claims: JSONValue, isJWT: Bool) throws(AuthError) -> CustomTokenFacts {
        if isJWT { try checkAudience(claims) }
        let name = [claims["uid"], claims["user_id"]].compactMap(\.self).first { $0 != .null && $0 != "" }
        if case .integer(let number)? = name { return try facts(claims, name: .string(String(number))) }
        return try facts(claims, name: name)
    }

    /// A time in UTC (RFC 3339).
    private static func text(_ seconds: Int64) -> String {
        guard seconds < 253_402_300_800 else { return "a time after the year 9999" }
        return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    private static func checkAudience(_ claims: JSONValue) throws(AuthError) {
        guard claims["aud"]?.string == audience else {
            throw .invalidCustomToken(
                "aud must be \(audience). ID tokens and providers' tokens cannot be used as custom tokens.")
        }
    }

    private static func facts(_ claims: JSONValue, name: JSONValue?) throws(AuthError) -> CustomTokenFacts {
        guard let name, name != .null, name != "" else { throw .missingIdentifier }
        guard let uid = name.string, AccountID.isWellFormed(uid) else {
            throw .invalidCustomToken("uid must be a string of 1 to 128 printable ASCII characters.")
        }
        let tenant: String
        switch claims["tenant_id"] {
        case nil, .null?: tenant = ""
        case .string(let text)?: tenant = text
        default: throw .invalidCustomToken("tenant_id must be a string.")
        }
        let developerClaims: CustomClaims? = if let own = claims["claims"] { try CustomClaims(own.text) } else { nil }
        return CustomTokenFacts(account: AccountID(uid), tenant: tenant, claims: developerClaims)
    }
}
