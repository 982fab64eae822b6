public import FirebaseAuth
import Foundation

/// Signs in, links and unlinks with FirebaseAuth. No other layer calls FirebaseAuth.
public final class AuthenticationFirebaseDatasource: Sendable {
    let auth: Auth
    private let facebookAuthentication: FacebookAuthentication
    private let googleAuthentication: GoogleAuthentication

    /// Creates a data source.
    ///
    /// - Parameters:
    ///   - auth: The instance that signs in.
    ///   - facebookAuthentication: The app's Facebook login.
    ///   - googleAuthentication: The app's Google login.
    public init(auth: Auth, facebookAuthentication: FacebookAuthentication, googleAuthentication: GoogleAuthentication) {
        self.auth = auth
        self.facebookAuthentication = facebookAuthentication
        self.googleAuthentication = googleAuthentication
    }

    // MARK: Current user

    /// - Throws: The storage error, if the stored session cannot be read.
    func getCurrentUser() throws(AuthenticationError) -> User? {
        guard let user = auth.currentUser else {
            if let error = auth.storageError { throw AuthenticationError(error) }
            return nil
        }
        return User(id: user.uid, email: user.email, name: user.displayName, phoneNumber: user.phoneNumber)
    }

    /// Reloads the account from the server.
    func reload() async throws(AuthenticationError) {
        try await translating { try await self.auth.currentUser?.reload() }
    }

    /// Returns the current user's sign-in methods.
    func currentProvider() -> [LinkedAccounts] {
        guard let currentUser = auth.currentUser else { return [] }
        return currentUser.providerData.map { LinkedAccounts(rawValue: $0.providerID) ?? .unknown }
    }

    // MARK: Signing in and out

    func createNewUser(email: String, password: String) async throws(AuthenticationError) {
        try await signingIn { try await self.auth.createUser(withEmail: email, password: password) }
    }

    func login(email: String, password: String) async throws(AuthenticationError) {
        try await translating {
            do {
                try await self.auth.signIn(withEmail: email, password: password)
            } catch {
                switch AuthErrorCode(error) {
                case .wrongPassword, .userNotFound, .invalidCredential: throw AuthenticationError.wrongEmailOrPassword
                default: throw error
                }
            }
        }
    }

    // MARK: Sign-in emails

    /// Sends an email with a sign-in link and code.
    func sendSignInMail(to email: String) async throws(AuthenticationError) {
        try await translating {
            let settings = ActionCodeSettings()
            // The page that a browser continues to after opening the link. The project must allow the host; this one is
            // allowed by default.
            settings.url = URL(string: "http://localhost/")
            settings.handleCodeInApp = true
            try await self.auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        }
    }

    /// Signs in with the link or code from an email.
    ///
    /// - Parameter mailed: The complete link, or the six digits.
    func login(email: String, mailed: String) async throws(AuthenticationError) {
        try await translating {
            try await self.reading(mailed) { _ = try await self.auth.signIn(with: self.credential(email: email, mailed: mailed)) }
        }
    }

    /// Links the address that an email was sent to.
    func linkEmail(email: String, mailed: String) async throws(AuthenticationError) {
        try await changing { user in
            try await self.reading(mailed) { try await user.link(with: self.credential(email: email, mailed: mailed)) }
        }
    }

    private func credential(email: String, mailed: String) -> AuthCredential {
        auth.isSignIn(withEmailLink: mailed)
            ? EmailAuthProvider.credential(withEmail: email, link: mailed)
            : EmailAuthProvider.credential(withEmail: email, code: mailed)
    }

    private func reading(_ mailed: String, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch {
            switch AuthErrorCode(error) {
            case .invalidActionCode, .expiredActionCode: throw AuthenticationError.mailUseless
            case .invalidEmail where auth.isSignIn(withEmailLink: mailed): throw AuthenticationError.mailOfAnotherAddress
            default: throw error
            }
        }
    }

    func loginFacebook() async throws(AuthenticationError) {
        try await signingIn {
            let accessToken = try await self.facebookAuthentication.loginFacebook()
            return try await self.auth.signIn(with: FacebookAuthProvider.credential(withAccessToken: accessToken))
        }
    }

