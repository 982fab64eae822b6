extension ACMEFailure {
    /// The failure in words: what happened, and what to do.
    ///
    /// - Parameter authority: The certificate authority, as people know it.
    package func words(_ authority: String) -> String {
        switch self {
        case .unreachable(let reason):
            "\(authority) cannot be reached: \(reason). This server must be able to connect to it by https."
        case .badAnswer(let what): "\(authority) sent an answer that cannot be used: \(what). Check tls.acmeDirectory."
        case .refused(let problem, let retryAfter): Self.refusal(problem, retryAfter, authority)
        case .validation(let kind, let name, let problem): Self.validation(kind, name, problem, authority)
        case .noChallenge(let name):
            "\(authority) offers no challenge for \(name) that this server can answer now: HTTP-01 needs port 80 (tls.acmeHttpListen), "
                + "TLS-ALPN-01 port 443."
        case .needsExternalAccount:
            "\(authority) takes only customers: set tls.acmeKeyId and VINCULA_TLS_ACME_HMAC_KEY to what your account there shows."
        case .tooSlow: "\(authority) did not finish in time. The order will be continued."
        }
    }

    private static func refusal(_ problem: ACMEProblem, _ retryAfter: Int64?, _ authority: String) -> String {
        let detail = quoted(problem)
        return switch problem.kind {
        case .rateLimited: "\(authority) allows no more requests for now\(detail). The server waits as long as it is told to."
        case .rejectedIdentifier, .unsupportedIdentifier:
            "\(authority) issues no certificate for a name\(detail). Check publicUrl and tls.acmeNames."
        case .caa:
            "A CAA record in the DNS forbids \(authority) to issue this certificate\(detail). Add the authority to the record, or remove it."
        case .invalidContact, .unsupportedContact: "\(authority) does not accept the email address in tls.acme\(detail)."
        case .externalAccountRequired: ACMEFailure.needsExternalAccount.words(authority)
        case .userActionRequired: "\(authority) wants you to do something first, such as agreeing to new terms\(detail)."
        case .unauthorized, .malformed, .badSignatureAlgorithm:
            "\(authority) refused the request\(detail). If an external account is set, check tls.acmeKeyId and its key."
        case .serverInternal: "\(authority) has a problem of its own\(detail). The server will try again."
        default: "\(authority) refused the request\(detail)."
        }
    }

    private static func validation(
        _ kind: ChallengeKind, _ name: String, _ problem: ACMEProblem, _ authority: String
    ) -> String {
        let place =
            kind == .http01 ? "http://\(name)/.well-known/acme-challenge/…" : "port 443 of \(name)"
        let detail = quoted(problem)
        let port = kind.port
        return switch problem.kind {
        case .connection:
            "\(authority) could not reach \(place)\(detail). Open port \(port) to the internet, and have it lead to this server."
        case .dns:
            "\(authority) found no address for \(name)\(detail). Add an A or AAAA record to the DNS that leads to this server."
        case .unauthorized, .incorrectResponse:
            "\(authority) got another answer at \(place)\(detail). Something else answers there: make the DNS record of \(name) and port \(port) lead to this server, and remove AAAA records of other machines."
        case .tls:
            "\(authority) could not speak TLS with \(place)\(detail). Something else may answer there, such as a proxy: port 443 must lead to this server directly."
        case .caa: refusal(problem, nil, authority)
        case .rateLimited: refusal(problem, nil, authority)
        default: "\(authority) could not validate \(name) by \(kind.words)\(detail)."
        }
    }

    private static func quoted(_ problem: ACMEProblem) -> String { problem.detail.isEmpty ? "" : " (\(problem.detail))" }
}
