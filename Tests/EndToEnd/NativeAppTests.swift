import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaServer

/// Sign-ins that native apps begin, in a headless Chromium, at a server in production (`Tests/Fixtures/native_apps.py`).
@Suite("Native apps' sign-in pages in a browser")
struct NativeAppTests {
    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    @Test(
        """
        T066 T074: apps of Apple's platforms and Android, as their SDKs order it, get the result at their own address, to the \
        letter; no other app does, and no program on the machine
        """)
    func apps() async throws {
        var settings = ProjectSettings.production
        settings.signInPages.loopbackRedirects = false
        settings.phone.isEnabled = true
        settings.phone.regions = .everywhere
        let listed = LinkedApps(
            apple: ["ABCDE12345.com.example.app"],
            android: [.init(package: "com.example.android", fingerprints: [Self.fingerprint])],
            firebaseApps: [.init(id: "1:23:ios:ab")])
        try await withFolder { folder in
            try await TestServer.with(
                settings: settings, isProduction: true, pages: OnePerson(), options: { $0.apps = listed }
            ) { server in
                let google: JSONValue = .object([
                    "enabled": true, "clientId": "23-web.apps.googleusercontent.com", "clientSecret": "hush-hush",
                    "vincula": .object(["clientIds": .array(["23-xyz.apps.googleusercontent.com"])]),
                ])
                let admin = try #require(server.adminURL)
                let made = try await HTTP.post(
                    "\(admin)/v2/projects/\(server.project)/defaultSupportedIdpConfigs?idpId=google.com", google,
                    headers: ["Authorization": "Bearer owner"])
                #expect(made.status == 200, "\(made.text)")
                // To look at them: NATIVE_FOLDER=…
                let pictures = ProcessInfo.processInfo.environment["NATIVE_FOLDER"] ?? folder.appending(path: "pictures").path
                let checks = try await BrowserChecks.run("native_apps.py", [server.url, server.apiKey, pictures])
                #expect(checks.count == 41, "\(checks.count) checks")
            }
        }
    }
}
