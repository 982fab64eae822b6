import FirebaseAuth
import Foundation
import Testing

// §5: action codes.

@Suite struct ActionCodeSurfaceTests {
    @Test("Settings hold what they are given")
    func settings() {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.ios")
        settings.setAndroidPackageName("com.example.android", installIfNotAvailable: false, minimumVersion: "12")
        settings.linkDomain = "links.example.com"
        let texts: [String?] = [
            settings.iOSBundleID, settings.androidPackageName, settings.androidMinimumVersion, settings.linkDomain,
        ]
        #expect(texts == ["com.example.ios", "com.example.android", "12", "links.example.com"])
        let flags: [Bool] = [settings.handleCodeInApp, settings.androidInstallIfNotAvailable]
        #expect(flags == [true, false] && settings.url?.host() == "www.example.com")
        settings.iOSBundleID = nil
        settings.androidPackageName = nil
        settings.androidMinimumVersion = nil
        settings.androidInstallIfNotAvailable = true
    }

    @Test("Operations by their numbers")
    func operations() {
        let all: [ActionCodeOperation] = [
            .unknown, .passwordReset, .verifyEmail, .recoverEmail, .emailLink, .verifyAndChangeEmail,
            .revertSecondFactorAddition,
        ]
        #expect(all.map(\.rawValue) == Array(0...6))
        #expect(ActionCodeOperation(rawValue: 4) == .emailLink)
    }

    @Test("A link taken apart")
    func url() throws {
        let link = "https://example.com/?mode=signIn&oobCode=c&apiKey=k&lang=es&continueUrl=https%3A%2F%2Fexample.com%2Fdone"
        let url: ActionCodeURL = try #require(ActionCodeURL(link: link))
        let texts: [String?] = [url.apiKey, url.code, url.languageCode, url.continueURL?.path()]
        #expect(texts == ["k", "c", "es", "/done"] && url.operation == .emailLink)
        #expect(ActionCodeURL(link: "") == nil)
    }
}

/// Compiled, not run.
func telling(_ info: ActionCodeInfo) -> String {
    let _: String = info.email
    let _: String? = info.previousEmail
    switch info.operation {
    case .unknown: return "?"
    case .passwordReset, .verifyEmail, .recoverEmail, .emailLink, .verifyAndChangeEmail: return info.email
    case .revertSecondFactorAddition: return "second factor"
    @unknown default: return "?"
    }
}
