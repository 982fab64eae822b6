public import Foundation

/// The project that an app belongs to, and its server.
///
/// Usually read from `GoogleService-Info.plist`. An app keeps a copy: changes after ``FirebaseApp/configure(options:)`` have no
/// effect on it.
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
        /// Indicates that the app set a malformed address: passwords must not go to Google's servers instead.
        var lacksServer = false
        var storage: (any AuthStorage)?
        var transport: (any AuthTransport)?
        var bindsSessions = true
    }

    let values: Locked<Values>

    init(values: Values) { self.values = Locked(values) }

    /// Creates options in code; ``apiKey`` must be set too.
    ///
    /// - Parameters:
    ///   - googleAppID: The app's ID, such as `1:1234567890:ios:321abc456def7890`.
    ///   - gcmSenderID: The project's number.
    public init(googleAppID: String, gcmSenderID: String) {
        values = Locked(Values(googleAppID: googleAppID, gcmSenderID: gcmSenderID))
    }

    /// Reads options from a property list such as `GoogleService-Info.plist`.
    ///
    /// Returns nil if the file cannot be read, and logs that on standard error; ``init(contentsOf:)`` throws the reason
    /// instead.
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

    /// Reads options from a property list such as `GoogleService-Info.plist`. FirebaseCore has no such initializer.
    ///
    /// - Parameter plist: The file.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that names the file and says what is wrong with it.
    public convenience init(contentsOf plist: URL) throws {
        self.init(values: try Values(plist: plist))
    }

    /// Reads the options that ``FirebaseApp/configure()`` uses. Returns nil if there are none, and logs that on standard error.
    open class func defaultOptions() -> FirebaseOptions? {
        do {
            return try FirebaseOptions(contentsOf: ConfigurationFile.find())
        } catch {
            ConsoleLog.write(.error, error.localizedDescription)
            return nil
        }
    }

    /// The API key that identifies the project to the server (`API_KEY`).
    open var apiKey: String? {
        get { values.withLock { $0.apiKey } }
        set { values.withLock { $0.apiKey = newValue } }
    }

    /// The bundle ID (`BUNDLE_ID`); the main bundle's by default, empty if that has none.
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

    /// The project's ID (`PROJECT_ID`).
    open var projectID: String? {
        get { values.withLock { $0.projectID } }
        set { values.withLock { $0.projectID = newValue } }
    }

    /// The app's ID (`GOOGLE_APP_ID`).
    open var googleAppID: String {
        get { values.withLock { $0.googleAppID } }
        set { values.withLock { $0.googleAppID = newValue } }
    }

    /// The URL of Firebase's database (`DATABASE_URL`). Stored but unused.
    open var databaseURL: String? {
        get { values.withLock { $0.databaseURL } }
        set { values.withLock { $0.databaseURL = newValue } }
    }

    /// The bucket of Firebase's storage (`STORAGE_BUCKET`). Stored but unused.
    open var storageBucket: String? {
        get { values.withLock { $0.storageBucket } }
        set { values.withLock { $0.storageBucket = newValue } }
    }

    /// The app group shared by apps and extensions. Stored but unused.
    open var appGroupID: String? {
        get { values.withLock { $0.appGroupID } }
        set { values.withLock { $0.appGroupID = newValue } }
    }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { snapshot() }

    func snapshot() -> FirebaseOptions { FirebaseOptions(values: values.withLock { $0 }) }
}
