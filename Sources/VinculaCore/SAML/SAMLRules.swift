/// The rules that an identity provider's answer must satisfy (SAML 2.0 Profiles §4.1.4.3), besides its signature.
package struct SAMLRules: Hashable, Sendable {
    /// The identity provider's entity ID.
    package var issuer: String
    /// This server's entity ID at the identity provider.
    package var audience: String
    /// The address that the answer was to be posted to.
    package var recipient: String
    /// The ID of the request that it must answer.
    package var requestID: String

    package init(issuer: String, audience: String, recipient: String, requestID: String) {
        self.issuer = issuer
        self.audience = audience
        self.recipient = recipient
        self.requestID = requestID
    }

    /// The rule that an answer breaks.
    package enum Fault: String, Error, Hashable, Sendable, CaseIterable {
        case otherEnvelopeIssuer = "The SAML response is from another identity provider."
        case otherIssuer = "The SAML assertion is from another identity provider."
        case otherDestination = "The SAML response was made for another address."
        case otherRequest = "The SAML response answers another request."
        case noID = "The SAML assertion has no valid ID."
        case unusableName =
            "The SAML assertion's NameID is missing, too long, or has characters that are not printable ASCII."
        case transientName =
            "The SAML assertion's NameID is transient, so it names nobody a second time: configure a persistent one, or an email."
        case notForUs = "The SAML assertion has no bearer confirmation for this address and this request."
        case confirmationExpired = "The SAML assertion's confirmation is expired or has no end."
        case noConditions = "The SAML assertion has no conditions."
        case unknownCondition = "The SAML assertion has a condition that is not supported."
        case notYetValid = "The SAML assertion is not valid yet: compare the clocks of both servers."
        case expired = "The SAML assertion is expired: compare the clocks of both servers."
        case otherAudience = "The SAML assertion is for another audience (entity ID)."
        case noAuthentication = "The SAML assertion does not say that the person signed in."
        case sessionOver = "The person's session at the identity provider is over."
    }

    /// Checks an answer.
    ///
    /// - Returns: The time after which the assertion is refused anyway, so that its ID need not be remembered for longer.
    package func check(_ response: SAMLResponse, now: Timestamp) throws(Fault) -> Timestamp {
        try check(response.envelope)
        let assertion = response.assertion
        guard isSame(assertion.issuer, issuer) else { throw .otherIssuer }
        guard (1...256).contains(assertion.id.utf8.count) else { throw .noID }
        try check(assertion.nameID)
        let confirmedUntil = try checkConfirmation(assertion, now: now)
        try checkConditions(assertion, now: now)
        guard !assertion.sessionEnds.isEmpty else { throw .noAuthentication }
        guard assertion.sessionEnds.allSatisfy({ $0.map { now < $0.adding(seconds: SAML.skew) } ?? true }) else {
            throw .sessionOver
        }
        return confirmedUntil.adding(seconds: SAML.skew)
    }

    private func check(_ envelope: SAMLResponse.Envelope) throws(Fault) {
        guard envelope.issuer.map({ isSame($0, issuer) }) ?? true else { throw .otherEnvelopeIssuer }
        guard envelope.destination.map({ isSame($0, recipient) }) ?? true else { throw .otherDestination }
        guard envelope.inResponseTo.map({ isSame($0, requestID) }) ?? true else { throw .otherRequest }
    }

    private func check(_ name: SAMLAssertion.NameID) throws(Fault) {
        let isUsable =
            (1...256).contains(name.value.utf8.count) && name.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && name.value.first != " " && name.value.last != " "
        guard isUsable else { throw .unusableName }
        guard name.format != SAML.transient else { throw .transientName }
    }

    /// - Returns: The end of the confirmation.
    private func checkConfirmation(_ assertion: SAMLAssertion, now: Timestamp) throws(Fault) -> Timestamp {
        let ours = assertion.confirmations.filter { confirmation in
            confirmation.method == SAML.bearer && confirmation.recipient.map { isSame($0, recipient) } ?? false
                && confirmation.inResponseTo.map { isSame($0, requestID) } ?? false
        }
        guard !ours.isEmpty else { throw .notForUs }
        let ends = ours.compactMap { confirmation -> Timestamp? in
            guard let end = confirmation.notOnOrAfter, now < end.adding(seconds: SAML.skew),
                confirmation.notBefore.map({ $0 <= now.adding(seconds: SAML.skew) }) ?? true
            else { return nil }
            return end
        }
        guard let end = ends.max() else { throw .confirmationExpired }
        return end
    }

    private func checkConditions(_ assertion: SAMLAssertion, now: Timestamp) throws(Fault) {
        guard let conditions = assertion.conditions else { throw .noConditions }
        guard conditions.unknown == nil else { throw .unknownCondition }
        guard conditions.notBefore.map({ $0 <= now.adding(seconds: SAML.skew) }) ?? true else { throw .notYetValid }
        guard conditions.notOnOrAfter.map({ now < $0.adding(seconds: SAML.skew) }) ?? true else { throw .expired }
        let isForUs =
            !conditions.audiences.isEmpty && conditions.audiences.allSatisfy { $0.contains { isSame($0, audience) } }
        guard isForUs else { throw .otherAudience }
    }

    /// By bytes: Swift's `==` treats more texts as equal.
    private func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
}
