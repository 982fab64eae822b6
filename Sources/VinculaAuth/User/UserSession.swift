public import Foundation
import IdentityToolkit

/// One place where a user is signed in, from ``User/sessions()``. Only Vincula lists them.
open class UserSession: NSObject, @unchecked Sendable {
    /// The name of the session. It opens nothing.
    public let sessionID: String
    /// The family of the browser or app, and of the system, such as `Firefox, Windows`. nil if it is not known.
    public let deviceName: String?
    /// The network that the session was opened from, an IPv4 /24 or an IPv6 /48. nil if it is not known.
    public let network: String?
    /// The time of the sign-in that opened the session.
    public let creationDate: Date?
    /// The hour in which the session was last used.
    public let lastUseDate: Date?
    /// The way in: a provider's ID, such as `password`, or `emailLink`.
    public let providerID: String
    /// The kind of the second factor that completed the sign-in: `totp`, `phone` or `recovery`. nil if there was none.
    public let secondFactorID: String?
    /// True for a session that is worth nothing without a key that only its device has.
    public let isBound: Bool
    /// The ID of the user's tenant. nil for the project itself.
    public let tenantID: String?
    /// True for the session of this app.
    public let isCurrent: Bool

    private let user: User

    init?(_ session: ListSessionsResponse.Session, of user: User) {
        guard let handle = session.handle, !handle.isEmpty else { return nil }
        func date(_ text: String?) -> Date? {
            text.flatMap { text in
                (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                    ?? (try? Date(text, strategy: .iso8601))
            }
        }
        sessionID = handle
        deviceName = session.device
        network = session.network
        creationDate = date(session.createdAt)
        lastUseDate = date(session.lastUsedAt)
        providerID = session.firstFactor ?? ""
        secondFactorID = session.secondFactor
        isBound = session.bound ?? false
        tenantID = session.tenantId
        isCurrent = session.current ?? false
        self.user = user
        super.init()
    }

    /// Ends the session: its device is signed out.
    open func end(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await end() }
    }

    /// Ends the session: its device is signed out when it next renews its token, or calls the server.
    ///
    /// Ending the session of this app signs the user out here, too. A session that has ended already is none.
    ///
    /// - Throws: `requiresRecentLogin` for another session than this app's.
    open func end() async throws {
        try await user.endSessions { $0.handles = [sessionID] }
        guard isCurrent, let auth = try? user.owner(), auth.currentUser === user else { return }
        try auth.signOut()
    }
}
