import Foundation
import VinculaCore

/// Finds the account at the ACME server, or makes one.
struct FindAccount {
    let options: ACMEOptions
    let shelf: CertificateShelf
    let exchange: ACMEExchange

    /// - Returns: A conversation in the account's name.
    /// - Throws: ``ACMEFailure``, or ``CertificateShelf/Overtaken``.
    func conversation(_ directory: ACMEDirectory) async throws -> ACMEConversation {
        var kept = try await shelf.account()
        let key: AccountKey
        if let bytes = kept?.record.key, let known = AccountKey(bytes: Data(bytes)) {
            key = known
        } else {
            key = AccountKey()
            // Before the server learns of it: an account whose key is lost could not be found again.
            let record = AccountRecord(key: Array(key.bytes), url: nil, email: options.email)
            kept = try await shelf.write(record, replacing: kept)
        }
        let conversation = ACMEConversation(exchange, directory: directory, key: key, account: kept?.record.url)
        if let url = kept?.record.url, let email = kept?.record.email {
            guard email != options.email, var record = kept?.record else { return conversation }
            do {
                _ = try await conversation.post(.object(["contact": contact]), to: url)
                record.email = options.email
                _ = try await shelf.write(record, replacing: kept)
                return conversation
            } catch ACMEFailure.refused(let problem, _) where problem.kind == .accountDoesNotExist {
                conversation.account = nil
            }
        }
        try await makeAccount(conversation, kept)
        return conversation
    }

    /// Makes the account anew, because the server has lost it.
    func makeAgain(_ conversation: ACMEConversation) async throws {
        conversation.account = nil
        try await makeAccount(conversation, try await shelf.account())
    }

    private var contact: JSONValue { .array([.string("mailto:\(options.email)")]) }

    /// Makes the account; a server that knows the key answers with the account that it has.
    private func makeAccount(_ conversation: ACMEConversation, _ kept: CertificateShelf.Kept<AccountRecord>?) async throws {
        let directory = conversation.directory
        var members: [String: JSONValue] = ["termsOfServiceAgreed": true, "contact": contact]
        if let external = options.externalAccount {
            members["externalAccountBinding"] = conversation.key.bound(to: external, at: directory.newAccount)
        } else if directory.needsExternalAccount {
            throw ACMEFailure.needsExternalAccount
        }
        let answer = try await conversation.post(.object(members), to: directory.newAccount, isNewAccount: true)
        guard let url = answer.location else { throw ACMEFailure.badAnswer("its answer to a new account has no Location header") }
        conversation.account = url
        let record = AccountRecord(key: Array(conversation.key.bytes), url: url, email: options.email)
        _ = try await shelf.write(record, replacing: kept)
    }
}
