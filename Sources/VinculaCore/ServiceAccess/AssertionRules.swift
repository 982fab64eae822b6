/// The reason why a service account's assertion is refused an access token, with OAuth's code for it (RFC 6749 §5.2).
package enum AssertionRefusal: Error, Hashable, Sendable {
    case invalidGrant(String)
    case invalidScope(String)
    case unauthorizedClient(String)

    /// The assertion was not signed by an active key. The caller is not told what exactly is wrong.
    package static let unsigned = AssertionRefusal.invalidGrant("Invalid JWT Signature.")
    package static let used = AssertionRefusal.invalidGrant("Invalid JWT: it has already been used; sign a new one.")

    /// OAuth's code.
    package var code: String {
        switch self {
        case .invalidGrant: "invalid_grant"
        case .invalidScope: "invalid_scope"
        case .unauthorizedClient: "unauthorized_client"
        }
    }

    package var text: String {
        switch self {
        case .invalidGrant(let text), .invalidScope(let text), .unauthorizedClient(let text): text
        }
    }
}

/// The rules for the claims of a service account's assertion (RFC 7523 §3), after its signature has been verified.
package struct AssertionRules: Sendable {
    /// The longest lifetime of an assertion, in seconds.
    package static let longestLife: Int64 = 3600
    /// The tolerance for other machines' clocks running ahead, in seconds.
    package static let leeway: Int64 = 60
    /// The time after its first use within which an assertion without a `jti` is accepted again, in seconds: a retry, or a
    /// second program of the same account in the same second, has exactly the same one.
    package static let retrySeconds: Int64 = 60
    /// The longest `jti`, in bytes.
    package static let longestID = 256
    /// The accepted scopes, of which an assertion must have one.
    package static let scopes: Set<String> = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/identitytoolkit",
        "https://www.googleapis.com/auth/firebase",
    ]

    let serviceAccount: String
    let audiences: Set<String>

    /// - Parameters:
    ///   - serviceAccount: The email of the account whose key signed.
    ///   - audiences: Every name of the token endpoint.
    package init(serviceAccount: String, audiences: Set<String>) {
        self.serviceAccount = serviceAccount
        self.audiences = audiences
    }

    /// The facts of a valid assertion.
    package struct Facts: Hashable, Sendable {
        /// The `jti`, if there is one: it may be used only once.
        package let id: String?
        package let expiresAt: Timestamp
    }

    /// The time from which an access token's hour counts.
    ///
    /// - Parameters:
    ///   - firstUse: The time at which the assertion was first used; `nil` if that is now.
    ///   - hasID: True if the assertion has a `jti`.
    ///   - now: The current time.
    /// - Throws: ``AssertionRefusal/used``.
    package static func grantedAt(
        firstUse: Timestamp?, hasID: Bool, now: Timestamp
    ) throws(AssertionRefusal) -> Timestamp {
        guard let firstUse else { return now }
        guard !hasID, abs(now.seconds(since: firstUse)) < Double(retrySeconds) else { throw .used }
        // A reused assertion gives nothing that the first use did not.
        return min(firstUse, now)
    }

    /// - Throws: ``AssertionRefusal``.
    package func check(_ claims: JSONValue, now: Timestamp) throws(AssertionRefusal) -> Facts {
        guard claims["iss"]?.string == serviceAccount else {
            throw .invalidGrant("Invalid JWT: iss must be the client_email of the key that signed it.")
        }
        if let subject = claims["sub"], subject.string != serviceAccount {
            throw .unauthorizedClient("A service account can only act for itself: sub must equal iss, or be left out.")
        }
        guard let audience = claims["aud"]?.string, audiences.contains(audience) else {
            throw .invalidGrant("Invalid JWT: aud must be the token endpoint.")
        }
        // No library writes a NumericDate as a fraction or a string.
        guard case .integer(let issuedAt)? = claims["iat"], case .integer(let expiresAt)? = claims["exp"],
            issuedAt > 0, issuedAt <= now.seconds + Self.leeway, expiresAt > now.seconds, expiresAt > issuedAt,
            expiresAt <= issuedAt + Self.longestLife
        else {
            throw .invalidGrant(
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
                    + "Check your iat and exp values in the JWT claim.")
        }
        let scopes = (claims["scope"]?.string ?? "").split(separator: " ").map(String.init)
        guard !Self.scopes.isDisjoint(with: scopes) else {
            throw .invalidScope("One of the scopes must be \(Self.scopes.sorted().joined(separator: ", ")).")
        }
        guard let id = claims["jti"] else { return Facts(id: nil, expiresAt: Timestamp(seconds: expiresAt)) }
        guard let id = id.string, !id.isEmpty, id.utf8.count <= Self.longestID else {
            throw .invalidGrant("Invalid JWT: jti must be a string of 1 to \(Self.longestID) bytes.")
        }
        return Facts(id: id, expiresAt: Timestamp(seconds: expiresAt))
    }
}