    func loginGoogle() async throws(AuthenticationError) {
        try await signingIn {
            let tokens = try await self.googleAuthentication.loginGoogle()
            return try await self.auth.signIn(with: Self.credential(of: tokens))
        }
    }

    func logout() async throws(AuthenticationError) {
        try await translating { try self.auth.signOut() }
        await forgetLogins()
    }

    /// Deletes the account, including all its sign-in methods.
    func deleteUser() async throws(AuthenticationError) {
        try await changing { try await $0.delete() }
        await forgetLogins()
    }

    // MARK: Linking

    func linkFacebook() async throws(AuthenticationError) {
        try await changing { user in
            let accessToken = try await self.facebookAuthentication.loginFacebook()
            _ = try await user.link(with: FacebookAuthProvider.credential(withAccessToken: accessToken))
        }
    }

    func linkGoogle() async throws(AuthenticationError) {
        try await changing { user in
            let tokens = try await self.googleAuthentication.loginGoogle()
            _ = try await user.link(with: Self.credential(of: tokens))
        }
    }

    /// Sets a password for the account, after the person has reauthenticated with another sign-in method.
    func linkEmailAndPassword(email: String, password: String) async throws(AuthenticationError) {
        try await changing { user in
            if let credential = try await self.getCurrentCredential() {
                do {
                    try await user.reauthenticate(with: credential)
                } catch {
                    // The login may have become invalid since: the person logs in again next time.
                    await self.forgetLogins()
                    throw error
                }
            }
            _ = try await user.link(with: EmailAuthProvider.credential(withEmail: email, password: password))
        }
    }

    /// Links the pending credential of a collision to the account that is now signed in.
    func link(_ collision: Collision) async throws(AuthenticationError) {
        try await changing { user in
            guard user.email?.lowercased() == collision.email.lowercased() else {
                throw AuthenticationError.refused(
                    "This is not the account with the email \(collision.email), so nothing was linked.")
            }
            _ = try await user.link(with: collision.pendingCredential)
        }
    }

    func unlink(_ account: LinkedAccounts) async throws(AuthenticationError) {
        try await changing { _ = try await $0.unlink(fromProvider: account.rawValue) }
    }

    /// Returns a credential for one of the current user's sign-in methods, from the last login or from a new one; nil if the only way
    /// in is a password.
    private func getCurrentCredential() async throws -> AuthCredential? {
        switch currentProvider().last(where: { $0 == .facebook || $0 == .google }) {
        case .facebook:
            let stored = await facebookAuthentication.getAccessToken()
            let accessToken = if let stored { stored } else { try await facebookAuthentication.loginFacebook() }
            return FacebookAuthProvider.credential(withAccessToken: accessToken)
        case .google:
            let stored = await googleAuthentication.getTokens()
            let tokens = if let stored { stored } else { try await googleAuthentication.loginGoogle() }
            return Self.credential(of: tokens)
        case .emailAndPassword, .phone, .unknown, nil:
            return nil
        }
    }

    private static func credential(of tokens: GoogleAuthentication.Tokens) -> AuthCredential {
        GoogleAuthProvider.credential(withIDToken: tokens.idToken, accessToken: tokens.accessToken)
    }

    private func forgetLogins() async {
        await facebookAuthentication.logout()
        await googleAuthentication.logout()
    }

    // MARK: Errors

    /// Runs a sign-in, which may collide with an account that already has the email.
    func signingIn(_ work: () async throws -> AuthDataResult) async throws(AuthenticationError) {
        do {
            _ = try await work()
        } catch {
            if let collision = Collision(error) { throw .collision(collision) }
            throw AuthenticationError(error)
        }
    }

    /// Changes the account that is signed in.
    func changing<Result: Sendable>(
        _ work: (FirebaseAuth.User) async throws -> Result
    ) async throws(AuthenticationError) -> Result {
        guard let user = auth.currentUser else { throw .nobodySignedIn }
        return try await translating { try await work(user) }
    }

    /// Translates errors into the app's terms.
    func translating<Result: Sendable>(_ work: () async throws -> Result) async throws(AuthenticationError) -> Result {
        do {
            return try await work()
        } catch {
            throw AuthenticationError(error)
        }
    }
}
