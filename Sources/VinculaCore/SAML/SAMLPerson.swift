/// What an assertion says about a person, in this server's terms.
package struct SAMLPerson: Hashable, Sendable {
    package var subject: String
    package var email: EmailAddress?
    package var displayName: String?
    package var firstName: String?
    package var lastName: String?
    /// Each attribute by its name: a text, or a list if it has several values.
    package var attributes: JSONValue

    package init(_ assertion: SAMLAssertion) {
        let name = assertion.nameID
        subject = name.value
        func text(_ names: [String]) -> String? {
            names.lazy.compactMap { name in
                assertion.attributes.first { $0.name == name }?.values.first { !$0.isEmpty }
            }.first
        }
        let named = name.format == nil || name.format?.hasSuffix(":unspecified") == true || name.format == SAML.emailAddress
        email = (named ? EmailAddress(name.value) : nil) ?? text(Self.emails).flatMap { EmailAddress($0) }
        firstName = text(Self.firstNames)
        lastName = text(Self.lastNames)
        let parts = [firstName, lastName].compactMap(\.self)
        displayName = text(Self.displayNames) ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
        var members: [String: [JSONValue]] = [:]
        for attribute in assertion.attributes {
            members[attribute.name, default: []] += attribute.values.map { .string($0) }
        }
        attributes = .object(members.mapValues { $0.count == 1 ? $0[0] : .array($0) })
    }

    // The names that Okta, Entra ID, AD FS, Keycloak and Google Workspace use by default, and their OIDs.
    private static let claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
    private static let emails = ["email", "mail", "emailAddress", "urn:oid:0.9.2342.19200300.100.1.3", claims + "emailaddress"]
    private static let firstNames = ["firstName", "givenName", "first_name", "urn:oid:2.5.4.42", claims + "givenname"]
    private static let lastNames = ["lastName", "surname", "sn", "last_name", "urn:oid:2.5.4.4", claims + "surname"]
    private static let displayNames = [
        "displayName", "urn:oid:2.16.840.1.113730.3.1.241", "http://schemas.microsoft.com/identity/claims/displayname",
    ]
}
