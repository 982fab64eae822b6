public import Foundation

/// Where the link of an email leads, and which app opens it.
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

    /// All settings, as they are at one moment.
    var values: Values { state.withLock { $0 } }

    /// Makes settings that say nothing but the main bundle's ID, if it has one.
    public override init() {}

    /// The address that the person comes to in the end. The project must allow its domain.
    open var url: URL? {
        get { values.url }
        set { state.withLock { $0.url = newValue } }
    }

    /// Whether the app takes the code itself; false for a web page. Links to sign in with need true.
    open var handleCodeInApp: Bool {
        get { values.handleCodeInApp }
        set { state.withLock { $0.handleCodeInApp = newValue } }
    }

    /// The bundle ID of the iOS app that opens the link; the main bundle's by default.
    open var iOSBundleID: String? {
        get { values.iOSBundleID }
        set { state.withLock { $0.iOSBundleID = newValue } }
    }

    /// The package of the Android app that opens the link.
    open var androidPackageName: String? {
        get { values.androidPackageName }
        set { state.withLock { $0.androidPackageName = newValue } }
    }

    /// The lowest version of the Android app that can open the link.
    open var androidMinimumVersion: String? {
        get { values.androidMinimumVersion }
        set { state.withLock { $0.androidMinimumVersion = newValue } }
    }

    /// Whether the Android app is to be installed where it is not.
    open var androidInstallIfNotAvailable: Bool {
        get { values.androidInstallIfNotAvailable }
        set { state.withLock { $0.androidInstallIfNotAvailable = newValue } }
    }

    /// The domain of the project that the link is at; nil for the project's default.
    open var linkDomain: String? {
        get { values.linkDomain }
        set { state.withLock { $0.linkDomain = newValue } }
    }

    /// The domain of the link by its older name, from the time of Firebase's Dynamic Links. ``linkDomain`` counts where both are set.
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
    ///   - androidPackageName: The app's package.
    ///   - installIfNotAvailable: Whether it is to be installed where it is not.
    ///   - minimumVersion: The lowest version that can open the link.
    open func setAndroidPackageName(_ androidPackageName: String, installIfNotAvailable: Bool, minimumVersion: String?) {
        state.withLock {
            $0.androidPackageName = androidPackageName
            $0.androidInstallIfNotAvailable = installIfNotAvailable
            $0.androidMinimumVersion = minimumVersion
        }
    }
}
