package import VinculaCore
import VinculaCrypto

/// An account to be created by an administrator.
package struct NewAccount: Sendable {
    package var id: String?
    package var email: String?
    package var emailVerified = false
    package var password: String?
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var isDisabled = false
    /// Phones as second factors.
    package var secondFactors: [ListedSecondFactor] = []

    package init() {}
}

extension AccountAdministration {
    /// Creates an account for an administrator; no session is opened.
    ///
    /// A password without an email cannot be used until the account has one.
    ///
    /// - Throws: ``AuthError/duplicateLocalID``, ``AuthError/emailExists``, ``AuthError/phoneNumberExists``, and the answers
    ///   to a value that cannot be used.
    package func createAccount(_ new: NewAccount, in scope: ProjectScope) async throws -> Account {
        try AccountEdit.checkProfile(displayName: new.displayName, photoURL: new.photoURL)
        if let id = new.id { try AccountEdit.checkID(id) }
        let settings = try await read(in: scope) { try $0.settings() }
        let hash = try await hasher.hashNew(
            new.password, policy: settings.passwordPolicy, email: new.email.flatMap { EmailAddress($0) }, in: scope)
        let email = try new.email.map { try AccountEdit.email($0) }
        let phone = try new.phoneNumber.map { try AccountEdit.phone($0) }
        return try await write(in: scope) { work in
            var account = Account.start(new.id.map { AccountID($0) }, now: work.now)
            guard try work.account(account.id) == nil else { throw AuthError.duplicateLocalID }
            if let email, try work.account(email: email) != nil { throw AuthError.emailExists }
            if let phone, try work.account(phone: phone) != nil { throw AuthError.phoneNumberExists }
            account.email = email
            account.emailVerified = new.emailVerified && email != nil
            account.phone = phone
            account.displayName = new.displayName
            account.photoURL = new.photoURL
            account.isDisabled = new.isDisabled
            if !new.secondFactors.isEmpty {
                try account.setSecondFactors(new.secondFactors, now: work.now) { try work.reads.hasSecondFactor($0) }
            }
            if let hash { account.password = PasswordRecord(hash: hash, updatedAt: work.now) }
            // If an id is reused, backends that check for revocation must not accept the tokens of its first account.
            if hash != nil || new.id != nil { account.validSince = work.now.seconds }
            try work.insert(account)
            return account
        }
    }
}
