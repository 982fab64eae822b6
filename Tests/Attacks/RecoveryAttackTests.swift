import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A thief who had a session for a while, and an owner who comes back by mail.
@Suite("Recovery from a thief", .tags(.attack))
struct RecoveryAttackTests {
    /// Has the address of a signed-in account changed, as its owner or a thief does: by a mail to the new one.
    static func change(_ target: Target, _ person: HTTPAnswer, to email: String) async throws {
        let sent = try await target.server.sendMail(
            "VERIFY_AND_CHANGE_EMAIL", ["idToken": try person.value("idToken"), "newEmail": .string(email)])
        #expect(sent.status == 200, "\(sent.text)")
        let applied = try await target.server.call(
            "accounts:update", ["oobCode": try await target.server.code(.verifyAndChangeEmail, to: email)])
        #expect(applied["email"] == email, "\(applied.text)")
    }

    @Test("The owner's way back: after any number of changes, past the thief's password, identity and phone, and for good")
    func wayHome() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson("v@x.example")
            let uid = try owner.text("localId")
            _ = try await target.idp(Target.openID, ["sub": "owner"], idToken: try owner.text("idToken"))
            target.clock.advance(seconds: 8 * 24 * 3600)
            var session = try await target.signIn("v@x.example")
            try await Self.change(target, session, to: "t0@evil.example")
            for index in 1...3 {
                session = try await target.signIn("t\(index - 1)@evil.example")
                try await Self.change(target, session, to: "t\(index)@evil.example")
            }
            session = try await target.signIn("t3@evil.example")
            let own = try await target.idp(.google, ["sub": "thief"], idToken: try session.text("idToken"))
            #expect(own.status == 200, "\(own.text)")
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "phoneNumber": "+15550100009"])

            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@x.example")])
            #expect(recovered["email"] == "v@x.example", "\(recovered.text)")
            #expect(try await !target.signIn("v@x.example").hasTokens, "the password that the thief knew")
            #expect(try await target.providers(uid) == ["oidc.h"])
            #expect(try await target.account(uid)["phoneNumber"] == nil)
            for index in 0...3 {
                let mails = try await server.mails(to: "t\(index)@evil.example").filter { $0.kind == .recoverEmail }
                for mail in mails {
                    let code = JSONValue.string(try #require(mail.link?["oobCode"]))
                    #expect(try await server.call("accounts:update", ["oobCode": code]).code == "INVALID_OOB_CODE")
                }
            }
            #expect(try await server.resetByMail("v@x.example", to: "a new river").status == 200)
            #expect(try await target.signIn("v@x.example", "a new river")["localId"] == uid)
        }
    }

    @Test("A thief who reverts a change of their own first: the owner's older mail still restores everything")
    func thiefFirst() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson("v@x.example")
            let uid = try owner.text("localId")
            _ = try await target.idp(Target.openID, ["sub": "owner"], idToken: try owner.text("idToken"))
            target.clock.advance(seconds: 8 * 24 * 3600)
            try await Self.change(target, try await target.signIn("v@x.example"), to: "t1@evil.example")
            try await Self.change(target, try await target.signIn("t1@evil.example"), to: "t2@evil.example")
            let own = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "t1@evil.example")])
            #expect(own["email"] == "t1@evil.example", "\(own.text)")
            // And goes on from there.
            #expect(try await server.resetByMail("t1@evil.example", to: "the thief's").status == 200)
            let thief = try await target.signIn("t1@evil.example", "the thief's")
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try thief.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
            try await Self.change(target, linked, to: "t3@evil.example")

            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@x.example")])
            #expect(recovered["email"] == "v@x.example" && recovered["localId"] == uid, "\(recovered.text)")
            #expect(try await target.providers(uid) == ["oidc.h"])
            try await Self.expectNoWayBack(target, to: ["t1@evil.example", "t2@evil.example", "t3@evil.example"])
            #expect(try await server.resetByMail("v@x.example", to: "a new river").status == 200)
            #expect(try await target.signIn("v@x.example", "a new river")["localId"] == uid)
        }
    }

    @Test(
        "A sign-in method and two addresses: whichever mail the owner uses, before or after the thief's, ends what the thief added since",
        arguments: [MailKind.signInMethodAdded, .recoverEmail], [false, true])
    func buttonOfTheWayIn(_ kind: MailKind, _ thiefIsFirst: Bool) async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson("v@x.example")
            let uid = try owner.text("localId")
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try owner.text("idToken"))
            try await Self.change(target, linked, to: "t1@evil.example")
            try await Self.change(target, try await target.signIn("t1@evil.example"), to: "t2@evil.example")
            let own = try await server.code(.recoverEmail, to: "t1@evil.example")
            if thiefIsFirst { #expect(try await server.call("accounts:update", ["oobCode": own]).status == 200) }
            var pressed = try await server.call("accounts:update", ["oobCode": try await server.code(kind, to: "v@x.example")])
            if thiefIsFirst, kind == .signInMethodAdded {
                // It removes only what the thief removed; the mail about the address came later, and covers the rest.
                #expect(pressed.code == "INVALID_OOB_CODE", "\(pressed.text)")
                pressed = try await server.call(
                    "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@x.example")])
            }
            #expect(pressed["email"] == "v@x.example", "\(pressed.text)")
            try await Self.expectNoWayBack(target, to: ["t1@evil.example", "t2@evil.example"])
            #expect(try await target.account(uid)["email"] == "v@x.example")
            #expect(try await target.providers(uid).isEmpty)
            #expect(try await server.resetByMail("v@x.example", to: "a new river").status == 200)
            #expect(try await target.signIn("v@x.example", "a new river")["localId"] == uid)
        }
    }

    /// Expects that no mail to a thief's mailboxes takes anything back any more.
    static func expectNoWayBack(_ target: Target, to mailboxes: [String]) async throws {
        for mailbox in mailboxes {
            let mails = try await target.server.mails(to: mailbox).filter { $0.kind != .resetPassword }
            let links = mails.compactMap { mail in mail.link?["oobCode"].map { (mail, $0) } }
            #expect(!links.isEmpty, "Nothing is tried.")
            for (mail, code) in links {
                let answer = try await target.server.call("accounts:update", ["oobCode": .string(code)])
                #expect(answer.code == "INVALID_OOB_CODE", "\(mail.kind) to \(mailbox): \(answer.text)")
            }
        }
    }

    @Test("A squatter on the old address does not prevent its owner's recovery")
    func squatter() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson("v@x.example")
            try await Self.change(target, owner, to: "t@evil.example")
            let squatter = try await target.signUp("v@x.example", "attacker1")
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@x.example")])
            #expect(recovered["localId"] == owner["localId"] && recovered["email"] == "v@x.example", "\(recovered.text)")
            #expect(try await target.account(squatter["localId"])["email"] == nil)
            #expect(try await !target.signIn("v@x.example", "attacker1").hasTokens)
            // Somebody who has proven the address keeps it.
            let other = try await target.verifiedPerson("w@x.example")
            try await Self.change(target, other, to: "s@evil.example")
            _ = try await target.verifiedPerson("w@x.example")
            let taken = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "w@x.example")])
            #expect(taken.code == "EMAIL_EXISTS")
        }
    }

    @Test("An address that was removed altogether can be recovered too; the owner is told about an added sign-in method")
    func removal() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson("v@x.example")
            _ = try await target.idp(Target.openID, ["sub": "own"], idToken: try owner.text("idToken"))
            #expect(try await server.mail(.signInMethodAdded, to: "v@x.example").mail.text.contains("oidc.h"))
            target.clock.advance(seconds: 8 * 24 * 3600)
            let later = try await target.signIn("v@x.example")
            _ = try await target.idp(.google, ["sub": "thief"], idToken: try later.text("idToken"))
            let removed = try await server.call(
                "accounts:update", ["idToken": try later.value("idToken"), "deleteProvider": .array(["password"])])
            #expect(removed.status == 200 && removed["email"] == nil, "\(removed.text)")
            let page = try await HTTP.send(
                "GET", try await server.link(.recoverEmail, to: "v@x.example").url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("in place of –,"), "\(page.text)")
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@x.example")])
            #expect(recovered["email"] == "v@x.example" && recovered["localId"] == owner["localId"])
            #expect(
                try await target.providers(owner["localId"]) == ["oidc.h"], "what was there a week before the change stays, alone"
            )
        }
    }

    @Test("Revoking sessions ends a pending change; no old mail reverts an administrator's change")
    func administrators() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            _ = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": try person.value("idToken"), "newEmail": "t@evil.example"])
            _ = try await server.admin(
                "accounts:update",
                ["localId": try person.value("localId"), "validSince": .string("\(target.clock.now.seconds)")])
            let late = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.verifyAndChangeEmail, to: "t@evil.example")])
            #expect(late.code == "INVALID_OOB_CODE")
            _ = try await server.admin(
                "accounts:update", ["localId": try person.value("localId"), "email": "new@x.example"])
            let mail = try await server.mail(.emailChanged, to: "v@x.example")
            #expect(mail.link == nil && !mail.mail.text.contains("new@x.example"))
        }
    }

    @Test("\"Not my account\" is for addresses that nobody proved")
    func disowning() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
            let mail = try await server.mail(.verifyEmail, to: "v@x.example")
            #expect(!mail.mail.text.contains("answer=no"))
            let answer = try await server.postPage(["oobCode": try #require(mail.link?["oobCode"]), "action": "disown"])
            #expect(!answer.text.contains("Address removed"))
            #expect(try await target.account(person["localId"])["email"] == "v@x.example")
        }
    }

    @Test("Nobody uses up what others need: wrong digits, others' attempts and others' requests have separate limits")
    func denial() async throws {
        let clock = TestClock()
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        settings.email.digitsEnabled = true
        try await TestServer.with(settings: settings, clock: clock, limits: true, proxies: ["loopback"]) { server in
            let ask: [String: JSONValue] = [
                "requestType": "EMAIL_SIGNIN", "email": "v@x.example", "continueUrl": "http://localhost",
            ]
            _ = try await server.call("accounts:sendOobCode", ask, from: "192.0.2.1")
            let mail = try await server.mail(.signIn, to: "v@x.example")
            let code = JSONValue.string(try #require(mail.link?["oobCode"]))
            for index in 0..<30 {
                for wrong in ["000000", "no-code-at-all"] as [JSONValue] {
                    _ = try await server.call(
                        "accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": wrong], from: "198.51.\(index).1")
                }
            }
            let digits = try await server.call(
                "accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": .string(try #require(mail.digits))],
                from: "192.0.2.1")
            #expect(digits.code == "INVALID_OOB_CODE")
            let signedIn = try await server.call(
                "accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": code], from: "192.0.2.1")
            #expect(signedIn["idToken"] != nil, "\(signedIn.text)")

            // A stranger who wants the address uses up none of its owner's mails.
            let stranger = try await server.signUp("s@x.example", from: "198.51.100.77")
            for index in 0..<5 {
                _ = try await server.call(
                    "accounts:sendOobCode",
                    [
                        "requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "v@x.example",
                        "idToken": try stranger.value("idToken"),
                    ], from: "198.18.\(index).1")
            }
            _ = try await server.call(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "v@x.example"], from: "192.0.2.1")
            #expect(try await server.mails(to: "v@x.example").contains { $0.kind == .resetPassword })
        }
    }

    @Test("Guesses of a found link's address, all at once: five are answered")
    func parallelAddresses() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "v@x.example")
            let code = try await server.code(.signIn, to: "v@x.example")
            let url = "\(server.url)/v1/accounts:signInWithEmailLink?key=k"
            let answers = try await Crowd.with { crowd in
                try await crowd.post((0..<100).map { (url, ["email": .string("g\($0)@x.example"), "oobCode": code], nil) })
            }
            #expect(answers.count { $0.code == "INVALID_EMAIL" } == 5)
            #expect(answers.count { $0.code == "INVALID_OOB_CODE" } == 95)
        }
    }

    @Test("Templates that would overload the parser are refused", arguments: [600, 40])
    func deepTemplates(_ depth: Int) async throws {
        try await MailPreHijackingTests.run { target in
            let nested = String(repeating: "{{#app}}", count: depth) + String(repeating: "{{/app}}", count: depth)
            let brackets = "{{" + String(repeating: "a(", count: depth) + "}}"
            for text in [nested, brackets, "{{=<% %>=}}<%#a%>", "{{" + String(repeating: "x", count: 200)] {
                let templates: JSONValue = ["resetPassword": ["en": ["text": .string(text)]]]
                let answer = try await target.server.configure(
                    "vincula.email.templates", ["vincula": ["email": ["templates": templates]]])
                #expect(answer.code == "INVALID_CONFIG", "\(answer.text)")
            }
        }
    }
}
