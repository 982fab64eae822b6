import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A thief signs in from a device of their own, and the owner is told (T380 to T384).
@Suite("Sign-ins from new devices", .tags(.attack))
struct NewDeviceTests {
    private static let email = "v@x.example"
    private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"
    private static let windows = "Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0 SECRET-HEADER"
    private static let browser = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"]

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await Target.run(
            project: { settings in
                settings.sessions.newDeviceNotices = true
                settings.emailPrivacy = false
            }, body)
    }

    private static func signIn(
        _ target: Target, _ userAgent: String, password: String = "violet river", email: String = email
    ) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(target.server.url)/v1/accounts:signInWithPassword?key=\(target.server.apiKey)",
            ["email": .string(email), "password": .string(password)], headers: ["User-Agent": userAgent])
    }

    private static func told(_ target: Target, _ email: String = email) async throws -> Int {
        try await target.server.mails(to: email).count { $0.kind == .newDeviceSignIn }
    }

    /// The owner's account, which is older than an hour and was used with Safari.
    private static func owner(_ target: Target) async throws -> HTTPAnswer {
        let made = try await target.server.admin(
            "accounts", ["email": .string(email), "password": "violet river", "emailVerified": true])
        #expect(made.status == 200, "\(made.text)")
        let session = try await signIn(target, mac)
        target.clock.advance(seconds: 8 * 24 * 3600)
        return session
    }

    @Test("T380 the mail says when, where and on what; only its button ends the sign-in, what came of it and the password, once")
    func button() async throws {
        try await Self.run { target in
            let server = target.server
            let owner = try await Self.owner(target)
            let thief = try await Self.signIn(target, Self.windows)
            let linked = try await target.idp(Target.openID, ["sub": "thief"], idToken: try thief.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
            let mail = try await server.mail(.newDeviceSignIn, to: Self.email).mail
            for text in [mail.text, mail.html] {
                for part in [target.clock.now.text(.english), "127.0.0.1", "Firefox (Windows)", "This was not me"] {
                    #expect(text.contains(part), "\(part) \(text)")
                }
                #expect(!text.contains("SECRET") && !text.contains("Mozilla"))
            }
            #expect(!thief.text.contains("oobCode"))

            // A scanner opens the link.
            let link = try await server.link(.newDeviceSignIn, to: Self.email)
            for method in ["GET", "HEAD"] {
                // Under `--dev`, programs are answered as by the emulator.
                _ = try await HTTP.send(method, link.url, headers: ["Accept": "text/html"])
            }
            #expect(try await server.refresh(try thief.text("refreshToken")).status == 200)
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("<button>This was not me</button>"), "\(page.text)")

            let form = Data("oobCode=\(link["oobCode"] ?? "")&action=revert-sign-in".utf8)
            let done = try await HTTP.send("POST", "\(server.url)/__/auth/action", headers: Self.browser, body: form)
            #expect(done.text.contains("Signed out everywhere") && done.text.contains("send-reset"), "\(done.text)")
            for session in [owner, thief, linked] {
                #expect(try await server.refresh(try session.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            #expect(try await !Self.signIn(target, Self.windows).hasTokens, "the password is set aside")
            #expect(try await target.idp(Target.openID, ["sub": "thief"])["localId"] != owner["localId"])
            let again = try await HTTP.send("POST", "\(server.url)/__/auth/action", headers: Self.browser, body: form)
            #expect(!again.text.contains("Signed out everywhere"), "\(again.text)")
            #expect(try await server.mails(to: Self.email).contains { $0.kind == .accountRecovered })

            // The thief's device is as new as before.
            _ = try await server.sendMail("PASSWORD_RESET", to: Self.email)
            let code = try await server.code(.resetPassword, to: Self.email)
            #expect(
                try await server.call("accounts:resetPassword", ["oobCode": code, "newPassword": "a new river"]).status == 200)
            #expect(try await Self.signIn(target, Self.windows, password: "a new river").hasTokens)
            #expect(try await Self.told(target) == 2)
        }
    }

    @Test("T380 a way in that the thief signed in with does not survive the button")
    func wayIn() async throws {
        try await Self.run { target in
            let owner = try await target.verifiedPerson(Self.email)
            let linked = try await target.idp(Target.openID, ["sub": "owner"], idToken: try owner.text("idToken"))
            #expect(linked.status == 200)
            target.clock.advance(seconds: 30 * 24 * 3600)
            let url = "\(target.server.url)/v1/accounts:signInWithIdp?key=\(target.server.apiKey)"
            let token = try target.token(Target.openID, ["sub": "owner"]).text
            let thief = try await HTTP.post(
                url, ["requestUri": "http://localhost", "postBody": .string("providerId=oidc.h&id_token=\(token)")],
                headers: ["User-Agent": Self.windows])
            #expect(thief["localId"] == owner["localId"] && thief.hasTokens, "\(thief.text)")
            let code = try await target.server.code(.newDeviceSignIn, to: Self.email)
            #expect(try await target.server.call("accounts:update", ["oobCode": code]).status == 200)
            #expect(try await target.providers(owner["localId"]) == [])
        }
    }

    @Test("T381 nobody floods a mailbox with sign-ins: five mails a day, each device once")
    func flood() async throws {
        try await Self.run { target in
            _ = try await Self.owner(target)
            for _ in 0..<2 {
                for system in ["Windows", "Linux", "CrOS", "Android", "iPad", "iPhone"] {
                    let session = try await Self.signIn(target, "Firefox/1.0 \(system)")
                    #expect(session.hasTokens)
                    _ = try await target.server.account(
                        "sessions:end", ["idToken": try session.value("idToken"), "allOthers": true])
                }
            }
            #expect(try await Self.told(target) == 5)
            target.clock.advance(seconds: 24 * 3600 + 1)
            // The sixth was not told of, so it is still new.
            #expect(try await Self.signIn(target, "Firefox/1.0 iPhone").hasTokens)
            #expect(try await Self.told(target) == 6)
        }
    }

    @Test("T382 a sign-up, its device, a known device, a link and a new password are told of by no such mail")
    func quiet() async throws {
        try await Self.run { target in
            let server = target.server
            let signUp = try await HTTP.post(
                "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)",
                ["email": .string(Self.email), "password": "violet river"], headers: ["User-Agent": Self.mac])
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try signUp.value("idToken")])
            _ = try await server.call("accounts:update", ["oobCode": try await server.code(.verifyEmail, to: Self.email)])
            for days in [0, 2, 100] {
                target.clock.advance(seconds: Int64(days) * 24 * 3600)
                #expect(try await Self.signIn(target, Self.mac).hasTokens)
            }
            let session = try await Self.signIn(target, Self.mac)
            let changed = try await HTTP.post(
                "\(server.url)/v1/accounts:update?key=\(server.apiKey)",
                ["idToken": try session.value("idToken"), "password": "a new river"], headers: ["User-Agent": Self.windows])
            #expect(changed.hasTokens, "\(changed.text)")
            let linked = try await target.idp(Target.openID, ["sub": "v"], idToken: try changed.text("idToken"))
            #expect(linked.hasTokens, "\(linked.text)")
            #expect(try await Self.told(target) == 0)
        }
    }

    @Test("T383 an address that nobody has proven gets no such mail, and a project that did not ask for them sends none")
    func silent() async throws {
        try await Self.run { target in
            _ = try await target.signUp(Self.email)
            target.clock.advance(seconds: 7200)
            #expect(try await Self.signIn(target, Self.windows).hasTokens)
            #expect(try await Self.told(target) == 0)
        }
        try await Target.run { target in
            _ = try await Self.owner(target)
            #expect(try await Self.signIn(target, Self.windows).hasTokens)
            #expect(try await Self.told(target) == 0)
            #expect(try await target.server.engine.store.read { try $0.knownDevices(of: AccountID("x"), in: target.scope) } == [])
        }
    }

    @Test("T384 the database names no device: it has fingerprints that only this server's master key makes")
    func privacy() async throws {
        try await Self.run { target in
            let owner = try await Self.owner(target)
            let known = try await target.server.engine.store.read {
                try $0.knownDevices(of: AccountID(owner["localId"] ?? ""), in: target.scope)
            }
            #expect(known.count == 1 && known[0].device.count == 16 && known[0].toldAt == nil)
            let markers = ["Macintosh", "AppleWebKit"].map { Data($0.utf8) }
            #expect(try await target.server.engine.store.read { try $0.tablesHolding(markers) } == [])
        }
    }
}
