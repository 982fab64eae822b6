public import Foundation

/// When an account was made, and when it was last signed in to.
open class UserMetadata: NSObject, NSSecureCoding, @unchecked Sendable {
    /// When somebody last signed in to the account.
    public let lastSignInDate: Date?
    /// When the account was made.
    public let creationDate: Date?

    init(lastSignInDate: Date?, creationDate: Date?) {
        self.lastSignInDate = lastSignInDate
        self.creationDate = creationDate
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { Archive.encode([lastSignInDate, creationDate], with: coder) }

    public required convenience init?(coder: NSCoder) {
        guard let dates = Archive.decode([Date?].self, from: coder), dates.count == 2 else { return nil }
        self.init(lastSignInDate: dates[0], creationDate: dates[1])
    }
}
