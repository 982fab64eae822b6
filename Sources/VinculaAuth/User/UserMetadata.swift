public import Foundation

/// The dates of an account's creation and last sign-in.
open class UserMetadata: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The date of the last sign-in.
    public let lastSignInDate: Date?
    /// The date on which the account was created.
    public let creationDate: Date?

    init(lastSignInDate: Date?, creationDate: Date?) {
        self.lastSignInDate = lastSignInDate
        self.creationDate = creationDate
    }

    // MARK: NSSecureCoding

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the dates.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { Archive.encode([lastSignInDate, creationDate], with: coder) }

    /// Decodes the dates; returns nil if the archive does not contain them.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let dates = Archive.decode([Date?].self, from: coder), dates.count == 2 else { return nil }
        self.init(lastSignInDate: dates[0], creationDate: dates[1])
    }
}
