package import VinculaCore

/// A provider's details about a person, for the response to the client only: the account does not keep them.
///
/// They are stored with a pending credential, so the names of the properties are part of the stored format.
package struct ProviderDetails: Hashable, Sendable, Codable {
    /// The wire's `federatedId`.
    package var federatedID: String
    package var firstName: String?
    package var lastName: String?
    package var nickName: String?
    package var language: String?
    package var timeZone: String?
    /// In the provider's own format.
    package var dateOfBirth: String?
    /// The provider's user info (`rawUserInfo`).
    package var rawUserInfo: JSONValue

    package init(federatedID: String, rawUserInfo: JSONValue) {
        self.federatedID = federatedID
        self.rawUserInfo = rawUserInfo
    }
}
