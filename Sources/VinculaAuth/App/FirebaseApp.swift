public import Foundation

/// An app as the SDK knows it: a name and the project that it belongs to.
///
/// ``configure()`` makes the default app, which `Auth.auth()` is about. Nothing here stops the process: where an app cannot be
/// configured, one line on standard error says why and what to do, and there is no app. ``configure(contentsOf:)`` and
/// ``configureOrThrow(name:options:)`` throw the reason.
open class FirebaseApp: NSObject, @unchecked Sendable {
    /// The name of the default app.
    static let defaultName = "__FIRAPP_DEFAULT"

    /// Posted with the app as its object, when nobody finds it any more.
    static let wasDeleted = Notification.Name("VinculaAppWasDeletedNotification")

    private static let registry = Locked<[String: FirebaseApp]>([:])

    /// The name; `__FIRAPP_DEFAULT` is the default app's.
    public let name: String
    private let configuration: FirebaseOptions
    private let collectsData = Locked(true)
    private let deletion = Locked(false)

    private init(name: String, options: FirebaseOptions) {
        self.name = name
        configuration = options
    }

    /// Whether the app is gone, although somebody still has the object.
    var isDeleted: Bool { deletion.withLock { $0 } }

    /// A copy of the options that the app was configured with.
    open var options: FirebaseOptions { configuration.snapshot() }

    /// Whether Firebase's other SDKs may collect data. Kept, not used: this SDK collects none.
    open var isDataCollectionDefaultEnabled: Bool {
        get { collectsData.withLock { $0 } }
        set { collectsData.withLock { $0 = newValue } }
    }

    // MARK: - Configuring

    /// Makes the default app out of `GoogleService-Info.plist`.
    ///
    /// The file is looked for in the main bundle and, on Linux, in the current directory, unless the environment variable
    /// `VINCULA_APP_PLIST` names one. The current directory's is refused if it belongs to neither this user nor root, or if everybody
    /// may write to it.
    open class func configure() {
        logging {
            guard app() == nil else { throw ConfigurationFailure.nameTaken(defaultName).error }
            return try configure(contentsOf: ConfigurationFile.find())
        }
    }

    /// Makes the default app.
    ///
    /// - Parameter options: They are copied.
    open class func configure(options: FirebaseOptions) {
        logging { try configureOrThrow(options: options) }
    }

    /// Makes an app with a name of its own.
    ///
    /// - Parameters:
    ///   - name: Any name that no app has.
    ///   - options: They are copied.
    open class func configure(name: String, options: FirebaseOptions) {
        logging { try configureOrThrow(name: name, options: options) }
    }

    /// Makes the default app out of a property list. FirebaseCore has no such form.
    ///
    /// - Parameter plist: The file, in the form of `GoogleService-Info.plist`.
    /// - Returns: The app.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that says what is wrong and what to do.
    @discardableResult
    public class func configure(contentsOf plist: URL) throws -> FirebaseApp {
        try configureOrThrow(options: FirebaseOptions(contentsOf: plist))
    }

    /// Makes an app. FirebaseCore has no such form.
    ///
    /// - Parameters:
    ///   - name: Any name that no app has; without one, the app is the default app.
    ///   - options: They are copied.
    /// - Returns: The app.
    /// - Throws: An `NSError` of `VinculaConfigurationErrorDomain` that says what is wrong and what to do.
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

    /// The app with a name; nil if there is none.
    open class func app(name: String) -> FirebaseApp? { registry.withLock { $0[name] } }

    /// All apps by their names; nil if there are none.
    open class var allApps: [String: FirebaseApp]? {
        registry.withLock { $0.isEmpty ? nil : $0 }
    }

    /// What `Auth.auth()` is about while no default app is configured. It has no server, and keeps nothing.
    static let unconfigured: FirebaseApp = {
        let options = FirebaseOptions(googleAppID: "", gcmSenderID: "")
        options.storage = MemoryStorage()
        return FirebaseApp(name: "", options: options)
    }()

    // MARK: - Deleting

    /// Forgets the app and its `Auth`.
    ///
    /// - Parameter completion: Called on the main queue: whether the app was there.
    open func delete(_ completion: @escaping (Bool) -> Void) {
        let handler = DeletionHandler(call: completion)
        let isDeleted = remove()
        DispatchQueue.main.async { handler.call(isDeleted) }
    }

    /// Forgets the app and its `Auth`.
    ///
    /// - Returns: Whether the app was there.
    @discardableResult
    open func delete() async -> Bool { await Self.queue.run { [self] in remove() } }

    /// Where apps are deleted: their sessions may be on their way to the storage.
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
