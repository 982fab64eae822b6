import Foundation
import IdentityToolkit

extension Auth {
    /// Asks the server for the account of an ID token.
    ///
    /// - Parameter uid: Whose token it is; nil if that is not known.
    func lookUp(_ idToken: String, of uid: String? = nil) async throws -> IdentityToolkit.UserInfo {
        var request = LookupRequest()
        request.idToken = idToken
        guard let account = try await backend().call(.lookup, request).users?.first else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's answer to the lookup has no account in it.")
        }
        guard uid == nil || uid == account.localId else {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's answer to the lookup is about another account.")
        }
        return account
    }
}

extension UserState {
    /// A user of whom only the session is known yet.
    init(tokens: Tokens) throws {
        let content = try IDTokenContent(tokens.idToken)
        guard let uid = content.uid else { throw AuthFailure.malformedToken(tokens.idToken) }
        self.init(uid: uid, tokens: tokens)
        isAnonymous = content.signInProvider == "anonymous"
        tenantID = content.tenantID
    }

    /// Takes what the server says of the account.
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
        // The server says nothing of it. An account with a way in is not anonymous any more, however it began.
        if hasPassword || !providers.isEmpty { isAnonymous = false }
    }
}

extension User {
    /// Takes what the server says of the account.
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

    /// RFC 3339, with a fraction of a second or without.
    private static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: .iso8601))
    }
}
