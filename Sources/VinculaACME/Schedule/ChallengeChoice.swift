/// The choice of the challenge to answer.
package enum ChallengeChoice {
    /// The kinds of challenges to try, the best first.
    ///
    /// - Parameters:
    ///   - isHTTPOpen: Indicates whether this server listens for HTTP-01.
    ///   - failed: The kind with which the last attempt failed: the next one begins with another.
    package static func kinds(isHTTPOpen: Bool, after failed: ChallengeKind?) -> [ChallengeKind] {
        let kinds: [ChallengeKind] = isHTTPOpen ? [.http01, .tlsALPN01] : [.tlsALPN01]
        guard let failed, failed == kinds.first, kinds.count > 1 else { return kinds }
        return kinds.filter { $0 != failed } + [failed]
    }

    /// Chooses one of the challenges that an authorization offers.
    ///
    /// - Throws: ``ACMEFailure/noChallenge(name:)``.
    package static func choose(
        _ kinds: [ChallengeKind], of authorization: ACMEAuthorization
    ) throws(ACMEFailure) -> ACMEChallenge {
        for kind in kinds {
            if let challenge = authorization.challenges.first(where: { $0.kind == kind }) { return challenge }
        }
        throw .noChallenge(name: authorization.name)
    }
}
