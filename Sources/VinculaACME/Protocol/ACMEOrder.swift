package import VinculaCore

/// An order of a certificate (RFC 8555, section 7.1.3).
package struct ACMEOrder: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case pending, ready, processing, valid, invalid
    }

    package let status: Status
    package let authorizations: [ACMEAddress]
    package let finalize: ACMEAddress
    /// The address of the certificate, once the order is valid.
    package let certificate: ACMEAddress?
    package let problem: ACMEProblem?

    /// - Throws: ``ACMEFailure/badAnswer(_:)``.
    package init(_ json: JSONValue) throws(ACMEFailure) {
        guard let status = json["status"]?.string.flatMap(Status.init) else { throw .badAnswer("an order has no known status") }
        guard case .array(let texts)? = json["authorizations"], (1...100).contains(texts.count) else {
            throw .badAnswer("an order has no authorizations")
        }
        let authorizations = texts.compactMap { $0.string.flatMap(ACMEAddress.init) }
        guard authorizations.count == texts.count, let finalize = json["finalize"]?.string.flatMap(ACMEAddress.init) else {
            throw .badAnswer("an order names addresses that are not https")
        }
        certificate = json["certificate"]?.string.flatMap(ACMEAddress.init)
        guard status != .valid || certificate != nil else { throw .badAnswer("a valid order has no certificate") }
        self.status = status
        self.authorizations = authorizations
        self.finalize = finalize
        problem = json["error"].map(ACMEProblem.init)
    }
}

/// The authorization to order certificates for one name (RFC 8555, section 7.1.4).
package struct ACMEAuthorization: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case pending, valid, invalid, deactivated, expired, revoked
    }

    package let status: Status
    package let name: String
    package let challenges: [ACMEChallenge]

    /// - Throws: ``ACMEFailure/badAnswer(_:)``.
    package init(_ json: JSONValue) throws(ACMEFailure) {
        guard let status = json["status"]?.string.flatMap(Status.init),
            json["identifier"]?["type"]?.string == "dns", let name = json["identifier"]?["value"]?.string,
            case .array(let items)? = json["challenges"], items.count <= 20
        else { throw .badAnswer("an authorization cannot be read") }
        self.status = status
        self.name = name.lowercased()
        challenges = items.compactMap(ACMEChallenge.init)
    }

    /// The reason why it became invalid.
    package var problem: (kind: ChallengeKind, problem: ACMEProblem)? {
        for challenge in challenges { if let problem = challenge.problem { return (challenge.kind, problem) } }
        return nil
    }
}

/// The kinds of challenges that this server can answer.
package enum ChallengeKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A file on port 80 (RFC 8555, section 8.3).
    case http01 = "http-01"
    /// A certificate on port 443 (RFC 8737).
    case tlsALPN01 = "tls-alpn-01"

    /// The name, as people write it.
    package var words: String {
        switch self {
        case .http01: "HTTP-01"
        case .tlsALPN01: "TLS-ALPN-01"
        }
    }

    /// The port that certificate authorities connect to.
    package var port: Int {
        switch self {
        case .http01: 80
        case .tlsALPN01: 443
        }
    }
}

/// A challenge of an authorization (RFC 8555, section 7.1.5).
package struct ACMEChallenge: Hashable, Sendable {
    package let kind: ChallengeKind
    package let url: ACMEAddress
    package let token: String
    /// Indicates whether the server has not been told yet that the answer is there.
    package let isPending: Bool
    package let problem: ACMEProblem?

    /// - Returns: `nil` for a challenge of another kind, or one that cannot be answered safely: the token becomes part of a path.
    package init?(_ json: JSONValue) {
        guard let kind = json["type"]?.string.flatMap(ChallengeKind.init),
            let url = json["url"]?.string.flatMap(ACMEAddress.init), let token = json["token"]?.string, Self.isToken(token)
        else { return nil }
        self.kind = kind
        self.url = url
        self.token = token
        isPending = json["status"]?.string == "pending"
        problem = json["error"].map(ACMEProblem.init)
    }

    /// Indicates whether a text can be a challenge's token: base64url of at least 128 bits.
    package static func isToken(_ text: some StringProtocol) -> Bool {
        (22...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
