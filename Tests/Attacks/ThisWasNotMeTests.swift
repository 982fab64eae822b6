import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A thief with a fresh session changes how an account is signed in to, and the owner presses "this was not me" (T060).
@Suite("This was not me", .tags(.attack))
struct ThisWasNotMeTests {
    private static let email = "v@x.example"
    private static let firefox = "Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0 <b>SECRET-HEADER</b>"

    /// The owner's account: a password, a proven address, and two providers that have been there for long.
    private static func owner(_ target: Target) async throws -> (uid: String, session: HTTPAnswer) {
        let person = try await target.verifiedPerson(email)
        for provider in [Target.openID, .google] {
            let linked = try await target.idp(provider, ["sub": "owner"], idToken: try person.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
        }
        target.clock.advance(seconds: 8 * 24 * 3600)
        return (try person.text("localId"), try await target.signIn(email))
    }

    private static func update(
        _ target: Target, _ session: HTTPAnswer, _ change: [String: JSONValue], userAgent: String = firefox
    ) async throws -> HTTPAnswer {
        let body = JSONValue.object(change.merging(["idToken": try session.value("idToken")]) { $1 })
        let answer = try await HTTP.post(
            "\(target.server.url)/v1/accounts:update?key=k", body, headers: ["User-Agent": userAgent])
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    private static func apply(_ target: Target, _ code: JSONValue) async throws -> HTTPAnswer {
        try await target.server.call("accounts:update", ["oobCode": code])
    }

    @Test("T060 a new password: the mail says when, where and on what; its button ends it and the thief's session, once")
    func password() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (uid, stolen) = try await Self.owner(target)
            let thief = try await Self.update(target, stolen, ["password": "the thief's"])
            let mail = try await server.mail(.passwordChanged, to: Self.email)
            let time = target.clock.now.text(.english)
            for text in [mail.mail.text, mail.mail.html] {
                for part in [time, "127.0.0.1", "Firefox (Windows)"] { #expect(text.contains(part), "\(part) \(text)") }
                #expect(!text.contains("SECRET-HEADER") && !text.contains("Mozilla") && !text.contains("rv:"))
            }
            #expect(mail.mail.text.contains("3 days") && mail.mail.text.contains("authenticator apps added"), "\(mail.mail.text)")
            // Who holds a session alone gets no code.
            #expect(!stolen.text.contains("oobCode") && !thief.text.contains("oobCode"))
            let code = try await server.code(.passwordChanged, to: Self.email)
            let told = try await server.call("accounts:resetPassword", ["oobCode": code])
            #expect(told["requestType"] == "RECOVER_EMAIL" && told["email"] == Self.email, "\(told.text)")
            #expect(try await target.signIn(Self.email, "the thief's").hasTokens, "reading changes nothing")

            #expect(try await Self.apply(target, code)["localId"] == uid)
            #expect(try await !target.signIn(Self.email, "the thief's").hasTokens)
            #expect(try await server.refresh(try thief.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(try await target.providers(uid) == ["oidc.h", "google.com"])
            #expect(try await Self.apply(target, code).code == "INVALID_OOB_CODE")
            let recovered = try await server.mail(.accountRecovered, to: Self.email)
            #expect(recovered.mail.text.contains("removed from the account: password") && recovered.link == nil)
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await target.signIn(Self.email, "a new river")["localId"] == uid)
        }
    }

    @Test("T060 T034 a way in that a thief took off: the button puts it back, and what the thief put in its place goes")
    func removal() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (uid, stolen) = try await Self.owner(target)
            _ = try await Self.update(target, stolen, ["deleteProvider": .array(["google.com"])])
            let mail = try await server.mail(.signInMethodRemoved, to: Self.email)
            #expect(mail.mail.text.contains("Undo the removal") && mail.mail.text.contains("3 days"), "\(mail.mail.text)")
            #expect(mail.mail.text.contains("Device: Firefox (Windows)"), "\(mail.mail.text)")
            let code = try await server.code(.signInMethodRemoved, to: Self.email)
            let own = try await target.idp(.google, ["sub": "thief"], idToken: try stolen.text("idToken"))
            #expect(own["localId"] == uid, "\(own.text)")
            try await RecoveryAttackTests.change(target, own, to: "t@evil.example")

