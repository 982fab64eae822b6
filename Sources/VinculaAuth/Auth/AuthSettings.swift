public import Foundation

/// Settings of an ``Auth`` that tests use.
open class AuthSettings: NSObject, NSCopying, @unchecked Sendable {
    private let isDisabled = Locked(false)

    /// Whether phone sign-in skips the check of the app, for test numbers.
    open var appVerificationDisabledForTesting: Bool {
        get { isDisabled.withLock { $0 } }
        set { isDisabled.withLock { $0 = newValue } }
    }

    /// Whether phone sign-in skips the check of the app; the same as ``appVerificationDisabledForTesting``.
    open var isAppVerificationDisabledForTesting: Bool {
        get { appVerificationDisabledForTesting }
        set { appVerificationDisabledForTesting = newValue }
    }

    /// Takes over what other settings say.
    func take(_ other: AuthSettings) { appVerificationDisabledForTesting = other.appVerificationDisabledForTesting }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AuthSettings()
        copy.take(self)
        return copy
    }
}
