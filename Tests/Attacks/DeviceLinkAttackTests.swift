import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Attacks on what people are told of devices: by the text that a device calls itself (T347), and by the button "this was not me"
/// (T348).
@Suite("Texts and links about devices", .tags(.attack))
struct DeviceLinkAttackTests {
    private static let email = "v@x.example"
    private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"
    private static let windows = "Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(project: { $0.sessions.newDeviceNotices = true }, body)
    }

    private static func signIn(
        _ target: Target, _ userAgent: String, _ password: String = "violet river", _ more: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(target.server.url)/v1/accounts:signInWithPassword?key=\(target.server.apiKey)",
            ["email": .string(email), "password": .string(password)], headers: more.merging(["User-Agent": userAgent]) { $1 })
    }

    /// The owner's account, a week old, with a proven address, a provider and a known device.
    private static func owner(_ target: Target) async throws -> String {
        let person = try await target.verifiedPerson(email)
        let linked = try await target.idp(Target.openID, ["sub": "owner"], idToken: try person.text("idToken"))
        try #require(linked.status == 200, "\(linked.text)")
        _ = try await signIn(target, mac)
        target.clock.advance(seconds: 8 * 24 * 3600)
        return try person.text("localId")
    }

    @Test("T347 whatever a device calls itself, lists and mails have words of ours, and no line, link or markup of a stranger's")
    func names() async throws {
        let hostile = [
            "<img src=x onerror=alert(1)> Firefox/1 Windows",
            "\"'></li><script>evil()</script> Chrome/1 {{app}}{{#link}}x{{/link}}",
            "Edg/1\tBcc: m@evil.example\tiPad http://evil.example/?a=b", "OPR/1 %0d%0aBcc:%20m@evil.example%0d%0a%0d%0aevil CrOS",
            "Vivaldi/ \\r\\n\\r\\n<b>evil</b> Android", "SamsungBrowser/" + String(repeating: "(((evil", count: 900),
            "evil " + String(repeating: "Firefox/1 Windows ", count: 300),
        ]
        let words = ClientDevice.Program.allCases.map { $0 == .app ? "App" : $0.rawValue }
        let systems = ClientDevice.System.allCases.map(\.rawValue)
        let names = Set(words + systems + words.flatMap { word in systems.map { "\(word), \($0)" } })
        try await Self.run { target in
            let server = target.server
            let id = try await Self.owner(target)
            var last: HTTPAnswer?
            for userAgent in hostile {
                let more = ["Accept-Language": "<b>evil</b>, {{app}};q=9", "X-Client-Version": userAgent]
                last = try await Self.signIn(target, userAgent, "violet river", more)
                try #require(last?.hasTokens == true, "\(last?.text ?? "")")
            }
            let own = try await server.account("sessions", ["idToken": try #require(last).value("idToken")])
            let administrators = try await server.admin("accounts:sessions", ["localId": .string(id)])
            for list in [own, administrators] {
                guard case .array(let sessions)? = list.json["sessions"] else {
                    Issue.record("\(list.text)")
                    continue
                }
                #expect(sessions.count > hostile.count)
                let shown = sessions.compactMap { $0["device"]?.string }
                #expect(shown.allSatisfy(names.contains) && Set(shown).count >= 6, "\(shown)")
                for trace in ["evil", "<", "{{", "Bcc"] { #expect(!list.text.contains(trace), "\(trace) \(list.text)") }
            }
            let mails = try await server.mails(to: Self.email).filter { $0.kind == .newDeviceSignIn }
            #expect(mails.count == DeviceNotice.mostOfADay)
            #expect(Set(mails.map(\.mail.subject)).count == 1)
            for mail in mails {
                for text in [mail.mail.subject, mail.mail.text, mail.mail.html] {
                    for trace in ["evil", "onerror", "<script", "{{", "Bcc", "(((", "%0d"] {
                        #expect(!text.contains(trace), "\(trace) \(text)")
                    }
                }
                let line = try #require(mail.mail.text.split(separator: "\n").first { $0.hasPrefix("Device: ") })
                #expect(line.utf8.count < 60, "\(line)")
                // The button and the same address as text are the only links of the HTML.
                let links = mail.mail.html.components(separatedBy: "href=\"").dropFirst()
                #expect(!links.isEmpty && links.allSatisfy { $0.hasPrefix(server.url) }, "\(mail.mail.html)")
            }
        }
    }

    @Test("T348 \"this was not me\": in no answer, not for others or scanners, once, for three days, and past the thief")
    func link() async throws {
        try await Self.run { target in
            let server = target.server
            let id = try await Self.owner(target)
            let thief = try await Self.signIn(target, Self.windows)
            let idToken = try thief.value("idToken")
            for more in [["email": .string(Self.email)], ["idToken": idToken]] as [[String: JSONValue]] {
                let body = more.merging(["requestType": "REVERT_SIGN_IN"]) { $1 }
                let asked = try await server.call("accounts:sendOobCode", body)
                #expect(asked.status == 400 && !asked.text.contains("oobCode"), "\(asked.text)")
                let ordered = try await server.admin("accounts:sendOobCode", body.merging(["returnOobLink": true]) { $1 })
                #expect(ordered.status == 400 && !ordered.text.contains("oobCode"), "\(ordered.text)")
            }
            let link = try await server.link(.newDeviceSignIn, to: Self.email)
            let code = JSONValue.string(try #require(link["oobCode"]))
            #expect(!link.url.contains("v%40x") && !link.url.contains(id), "\(link.url)")

            // The thief takes all that a session gives: the address, the password, a way in, a second factor.
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try thief.text("idToken"))
            try #require(linked.status == 200, "\(linked.text)")
            try await RecoveryAttackTests.change(target, linked, to: "t@evil.example")
            let own = try await target.idp(.google, ["sub": "thief"])
            let changed = try await server.call(
                "accounts:update", ["idToken": try own.value("idToken"), "password": "the thief's"])
            try #require(changed.status == 200, "\(changed.text)")
            let (_, enrolled) = try await target.enrol(changed)
            let gone = try await server.call(
                "accounts:update", ["idToken": try enrolled.value("idToken"), "deleteProvider": .array(["oidc.h"])])
            #expect(gone.status == 200, "\(gone.text)")

            // Nobody but a reader of the mailbox presses: not another site, not a scanner, not with another project's key.
            let foreign = try await HTTP.send(
                "POST", "\(server.url)/__/auth/action",
                headers: [
                    "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "Sec-Fetch-Site": "cross-site",
                ], body: Data("oobCode=\(link["oobCode"] ?? "")&action=revert-sign-in".utf8))
            #expect(foreign.status == 403, "\(foreign.status)")
            for method in ["GET", "HEAD", "OPTIONS"] {
                _ = try await HTTP.send(method, link.url + "&action=revert-sign-in", headers: ["Accept": "text/html"])
            }
            let tenant = try await server.call("accounts:update", ["oobCode": code, "tenantId": "acme-12345"])
            #expect(tenant.status == 400, "\(tenant.text)")
            #expect(try await server.refresh(try enrolled.text("refreshToken")).status == 200, "nothing has happened")

            target.clock.advance(seconds: 2 * 24 * 3600)
            let pressed = try await server.call("accounts:update", ["oobCode": code])
            #expect(pressed["localId"] == id && pressed["email"] == Self.email, "\(pressed.text)")
            for session in [thief, linked, own, changed, enrolled] {
                if let token = session["refreshToken"] { #expect(try await server.refresh(token).code == "TOKEN_EXPIRED") }
            }
            #expect(try await target.account(id)["mfaInfo"] == nil)
            #expect(try await target.providers(id).isSubset(of: ["oidc.h"]))
            #expect(try await target.idp(.google, ["sub": "thief"])["localId"] != id)
            #expect(try await !Self.signIn(target, Self.windows, "the thief's").hasTokens)
            try await RecoveryAttackTests.expectNoWayBack(target, to: ["t@evil.example"])
            #expect(try await server.call("accounts:update", ["oobCode": code]).code == "INVALID_OOB_CODE")
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await Self.signIn(target, Self.mac, "a new river")["localId"] == id)

            // A thief with the new password too: another mail, whose link ends by itself.
            #expect(try await Self.signIn(target, Self.windows, "a new river").hasTokens)
            let late = try await server.code(.newDeviceSignIn, to: Self.email)
            target.clock.advance(seconds: 3 * 24 * 3600 + 1)
            #expect(try await server.call("accounts:update", ["oobCode": late]).code == "EXPIRED_OOB_CODE")
            #expect(try await Self.signIn(target, Self.mac, "a new river").hasTokens)
        }
    }
}
