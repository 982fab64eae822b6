public import Foundation

/// An app as the SDK knows it: a name and the project that it belongs to.
///
/// ``configure()`` creates the default app, which `Auth.auth()` uses. Nothing here terminates the process: if an app cannot be
/// configured, a line on standard error says why and how to fix it, and no app is created. ``configure(contentsOf:)`` and
/// ``configureOrThrow(name:options:)`` throw the reason instead.
open class FirebaseApp: NSObject, @unchecked Sendable {
    /// The name of the default app.
    static let defaultName = "__FIRAPP_DEFAULT"

    /// Posted with the app as its object after the app has been removed from the registry.
    static let wasDeleted = Notification.Name("VinculaAppWasDeletedNotification")

    private static let registry = Locked<[String: FirebaseApp]>([:])

    /// The app's name; `__FIRAPP_DEFAULT` for the default app.
    public let name: String
    private let configuration: FirebaseOptions
    private let collectsData = Locked(true)
    private let deletion = Locked(false)

    private init(name: String, options: FirebaseOptions) {
        self.name = name
        configuration = options
    }

    /// Indicates whether the app was deleted, even if something still holds the object.
    var isDeleted: Bool { deletion.withLock { $0 } }

    /// A copy of the options that the app was configured with.
    open var options: FirebaseOptions { configuration.snapshot() }

    /// Indicates whether Firebase's other SDKs may collect data. Stored but unused: this SDK collects none.
    open var isDataCollectionDefaultEnabled: Bool {
        get { collectsData.withLock { $0 } }
        set { collectsData.withLock { $0 = newValue } }
    }

    // MARK: - Configuring

    /// Configures the default app from `GoogleService-Info.plist`.
    ///
    /// The file is looked for in the main bundle and, on Linux, in the current directory, unless the environment variable
    /// `VINCULA_APP_PLIST` names one. A file in the current directory is rejected if it is owned by neither this user nor
    /// root, or if everyone can write to it.
    open class func configure() {
        logging {
            guard app() == nil else { throw ConfigurationFailure.nameTaken(defaultName).error }
            return try configure(contentsOf: ConfigurationFile.find())
        }
    }

    /// Configures the default app.
    ///
    /// - Parameter options: The options, which are copied.
    open class func configure(options: FirebaseOptions) {
        logging { try configureOrThrow(options: options) }
    }

    /// Configures an app with its own name.
    ///
    /// - Parameters:
    ///   - name: A name that no other app has.
    ///   - options: The options, which are copied.
    open class func configure(name: String, options: FirebaseOptions) {
        logging { try configureOrThrow(name: name, options: options) }
    }

    /// Configures the default app from a property list. FirebaseCore has no such method.
    ///
    /// - Parameter plist: The file, in the form of `GoogleService-Info.plist`.
    /// - Returns: The app.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that says what is wrong and how to fix it.
    @discardableResult
    public class func configure(contentsOf plist: URL) throws -> FirebaseApp {
        try configureOrThrow(options: FirebaseOptions(contentsOf: plist))
    }

    /// Configures an app. FirebaseCore has no such method.
    ///
    /// - Parameters:
    ///   - name: A name that no other app has; if omitted, the default app is configured.
    ///   - options: The options, which are copied.
    /// - Returns: The app.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that says what is wrong and how to fix it.
    @discardableResult
    public class func configureOrThrow(name: String? = nil, options: FirebaseOptions) throws -> FirebaseApp {
        let name = name ?? defaultName
        guard !name.isEmpty else { throw ConfigurationFailure.emptyName.error }
        let options = options.snapshot()
        try options.values.withLock { try $0.check() }
        return try registry.withLock { apps in
            guard apps[name] == nil else { throw ConfigurationFailure.nameTaken(name).error }
            let app = FirebaseApp(name: name, options: options)
            apps[name] = app
            return app
        }
    }

    private static func logging(_ configure: () throws -> FirebaseApp) {
        do {
            _ = try configure()
        } catch {
            ConsoleLog.write(.error, error.localizedDescription)
        }
    }

    // MARK: - Finding

    /// The default app; nil if it is not configured.
    open class func app() -> FirebaseApp? { app(name: defaultName) }

    /// Returns the app with a name; nil if there is none.
    open class func app(name: String) -> FirebaseApp? { registry.withLock { $0[name] } }

    /// All apps by their names; nil if there are none.
    open class var allApps: [String: FirebaseApp]? {
        registry.withLock { $0.isEmpty ? nil : $0 }
    }

    /// The app that `Auth.auth()` uses while no default app is configured. It has no server and stores nothing.
    static let unconfigured: FirebaseApp = {
        let options = FirebaseOptions(googleAppID: "", gcmSenderID: "")
        options.storage = MemoryStorage()
        return FirebaseApp(name: "", options: options)
    }()

    // MARK: - Deleting

    /// Deletes the app and its `Auth`.
    ///
    /// - Parameter completion: Called on the main queue with true if the app existed.
    open func delete(_ completion: @escaping (Bool) -> Void) {
        let handler = DeletionHandler(call: completion)
        let isDeleted = remove()
        DispatchQueue.main.async { handler.call(isDeleted) }
    }

    /// Deletes the app and its `Auth`.
    ///
    /// - Returns: True if the app existed.
    @discardableResult
    open func delete() async -> Bool { await Self.queue.run { [self] in remove() } }

    /// The queue on which apps are deleted, because their sessions may still be being written to the storage.
    private static let queue = BlockingQueue("apps")

    private func remove() -> Bool {
        let isFirst = Self.registry.withLock { apps in
            guard apps[name] === self else { return false }
            apps[name] = nil
            return true
        }
        guard isFirst else { return false }
        deletion.withLock { $0 = true }
        NotificationCenter.default.post(name: Self.wasDeleted, object: self)
        return true
    }
}

/// Called on the main queue only.
private struct DeletionHandler: @unchecked Sendable {
    let call: (Bool) -> Void
}
