import Foundation

/// What an identity provider said about a person at a sign-in (`firebase.sign_in_attributes` of the session's ID tokens).
package struct SignInAttributes: Hashable, Sendable {
    /// The longest that tokens carry, in bytes of JSON: many servers accept no more than 8 KiB of headers.
    package static let maximumLength = 4096

    package let members: [String: JSONValue]

    /// Takes the attributes of a provider whose sign-ins have them.
    ///
    /// - Returns: `nil` for other providers, without attributes, and for more than tokens carry.
    package init?(_ attributes: JSONValue?, of provider: ProviderID) {
        guard provider.isSAML, case .object(let members)? = attributes, !members.isEmpty,
            JSONValue.object(members).text.utf8.count <= Self.maximumLength
        else { return nil }
        self.members = members
    }

    /// Takes attributes that were checked when they were stored.
    package init(stored text: String) {
        if case .object(let members)? = JSONValue.parse(Data(text.utf8)) { self.members = members } else { members = [:] }
    }

    /// The attributes as they are stored.
    package var text: String { JSONValue.object(members).text }
}
