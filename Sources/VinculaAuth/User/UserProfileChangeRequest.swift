public import Foundation
import IdentityToolkit

/// A change of a person's display name or picture. It can be sent once, by ``commitChanges()``.
open class UserProfileChangeRequest: NSObject, @unchecked Sendable {
    private struct Change {
        var displayName: String??
        var photoURL: URL??
        var isSent = false
    }

    private let user: User
    private let change = Locked(Change())

    init(user: User) { self.user = user }

    /// The display name. Setting nil removes it.
    open var displayName: String? {
        get { change.withLock { $0.displayName } ?? user.displayName }
        set { change.withLock { $0.displayName = .some(newValue) } }
    }

    /// The URL of the person's picture. Setting nil removes it.
    open var photoURL: URL? {
        get { change.withLock { $0.photoURL } ?? user.photoURL }
        set { change.withLock { $0.photoURL = .some(newValue) } }
    }

    /// Sends the changes.
    ///
    /// - Parameter completion: Receives the error, or nil, on the main queue, once.
    open func commitChanges(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await commitChanges() }
    }

    /// Sends the changes. If nothing was set, nothing is sent.
    ///
    /// - Throws: `internalError` if it was already sent; the server's error for the change.
    open func commitChanges() async throws {
        let (change, wasSent) = change.withLock { change -> (Change, Bool) in
            defer { change.isSent = true }
            return (change, change.isSent)
        }
        guard !wasSent else {
            throw AuthFailure.make(
                .internalError,
                message: "A profile change can be sent only once. Create a new one with createProfileChangeRequest().")
        }
        guard change.displayName != nil || change.photoURL != nil else { return }
        let name = change.displayName
        let photo = change.photoURL
        try await user.update { request in
            var cleared: [UserAttributeName] = []
            if let name { if let name { request.displayName = name } else { cleared.append(.displayName) } }
            if let photo {
                if let photo { request.photoUrl = photo.absoluteString } else { cleared.append(.photoUrl) }
            }
            if !cleared.isEmpty { request.deleteAttribute = cleared }
        } locally: { state in
            if let name { state.displayName = name }
            if let photo { state.photoURL = photo }
        }
    }
}
