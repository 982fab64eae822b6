public import Foundation

/// Signs people in to an app, and remembers who is signed in.
///
/// There is one for each ``FirebaseApp``. All members may be used from any thread; completion handlers and listeners are called on
/// the main queue, and the `async` forms need no main queue at all.
open class Auth: NSObject, @unchecked Sendable {
    /// What may change while an app runs.
    struct State {
        weak var app: FirebaseApp?
        /// Whether the app was deleted: nothing works any more.
        var isRetired = false
        var current: User?
        /// Whether the stored session was read, or could not be.
        var isLoaded = false
        /// Why the stored session could not be read; while there is one, nobody knows whether somebody is signed in.
        var loadError: NSError?
        var lastLoadAttempt: Date?
        /// The last token that listeners heard of; nil while nobody was signed in.
        var notifiedToken: String?
        /// In the order in which they were added, which is the order in which they are called.
        var listeners: [Listener] = []
        var languageCode: String?
        var tenantID: String?
        var customAuthDomain: String?
        var emulator: URL?
        /// Why there is no emulator although an app named one: nothing may go to another server instead.
        var emulatorProblem: String?
        var userAccessGroup: String?
        /// Whether it was read which group the app used last.
        var knowsAccessGroup = false
        var sharesAuthState = false
        var renewsAhead = true
        var renewal: Task<Void, Never>?
        /// Waits for some seconds before a renewal.
        var pause: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
        var pushToken: (data: Data, type: AuthAPNSTokenType)?
        /// Where copies of a user find each other.
        var sessions = SessionRegistry.process
    }

    let state: Locked<State>
    /// Held while the session is stored and then made the current one: both happen in the same order for everybody.
    let commitGate = NSLock()
    /// Where `async` calls read and write the storage, and wait for the gate.
    let storageQueue = BlockingQueue("storage")
    let options: FirebaseOptions
    let appName: String
    let transport: any AuthTransport
    private let appSettings = AuthSettings()

    init(app: FirebaseApp) {
        state = Locked(State(app: app, isRetired: app.isDeleted, isLoaded: app.isDeleted))
        options = app.options
        appName = app.name
        transport = app.options.transport ?? HTTPTransport()
        super.init()
    }

    // MARK: Instances

    private struct Instances {
        var byApp: [ObjectIdentifier: Auth] = [:]
        var observer: (any NSObjectProtocol)?
    }

    private static let instances = Locked(Instances())

    /// The default app's `Auth`.
    ///
    /// Without a configured default app it answers everything with an error that says so, and a line on standard error.
    open class func auth() -> Auth { auth(app: FirebaseApp.app() ?? .unconfigured) }

    /// An app's `Auth`; the same one each time. A deleted app's answers everything with an error.
    open class func auth(app: FirebaseApp) -> Auth {
        instances.withLock { instances in
            // Before it is asked whether the app is deleted: from now on it is told.
            if instances.observer == nil {
                instances.observer = NotificationCenter.default.addObserver(
                    forName: FirebaseApp.wasDeleted, object: nil, queue: nil
                ) { note in
                    guard let app = note.object as? FirebaseApp else { return }
                    Self.instances.withLock { $0.byApp.removeValue(forKey: ObjectIdentifier(app)) }?.retire()
                }
            }
            let id = ObjectIdentifier(app)
            // The object at this address may have been another app once.
            if let auth = instances.byApp[id], auth.state.withLock({ $0.app === app }) { return auth }
            let auth = Auth(app: app)
            instances.byApp[id] = app.isDeleted ? nil : auth
            return auth
        }
    }

    // MARK: Settings

    /// The app; nil once it is deleted.
    open var app: FirebaseApp? { state.withLock { $0.app } }

    /// The language of mails, messages and pages, as a BCP 47 code; nil for the server's choice.
    open var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// The tenant that people sign in to; nil for none.
    open var tenantID: String? {
        get {
            // Whoever is signed in may have set it.
            loadIfNeeded()
            return state.withLock { $0.tenantID }
        }
        set {
            loadIfNeeded()
            state.withLock { $0.tenantID = newValue }
        }
    }

