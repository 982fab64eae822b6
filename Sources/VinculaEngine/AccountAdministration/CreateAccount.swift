public import VinculaCore
import VinculaCrypto

/// An account to be created by an administrator.
public struct NewAccount: Sendable {
    public var id: String?
    public var email: String?
    public var emailVerified = false
    public var password: String?
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    public var isDisabled = false

    public init() {}
}

extension AuthEngine {
    /// Creates an account for an administrator; no session is opened.
    ///
    /// A password without an email cannot be used until the account has one.
    ///
    /// - Throws: ``AuthError/duplicateLocalID``, ``AuthError/emailExists``, ``AuthError/phoneNumberExists``, and the answers
    ///   to a value that cannot be used.
    public func createAccount(_ new: NewAccount, in scope: ProjectScope) async throws -> Account {
        try AccountEdit.checkProfile(displayName: new.displayName, photoURL: new.photoURL)
        if let id = new.id { try AccountEdit.checkID(id) }
        let settings = try await read { try self.settings(of: scope.project, in: $0) }
        let hash = try await hashNew(
            new.password, policy: settings.passwordPolicy, email: new.email.flatMap { EmailAddress($0) }, in: scope)
        let now = clock.now
        var account = newAccount(new.id.map { AccountID($0) }, now: now)
        account.email = try new.email.map { try AccountEdit.email($0) }
        account.emailVerified = new.emailVerified && account.email != nil
        account.phone = try new.phoneNumber.map { try AccountEdit.phone($0) }
        account.displayName = new.displayName
        account.photoURL = new.photoURL
        account.isDisabled = new.isDisabled
        if let hash { account.password = PasswordRecord(hash: hash, updatedAt: now) }
        // If an id is reused, backends that check for revocation must not accept the tokens of its first account.
        if hash != nil || new.id != nil { account.validSince = now.seconds }
        let created = account
        try await write { transaction in
            guard try transaction.account(created.id, in: scope) == nil else { throw AuthError.duplicateLocalID }
            if let email = created.email, try transaction.account(email: email, in: scope) != nil { throw AuthError.emailExists }
            if let phone = created.phone, try transaction.account(phone: phone, in: scope) != nil {
                throw AuthError.phoneNumberExists
            }
            try transaction.insert(created, in: scope)
        }
        return created
    }
}
