package import VinculaCore

/// All that is stored of the certificate for some names at one ACME server. It is sealed, because it has private keys.
package struct CertificateRecord: Hashable, Sendable, Codable {
    /// An order that has begun, so that another server, or this one after a crash, can continue it.
    package struct Order: Hashable, Sendable, Codable {
        package let url: ACMEAddress
        /// The key that the certificate is for, in PEM.
        package let key: String
    }

    /// The certificate in use; `nil` before the first.
    package internal(set) var issued: IssuedCertificate?
    package internal(set) var order: Order?
    /// The challenges that every server answers.
    package internal(set) var challenges: [PresentedChallenge] = []
    package internal(set) var attempts = CertificateAttempts()
    /// The time at which the ACME server wants the certificate in use to be renewed; `nil` before it was asked.
    package internal(set) var wish: RenewalWish?

    package init() {}

    /// The time at which the certificate is replaced; `nil` without one.
    package var renewal: Timestamp? { issued?.renewal(wanted: wish?.info) }

    /// Indicates whether the ACME server is to be asked when the certificate is to be renewed.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - isFirst: `true` if this server has not asked since it started.
    package func asksForRenewal(at now: Timestamp, isFirst: Bool) -> Bool {
        issued != nil && (isFirst || now >= wish?.nextQuestion ?? now)
    }

    /// The time of the next attempt to get a certificate; see ``RenewalSchedule/next(renewal:after:isFirst:)``.
    package func next(isFirst: Bool) -> Timestamp {
        RenewalSchedule.next(renewal: renewal, after: attempts, isFirst: isFirst)
    }
}

/// A challenge with its answer.
package struct PresentedChallenge: Hashable, Sendable, Codable {
    package let kind: ChallengeKind
    /// The name that is validated.
    package let name: String
    package let token: String
    /// The answer. It is no secret: anybody may ask for it.
    package let authorization: String
}

/// All that is stored of an account at an ACME server.
struct AccountRecord: Hashable, Sendable, Codable {
    /// ``AccountKey/bytes``.
    let key: [UInt8]
    /// The account's address; `nil` until the server has made it.
    var url: ACMEAddress?
    /// The email address that the server knows.
    var email: String
}
