import VinculaCore

/// Checks on values that people and administrators write into accounts.
enum AccountEdit {
    /// The longest display name, in bytes: 256 characters of any script.
    static let longestName = 1024
    /// The longest photo URL, in bytes.
    static let longestURL = Profile.longestPhotoURL

    static func checkProfile(displayName: String?, photoURL: String?) throws(AuthError) {
        if let displayName, displayName.utf8.count > longestName || displayName.utf8.contains(0) {
            throw .invalidProfileAttribute("displayName may have at most \(longestName) bytes")
        }
        if let photoURL, photoURL.utf8.count > longestURL || photoURL.utf8.contains(where: { $0 < 0x20 }) {
            throw .invalidProfileAttribute("photoUrl may have at most \(longestURL) bytes and no control characters")
        }
    }

    /// Checks a time that an administrator sets: from 1970 to the year 9999.
    static func checkTime(_ value: Int64?, named name: String, unitsPerSecond: Int64) throws(AuthError) {
        guard let value else { return }
        guard (0..<253_402_300_800 * unitsPerSecond).contains(value) else {
            throw .invalidArgument("\(name) must be between 1970 and 9999.")
        }
    }

    static func checkID(_ id: String) throws(AuthError) {
        guard AccountID.isWellFormed(id) else { throw .invalidLocalID }
    }

    static func email(_ text: String) throws(AuthError) -> EmailAddress {
        guard let email = EmailAddress(text) else { throw .invalidEmail }
        return email
    }

    static func phone(_ text: String) throws(AuthError) -> PhoneNumber {
        guard let phone = PhoneNumber(text) else { throw .invalidPhoneNumber }
        return phone
    }
}
