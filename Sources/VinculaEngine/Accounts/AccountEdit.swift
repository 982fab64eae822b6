import VinculaCore

/// Checks on what people and administrators write into accounts.
enum AccountEdit {
    /// The longest display name, in characters.
    static let longestName = 256
    /// The longest photo URL, in bytes.
    static let longestURL = 2048

    static func checkProfile(displayName: String?, photoURL: String?) throws(AuthError) {
        if let displayName, displayName.count > longestName || displayName.utf8.contains(0) {
            throw .invalidProfileAttribute("displayName may have \(longestName) characters")
        }
        if let photoURL, photoURL.utf8.count > longestURL || photoURL.utf8.contains(where: { $0 < 0x20 }) {
            throw .invalidProfileAttribute("photoUrl may have \(longestURL) bytes and no control characters")
        }
    }

    static func checkID(_ id: String) throws(AuthError) {
        guard (1...128).contains(id.utf8.count), id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .invalidLocalID }
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
