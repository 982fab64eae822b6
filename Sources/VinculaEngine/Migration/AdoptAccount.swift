import Foundation
import VinculaCore
import VinculaCrypto

extension Work {
    /// Takes over an account as the other server describes it.
    ///
    /// Identities of providers that this project does not have stay behind.
    ///
    /// - Parameters:
    ///   - given: The account.
    ///   - former: The project there. What was created there since the migration began, or deleted here, does not come along.
    ///   - passwordHash: Our hash of its password, if that is known.
    ///   - sealer: The sealer of imports.
    /// - Throws: ``AuthError/emailExists`` and others if its ways in belong to somebody else here,
    ///   ``AuthError/operationNotAllowed(_:)`` if it cannot be taken over.
    func adopt(
        _ given: GivenAccount, of former: FormerProject, passwordHash: String? = nil, sealer: Sealer
    ) throws -> Account {
        if let id = given.id, try reads.wasDeletedWhileMoving(AccountID(id), in: scope) { throw AuthError.userNotFound }
        do {
            var given = given
            given.passwordHash = nil
            given.salt = nil
            given.password = nil
            given.passwordVersion = nil
            // The other server's clock may be ahead of ours.
            given.validSince = given.validSince.map { min($0, now.seconds) }
            var read = try given.read(nil, acceptsAnyHash: false, tenant: scope.tenant, now: now)
            guard read.hasCreationTime, read.account.createdAt <= former.beganAt else {
                throw AuthError.operationNotAllowed("This account was created at the other server after the move began.")
            }
            read.identities = try read.identities.filter { identity in
                try ProviderID.builtIn.contains(identity.provider) || reads.openIDProvider(identity.provider, in: scope) != nil
            }
            if let passwordHash { read.password = .own(passwordHash) }
            let schemes = ImportSchemes(key: Data(), sealer: sealer)
            try transaction.journal.importing {
                var batch = try ImportBatch([read], schemes, self)
                _ = try batch.take(read, overwrites: false)
                try batch.finish()
            }
        } catch let refusal as ImportRefusal {
            throw AuthError(refusal.fault)
        } catch let fault as ImportFault {
            throw AuthError(fault)
        }
        let account = try existing(AccountID(given.id ?? ""))
        record(.accountMigrate, account: account.id, details: ["created": true])
        return account
    }
}

extension AuthError {
    /// The answer to a sign-in whose account cannot be taken over.
    fileprivate init(_ fault: ImportFault) {
        self =
            switch fault {
            case .emailTaken: .emailExists
            case .identityTaken: .federatedUserIDAlreadyLinked
            case .phoneTaken: .phoneNumberExists
            default: .operationNotAllowed("This account cannot be moved by signing in: \(fault.message)")
            }
    }
}
