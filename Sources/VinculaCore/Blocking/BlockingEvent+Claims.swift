import Foundation

/// The request that an event belongs to, as functions see it.
package struct BlockingVisit: Hashable, Sendable {
    package var client: ClientAddress?
    /// The request's header.
    package var userAgent: String?
    package var language: Language?

    package init(client: ClientAddress? = nil, userAgent: String? = nil, language: Language? = nil) {
        self.client = client
        self.userAgent = userAgent
        self.language = language
    }
}

extension BlockingEvent {
    /// The time for which an event's token is valid, in seconds: functions' clocks differ from ours.
    package static let lifetimeSeconds: Int64 = 300

    /// The claims of the token that a function gets, under the names that firebase-functions reads.
    ///
    /// The audience is the function's address, so that nothing that accepts ID tokens takes an event for one.
    ///
    /// - Parameters:
    ///   - id: The event's id, new for each call.
    ///   - issuer: The issuer of the project's ID tokens.
    ///   - audience: The function's address.
    ///   - visit: The request that it belongs to.
    ///   - forwarded: The provider's tokens that the project's functions get.
    ///   - now: The current time.
    package func claims(
        id: String, issuer: String, audience: String, visit: BlockingVisit, forwarded: ForwardedCredentials, now: Timestamp
    ) -> JSONValue {
        var claims = facts
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(audience)
        claims["iat"] = .integer(now.seconds)
        claims["exp"] = .integer(now.seconds + Self.lifetimeSeconds)
        claims["event_id"] = .string(id)
        claims["ip_address"] = .string(visit.client?.description ?? "")
        claims["user_agent"] = visit.userAgent.map(JSONValue.string)
        claims["locale"] = visit.language.map { .string($0.rawValue) }
        guard case .account(let account, let signIn) = subject else { return .object(claims) }
        let record = Self.record(of: account, in: scope, hasFactorTimes: true)
        claims["user_record"] = .object(record.merging(Self.times(of: account)) { $1 })
        guard let credential = signIn.credential?.limited(to: forwarded) else { return .object(claims) }
        claims["raw_user_info"] = credential.userInfo.map(\.text).flatMap { Self.bounded($0) }.map(JSONValue.string)
        claims["sign_in_attributes"] = credential.attributes.flatMap { Self.bounded($0.text) == nil ? nil : $0 }
        claims["oauth_id_token"] = credential.idToken.map(JSONValue.string)
        claims["oauth_access_token"] = credential.accessToken.map(JSONValue.string)
        claims["oauth_token_secret"] = credential.tokenSecret.map(JSONValue.string)
        claims["oauth_refresh_token"] = credential.refreshToken.map(JSONValue.string)
        claims["oauth_expires_in"] = credential.expiresIn.map(JSONValue.integer)
        return .object(claims)
    }

    /// The facts that an answer is about, as bytes: an answer applies to an event with the same facts, and to no other.
    ///
    /// Times are none of them: those of an account that does not exist yet differ whenever it is tried to be created, and
    /// another sign-in meanwhile makes nobody another person.
    package var fingerprint: [UInt8] { Array(JSONValue.object(facts).text.utf8) }

    private var facts: [String: JSONValue] {
        var facts: [String: JSONValue] = ["event_type": .string(trigger.rawValue)]
        if !scope.tenant.isEmpty { facts["tenant_id"] = .string(scope.tenant) }
        switch subject {
        case .account(let account, let signIn):
            facts["sub"] = .string(account.id.value)
            facts["sign_in_method"] = .string(signIn.method)
            facts["sign_in_second_factor"] = signIn.secondFactor.map(JSONValue.string)
            facts["user_record"] = .object(Self.record(of: account, in: scope))
        case .mail(let email, let type):
            facts["email"] = .string(email.value)
            facts["email_type"] = .string(type.rawValue)
        case .text(let number, let type):
            facts["phone_number"] = .string(number.value)
            facts["sms_type"] = .string(type.rawValue)
        }
        return facts
    }

    private static func bounded(_ text: String) -> String? {
        text.utf8.count <= BlockingCredential.longestDetails && text != "{}" ? text : nil
    }

    // MARK: The account

    private static func record(
        of account: Account, in scope: ProjectScope, hasFactorTimes: Bool = false
    ) -> [String: JSONValue] {
        var record: [String: JSONValue] = [
            "uid": .string(account.id.value), "disabled": .bool(account.isDisabled),
            "email_verified": .bool(account.emailVerified),
            "custom_claims": .object(account.customClaims?.members ?? [:]), "provider_data": .array(providers(of: account)),
        ]
        record["email"] = account.email.map { .string($0.value) }
        record["display_name"] = account.displayName.map(JSONValue.string)
        record["photo_url"] = account.photoURL.map(JSONValue.string)
        record["phone_number"] = account.phone.map { .string($0.value) }
        if !scope.tenant.isEmpty { record["tenant_id"] = .string(scope.tenant) }
        if !account.secondFactors.isEmpty {
            let factors = account.secondFactors.map { factor($0, hasTime: hasFactorTimes) }
            record["multi_factor"] = .object(["enrolled_factors": .array(factors)])
        }
        return record
    }

    private static func times(of account: Account) -> [String: JSONValue] {
        var metadata: [String: JSONValue] = ["creation_time": .integer(account.createdAt.milliseconds)]
        metadata["last_sign_in_time"] = account.lastSignInAt.map { .integer($0.milliseconds) }
        var times: [String: JSONValue] = ["metadata": .object(metadata)]
        times["tokens_valid_after_time"] = account.validSince.map(JSONValue.integer)
        return times
    }

    private static func providers(of account: Account) -> [JSONValue] {
        var rows: [JSONValue] = []
        if account.hasPasswordProvider, let email = account.email {
            rows.append(
                row(
                    .password, uid: email.value, email: email, name: account.displayName, photo: account.photoURL, phone: nil))
        }
        for identity in account.identities {
            let (key, profile) = (identity.key, identity.profile)
            rows.append(
                row(
                    key.provider, uid: key.subject, email: identity.email, name: profile.displayName, photo: profile.photoURL,
                    phone: key.phone))
        }
        return rows
    }

    private static func row(
        _ provider: ProviderID, uid: String, email: EmailAddress?, name: String?, photo: String?, phone: PhoneNumber?
    ) -> JSONValue {
        var row: [String: JSONValue] = ["provider_id": .string(provider.value), "uid": .string(uid)]
        row["email"] = email.map { .string($0.value) }
        row["display_name"] = name.map(JSONValue.string)
        row["photo_url"] = photo.map(JSONValue.string)
        row["phone_number"] = phone.map { .string($0.value) }
        return .object(row)
    }

    private static func factor(_ factor: SecondFactor, hasTime: Bool) -> JSONValue {
        var row: [String: JSONValue] = [
            "uid": .string(factor.id.value), "factor_id": .string(factor.phone == nil ? "totp" : "phone"),
        ]
        if hasTime {
            let time = Date(timeIntervalSince1970: Double(factor.enrolledAt.milliseconds) / 1000)
            row["enrollment_time"] = .string(time.formatted(.iso8601))
        }
        row["display_name"] = factor.displayName.map(JSONValue.string)
        row["phone_number"] = factor.phone.map { .string($0.value) }
        return .object(row)
    }
}