            let pressed = try await Self.apply(target, code)
            #expect(pressed["email"] == Self.email && pressed["localId"] == uid, "\(pressed.text)")
            #expect(try await target.providers(uid) == ["oidc.h", "google.com"])
            #expect(try await target.idp(.google, ["sub": "owner"])["localId"] == uid)
            #expect(try await target.idp(.google, ["sub": "thief"])["localId"] != uid)
            #expect(try await server.refresh(try own.text("refreshToken")).code == "TOKEN_EXPIRED")
            try await RecoveryAttackTests.expectNoWayBack(target, to: ["t@evil.example"])
            // Nothing that came back can be taken off by mail.
            let offers = try await server.mails(to: Self.email).filter { $0.kind == .signInMethodAdded }
            #expect(offers.count > 2)
            for offer in offers.dropFirst(2) {
                #expect(try await Self.apply(target, .string(offer.link?["oobCode"] ?? "")).code == "INVALID_OOB_CODE")
            }
        }
    }

    @Test("A way in that is somebody else's by now is not put back, and the thief is out all the same")
    func elsewhere() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (uid, stolen) = try await Self.owner(target)
            _ = try await Self.update(target, stolen, ["deleteProvider": .array(["google.com"])])
            let other = try await target.idp(.google, ["sub": "owner"])
            #expect(other["localId"] != uid && other["localId"] != nil, "\(other.text)")
            let link = try await server.link(.signInMethodRemoved, to: Self.email)
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("Google now belongs to another account"), "\(page.text)")
            let done = try await server.postPage([
                "oobCode": link["oobCode"] ?? "", "action": "revert-sign-in-method-removal",
            ])
            #expect(done.text.contains("Google now belongs to another account") && !done.text.contains("put back<"))
            #expect(try await target.providers(uid) == ["oidc.h"])
            #expect(try await target.idp(.google, ["sub": "owner"])["localId"] == other["localId"])
            #expect(try await server.refresh(try stolen.text("refreshToken")).code == "TOKEN_EXPIRED")
            _ = try await server.admin("accounts:delete", ["localId": .string(uid)])
            #expect(try await Self.apply(target, .string(link["oobCode"] ?? "")).code == "INVALID_OOB_CODE")
        }
    }

    @Test("What the owner does themselves ends a button: the way in linked again, a password set by mail")
    func moot() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (_, session) = try await Self.owner(target)
            let unlinked = try await Self.update(target, session, ["deleteProvider": .array(["google.com"])])
            #expect(unlinked.status == 200)
            let removal = try await server.code(.signInMethodRemoved, to: Self.email)
            _ = try await target.idp(.google, ["sub": "owner"], idToken: try session.text("idToken"))
            #expect(try await Self.apply(target, removal).code == "INVALID_OOB_CODE")

            _ = try await Self.update(target, session, ["password": "the thief's"])
            let change = try await server.code(.passwordChanged, to: Self.email)
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            // Whoever reads the mailbox has set this one, so its mail has no button.
            #expect(try await server.mail(.passwordChanged, to: Self.email).link == nil)
            #expect(try await Self.apply(target, change).code == "INVALID_OOB_CODE")
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
        }
    }

    @Test("T060 a password that is added or taken off has a button, too; a new account's first ways in have none")
    func addedAndRemovedPassword() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let own: [String: JSONValue?] = ["sub": "owner", "email": "v@gmail.com", "email_verified": true]
            let person = try await target.idp(.google, own)
            let uid = try person.text("localId")
            #expect(try await server.mails(to: "v@gmail.com").isEmpty, "a new account")
            let added = try await server.call(
                "accounts:signUp",
                ["idToken": try person.value("idToken"), "email": "v@gmail.com", "password": "the thief's"])
            #expect(added.hasTokens, "\(added.text)")
            let mail = try await server.mail(.signInMethodAdded, to: "v@gmail.com")
            #expect(mail.mail.text.contains("Undo the change") && !mail.mail.text.contains("Remove Email"), "\(mail.mail.text)")
            let removed = try await Self.update(target, added, ["deleteProvider": .array(["password"])])
            #expect(removed.status == 200)
            let removal = try await server.code(.signInMethodRemoved, to: "v@gmail.com")
            #expect(try await Self.apply(target, removal)["localId"] == uid)
            #expect(try await server.refresh(try added.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(try await target.signIn("v@gmail.com", "the thief's").hasTokens == false)

            let again = try await server.call(
                "accounts:signUp",
                [
                    "idToken": try await target.idp(.google, own).value("idToken"), "email": "v@gmail.com",
                    "password": "the thief's",
                ])
            #expect(again.hasTokens, "\(again.text)")
            let addition = try await server.code(.signInMethodAdded, to: "v@gmail.com")
            #expect(try await Self.apply(target, addition)["localId"] == uid)
            #expect(try await target.signIn("v@gmail.com", "the thief's").hasTokens == false)
            #expect(try await target.providers(uid) == ["google.com"])
        }
    }

    @Test(
        "T014 T060 an older mail spares the factor of an owner who has proven since who they are, and takes a thief's off",
        arguments: [MailKind.passwordChanged, .signInMethodRemoved, .recoverEmail], [true, false])
    func laterFactor(_ kind: MailKind, _ isOwners: Bool) async throws {
        try await MailPreHijackingTests.run { target in
            let (uid, stolen) = try await Self.owner(target)
            switch kind {
            case .passwordChanged: _ = try await Self.update(target, stolen, ["password": "violet river 2"])
            case .signInMethodRemoved: _ = try await Self.update(target, stolen, ["deleteProvider": .array(["google.com"])])
            default: try await RecoveryAttackTests.change(target, stolen, to: "w@x.example")
            }
            let code = try await target.server.code(kind, to: Self.email)
            target.clock.advance(seconds: 24 * 3600)
            let password = kind == .passwordChanged ? "violet river 2" : "violet river"
            let session =
                isOwners
                ? try await target.idp(Target.openID, ["sub": "owner"])
                : try await target.signIn(kind == .recoverEmail ? "w@x.example" : Self.email, password)
            #expect(session["localId"] == uid, "\(session.text)")
            _ = try await target.enrol(session)
            target.waitForNextCode()
            let pressed = try await Self.apply(target, code)
            #expect(pressed["localId"] == uid, "\(pressed.text)")
            #expect((try await target.account(uid)["mfaInfo"] != nil) == isOwners)
            #expect(try await target.idp(Target.openID, ["sub": "owner"]).awaitsSecondFactor == isOwners)
        }
    }

    @Test(
        "T060 a mailed link to the mail's own mailbox proves an owner, too; one to a thief's mailbox, or to the earlier one, does not",
        arguments: [true, false])
    func laterFactorByMailedLink(_ isOwners: Bool) async throws {
        try await MailPreHijackingTests.run { target in
            let (uid, stolen) = try await Self.owner(target)
            if isOwners {
                _ = try await Self.update(target, stolen, ["password": "the thief's"])
            } else {
                try await RecoveryAttackTests.change(target, stolen, to: "t@evil.example")
            }
            let code = try await target.server.code(isOwners ? .passwordChanged : .recoverEmail, to: Self.email)
            target.clock.advance(seconds: 24 * 3600)
            let session = try await target.server.signInByLink(isOwners ? Self.email : "t@evil.example")
            #expect(session["localId"] == uid, "\(session.text)")
            let (app, _) = try await target.enrol(session)
            target.waitForNextCode()
            // Together with the factor it is a proof as well.
            let again = try await target.finish(
                try await target.server.signInByLink(isOwners ? Self.email : "t@evil.example"), app)
            target.waitForNextCode()
            _ = try await target.enrol(again, name: "second")
            target.waitForNextCode()
            #expect(try await Self.apply(target, code)["localId"] == uid)
            guard case .array(let left) = try await target.account(uid)["mfaInfo"] ?? .array([]) else { return }
            #expect(left.count == (isOwners ? 2 : 0))
        }
    }

    @Test("The page names everything that goes, in six languages; opening it, however often, changes nothing")
    func page() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (uid, stolen) = try await Self.owner(target)
            let linked = try await target.idp(.microsoft, ["sub": "thief"], idToken: try stolen.text("idToken"))
            let changed = try await Self.update(target, linked, ["password": "the thief's"])
            _ = try await target.enrol(changed)
            target.waitForNextCode()
            let link = try await server.link(.passwordChanged, to: Self.email)
            var lists: Set<String> = []
            for language in Language.allCases {
                let url = link.url.replacing("lang=en", with: "lang=\(language.rawValue)")
                for method in ["GET", "HEAD", "GET"] {
                    let page = try await HTTP.send(method, url, headers: ["Accept": "text/html"])
                    #expect(page.status == 200)
                    guard method == "GET" else { continue }
                    let list = page.text.split(separator: "<ul", maxSplits: 1).last?.split(separator: "</ul>").first ?? ""
                    #expect(list.count(of: "<li>") == 3 && list.contains("<li>Microsoft</li>"), "\(page.text)")
                    lists.insert(String(list))
                }
            }
            #expect(lists.count == Language.allCases.count, "\(lists)")
            #expect(try await target.account(uid)["mfaInfo"] != nil)
            let foreign = try await HTTP.send(
                "POST", link.url, headers: ["Sec-Fetch-Site": "cross-site", "Accept": "text/html"], body: Data())
            #expect(foreign.status == 403)
            let done = try await server.postPage(["oobCode": link["oobCode"] ?? "", "action": "revert-password-change"])
            #expect(done.text.contains("Change undone") && done.text.contains("send-reset"), "\(done.text)")
            #expect(try await target.account(uid)["mfaInfo"] == nil)
            #expect(try await target.providers(uid) == ["oidc.h", "google.com"])
            let used = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(used.text.contains("no longer works") && !used.text.contains("<button"), "\(used.text)")
        }
    }

    @Test("Pressed by many at once, one button works once, and one mail says so")
    func crowd() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (_, stolen) = try await Self.owner(target)
            _ = try await Self.update(target, stolen, ["password": "the thief's"])
            let code = try await server.code(.passwordChanged, to: Self.email)
            let url = "\(server.url)/v1/accounts:update?key=k"
            let answers = try await Crowd.with { crowd in
                try await crowd.post((0..<32).map { _ in (url, ["oobCode": code], nil) })
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.code == "INVALID_OOB_CODE" } == 31)
            #expect(try await server.mails(to: Self.email).count { $0.kind == .accountRecovered } == 1)
        }
    }

    @Test("Administrators' changes have no button, and reveal no administrator; nor does the mail to a place that nobody proved")
    func administrators() async throws {
        try await MailPreHijackingTests.run(project: { $0.emailPrivacy = false }) { target in
            let server = target.server
            let (uid, _) = try await Self.owner(target)
            let before = try await server.mails(to: Self.email).count
            for change in [["password": "set by the help desk"], ["deleteProvider": .array(["google.com"])]]
                as [[String: JSONValue]]
            {
                _ = try await server.admin("accounts:update", change.merging(["localId": .string(uid)]) { $1 })
            }
            #expect(try await server.mails(to: Self.email).count == before)
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "email": "new@x.example"])
            let unproven = try await target.signUp("u@x.example")
            _ = try await Self.update(target, unproven, ["email": "t@x.example"])
            for mailbox in [Self.email, "u@x.example"] {
                let mail = try await server.mail(.emailChanged, to: mailbox)
                #expect(mail.link == nil && mail.mail.text.contains("Time: "), "\(mail.mail.text)")
                #expect(!mail.mail.text.contains("127.0.0.1") && !mail.mail.text.contains("Device"), "\(mail.mail.text)")
            }
        }
    }
}

extension Substring {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