    /// The domain of the sign-in pages, where an app has one of its own.
    open var customAuthDomain: String? {
        get { state.withLock { $0.customAuthDomain } }
        set { state.withLock { $0.customAuthDomain = newValue } }
    }

    /// Settings for tests. Upstream has them on iOS only.
    open var settings: AuthSettings? {
        get { appSettings }
        set { if let newValue { appSettings.take(newValue) } }
    }

    /// Speaks the device's language from now on.
    open func useAppLanguage() { languageCode = Locale.preferredLanguages.first }

    /// Uses a development server: `vincula serve --dev`, or Firebase's emulator.
    ///
    /// If the host is none, all calls end in an error that says so: nothing goes to another server instead.
    ///
    /// Sessions are a server's own: whoever is signed in at the app's server is not any more, but stays stored for a start without
    /// this call; and who was signed in at the development server is again. Call it before anything else: where calls go that are
    /// under way is not defined.
    ///
    /// - Parameters:
    ///   - host: The server's host name or address, without a scheme.
    ///   - port: The server's port.
    open func useEmulator(withHost host: String, port: Int) {
        guard !host.isEmpty, let url = ServerAddress.emulator(host: host, port: port) else {
            let problem =
                "useEmulator(withHost: \"\(host)\", port: \(port)) names no server: the host is a name or an address, without a scheme."
            ConsoleLog.write(.warning, problem)
            return state.withLock { $0.emulatorProblem = problem }
        }
        state.withLock { $0.emulatorProblem = nil }
        use(emulator: url)
        appSettings.isAppVerificationDisabledForTesting = true
    }

    /// Whether ID tokens are renewed five minutes before they expire although nobody asks for one. It is on unless an app turns
    /// it off.
    public var renewsTokensAhead: Bool {
        get { state.withLock { $0.renewsAhead } }
        set {
            state.withLock { $0.renewsAhead = newValue }
            scheduleRenewal()
        }
    }

    // MARK: The server

    var address: ServerAddress {
        if let emulator = state.withLock({ $0.emulator }) { return .server(emulator) }
        return options.serverURL.map(ServerAddress.server) ?? .google
    }

    /// The server as a call that is made now sees it.
    ///
    /// - Throws: `internalError` once the app is deleted; `invalidAPIKey` if none is configured.
    func backend() throws -> Backend {
        try requireInUse()
        guard let apiKey = options.apiKey, !apiKey.isEmpty else {
            throw AuthFailure.make(
                .invalidAPIKey,
                message: "No Firebase app is configured, or it has no API key. Call FirebaseApp.configure() with a "
                    + "GoogleService-Info.plist, or with options that have an apiKey, before the first use of Auth.")
        }
        let (languageCode, tenantID, problem) = state.withLock { ($0.languageCode, $0.tenantID, $0.emulatorProblem) }
        if let problem { throw AuthFailure.make(.internalError, message: problem) }
        return Backend(
            address: address, transport: transport, apiKey: apiKey, appID: options.googleAppID,
            bundleID: options.bundleID, languageCode: languageCode, tenantID: tenantID)
    }

    /// - Throws: `internalError` once the app is deleted.
    func requireInUse() throws {
        if state.withLock({ $0.isRetired }) {
            throw AuthFailure.make(
                .internalError, message: "The app of this Auth was deleted. Configure one, and ask for its Auth anew.")
        }
    }

    /// Lets go of everything when the app is deleted: the user stays stored, as nobody signed out.
    private func retire() {
        commitGate.lock()
        let listeners = state.withLock { state in
            state.isRetired = true
            state.isLoaded = true
            state.current = nil
            state.loadError = nil
            state.renewal?.cancel()
            defer { state.listeners = [] }
            return state.listeners
        }
        commitGate.unlock()
        for listener in listeners { listener.finish() }
        notifyCentre(about: nil)
    }
}
