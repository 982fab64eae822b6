public import Foundation
import IdentityToolkit

/// Which of Apple's push servers a token is for.
public enum AuthAPNSTokenType: Int, Sendable {
    /// Not known; it is found out.
    case unknown
    /// The servers for development.
    case sandbox
    /// The servers for apps in use.
    case prod
}

/// What phone sign-in needs of an iOS app at Firebase. Here the server decides whom it texts, and no push is needed: tokens are
/// kept, and no notification is ever ours.
extension Auth {
    /// The push token that was set.
    public var apnsToken: Data? { state.withLock { $0.pushToken?.data } }

    /// Keeps a push token.
    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
        state.withLock { $0.pushToken = (token, type) }
    }

    /// Whether a notification was for sign-in: never.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }

    /// Asks the server whether it wants reCAPTCHA.
    public func initializeRecaptchaConfig(completion: (((any Error)?) -> Void)?) {
        answer(completion) { [self] in try await initializeRecaptchaConfig() }
    }

    /// Asks the server whether it wants reCAPTCHA.
    ///
    /// - Throws: `recaptchaSDKNotLinked` if it does, because Google's own SDK alone can answer that; `networkError`.
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
