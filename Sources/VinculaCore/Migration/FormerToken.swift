import Foundation

/// The facts of an ID token of the server that a project left.
package struct FormerTokenFacts: Hashable, Sendable {
    package let account: AccountID
    /// The tenant that the token is for; empty for the project itself.
    package let tenant: String
    /// The time of the sign-in.
    package let authTime: Timestamp
    package let signInProvider: ProviderID
    /// The second factor of the sign-in, if there was one.
    package let secondFactor: SecondFactorID?
    /// The claims at the top level that the project's backend put there.
    package let claims: [String: JSONValue]
}

/// The rules for tokens of the server that a project left; the signature is checked elsewhere.
package enum FormerTokenRules {
    /// The longest refresh token, in bytes.
    package static let longestRefreshToken = 4096
    /// The time within which a refresh token can be exchanged again, by a retry or by another tab with a copy, in seconds.
    package static let repeatSeconds: Int64 = 3600
    /// The time for which a token that was exchanged is remembered, in seconds: longer than any period.
    package static let rememberedSeconds: Int64 = 400 * 24 * 3600
    /// The greatest difference between the two servers' clocks, in seconds.
    private static let leeway: Int64 = 60
    /// The longest lifetime of an ID token, in seconds.
    private static let longestLifetime: Int64 = 3600
    /// The claims that every ID token has.
    private static let own: Set<String> = CustomClaims.reservedNames.union([
        "name", "picture", "email", "email_verified", "phone_number", "user_id", "provider_id",
    ])

    /// The issuer of a project's ID tokens.
    package static func issuer(of project: String) -> String { "https://securetoken.google.com/\(project)" }

    /// Indicates whether a text can be a refresh token: visible ASCII.
    package static func isRefreshToken(_ text: String) -> Bool {
        (1...longestRefreshToken).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Checks the claims of an ID token.
    ///
    /// - Parameters:
    ///   - claims: The claims.
    ///   - project: The project at the other server.
    ///   - now: The current time.
    /// - Throws: ``AuthError/invalidIDToken``, also for one that has expired: only ``AuthError/tokenExpired`` signs people out,
    ///   and their refresh tokens may still be good.
    package static func check(_ claims: JSONValue, of project: String, now: Timestamp) throws(AuthError) -> FormerTokenFacts {
        guard case .object(let members) = claims, claims["iss"]?.string == issuer(of: project),
            claims["aud"]?.string == project,
            let subject = claims["sub"]?.string, AccountID.isWellFormed(subject), claims["user_id"]?.string == subject,
            case .integer(let issuedAt)? = claims["iat"], case .integer(let expiresAt)? = claims["exp"],
            case .integer(let authTime)? = claims["auth_time"],
            issuedAt <= now.seconds + leeway, expiresAt > now.seconds, expiresAt > issuedAt,
            expiresAt <= issuedAt &+ longestLifetime, authTime > 0, authTime <= issuedAt &+ leeway,
            let firebase = claims["firebase"], let provider = firebase["sign_in_provider"]?.string,
            (1...128).contains(provider.utf8.count)
        else { throw .invalidIDToken }
        var tenant = ""
        if let named = firebase["tenant"] {
            guard let text = named.string, !text.isEmpty, text.utf8.count <= 128 else { throw .invalidIDToken }
            tenant = text
        }
        let factor = firebase["second_factor_identifier"]?.string.flatMap { $0.utf8.count <= 128 ? SecondFactorID($0) : nil }
        return FormerTokenFacts(
            account: AccountID(subject), tenant: tenant, authTime: Timestamp(seconds: min(authTime, now.seconds)),
            signInProvider: ProviderID(provider), secondFactor: factor, claims: members.filter { !own.contains($0.key) })
    }
}

extension FormerTokenFacts {
    /// The claims of the custom token that opened the session; `nil` for any other sign-in.
    ///
    /// A token has those of the account there, too, and does not tell the two apart. One that was taken away here must not come
    /// back, so every name that the account there has is left out.
    ///
    /// - Parameter former: The custom claims of the account there, as JSON; `nil` if it has none.
    package func sessionClaims(accountHas former: String?) -> CustomClaims? {
        guard signInProvider == .custom else { return nil }
        var known: Set<String> = []
        if let former, !former.isEmpty {
            guard let members = try? CustomClaims(former).members else { return nil }
            known = Set(members.keys)
        }
        let own = claims.filter { !known.contains($0.key) }
        guard !own.isEmpty else { return nil }
        return try? CustomClaims(JSONValue.object(own).text)
    }
}
