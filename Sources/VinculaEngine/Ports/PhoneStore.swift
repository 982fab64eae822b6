package import Foundation
package import VinculaCore

/// Read access to the codes that were sent to phones.
package protocol PhoneReads {
    /// A code that was not used; the caller must check its project and its expiry.
    func phoneCode(_ id: String) throws -> PhoneCode?
    /// The codes of a project that were not used, oldest first; those that have expired may be among them.
    func phoneCodes(in scope: ProjectScope, limit: Int) throws -> [PhoneCode]
}

/// Write access to them, and to the counts of messages.
package protocol PhoneWrites: PhoneReads {
    /// Stores a code, and deletes its number's oldest ones beyond ``PhoneCode/mostOfANumber``.
    func insert(_ code: PhoneCode) throws
    /// Counts an attempt before it is checked, by one conditional write.
    ///
    /// - Returns: `true` if the code exists and had fewer than `most`.
    func countGuess(ofPhoneCode id: String, most: Int) throws -> Bool
    /// Deletes a code by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumePhoneCode(_ id: String) throws -> Bool
    /// Counts something that is limited over all servers, such as text messages and sign-ups by a quota, by one conditional write.
    ///
    /// - Parameters:
    ///   - key: The fingerprint of what is limited, of what it is counted by, and of the day or hour.
    ///   - most: The greatest count.
    ///   - expiresAt: The time after which the count no longer matters.
    /// - Returns: `true` if there were fewer than `most`.
    func countUse(_ key: Data, most: Int, expiresAt: Timestamp) throws -> Bool
}
