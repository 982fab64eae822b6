public import VinculaCore

/// What can be read of mailed codes.
public protocol ActionCodeReads {
    /// - Parameter id: SHA-256 of the code, in base64url.
    func actionCode(_ id: String) throws -> ActionCode?
    /// The codes of one mailbox that were neither used nor ended, newest first; expiry is the caller's to check.
    func openActionCodes(sentFor email: EmailAddress, purpose: ActionCodePurpose, in scope: ProjectScope) throws -> [ActionCode]
    /// The codes of one account that were neither used nor ended, newest first; expiry is the caller's to check.
    func openActionCodes(of account: AccountID, in scope: ProjectScope) throws -> [ActionCode]
    /// The codes of a project that work, oldest first.
    func openActionCodes(in scope: ProjectScope, now: Timestamp, limit: Int) throws -> [ActionCode]
}

/// What can be changed of mailed codes.
public protocol ActionCodeWrites: ActionCodeReads {
    func insert(_ code: ActionCode) throws
    /// Spends a code by one conditional write.
    ///
    /// - Returns: Whether this call was the one that spent it.
    func spendActionCode(_ id: String, now: Timestamp) throws -> Bool
    /// Counts a wrong address, and ends the code with the last that it bears.
    func noteActionCodeMismatch(_ id: String, most: Int, now: Timestamp) throws
    /// Counts wrong digits, and takes the digits off with the last that they bear; the link stays: anybody can send digits.
    func noteWrongDigits(_ id: String, most: Int) throws
    /// Ends an account's codes.
    ///
    /// - Parameters:
    ///   - purposes: Which.
    ///   - keeping: How many of them stay, the newest.
    func endActionCodes(
        of account: AccountID, purposes: [ActionCodePurpose], keeping: Int, in scope: ProjectScope, now: Timestamp) throws
    /// Ends the codes that were sent for a mailbox, whoever's account it is.
    ///
    /// - Parameter keeping: How many of them stay, the newest.
    func endActionCodes(
        sentFor email: EmailAddress, purpose: ActionCodePurpose, keeping: Int, in scope: ProjectScope, now: Timestamp) throws
}
