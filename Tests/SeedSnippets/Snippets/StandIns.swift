// Stand-ins for other modules that the seeds use: Google's and Facebook's SDKs, and Combine where it is missing.

/// A person as GoogleSignIn 6 and earlier know them.
final class GIDGoogleUser {
    let authentication: GIDAuthentication?

    init(idToken: String, accessToken: String = "") {
        authentication = GIDAuthentication(idToken: idToken, accessToken: accessToken)
    }
}

/// A person's tokens. The first releases never lacked an ID token, later ones might: 001 and 003 differ in it.
final class GIDAuthentication {
    let idToken: String!
    let accessToken: String

    init(idToken: String, accessToken: String) {
        self.idToken = idToken
        self.accessToken = accessToken
    }
}

/// Facebook's token, as FBSDKLoginKit calls it today.
final class AccessToken: Sendable {
    /// Whose turn it is at Facebook. The suites that set it run one after the other.
    nonisolated(unsafe) static var current: AccessToken?

    let tokenString: String

    init(tokenString: String) { self.tokenString = tokenString }
}

/// Facebook's token, as its SDK called it until release 4.
final class FBSDKAccessToken {
    let tokenString: String

    private init(tokenString: String) { self.tokenString = tokenString }

    static func current() -> FBSDKAccessToken! {
        AccessToken.current.map { FBSDKAccessToken(tokenString: $0.tokenString) }
    }
}

/// A stand-in for UIKit's navigation in 003.
final class NavigationController {
    private(set) var pops = 0

    func popViewController(animated: Bool) { pops += 1 }
}

#if !canImport(Combine)
    protocol ObservableObject: AnyObject {}

    @propertyWrapper struct Published<Value> {
        var wrappedValue: Value
    }
#endif
