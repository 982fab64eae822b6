public import Foundation

/// Signs people in to an app, and remembers the signed-in user.
///
/// There is one instance per ``FirebaseApp``. All members can be used from any thread; completion handlers and listeners are
/// called on the main queue, and the `async` forms do not need the main queue at all.
open class Auth: NSObject, @unchecked Sendable {
    /// Mutable state.
    struct State {
        weak var app: FirebaseApp?
        /// Indicates that the app was deleted: every call fails from then on.
        var isRetired = false
        var current: User?
        /// Indicates whether reading the stored session was attempted.
        var isLoaded = false
        /// The error from reading the stored session; while set, it is unknown whether a user is signed in.
        var loadError: NSError?
        var lastLoadAttempt: Date?
        /// The last token reported to listeners; nil while nobody was signed in.
        var notifiedToken: String?
        /// The listeners in the order in which they were added and are called.
        var listeners: [Listener] = []
        var languageCode: String?
        var tenantID: String?
        var customAuthDomain: String?
        var emulator: URL?
        /// The reason why the emulator that the app named is unusable: nothing may be sent to another server instead.
        var emulatorProblem: String?
        var userAccessGroup: String?
        /// Indicates whether the last access group was read.
        var knowsAccessGroup = false
        var sharesAuthState = false
        var renewsAhead = true
        var renewal: Task<Void, Never>?
        /// Waits for a number of seconds before a renewal.
        var pause: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
        /// The keys for new sessions, as far as they were read; nil where there can be none.
        var installationKeys: [KeyPlace: InstallationKey?] = [:]
        /// What servers have said about proofs, by origin.
        var proofs: [String: Prover.Memory] = [:]
        var pushToken: (data: Data, type: AuthAPNSTokenType)?
        /// The registry in which copies of a user share a session.
        var sessions = SessionRegistry.process
    }

    let state: Locked<State>
    /// Held while a session is stored and then made the current one, so that both happen in the same order for everyone.
    let commitGate = NSLock()
    /// The queue on which `async` calls read and write the storage and wait for the gate.
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

    /// Returns the default app's `Auth`.
    ///
    /// If no default app is configured, every call fails with an error that says so, and a line is logged on standard error.
    open class func auth() -> Auth { auth(app: FirebaseApp.app() ?? .unconfigured) }

    /// Returns an app's `Auth`, always the same instance. A deleted app's instance fails every call.
    open class func auth(app: FirebaseApp) -> Auth {
        instances.withLock { instances in
            // Before checking whether the app is deleted: from now on, deletions are observed.
            if instances.observer == nil {
                instances.observer = NotificationCenter.default.addObserver(
                    forName: FirebaseApp.wasDeleted, object: nil, queue: nil
                ) { note in
                    guard let app = note.object as? FirebaseApp else { return }
                    Self.instances.withLock { $0.byApp.removeValue(forKey: ObjectIdentifier(app)) }?.retire()
                }
            }
            let id = ObjectIdentifier(app)
            // The object at this address may once have been another app.
            if let auth = instances.byApp[id], auth.state.withLock({ $0.app === app }) { return auth }
            let auth = Auth(app: app)
            instances.byApp[id] = app.isDeleted ? nil : auth
            return auth
        }
    }

    // MARK: Settings

    /// The app; nil after it was deleted.
    open var app: FirebaseApp? { state.withLock { $0.app } }

    /// The language of emails, text messages and pages, as a BCP 47 code; nil for the server's choice.
    open var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// The tenant that people sign in to; nil for none.
    open var tenantID: String? {
        get {
            // The signed-in user may have set it.
            loadIfNeeded()
            return state.withLock { $0.tenantID }
        }
        set {
            loadIfNeeded()
            state.withLock { $0.tenantID = newValue }
        }
    }

    /// The custom domain of the sign-in pages, if the app has one.
    open var customAuthDomain: String? {
        get { state.withLock { $0.customAuthDomain } }
        set { state.withLock { $0.customAuthDomain = newValue } }
    }

    /// Settings for tests. In FirebaseAuth they exist on iOS only.
    open var settings: AuthSettings? {
        get { appSettings }
        set { if let newValue { appSettings.take(newValue) } }
    }

    /// Sets the language to the device's.
    open func useAppLanguage() { languageCode = Locale.preferredLanguages.first }

    /// Uses a development server: `vincula serve --dev`, or Firebase's emulator.
    ///
    /// If the host is invalid, every call fails with an error that says so: nothing is sent to another server instead.
    ///
    /// Sessions belong to one server: the user of the app's own server is no longer signed in, but stays stored for a launch
    /// without this call, and an earlier user of the development server is signed in again. Call this before anything else:
    /// the destination of calls already in progress is undefined.
    ///
    /// - Parameters:
    ///   - host: The server's host name or address, without a scheme.
    ///   - port: The server's port.
    open func useEmulator(withHost host: String, port: Int) {
        guard !host.isEmpty, let url = ServerAddress.emulator(host: host, port: port) else {
            let problem =
                "useEmulator(withHost: \"\(host)\", port: \(port)): the host must be a name or an address, without a scheme."
            ConsoleLog.write(.warning, problem)
            return state.withLock { $0.emulatorProblem = problem }
        }
        state.withLock { $0.emulatorProblem = nil }
        use(emulator: url)
        appSettings.isAppVerificationDisabledForTesting = true
    }

    /// Indicates whether ID tokens are renewed five minutes before they expire even if nobody asks for one. On by default.
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

    /// Returns the server that a call made now goes to.
    ///
    /// - Throws: `internalError` if the app was deleted; `invalidAPIKey` if no app is configured.
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
        let address = address
        return Backend(
            address: address, transport: transport, apiKey: apiKey, appID: options.googleAppID,
            bundleID: options.bundleID, languageCode: languageCode, tenantID: tenantID, prover: prover(for: address))
    }

    /// - Throws: `internalError` if the app was deleted.
    func requireInUse() throws {
        if state.withLock({ $0.isRetired }) {
            throw AuthFailure.make(
                .internalError, message: "The app of this Auth was deleted. Configure an app again and use its Auth.")
        }
    }

    /// Releases everything when the app is deleted. The user stays stored, because nobody signed out.
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
