public import Foundation
import IdentityToolkit

/// The kind of Apple push server that a token is for.
public enum AuthAPNSTokenType: Int, Sendable {
    /// Determined automatically.
    case unknown
    /// The development servers.
    case sandbox
    /// The production servers.
    case prod
}

/// The interface that phone sign-in needs in an iOS app with Firebase. Here the server decides whom it texts, and no push is
/// needed: tokens are stored but unused, and no notification is meant for the SDK.
extension Auth {
    /// The push token that was set.
    public var apnsToken: Data? { state.withLock { $0.pushToken?.data } }

    /// Stores a push token.
    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
        state.withLock { $0.pushToken = (token, type) }
    }

    /// Returns false: no notification is meant for this SDK.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }

    /// Asks the server whether it requires reCAPTCHA.
    public func initializeRecaptchaConfig(completion: (((any Error)?) -> Void)?) {
        answer(completion) { [self] in try await initializeRecaptchaConfig() }
    }

    /// Asks the server whether it requires reCAPTCHA.
    ///
    /// - Throws: `recaptchaSDKNotLinked` if it does, because only Google's own SDK supports that; `networkError`.
    public func initializeRecaptchaConfig() async throws {
        var query = [
            URLQueryItem(name: "clientType", value: "CLIENT_TYPE_IOS"),
            URLQueryItem(name: "version", value: "RECAPTCHA_ENTERPRISE"),
        ]
        if let tenantID { query.append(URLQueryItem(name: "tenantId", value: tenantID)) }
        let answer = try await backend().call(.recaptchaConfig, NoRequest(), query: query)
        let states = (answer.recaptchaEnforcementState ?? []).compactMap(\.enforcementState)
        if states.contains("ENFORCE") { throw AuthFailure.make(.recaptchaSDKNotLinked) }
    }
}
