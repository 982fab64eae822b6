public import Foundation

/// The id of the provider of emails with a password or a link.
public let EmailAuthProviderID = "password"

/// The id of Facebook.
public let FacebookAuthProviderID = "facebook.com"

/// The id of Game Center.
public let GameCenterAuthProviderID = "gc.apple.com"

/// The id of GitHub.
public let GitHubAuthProviderID = "github.com"

/// The id of Google.
public let GoogleAuthProviderID = "google.com"

/// The id of the provider of phone numbers.
public let PhoneAuthProviderID = "phone"

/// The id of X, formerly Twitter.
public let TwitterAuthProviderID = "twitter.com"

/// The way to sign in by a link sent by email.
public let EmailLinkAuthSignInMethod = "emailLink"

/// The way to sign in by email and password.
public let EmailPasswordAuthSignInMethod = "password"

/// The way to sign in by Facebook.
public let FacebookAuthSignInMethod = "facebook.com"

/// The way to sign in by Game Center.
public let GameCenterAuthSignInMethod = "gc.apple.com"

/// The way to sign in by GitHub.
public let GitHubAuthSignInMethod = "github.com"

/// The way to sign in by Google.
public let GoogleAuthSignInMethod = "google.com"

/// The way to sign in by a phone number.
public let PhoneAuthSignInMethod = "phone"

/// The way to sign in by X, formerly Twitter.
public let TwitterAuthSignInMethod = "twitter.com"

/// The id of second factors that are phone numbers.
public let PhoneMultiFactorID = "phone"

/// The id of second factors that are authenticator apps.
public let TOTPMultiFactorID = "totp"

extension NSNotification.Name {
    /// Posted when somebody signed in, out, or another person came.
    public static let AuthStateDidChange = NSNotification.Name("FIRAuthStateDidChangeNotification")
}
