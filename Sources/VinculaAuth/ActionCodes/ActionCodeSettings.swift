public import Foundation

/// The destination of an email's link, and the app that opens it.
open class ActionCodeSettings: NSObject, @unchecked Sendable {
    struct Values: Hashable, Sendable {
        var url: URL?
        var handleCodeInApp = false
        var iOSBundleID = Bundle.main.bundleIdentifier
        var androidPackageName: String?
        var androidMinimumVersion: String?
        var androidInstallIfNotAvailable = false
        var linkDomain: String?
        var dynamicLinkDomain: String?
    }

    private let state = Locked(Values())

    /// A snapshot of all settings.
    var values: Values { state.withLock { $0 } }

    /// Creates settings that contain only the main bundle's ID, if it has one.
    public override init() {}

    /// The URL that the person ends up at. The project must allow its domain.
    open var url: URL? {
        get { values.url }
        set { state.withLock { $0.url = newValue } }
    }

    /// Indicates whether the app handles the code itself; false for a web page. Must be true for sign-in links.
    open var handleCodeInApp: Bool {
        get { values.handleCodeInApp }
        set { state.withLock { $0.handleCodeInApp = newValue } }
    }

    /// The bundle ID of the iOS app that opens the link; the main bundle's by default.
    open var iOSBundleID: String? {
        get { values.iOSBundleID }
        set { state.withLock { $0.iOSBundleID = newValue } }
    }

    /// The package name of the Android app that opens the link.
    open var androidPackageName: String? {
        get { values.androidPackageName }
        set { state.withLock { $0.androidPackageName = newValue } }
    }

    /// The lowest version of the Android app that can open the link.
    open var androidMinimumVersion: String? {
        get { values.androidMinimumVersion }
        set { state.withLock { $0.androidMinimumVersion = newValue } }
    }

    /// Indicates whether the Android app is installed if it is missing.
    open var androidInstallIfNotAvailable: Bool {
        get { values.androidInstallIfNotAvailable }
        set { state.withLock { $0.androidInstallIfNotAvailable = newValue } }
    }

    /// The project's domain for the link; nil for the project's default.
    open var linkDomain: String? {
        get { values.linkDomain }
        set { state.withLock { $0.linkDomain = newValue } }
    }

    /// The deprecated name of ``linkDomain``, from Firebase Dynamic Links. ``linkDomain`` takes precedence if both are set.
    @available(*, deprecated, renamed: "linkDomain")
    open var dynamicLinkDomain: String? {
        get { values.dynamicLinkDomain }
        set { state.withLock { $0.dynamicLinkDomain = newValue } }
    }

    /// Sets the bundle ID of the iOS app that opens the link.
    open func setIOSBundleID(_ bundleID: String) { iOSBundleID = bundleID }

    /// Sets the Android app that opens the link.
    ///
    /// - Parameters:
    ///   - androidPackageName: The app's package name.
    ///   - installIfNotAvailable: If true, the app is installed if it is missing.
    ///   - minimumVersion: The lowest version that can open the link.
    open func setAndroidPackageName(_ androidPackageName: String, installIfNotAvailable: Bool, minimumVersion: String?) {
        state.withLock {
            $0.androidPackageName = androidPackageName
            $0.androidInstallIfNotAvailable = installIfNotAvailable
            $0.androidMinimumVersion = minimumVersion
        }
    }
}
