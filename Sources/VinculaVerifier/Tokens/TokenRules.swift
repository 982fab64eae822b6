import Foundation

/// The two kinds of tokens, which never pass for each other.
enum TokenKind: Hashable, Sendable, CaseIterable {
    case idToken
    case sessionCookie
}

/// The rules for a token's claims.
struct TokenRules: Sendable {
    /// The longest account id, in bytes.
    private static let longestSubject = 128

    let issuer: TokenIssuer
    /// In seconds.
    let leeway: Int64

    /// Checks claims and reads the user from them.
    ///
    /// - Parameters:
    ///   - claims: The token's claims, whose signature the caller checks.
    ///   - kind: The expected kind.
    ///   - now: The current time, in seconds.
    func user(_ claims: [String: ClaimValue], _ kind: TokenKind, now: Int64) throws(VerificationError) -> VerifiedUser {
        guard let found = claims["iss"]?.string else { throw .invalidClaim("iss") }
        guard found == name(of: kind) else {
            throw TokenKind.allCases.contains { name(of: $0) == found } ? .wrongKind : .wrongIssuer
        }
        guard claims["aud"]?.string == issuer.project else { throw .wrongAudience }
        guard let subject = claims["sub"]?.string, (1...Self.longestSubject).contains(subject.utf8.count) else {
            throw .invalidClaim("sub")
        }
        let issuedAt = try time("iat", claims)
        let expiresAt = try time("exp", claims)
        let authTime = try time("auth_time", claims)
        guard expiresAt > issuedAt else { throw .invalidClaim("exp") }
        guard issuedAt <= now + leeway else { throw .notYetValid }
        guard authTime <= now + leeway else { throw .notYetValid }
        if claims["nbf"] != nil, try time("nbf", claims) > now + leeway { throw .notYetValid }
        guard expiresAt > now - leeway else { throw .expired }
        guard let firebase = claims["firebase"]?.object, let provider = firebase["sign_in_provider"]?.string else {
            throw .invalidClaim("firebase")
        }
        let tenant = firebase["tenant"]?.string
        if let required = issuer.tenant, tenant != required { throw .wrongTenant }
        return VerifiedUser(
            uid: subject, email: claims["email"]?.string, isEmailVerified: claims["email_verified"]?.bool ?? false,
            phoneNumber: claims["phone_number"]?.string, displayName: claims["name"]?.string, signInProvider: provider,
            secondFactor: firebase["sign_in_second_factor"]?.string.map {
                VerifiedUser.SecondFactor(kind: $0, id: firebase["second_factor_identifier"]?.string)
            }, tenant: tenant, authTime: Date(timeIntervalSince1970: Double(authTime)),
            issuedAt: Date(timeIntervalSince1970: Double(issuedAt)), expiresAt: Date(timeIntervalSince1970: Double(expiresAt)),
            sessionID: firebase["session"]?.string, keyThumbprint: try thumbprint(claims), claims: claims,
            generation: firebase["gen"]?.integer)
    }

    /// The key that the session is bound to (RFC 7800). A way of binding that is not known here is not overlooked.
    private func thumbprint(_ claims: [String: ClaimValue]) throws(VerificationError) -> String? {
        guard let confirmation = claims["cnf"] else { return nil }
        guard let thumbprint = confirmation["jkt"]?.string, thumbprint.utf8.count == 43 else { throw .invalidClaim("cnf") }
        return thumbprint
    }

    private func name(of kind: TokenKind) -> String {
        switch kind {
        case .idToken: issuer.idTokenIssuer
        case .sessionCookie: issuer.sessionCookieIssuer
        }
    }

    /// A time that is an integer no calendar objects to.
    private func time(_ name: String, _ claims: [String: ClaimValue]) throws(VerificationError) -> Int64 {
        guard let value = claims[name]?.integer, (0..<1 << 40).contains(value) else { throw .invalidClaim(name) }
        return value
    }
}
