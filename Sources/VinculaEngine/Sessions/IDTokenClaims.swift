import VinculaCore
import VinculaCrypto

/// The claims of an ID token, as Firebase writes them.
enum IDTokenClaims {
    /// The member of `firebase` with the account's generation, so that a revocation takes effect within the same second too.
    /// Strict verifiers reject unknown headers, but allow additional claims.
    static let generation = "gen"
    /// The member of `firebase` with the session's id. The id opens nothing: refresh tokens have a secret beside it.
    static let session = "session"
    /// The member of `firebase` with the second factor's id.
    static let secondFactor = "second_factor_identifier"

    /// The member of `firebase` that tells clients why they have an enrolment token.
    static let secondFactorRequired = "second_factor_required"

    /// - Parameters:
    ///   - isForEnrollment: `true` for an ``EnrollmentToken``.
    ///   - isForBackend: `true` for a session cookie, which no browser could prove a key for.
    ///   - lifetime: In seconds.
    static func make(
        account: Account, session: Session, isForEnrollment: Bool = false, isForBackend: Bool = false, issuer: String,
        now: Timestamp, lifetime: Int64
    ) -> JSONValue {
        // An administrator's claims may replace the profile's, but no claim about who the person is. Those of a custom token are
        // of this sign-in only, and take precedence over the account's.
        var claims: [String: JSONValue] = [:]
        claims["name"] = account.displayName.map(JSONValue.string)
        claims["picture"] = account.photoURL.map(JSONValue.string)
        if let own = account.customClaims { claims.merge(own.members) { _, own in own } }
        if let own = session.claims { claims.merge(own.members) { _, own in own } }
        for name in ["email", "email_verified", "phone_number", "user_id", "provider_id"] { claims[name] = nil }
        claims["iss"] = .string(issuer)
        let project = session.scope.project
        claims["aud"] = .string(isForEnrollment ? EnrollmentToken.audience(of: project) : project)
        claims["sub"] = .string(account.id.value)
        claims["user_id"] = .string(account.id.value)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + lifetime)
        claims["auth_time"] = .integer(session.authTime.seconds)
        claims["phone_number"] = account.phone.map { .string($0.value) }
        claims["cnf"] = isForBackend ? nil : session.key.map { .object(["jkt": .string($0.bytes.base64URL)]) }
        if let email = account.email {
            claims["email"] = .string(email.value)
            claims["email_verified"] = .bool(account.emailVerified)
        }
        if session.signInProvider == .anonymous { claims["provider_id"] = "anonymous" }
        claims["firebase"] = .object(firebase(account: account, session: session, isForEnrollment: isForEnrollment))
        return .object(claims)
    }

    private static func firebase(account: Account, session: Session, isForEnrollment: Bool) -> [String: JSONValue] {
        var identities: [String: JSONValue] = [:]
        if let email = account.email { identities["email"] = .array([.string(email.value)]) }
        for identity in account.identities {
            identities[identity.key.provider.value] = .array([.string(identity.key.subject)])
        }
        var firebase: [String: JSONValue] = [
            "identities": .object(identities), "sign_in_provider": .string(session.signInProvider.value),
            generation: .integer(account.generation), Self.session: .string(session.id.base64URL),
        ]
        // A factor that has been removed since does not count any more.
        if let id = session.secondFactor, let name = secondFactorName(of: id, account) {
            firebase["sign_in_second_factor"] = .string(name)
            firebase[secondFactor] = .string(id.value)
        }
        if let attributes = session.attributes { firebase["sign_in_attributes"] = .object(attributes.members) }
        if isForEnrollment { firebase[secondFactorRequired] = true }
        if !session.scope.tenant.isEmpty { firebase["tenant"] = .string(session.scope.tenant) }
        return firebase
    }

    /// The kind of a second factor, as clients call it; `nil` if the account does not have it.
    static func secondFactorName(of id: SecondFactorID, _ account: Account) -> String? {
        if account.recoveryCodes?.id == id { return "recovery" }
        return account.secondFactors.first { $0.id == id }.map { $0.phone == nil ? "totp" : "phone" }
    }
}
