import Foundation
import VinculaCore

/// Signed requests of one account to an ACME server (RFC 8555, section 6).
///
/// Its nonces come from the answers before. One that the server does not take is replaced, and the request sent again.
final class ACMEConversation {
    /// The number of times that one request is sent.
    private static let mostTries = 10

    let directory: ACMEDirectory
    let key: AccountKey
    /// The account's address; `nil` until it is known.
    var account: ACMEAddress?
    private let exchange: ACMEExchange
    private var nonce: String?

    /// - Throws: ``ACMEFailure``.
    init(_ exchange: ACMEExchange, directory: ACMEDirectory, key: AccountKey, account: ACMEAddress?) {
        self.exchange = exchange
        self.directory = directory
        self.key = key
        self.account = account
    }

    /// Reads an ACME server's directory.
    ///
    /// - Throws: ``ACMEFailure``.
    static func directory(_ url: ACMEAddress, _ exchange: ACMEExchange) async throws -> ACMEDirectory {
        let answer = try await exchange.get(url)
        guard answer.status == 200 else { throw ACMEFailure.badAnswer("its directory has status \(answer.status)") }
        return try ACMEDirectory(answer.json())
    }

    /// Reads something.
    ///
    /// - Throws: ``ACMEFailure``.
    func read(_ url: ACMEAddress) async throws -> ACMEExchange.Answer { try await post(nil, to: url) }

    /// Sends a signed request.
    ///
    /// - Parameters:
    ///   - payload: The body; `nil` to read something.
    ///   - url: The address.
    ///   - isNewAccount: `true` to send the key instead of the account's address.
    /// - Throws: ``ACMEFailure``.
    func post(
        _ payload: JSONValue?, to url: ACMEAddress, isNewAccount: Bool = false
    ) async throws -> ACMEExchange.Answer {
        var tries = 0
        while true {
            tries += 1
            let nonce = try await nextNonce()
            let body = try key.signed(payload, for: url, nonce: nonce, account: isNewAccount ? nil : account)
            let answer = try await exchange.post(body, to: url)
            self.nonce = answer.nonce
            guard !(200..<300).contains(answer.status) else { return answer }
            guard answer.type == "application/problem+json", let json = JSONValue.parse(answer.body) else {
                guard answer.status < 500, answer.status != 429 else {
                    throw ACMEFailure.refused(
                        ACMEProblem(answer.status == 429 ? .rateLimited : .serverInternal, detail: "status \(answer.status)"),
                        retryAfter: answer.retryAfter)
                }
                throw ACMEFailure.badAnswer("status \(answer.status) without a reason")
            }
            let problem = ACMEProblem(json)
            if problem.kind == .badNonce, tries < Self.mostTries { continue }
            throw ACMEFailure.refused(problem, retryAfter: answer.retryAfter)
        }
    }

    private func nextNonce() async throws -> String {
        if let nonce {
            self.nonce = nil
            return nonce
        }
        let answer = try await exchange.head(directory.newNonce)
        guard let nonce = answer.nonce else { throw ACMEFailure.badAnswer("it gave no nonce") }
        return nonce
    }
}
