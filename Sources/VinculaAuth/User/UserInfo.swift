public import Foundation

/// What a provider, or the server itself, knows of a person.
///
/// It is `Sendable`, which it is not upstream, so that ``User/providerData`` can go from one actor to another.
@preconcurrency public protocol UserInfo: NSObjectProtocol, Sendable {
    /// Who says so, such as `google.com`; of a ``User`` itself always `Firebase`.
    var providerID: String { get }
    /// The person's id there.
    var uid: String { get }
    /// The name that is shown for the person.
    var displayName: String? { get }
    /// Where a picture of the person is.
    var photoURL: URL? { get }
    /// The person's email address.
    var email: String? { get }
    /// The person's phone number, in E.164 form.
    var phoneNumber: String? { get }
}

/// One way in that belongs to a user.
final class ProviderUserInfo: NSObject, UserInfo, Sendable {
    private let profile: ProviderProfile

    init(_ profile: ProviderProfile) { self.profile = profile }

    var providerID: String { profile.providerID }
    var uid: String { profile.uid }
    var displayName: String? { profile.displayName }
    var photoURL: URL? { profile.photoURL }
    var email: String? { profile.email }
    var phoneNumber: String? { profile.phoneNumber }
}
