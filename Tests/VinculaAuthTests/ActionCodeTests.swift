import Foundation
import IdentityToolkit
import Testing

@testable import VinculaAuth

@Suite struct ActionCodeTests {
    private static func encoded(_ text: String, times: Int = 1) -> String {
        (0..<times).reduce(text) { text, _ in
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        }
    }

    /// A link as the server mails it; the continue URL has parameters of its own, which must not get in the way.
    private static let plain =
        "https://shop.firebaseapp.com/__/auth/action?apiKey=KEY&mode=signIn&oobCode=C-o_d3&continueUrl="
        + encoded("https://example.com/?a=1&mode=other&oobCode=wrong&link=https://evil.example/?oobCode=evil") + "&lang=es"

    @Test(arguments: [
        plain,
        "https://shop.page.link/?link=\(encoded(plain))&apn=com.example&ibi=com.example",
        "https://shop.page.link/?apn=com.example&link=\(encoded(plain, times: 2))",
        "com.example.shop://google/link/?deep_link_id=\(encoded(plain))&match_type=unique",
        "com.example.shop://google/link/?deep_link_id=" + encoded("https://shop.page.link/?link=\(encoded(plain))"),
        "https://shop.firebaseapp.com/__/auth/links?link=\(encoded(plain))",
        "https://shop.page.link/?link=\(plain)", "com.example.shop://auth?\(plain.split(separator: "?", maxSplits: 1)[1])",
        "https://example.com/#/finish?\(plain.split(separator: "?", maxSplits: 1)[1])", encoded(plain), encoded(plain, times: 2),
    ])
    func `A link is parsed however it was wrapped`(link: String) throws {
        let parsed = try #require(EmailLink(link))
        #expect(parsed.code == "C-o_d3")
        #expect(parsed.mode == "signIn")
        #expect(parsed.isSignIn)
        let url = try #require(ActionCodeURL(link: link))
        #expect(url.apiKey == "KEY")
        #expect(url.operation == .emailLink)
        #expect(url.code == "C-o_d3")
        #expect(url.continueURL?.host() == "example.com")
        #expect(url.languageCode == "es")
    }

    @Test func `A wrapped link that was not encoded is read with the code first, too`() {
        let link = "https://shop.page.link/?link=https://shop.firebaseapp.com/__/auth/action?oobCode=C&mode=signIn&apiKey=K"
        #expect(EmailLink(link)?.code == "C")
        #expect(ActionCodeURL(link: link)?.apiKey == "K")
    }

    @Test(
        arguments: [
            "", "?", "#", "&", "=", "%", "?link=", "link", "invalid_url", "https://www.example.com",
            "https://example.com/?oobCode=",
            "https://example.com/?oobCode=C", "https://example.com/?mode=signIn", "https://example.com/?oobCode=&mode=signIn",
            "https://example.com/?oobcode=C&MODE=signIn", "?%=%&%zz=%zz", "?=&==&link=?link=?link=?link=?link=?link=",
            "\u{0}?\u{0}", "?link=%3Flink%3D%253Flink%253D%25253Flink%25253D",
            String(repeating: "?link=", count: 5000), "?oobCode=C&mode=signIn&x=" + String(repeating: "a", count: 40_000),
        ])
    func `Other links are ignored, and stop nothing`(link: String) {
        #expect(EmailLink(link) == nil)
        _ = ActionCodeURL(link: link)
    }

    @Test(
        arguments: [
            ("resetPassword", "PASSWORD_RESET", .passwordReset), ("verifyEmail", "VERIFY_EMAIL", .verifyEmail),
            ("recoverEmail", "RECOVER_EMAIL", .recoverEmail), ("signIn", "EMAIL_SIGNIN", .emailLink),
            ("verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL", .verifyAndChangeEmail),
            ("revertSecondFactorAddition", "REVERT_SECOND_FACTOR_ADDITION", .revertSecondFactorAddition),
        ] as [(String, String, ActionCodeOperation)])
    func `Operations have two spellings`(mode: String, requestType: String, operation: ActionCodeOperation) {
        #expect(ActionCodeOperation(wire: mode) == operation && operation.mode == mode)
        #expect(ActionCodeOperation(wire: requestType) == operation && operation.requestType?.rawValue == requestType)
        let url = ActionCodeURL(link: "https://example.com?apiKey=K&mode=\(mode)&oobCode=C")
        #expect(url?.operation == operation)
        #expect(EmailLink("https://example.com?mode=\(mode)&oobCode=C")?.isSignIn == (operation == .emailLink))
    }

    @Test func `Links that say less`() {
        #expect(ActionCodeURL(link: "https://www.example.com") == nil)
        #expect(ActionCodeURL(link: "invalid_url") == nil)
        let url = ActionCodeURL(link: "https://example.com?lang=fr&mode=dance")
        #expect(url?.languageCode == "fr" && url?.code == nil && url?.operation == .unknown && url?.continueURL == nil)
        let raw = ActionCodeURL(link: "https://example.com?oobCode=C&continueUrl=https://www.continue.com&mode=recoverEmail")
        #expect(raw?.continueURL?.absoluteString == "https://www.continue.com")
        #expect(ActionCodeOperation(wire: nil) == .unknown && ActionCodeOperation(wire: "") == .unknown)
    }

    @Test func `What the server says of a code`() {
        let change = ActionCodeInfo(requestType: "VERIFY_AND_CHANGE_EMAIL", email: "old@example.com", newEmail: "new@example.com")
        #expect(change.operation == .verifyAndChangeEmail)
        #expect(change.email == "new@example.com" && change.previousEmail == "old@example.com")
        let reset = ActionCodeInfo(requestType: "resetPassword", email: "ana@example.com", newEmail: nil)
        #expect(reset.email == "ana@example.com" && reset.previousEmail == nil)
        #expect(ActionCodeInfo(requestType: nil, email: nil, newEmail: nil).email == "")
    }

    @Test @available(*, deprecated) func `Settings keep what is set`() {
        let settings = ActionCodeSettings()
        #expect(settings.values == ActionCodeSettings.Values())
        settings.url = URL(string: "https://example.com")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.ios")
        settings.setAndroidPackageName("com.example.android", installIfNotAvailable: true, minimumVersion: "12")
        settings.linkDomain = "links.example.com"
        settings.dynamicLinkDomain = "old.page.link"
        #expect(settings.url?.host() == "example.com" && settings.handleCodeInApp)
        #expect(settings.iOSBundleID == "com.example.ios" && settings.androidPackageName == "com.example.android")
        #expect(settings.androidInstallIfNotAvailable && settings.androidMinimumVersion == "12")
        #expect(settings.linkDomain == "links.example.com" && settings.dynamicLinkDomain == "old.page.link")
    }

    @Test @available(*, deprecated) func `Names and ids`() {
        #expect(NSNotification.Name.AuthStateDidChange.rawValue == "FIRAuthStateDidChangeNotification")
        #expect(AuthProviderID.email.rawValue == EmailAuthProviderID && AuthProviderID.custom("google.com") == .google)
        #expect(EmailPasswordAuthProviderID == EmailAuthProviderID && AuthErrorNameKey == AuthErrorUserInfoNameKey)
        #expect(EmailLinkAuthSignInMethod == "emailLink" && TOTPMultiFactorID == "totp")
        let info = ActionCodeInfo(requestType: "recoverEmail", email: "a@example.com", newEmail: "b@example.com")
        #expect(info.data(forKey: .codeEmailKey) == "b@example.com" && info.data(forKey: .codeFromEmailKey) == "a@example.com")
    }
}
