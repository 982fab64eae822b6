public import VinculaCore

/// A provider's details about a person, for the response to the client only: the account does not keep them.
///
/// They are stored with a pending credential, so the names of the properties are part of the stored format.
public struct ProviderDetails: Hashable, Sendable, Codable {
    /// The wire's `federatedId`.
    public var federatedID: String
    public var firstName: String?
    public var lastName: String?
    public var nickName: String?
    public var language: String?
    public var timeZone: String?
    /// In the provider's own format.
    public var dateOfBirth: String?
    /// The provider's user info (`rawUserInfo`).
    public var rawUserInfo: JSONValue

    public init(federatedID: String, rawUserInfo: JSONValue) {
        self.federatedID = federatedID
        self.rawUserInfo = rawUserInfo
    }
}
