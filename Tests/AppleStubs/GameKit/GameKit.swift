@_exported public import Foundation

// GameKit exports Foundation. None of its players is Sendable.

open class GKBasePlayer: NSObject {
    open var displayName: String? { trap() }
}

open class GKPlayer: GKBasePlayer {
    open override var displayName: String { trap() }
    open var gamePlayerID: String { trap() }
    open var teamPlayerID: String { trap() }
}

open class GKLocalPlayer: GKPlayer {
    open class var local: GKLocalPlayer { trap() }
    open var isAuthenticated: Bool { trap() }

    open func fetchItems(
        forIdentityVerificationSignature completionHandler: (@Sendable (URL?, Data?, Data?, UInt64, (any Error)?) -> Void)? = nil
    ) { trap() }

    open func fetchItemsForIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) { trap() }
}

private func trap() -> Never { preconditionFailure("A stub is not run.") }
