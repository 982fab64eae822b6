public import Foundation
import IdentityToolkit

/// A change of the name that is shown for a person, or of their picture. It is sent by ``commitChanges()``, once.
open class UserProfileChangeRequest: NSObject, @unchecked Sendable {
    private struct Change {
        var displayName: String??
        var photoURL: URL??
        var isSent = false
    }

    private let user: User
    private let change = Locked(Change())

    init(user: User) { self.user = user }

    /// The name that is shown for the person. Setting nil takes it away.
    open var displayName: String? {
        get { change.withLock { $0.displayName } ?? user.displayName }
        set { change.withLock { $0.displayName = .some(newValue) } }
    }

    /// Where a picture of the person is. Setting nil takes it away.
    open var photoURL: URL? {
        get { change.withLock { $0.photoURL } ?? user.photoURL }
        set { change.withLock { $0.photoURL = .some(newValue) } }
    }

    /// Sends what was set.
    ///
    /// - Parameter completion: Gets the error, or nil, on the main queue, once.
    open func commitChanges(completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await commitChanges() }
    }

    /// Sends what was set. Where nothing was, nothing is sent.
    ///
    /// - Throws: `internalError` if it was sent before; what the server says to the change.
    open func commitChanges() async throws {
        let (change, wasSent) = change.withLock { change -> (Change, Bool) in
            defer { change.isSent = true }
            return (change, change.isSent)
        }
        guard !wasSent else {
            throw AuthFailure.make(
                .internalError, message: "A profile change is sent once. Make a new one by createProfileChangeRequest().")
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
