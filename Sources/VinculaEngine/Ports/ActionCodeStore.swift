package import VinculaCore

/// Read access to mailed codes.
package protocol ActionCodeReads {
    /// - Parameter id: SHA-256 of the code, in base64url.
    func actionCode(_ id: String) throws -> ActionCode?
    /// The codes of one mailbox that were neither used nor ended, newest first; the caller must check their expiry.
    func openActionCodes(sentFor email: EmailAddress, purpose: ActionCodePurpose, in scope: ProjectScope) throws -> [ActionCode]
    /// The codes of one account that were neither used nor ended, newest first; the caller must check their expiry.
    func openActionCodes(of account: AccountID, in scope: ProjectScope) throws -> [ActionCode]
    /// The codes of a project that work, oldest first.
    func openActionCodes(in scope: ProjectScope, now: Timestamp, limit: Int) throws -> [ActionCode]
}

/// Write access to mailed codes.
package protocol ActionCodeWrites: ActionCodeReads {
    func insert(_ code: ActionCode) throws
    /// Spends a code by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that spent it.
    func spendActionCode(_ id: String, now: Timestamp) throws -> Bool
    /// Counts a wrong address, and ends the code when the limit is reached.
    func noteActionCodeMismatch(_ id: String, most: Int, now: Timestamp) throws
    /// Counts wrong digits, and removes the digits when the limit is reached; the link stays valid, since anybody can send
    /// digits.
    func noteWrongDigits(_ id: String, most: Int) throws
    /// Ends an account's codes.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - purposes: The purposes of the codes to end.
    ///   - keeping: The number of newest codes to keep.
    ///   - scope: The project.
    ///   - now: The current time.
    func endActionCodes(
        of account: AccountID, purposes: [ActionCodePurpose], keeping: Int, in scope: ProjectScope, now: Timestamp) throws
    /// Ends the codes that were sent for a mailbox, whichever account they are for.
    ///
    /// - Parameters:
    ///   - email: The address that the codes were mailed to.
    ///   - purpose: The purpose of the codes.
    ///   - keeping: The number of newest codes to keep.
    ///   - scope: The project.
    ///   - now: The current time.
    func endActionCodes(
        sentFor email: EmailAddress, purpose: ActionCodePurpose, keeping: Int, in scope: ProjectScope, now: Timestamp) throws
}
