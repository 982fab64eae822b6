import Foundation
import IdentityToolkit

extension Auth {
    /// Looks up the account of an ID token at the server.
    ///
    /// - Parameter uid: The account that the token belongs to; nil if unknown.
    func lookUp(_ idToken: String, of uid: String? = nil) async throws -> IdentityToolkit.UserInfo {
        var request = LookupRequest()
        request.idToken = idToken
        guard let account = try await backend().call(.lookup, request).users?.first else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's response to the lookup contains no account.")
        }
        guard uid == nil || uid == account.localId else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's response to the lookup is for another account.")
        }
        return account
    }
}

extension UserState {
    /// Creates a user of whom only the session is known.
    init(tokens: Tokens) throws {
        let content = try IDTokenContent(tokens.idToken)
        guard let uid = content.uid else { throw AuthFailure.malformedToken(tokens.idToken) }
        self.init(uid: uid, tokens: tokens)
        isAnonymous = content.signInProvider == "anonymous"
        tenantID = content.tenantID
    }

    /// Updates the state from the server's account record.
    mutating func adopt(_ account: IdentityToolkit.UserInfo) {
        uid = account.localId
        email = account.email
        isEmailVerified = account.emailVerified ?? false
        displayName = account.displayName
        photoURL = account.photoUrl.flatMap { URL(string: $0) }
        phoneNumber = account.phoneNumber
        hasPassword = !(account.passwordHash ?? "").isEmpty
        providers = (account.providerUserInfo ?? []).map(ProviderProfile.init)
        createdAt = account.createdAt.flatMap { Expiry.date(since1970: Double($0.value) / 1000) }
        lastSignInAt = account.lastLoginAt.flatMap { Expiry.date(since1970: Double($0.value) / 1000) }
        factors = (account.mfaInfo ?? []).map(EnrolledFactor.init)
        // The server does not report it. An account with a sign-in method is no longer anonymous, regardless of how it was created.
        if hasPassword || !providers.isEmpty { isAnonymous = false }
    }
}

extension User {
    /// Updates the state from the server's account record.
    func adopt(_ account: IdentityToolkit.UserInfo) { state.withLock { $0.adopt(account) } }
}

extension ProviderProfile {
    init(_ info: IdentityToolkit.ProviderUserInfo) {
        self.init(
            providerID: info.providerId, uid: info.federatedId ?? info.rawId ?? "", displayName: info.displayName,
            photoURL: info.photoUrl.flatMap { URL(string: $0) }, email: info.email, phoneNumber: info.phoneNumber)
    }
}

extension EnrolledFactor {
    init(_ enrollment: MfaEnrollment) {
        let kind: Kind =
            if enrollment.phoneInfo != nil {
                .phone(number: enrollment.phoneInfo)
            } else if enrollment.totpInfo != nil {
                .totp
            } else {
                .other("")
            }
        self.init(
            uid: enrollment.mfaEnrollmentId ?? "", displayName: enrollment.displayName,
            enrolledAt: Expiry.known(enrollment.enrolledAt.flatMap(Self.date)), kind: kind)
    }

    /// Parses an RFC 3339 date, with or without fractional seconds.
    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: .iso8601))
    }
}
