/// An identity provider's answer, as it was read: the envelope, and the one assertion whose signature was verified.
package struct SAMLResponse: Hashable, Sendable {
    /// The envelope's own statements. Nobody may have signed them, so they can only make an answer unacceptable.
    package struct Envelope: Hashable, Sendable {
        package var issuer: String?
        package var destination: String?
        package var inResponseTo: String?

        package init(issuer: String? = nil, destination: String? = nil, inResponseTo: String? = nil) {
            self.issuer = issuer
            self.destination = destination
            self.inResponseTo = inResponseTo
        }
    }

    package var envelope: Envelope
    package var assertion: SAMLAssertion

    package init(envelope: Envelope, assertion: SAMLAssertion) {
        self.envelope = envelope
        self.assertion = assertion
    }
}

/// A signed assertion: who the person is, for whom it was made, and how long it is valid.
package struct SAMLAssertion: Hashable, Sendable {
    /// The person's name at the identity provider.
    package struct NameID: Hashable, Sendable {
        package var value: String
        package var format: String?

        package init(value: String, format: String? = nil) {
            self.value = value
            self.format = format
        }
    }

    /// A statement about who may present the assertion.
    package struct Confirmation: Hashable, Sendable {
        package var method: String
        package var recipient: String?
        package var inResponseTo: String?
        package var notBefore: Timestamp?
        package var notOnOrAfter: Timestamp?

        package init(
            method: String, recipient: String? = nil, inResponseTo: String? = nil, notBefore: Timestamp? = nil,
            notOnOrAfter: Timestamp? = nil
        ) {
            self.method = method
            self.recipient = recipient
            self.inResponseTo = inResponseTo
            self.notBefore = notBefore
            self.notOnOrAfter = notOnOrAfter
        }
    }

    /// The conditions under which the assertion is valid.
    package struct Conditions: Hashable, Sendable {
        package var notBefore: Timestamp?
        package var notOnOrAfter: Timestamp?
        /// The audiences of each restriction; each of them has to be met.
        package var audiences: [[String]]
        /// The name of a condition that this server does not know.
        package var unknown: String?

        package init(
            notBefore: Timestamp? = nil, notOnOrAfter: Timestamp? = nil, audiences: [[String]] = [], unknown: String? = nil
        ) {
            self.notBefore = notBefore
            self.notOnOrAfter = notOnOrAfter
            self.audiences = audiences
            self.unknown = unknown
        }
    }

    /// A statement about the person.
    package struct Attribute: Hashable, Sendable {
        package var name: String
        package var values: [String]

        package init(name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    package var id: String
    package var issuer: String
    package var nameID: NameID
    package var confirmations: [Confirmation]
    package var conditions: Conditions?
    /// The ends of the person's sessions at the identity provider, one for each statement of how they signed in.
    package var sessionEnds: [Timestamp?]
    package var attributes: [Attribute]

    package init(
        id: String, issuer: String, nameID: NameID, confirmations: [Confirmation], conditions: Conditions?,
        sessionEnds: [Timestamp?], attributes: [Attribute] = []
    ) {
        self.id = id
        self.issuer = issuer
        self.nameID = nameID
        self.confirmations = confirmations
        self.conditions = conditions
        self.sessionEnds = sessionEnds
        self.attributes = attributes
    }
}
