public import Foundation

/// Settings of an ``Auth`` for tests.
open class AuthSettings: NSObject, NSCopying, @unchecked Sendable {
    private let isDisabled = Locked(false)

    /// Indicates whether phone sign-in skips the app verification, for test numbers.
    open var appVerificationDisabledForTesting: Bool {
        get { isDisabled.withLock { $0 } }
        set { isDisabled.withLock { $0 = newValue } }
    }

    /// Indicates whether phone sign-in skips the app verification; the same as ``appVerificationDisabledForTesting``.
    open var isAppVerificationDisabledForTesting: Bool {
        get { appVerificationDisabledForTesting }
        set { appVerificationDisabledForTesting = newValue }
    }

    /// Copies the values of other settings.
    func take(_ other: AuthSettings) { appVerificationDisabledForTesting = other.appVerificationDisabledForTesting }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AuthSettings()
        copy.take(self)
        return copy
    }
}
