public import Foundation

/// Which project an app belongs to, and which server has it.
///
/// Usually it is read from `GoogleService-Info.plist`. An app keeps a copy: what is changed after
/// ``FirebaseApp/configure(options:)`` has no effect on it.
open class FirebaseOptions: NSObject, NSCopying, @unchecked Sendable {
    struct Values: Sendable {
        var googleAppID = ""
        var gcmSenderID = ""
        var bundleID = Bundle.main.bundleIdentifier ?? ""
        var apiKey: String?
        var clientID: String?
        var projectID: String?
        var databaseURL: String?
        var storageBucket: String?
        var appGroupID: String?
        var serverURL: URL?
        /// Whether an app set what is no address: passwords must not go to Google's servers instead.
        var lacksServer = false
        var storage: (any AuthStorage)?
        var transport: (any AuthTransport)?
    }

    let values: Locked<Values>

    init(values: Values) { self.values = Locked(values) }

    /// Makes options by hand; ``apiKey`` must be set too.
    ///
    /// - Parameters:
    ///   - googleAppID: The app's id, such as `1:1234567890:ios:321abc456def7890`.
    ///   - gcmSenderID: The project's number.
    public init(googleAppID: String, gcmSenderID: String) {
        values = Locked(Values(googleAppID: googleAppID, gcmSenderID: gcmSenderID))
    }

    /// Reads options from a property list such as `GoogleService-Info.plist`.
    ///
    /// Nil if it cannot be read, which is said on standard error; ``init(contentsOf:)`` throws the reason.
    ///
    /// - Parameter plistPath: The path of the file.
    public convenience init?(contentsOfFile plistPath: String) {
        do {
            self.init(values: try Values(plist: URL(fileURLWithPath: plistPath)))
        } catch {
            ConsoleLog.write(.error, error.localizedDescription)
            return nil
        }
    }

    /// Reads options from a property list such as `GoogleService-Info.plist`. FirebaseCore has no such form.
    ///
    /// - Parameter plist: The file.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that says what is wrong with which file.
    public convenience init(contentsOf plist: URL) throws {
        self.init(values: try Values(plist: plist))
    }

    /// Reads the options that ``FirebaseApp/configure()`` would take; nil if there are none, which is said on standard error.
    open class func defaultOptions() -> FirebaseOptions? {
        do {
            return try FirebaseOptions(contentsOf: ConfigurationFile.find())
        } catch {
            ConsoleLog.write(.error, error.localizedDescription)
            return nil
        }
    }

    /// The key that names the project to the server (`API_KEY`).
    open var apiKey: String? {
        get { values.withLock { $0.apiKey } }
        set { values.withLock { $0.apiKey = newValue } }
    }

    /// The bundle ID (`BUNDLE_ID`); the main bundle's by default, and empty where that has none.
    open var bundleID: String {
        get { values.withLock { $0.bundleID } }
        set { values.withLock { $0.bundleID = newValue } }
    }

    /// The app's OAuth client ID at Google (`CLIENT_ID`).
    open var clientID: String? {
        get { values.withLock { $0.clientID } }
        set { values.withLock { $0.clientID = newValue } }
    }

    /// The project's number (`GCM_SENDER_ID`).
    open var gcmSenderID: String {
        get { values.withLock { $0.gcmSenderID } }
        set { values.withLock { $0.gcmSenderID = newValue } }
    }

    /// The project's id (`PROJECT_ID`).
    open var projectID: String? {
        get { values.withLock { $0.projectID } }
        set { values.withLock { $0.projectID = newValue } }
    }

    /// The app's id (`GOOGLE_APP_ID`).
    open var googleAppID: String {
        get { values.withLock { $0.googleAppID } }
        set { values.withLock { $0.googleAppID = newValue } }
    }

    /// The URL of Firebase's database (`DATABASE_URL`). Kept, not used.
    open var databaseURL: String? {
        get { values.withLock { $0.databaseURL } }
        set { values.withLock { $0.databaseURL = newValue } }
    }

    /// The bucket of Firebase's storage (`STORAGE_BUCKET`). Kept, not used.
    open var storageBucket: String? {
        get { values.withLock { $0.storageBucket } }
        set { values.withLock { $0.storageBucket = newValue } }
    }

    /// The app group that apps and extensions share. Kept, not used.
    open var appGroupID: String? {
        get { values.withLock { $0.appGroupID } }
        set { values.withLock { $0.appGroupID = newValue } }
    }

    /// Makes a copy that later changes leave alone.
    open func copy(with zone: NSZone? = nil) -> Any { snapshot() }

    func snapshot() -> FirebaseOptions { FirebaseOptions(values: values.withLock { $0 }) }
}
