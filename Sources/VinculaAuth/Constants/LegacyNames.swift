// Names from older releases, so that code from tutorials compiles.

/// The older name of ``AuthErrorUserInfoNameKey``.
@available(*, deprecated, renamed: "AuthErrorUserInfoNameKey")
public let AuthErrorNameKey = AuthErrors.userInfoNameKey

/// The older name of ``AuthErrorUserInfoUpdatedCredentialKey``.
@available(*, deprecated, renamed: "AuthErrorUserInfoUpdatedCredentialKey")
public let AuthUpdatedCredentialKey = AuthErrors.userInfoUpdatedCredentialKey

/// The older name of ``EmailAuthProviderID``.
@available(*, deprecated, renamed: "EmailAuthProviderID")
public let EmailPasswordAuthProviderID = EmailAuthProviderID

/// The ID of Microsoft.
@available(*, deprecated, message: "Write \"microsoft.com\" or AuthProviderID.custom(\"microsoft.com\").")
public let MicrosoftAuthProviderID = "microsoft.com"

/// The ID of Yahoo.
@available(*, deprecated, message: "Write \"yahoo.com\" or AuthProviderID.custom(\"yahoo.com\").")
public let YahooAuthProviderID = "yahoo.com"

/// The keys for ``ActionCodeInfo/data(forKey:)``.
@available(*, deprecated, message: "Use email and previousEmail of ActionCodeInfo.")
public enum ActionDataKey: Int, Sendable {
    /// The email.
    case codeEmailKey = 0
    /// The email before the change.
    case codeFromEmailKey = 1
}

extension ActionCodeInfo {
    /// The older form of ``email`` and ``previousEmail``.
    @available(*, deprecated, message: "Use email and previousEmail.")
    public func data(forKey key: ActionDataKey) -> String? {
        switch key {
        case .codeEmailKey: email
        case .codeFromEmailKey: previousEmail
        }
    }
}
