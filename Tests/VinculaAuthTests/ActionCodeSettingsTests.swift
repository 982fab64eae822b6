import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Checks that every property of `ActionCodeSettings` reaches the server.
@Suite struct ActionCodeSettingsTests {
    /// A mail that somebody asks for.
    struct Mail: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The fields of the request beside the settings.
        let own: [String: String]
        let send: @Sendable (Auth, User, ActionCodeSettings?) async throws -> Void
    }

    private static let mails = [
        Mail(testDescription: "sign in", own: ["requestType": "EMAIL_SIGNIN", "email": "ana@example.com"]) { auth, _, settings in
            let bare = ActionCodeSettings()
            bare.handleCodeInApp = true
            try await auth.sendSignInLink(toEmail: "ana@example.com", actionCodeSettings: settings ?? bare)
        },
        Mail(
            testDescription: "reset the password", own: ["requestType": "PASSWORD_RESET", "email": "ana@example.com"]
        ) { auth, _, settings in
            try await auth.sendPasswordReset(withEmail: "ana@example.com", actionCodeSettings: settings)
        },
        Mail(testDescription: "verify the address", own: ["requestType": "VERIFY_EMAIL", "idToken": ""]) { _, user, settings in
            try await user.sendEmailVerification(with: settings)
        },
        Mail(
            testDescription: "change the address",
            own: ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "", "newEmail": "new@example.com"]
        ) { _, user, settings in
            try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com", actionCodeSettings: settings)
        },
    ]

    /// The fields of the request that a mail is asked for with.
    private static func fields(_ mail: Mail, _ settings: ActionCodeSettings?) async throws -> [String: String] {
        let device = Device()
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        try await mail.send(auth, user, settings)
        let request = try #require(device.server.requests.last { $0.method == "accounts:sendOobCode" })
        let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
        var fields = (body ?? [:]).mapValues { $0 as? String ?? ($0 as? Bool)?.description ?? "" }
        if fields["idToken"] != nil { fields["idToken"] = "" }
        #expect(fields.removeValue(forKey: "clientType") == "CLIENT_TYPE_IOS")
        return fields
    }

    @Test("Every setting reaches the wire, in every mail", arguments: mails)
    @available(*, deprecated)
    func everything(mail: Mail) async throws {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com/welcome?a=1&b=%C3%A9#top")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.ios")
        settings.setAndroidPackageName("com.example.android", installIfNotAvailable: true, minimumVersion: "12")
        settings.linkDomain = "links.example.com"
        settings.dynamicLinkDomain = "old.page.link"
        let expected = [
            "continueUrl": "https://www.example.com/welcome?a=1&b=%C3%A9#top", "canHandleCodeInApp": "true",
            "iOSBundleId": "com.example.ios", "androidPackageName": "com.example.android", "androidMinimumVersion": "12",
            "androidInstallApp": "true", "linkDomain": "links.example.com", "dynamicLinkDomain": "old.page.link",
        ]
        #expect(try await Self.fields(mail, settings) == expected.merging(mail.own) { $1 })
    }

    @Test("What is not set is not sent", arguments: mails)
    func nothing(mail: Mail) async throws {
        let settings = ActionCodeSettings()
        settings.handleCodeInApp = true
        settings.iOSBundleID = nil
        let bare = try await Self.fields(mail, settings)
        #expect(bare == ["canHandleCodeInApp": "true", "androidInstallApp": "false"].merging(mail.own) { $1 })
        if mail.own["requestType"] != "EMAIL_SIGNIN" { #expect(try await Self.fields(mail, nil) == mail.own) }
    }
}
