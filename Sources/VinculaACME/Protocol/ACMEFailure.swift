/// The reason why there is no certificate.
package enum ACMEFailure: Error, Hashable, Sendable {
    /// The ACME server cannot be reached; the reason, as the end of a sentence.
    case unreachable(String)
    /// The ACME server's answer cannot be used; what is wrong with it, as a clause.
    case badAnswer(String)
    /// The ACME server refuses a request.
    ///
    /// - Parameters:
    ///   - problem: Its reason.
    ///   - retryAfter: The time that it wants to be left alone, in seconds.
    case refused(ACMEProblem, retryAfter: Int64?)
    /// The ACME server looked for the answer to a challenge, and did not find it.
    case validation(ChallengeKind, name: String, ACMEProblem)
    /// The ACME server offers no challenge that this server can answer.
    case noChallenge(name: String)
    /// An external account is needed, and none is set.
    case needsExternalAccount
    /// It took too long.
    case tooSlow

    /// The time for which the ACME server must be left alone, in seconds; `nil` if it says nothing of it.
    package var pause: Int64? {
        guard case .refused(let problem, let retryAfter) = self else { return nil }
        if let retryAfter { return min(max(retryAfter, 1), 7 * 86_400) }
        return problem.kind == .rateLimited ? 3600 : nil
    }

    /// Indicates whether the order cannot be continued.
    package var endsOrder: Bool {
        switch self {
        case .validation, .noChallenge, .badAnswer: true
        case .refused(let problem, _): ![.rateLimited, .serverInternal, .badNonce].contains(problem.kind)
        case .unreachable, .needsExternalAccount, .tooSlow: false
        }
    }
}
