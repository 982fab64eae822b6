import FirebaseAuth
import Foundation
import Testing

// §11: spellings of older documents. What is deprecated says so; nothing more is asked of it.

@available(*, deprecated)
@MainActor
final class OldViewModel {
    var user: User?
    var providers: [String] = []

    func auth(_ credential: AuthCredential) {
        let auth = Auth.auth()
        auth.signInAndRetrieveData(with: credential) { (authResult, error) in
            if error != nil { return }
            self.user = authResult?.user
        }
        auth.signInAndRetrieveData(with: credential)
        auth.signInAndRetrieveData(withEmail: "ana@example.com", password: "secret") { result, _ in self.user = result?.user }
        auth.signInAnonymouslyAndRetrieveData { result, _ in self.user = result?.user }
        auth.signInAndRetrieveData(withCustomToken: "token") { result, _ in self.user = result?.user }
        auth.createUserAndRetrieveData(withEmail: "ana@example.com", password: "secret") { result, _ in self.user = result?.user }
        auth.fetchProviders(forEmail: "ana@example.com") { providers, error in self.providers = providers ?? [] }
        auth.fetchSignInMethods(forEmail: "ana@example.com") { methods, error in self.providers = methods ?? [] }
    }

    func user(_ user: User, _ credential: AuthCredential) {
        user.linkAndRetrieveData(with: credential) { authResult, error in self.user = authResult?.user }
        user.reauthenticateAndRetrieveData(with: credential) { authResult, error in self.user = authResult?.user }
        // Called back with (User?, Error?) once; what only asks for nil is the same.
        Auth.auth().signIn(with: credential) { user, error in
            if user == nil || error != nil { return }
        }
        // Called back with (Error?) once. Two arguments come now.
        user.reauthenticate(with: credential) { _, error in _ = error }
    }

    func browser() {
        OAuthProvider.provider(providerID: "twitter.com").getCredentialWith(nil) { _, _ in }
        OAuthProvider.provider(providerID: "twitter.com", auth: Auth.auth()).getCredentialWith(nil, completion: nil)
    }
}

/// By way of a protocol a test runs what is deprecated without a warning of its own.
private protocol OldValues {
    var credentials: [OAuthCredential] { get }
    var constants: [String] { get }
    var codes: [AuthErrorCode] { get }
    var linkDomain: String? { get }
}

@Suite struct LegacyTests: OldValues {
    @available(*, deprecated)
    var credentials: [OAuthCredential] {
        [
            OAuthProvider.credential(withProviderID: "apple.com", idToken: "i", rawNonce: "n"),
            OAuthProvider.credential(withProviderID: "apple.com", idToken: "i", rawNonce: "n", accessToken: nil),
            OAuthProvider.credential(withProviderID: "apple.com", idToken: "i", accessToken: nil),
            OAuthProvider.credential(withProviderID: "apple.com", accessToken: "a"),
            OAuthProvider.credential(withProviderID: "apple.com", idToken: "i", accessToken: "a", pendingToken: nil),
        ]
    }

    @available(*, deprecated)
    var constants: [String] {
        [
            AuthErrorNameKey, AuthUpdatedCredentialKey, EmailPasswordAuthProviderID, MicrosoftAuthProviderID, YahooAuthProviderID,
            EmailPasswordAuthProvider.credential(withEmail: "ana@example.com", password: "secret").provider,
        ]
    }

    @available(*, deprecated)
    var codes: [AuthErrorCode] { [.invalidDynamicLinkDomain, .dynamicLinkNotActivated] }

    @available(*, deprecated)
    var linkDomain: String? {
        let settings = ActionCodeSettings()
        settings.dynamicLinkDomain = "example.page.link"
        return settings.dynamicLinkDomain
    }

    @Test("What older documents name is there and means the same")
    func values() {
        let old: any OldValues = self
        // As every older tutorial of Sign in with Apple makes them.
        #expect(old.credentials.map(\.idToken) == ["i", "i", "i", nil, "i"])
        #expect(
            old.constants == [
                AuthErrorUserInfoNameKey, AuthErrorUserInfoUpdatedCredentialKey, "password", "microsoft.com", "yahoo.com",
                "password",
            ])
        #expect(old.codes == [.invalidHostingLinkDomain, .operationNotAllowed])
        #expect(old.linkDomain == "example.page.link")
    }
}

/// Compiled, not run.
@available(*, deprecated)
func oldInfo(_ info: ActionCodeInfo) -> [String?] {
    [info.data(forKey: .codeEmailKey), info.data(forKey: ActionDataKey.codeFromEmailKey)]
}

/// The types that handlers had names for.
@available(*, deprecated)
func oldHandlers(_ auth: Auth, _ user: User) {
    let result: AuthDataResultCallback = { _, _ in }
    auth.signInAnonymously(completion: result)
    let token: AuthTokenCallback = { _, _ in }
    user.getIDToken(completion: token)
    let tokenResult: AuthTokenResultCallback = { _, _ in }
    user.getIDTokenResult(completion: tokenResult)
    let old: AuthResultCallback = { _, _ in }
    user.unlink(fromProvider: "google.com", completion: old)
    let providers: ProviderQueryCallback = { _, _ in }
    auth.fetchProviders(forEmail: "", completion: providers)
    let methods: SignInMethodQueryCallback = { _, _ in }
    auth.fetchSignInMethods(forEmail: "", completion: methods)
    let reset: SendPasswordResetCallback = { _ in }
    auth.sendPasswordReset(withEmail: "", completion: reset)
    let link: SendSignInLinkToEmailCallback = { _ in }
    auth.sendSignInLink(toEmail: "", actionCodeSettings: ActionCodeSettings(), completion: link)
    let confirmed: ConfirmPasswordResetCallback = { _ in }
    auth.confirmPasswordReset(withCode: "", newPassword: "", completion: confirmed)
    let verified: VerifyPasswordResetCodeCallback = { _, _ in }
    auth.verifyPasswordResetCode("", completion: verified)
    let applied: ApplyActionCodeCallback = { _ in }
    auth.applyActionCode("", completion: applied)
    let checked: CheckActionCodeCallBack = { _, _ in }
    auth.checkActionCode("", completion: checked)
    let mailed: SendEmailVerificationCallback = { _ in }
    user.sendEmailVerification(completion: mailed)
    let changed: UserProfileChangeCallback = { _ in }
    user.reload(completion: changed)
    let texted: VerificationResultCallback = { _, _ in }
    let credential: AuthCredentialCallback = { _, _ in }
    OAuthProvider(providerID: "twitter.com").getCredentialWith(nil, completion: credential)
    let void: AuthVoidErrorCallback = { _ in }
    user.delete(completion: void)
    texted(nil, nil)
}
