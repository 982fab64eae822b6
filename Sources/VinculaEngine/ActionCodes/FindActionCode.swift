import Foundation
import VinculaCore
import VinculaCrypto

/// The owner of the six digits that somebody presents.
enum DigitsOwner: Sendable {
    /// The reader of a mailbox, for one purpose.
    case mailbox(EmailAddress, ActionCodePurpose)
    /// The person who is signed in to an account: the digits of a mail about its address.
    case account(AccountID)
}

extension ActionCodes {
    /// Finds the code that somebody presents, and checks that it can be used now.
    ///
    /// Six digits are looked up among the codes of a mailbox; wrong ones are counted in their own transaction, so that no
    /// refusal undoes the count.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - purposes: The accepted purposes.
    ///   - owner: The owner of the digits; `nil` if digits are not accepted.
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    func requireActionCode(
        _ text: String?, for purposes: [ActionCodePurpose], digitsOf owner: DigitsOwner?, in scope: ProjectScope
    ) async throws -> ActionCode {
        guard let text, !text.isEmpty else { throw AuthError.missingActionCode }
        let now = clock.now
        if text.utf8.count == 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let owner {
            guard let code = try await code(ofDigits: text, owner, in: scope) else { throw AuthError.invalidActionCode }
            return code
        }
        let id = ActionCode.id(of: text)
        guard let code = try await read({ try $0.reads.actionCode(id) }), code.scope == scope, purposes.contains(code.purpose)
        else {
            throw AuthError.invalidActionCode
        }
        try code.requireOpen(now: now)
        return code
    }

    private func code(
        ofDigits digits: String, _ owner: DigitsOwner, in scope: ProjectScope
    ) async throws -> ActionCode? {
        try await write(in: scope) { work -> ActionCode? in
            let open =
                switch owner {
                case .mailbox(let mailbox, let purpose):
                    try work.transaction.openActionCodes(sentFor: mailbox, purpose: purpose, in: scope)
                case .account(let id): try work.openActionCodes(of: id).filter { $0.purpose.isOfAccount }
                }
            // Codes for unknown addresses count like all others, so that the response time reveals nothing.
            let codes = open.filter { $0.digits != nil && work.now < $0.expiresAt }
            // Only the newest mail's digits: each additional code would be one more chance to guess.
            guard let newest = codes.first, let mailbox = newest.recipient else { return nil }
            let presented = mail.fingerprint(digits, newest.purpose, mailbox, in: scope)
            if let kept = newest.digits, FixedTime.areEqual(kept, presented), !newest.leadsNowhere { return newest }
            for code in codes {
                try work.transaction.noteWrongDigits(code.id, most: ActionCode.mostMismatches)
            }
            return nil
        }
    }
}

extension Work {
    /// Spends a code within the transaction that does what it is for.
    ///
    /// - Throws: ``AuthError/invalidActionCode`` if another request was faster.
    func spend(_ code: ActionCode) throws {
        guard code.scope == scope else { throw AuthError.invalidActionCode }
        try requireInUse()
        let later = try laterCodes(than: code)
        guard try transaction.spendActionCode(code.id, now: now) else { throw AuthError.invalidActionCode }
        for later in later { _ = try transaction.spendActionCode(later.id, now: now) }
        // A person who requested three codes needs only one.
        if code.purpose == .signIn, let email = code.email {
            try endActionCodes(sentFor: email, purpose: .signIn)
        } else if let account = code.account, !code.purpose.takesBack {
            try endActionCodes(of: account, purposes: [code.purpose])
        }
    }

    /// The codes that revert what was done to an account after a code's own change; none for a code that reverts nothing.
    ///
    /// They are spent along with it, since they may have gone to mailboxes that a thief put on the account. Older ones are
    /// not: an older one may be the owner's, and the user of this one the thief.
    private func laterCodes(than code: ActionCode) throws -> [ActionCode] {
        guard code.purpose.takesBack, let account = code.account else { return [] }
        return try openActionCodes(of: account).prefix { $0.id != code.id }.filter(\.purpose.takesBack)
    }
}

extension ScopedReads {
    /// The account that a code is for, in its current state.
    ///
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/userDisabled``.
    func account(of code: ActionCode) throws -> Account {
        guard code.scope == scope, let id = code.account, let account = try self.account(id) else {
            throw AuthError.invalidActionCode
        }
        guard !account.isDisabled else { throw AuthError.userDisabled }
        return account
    }
}

extension ActionCodePurpose {
    /// True if it is about an existing account, and `accounts:update` accepts it.
    var isOfAccount: Bool {
        switch self {
        case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition,
            .revertSignInMethodRemoval, .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            true
        case .resetPassword, .signIn: false
        }
    }
}
