public import Foundation

/// The ID of the provider for email addresses, with a password or a link.
public let EmailAuthProviderID = "password"

/// The ID of Facebook.
public let FacebookAuthProviderID = "facebook.com"

/// The ID of Game Center.
public let GameCenterAuthProviderID = "gc.apple.com"

/// The ID of GitHub.
public let GitHubAuthProviderID = "github.com"

/// The ID of Google.
public let GoogleAuthProviderID = "google.com"

/// The ID of the provider for phone numbers.
public let PhoneAuthProviderID = "phone"

/// The ID of X, formerly Twitter.
public let TwitterAuthProviderID = "twitter.com"

/// The sign-in method for email links.
public let EmailLinkAuthSignInMethod = "emailLink"

/// The sign-in method for email and password.
public let EmailPasswordAuthSignInMethod = "password"

/// The sign-in method for Facebook.
public let FacebookAuthSignInMethod = "facebook.com"

/// The sign-in method for Game Center.
public let GameCenterAuthSignInMethod = "gc.apple.com"

/// The sign-in method for GitHub.
public let GitHubAuthSignInMethod = "github.com"

/// The sign-in method for Google.
public let GoogleAuthSignInMethod = "google.com"

/// The sign-in method for phone numbers.
public let PhoneAuthSignInMethod = "phone"

/// The sign-in method for X, formerly Twitter.
public let TwitterAuthSignInMethod = "twitter.com"

/// The factor ID of phone numbers.
public let PhoneMultiFactorID = "phone"

/// The factor ID of authenticator apps.
public let TOTPMultiFactorID = "totp"

extension NSNotification.Name {
    /// Posted when the signed-in user changes.
    public static let AuthStateDidChange = NSNotification.Name("FIRAuthStateDidChangeNotification")
}
