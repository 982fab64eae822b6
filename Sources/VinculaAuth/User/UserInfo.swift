public import Foundation

/// Information about a person, from a provider or from the server itself.
///
/// Unlike in FirebaseAuth it is `Sendable`, so that ``User/providerData`` can be passed between actors.
@preconcurrency public protocol UserInfo: NSObjectProtocol, Sendable {
    /// The source of the information, such as `google.com`; for a ``User`` itself always `Firebase`.
    var providerID: String { get }
    /// The person's ID at the provider.
    var uid: String { get }
    /// The person's display name.
    var displayName: String? { get }
    /// The URL of the person's picture.
    var photoURL: URL? { get }
    /// The person's email address.
    var email: String? { get }
    /// The person's phone number, in E.164 form.
    var phoneNumber: String? { get }
}

/// One sign-in method of a user.
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
