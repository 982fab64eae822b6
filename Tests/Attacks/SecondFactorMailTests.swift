import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// What the owner of an account hears of its second factors, and can undo (T014, T060).
@Suite("Mails about second factors", .tags(.attack))
struct SecondFactorMailTests {
    private static let email = "v@x.example"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(body)
    }

    @Test("T060 a thief's factor: the owner is told, and takes it off, once; the thief's sessions end")
    func thief() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, thief) = try await target.personWithApp()
            #expect(try await target.signIn(Self.email).awaitsSecondFactor, "the owner is locked out")
            let mail = try await server.mail(.revertSecondFactorAddition, to: Self.email)
            #expect(mail.mail.text.contains("authenticator app"))
            let link = try await server.link(.revertSecondFactorAddition, to: Self.email)
            #expect(link["mode"] == "revertSecondFactorAddition")
            let code = JSONValue.string(try #require(link["oobCode"]))

            let told = try await server.call("accounts:resetPassword", ["oobCode": code])
            #expect(told["requestType"] == "REVERT_SECOND_FACTOR_ADDITION" && told["email"] == Self.email, "\(told.text)")
            #expect(told.json["mfaInfo"]?["mfaEnrollmentId"]?.string == app.id && told.json["mfaInfo"]?["totpInfo"] != nil)

            let reverted = try await server.call("accounts:update", ["oobCode": code])
            #expect(reverted.status == 200 && reverted["email"] == Self.email, "\(reverted.text)")
            #expect(try await !target.signIn(Self.email).hasTokens, "the password that the thief knew")
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
            #expect(try await server.refresh(try thief.text("refreshToken")).code == "TOKEN_EXPIRED")
            let page = try await HTTP.send(
                "GET", try await server.link(.revertSecondFactorAddition, to: Self.email).url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("no longer works") && !page.text.contains("<button"), "\(page.text)")
            for rpc in ["accounts:update", "accounts:resetPassword"] {
                #expect(try await server.call(rpc, ["oobCode": code]).code == "INVALID_OOB_CODE", "\(rpc)")
            }
            let recovered = try await server.mail(.accountRecovered, to: Self.email)
            #expect(
                recovered.mail.text.contains("password, authenticator app") && recovered.link == nil, "\(recovered.mail.text)")
        }
    }

    @Test("What the thief does next does not end the owner's way back, and each of its mails alone is enough", arguments: 0..<3)
    func outlasts(_ choice: Int) async throws {
        try await Self.run { target in
            let server = target.server
            let (_, thief) = try await target.personWithApp()
            let code = try await server.code(.revertSecondFactorAddition, to: Self.email)
            let changed = try await server.call(
                "accounts:update", ["idToken": try thief.value("idToken"), "password": "the thief's"])
            #expect(changed.hasTokens, "\(changed.text)")
            let (_, session) = try await target.enrol(changed)
            target.waitForNextCode()
            // Each factor has a mail of its own.
            let secondCode = try await server.code(.revertSecondFactorAddition, to: Self.email)
            #expect(secondCode != code)
            try await RecoveryAttackTests.change(target, session, to: "t@evil.example")
            var codes = [code, secondCode, try await server.code(.recoverEmail, to: Self.email)]
            let pressed = try await server.call("accounts:update", ["oobCode": codes.remove(at: choice)])
            #expect(pressed["email"] == Self.email, "\(pressed.text)")
            for other in codes {
                #expect(try await server.call("accounts:update", ["oobCode": other]).code == "INVALID_OOB_CODE")
            }
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
        }
    }

    @Test(
        "T060 a factor that a thief adds at their own address goes with the owner's button, and so does its mail",
        arguments: [MailKind.signInMethodAdded, .revertSecondFactorAddition])
    func laterFactor(_ kind: MailKind) async throws {
        try await Self.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson(Self.email)
            let uid = try owner.text("localId")
            if kind == .signInMethodAdded {
                let linked = try await target.idp(.google, ["sub": "thief"], idToken: try owner.text("idToken"))
                try await RecoveryAttackTests.change(target, linked, to: "t@evil.example")
                try await target.enrol(try await target.signIn("t@evil.example"))
            } else {
                let (app, session) = try await target.enrol(owner)
                target.waitForNextCode()
                try await RecoveryAttackTests.change(target, session, to: "t@evil.example")
                try await target.enrol(try await target.signIn("t@evil.example", with: app))
            }
            target.waitForNextCode()
            let pressed = try await server.call("accounts:update", ["oobCode": try await server.code(kind, to: Self.email)])
            #expect(pressed["email"] == Self.email && pressed["localId"] == uid, "\(pressed.text)")
            #expect(try await server.mails(to: "t@evil.example").contains { $0.kind == .revertSecondFactorAddition })
            try await RecoveryAttackTests.expectNoWayBack(target, to: ["t@evil.example"])
            #expect(try await target.account(uid)["mfaInfo"] == nil)
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
        }
    }

    @Test(
        "The owner's own factor stays, whichever button takes a thief's off",
        arguments: [MailKind.signInMethodAdded, .revertSecondFactorAddition])
    func ownFactor(_ kind: MailKind) async throws {
        try await Self.run { target in
            let server = target.server
            let own = try await target.personWithApp().app
            target.clock.advance(seconds: 3 * 24 * 3600)
            var thief = try await target.signIn(Self.email, with: own)
            thief = try await target.idp(.google, ["sub": "thief"], idToken: try thief.text("idToken"))
            let (app, _) = try await target.enrol(thief)
            target.waitForNextCode()
            let pressed = try await server.call("accounts:update", ["oobCode": try await server.code(kind, to: Self.email)])
            #expect(pressed["email"] == Self.email, "\(pressed.text)")
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            let waiting = try await target.signIn(Self.email, "a new river")
            #expect(try await target.finish(waiting, app).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await target.finish(waiting, own).hasTokens)
        }
    }

    @Test("T014 what takes an address back takes off the factors that were added since, and no older ones")
    func recovery() async throws {
        try await Self.run { target in
            let server = target.server
            let own = try await target.personWithApp().app
            // Nobody can take the owner's own factor off by mail any more.
            target.clock.advance(seconds: 3 * 24 * 3600)
            let session = try await target.signIn(Self.email, with: own)
            try await RecoveryAttackTests.change(target, session, to: "t@evil.example")
            let thief = try await target.signIn("t@evil.example", with: own)
            let (app, _) = try await target.enrol(thief)
            target.waitForNextCode()
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: Self.email)])
            #expect(recovered["email"] == Self.email, "\(recovered.text)")
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            let waiting = try await target.signIn(Self.email, "a new river")
            #expect(waiting.awaitsSecondFactor)
            #expect(try await target.finish(waiting, app).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await target.finish(waiting, own).hasTokens)
        }
    }

    @Test("A thief who adds a factor and changes the address loses both by either mail")
    func eitherMail() async throws {
        for kind in [MailKind.revertSecondFactorAddition, .recoverEmail] {
            try await Self.run { target in
                let server = target.server
                let (_, thief) = try await target.personWithApp()
                try await RecoveryAttackTests.change(target, thief, to: "t@evil.example")
                let taken = try await server.call(
                    "accounts:update", ["oobCode": try await server.code(kind, to: Self.email)])
                #expect(taken["email"] == Self.email, "\(kind) \(taken.text)")
                _ = try await server.sendMail("PASSWORD_RESET", to: "t@evil.example")
                #expect(try await server.mails(to: "t@evil.example").allSatisfy { $0.kind == .verifyAndChangeEmail }, "\(kind)")
                #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
                #expect(try await target.signIn(Self.email, "a new river").hasTokens, "\(kind)")
            }
        }
    }

    @Test("T014 on the days when a thief's factor cannot be taken off any more, taking the address back does it")
    func recoveryAfterTheRevert() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, thief) = try await target.personWithApp()
            try await RecoveryAttackTests.change(target, thief, to: "t@evil.example")
            target.clock.advance(seconds: 5 * 24 * 3600)
            let late = try await server.code(.revertSecondFactorAddition, to: Self.email)
            #expect(try await server.call("accounts:update", ["oobCode": late]).code == "EXPIRED_OOB_CODE")
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: Self.email)])
            #expect(recovered["email"] == Self.email, "\(recovered.text)")
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
            _ = app
        }
    }

    @Test("A thief's own way in goes with their factor; what the owner had before stays")
    func thiefsWayIn() async throws {
        try await Self.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson(Self.email)
            _ = try await target.idp(Target.openID, ["sub": "owner"], idToken: try owner.text("idToken"))
            target.clock.advance(seconds: 8 * 24 * 3600)
            let stolen = try await target.signIn(Self.email)
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try stolen.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
            let uid = try owner.text("localId")
            _ = try await target.enrol(linked)
            target.waitForNextCode()
            #expect(try await target.idp(.microsoft, ["sub": "thief"]).awaitsSecondFactor == false)
            let code = try await server.code(.revertSecondFactorAddition, to: Self.email)
            #expect(try await server.call("accounts:update", ["oobCode": code]).status == 200)
            #expect(try await target.providers(uid) == ["oidc.h"])
            #expect(try await target.idp(.google, ["sub": "thief"])["localId"] != uid, "the thief has an account of their own")
            #expect(try await target.idp(Target.openID, ["sub": "owner"])["localId"] == uid)
            #expect(try await !target.signIn(Self.email).hasTokens)
        }
    }

    @Test("Under email privacy a thief cannot have the owner's way home purged: no unproven address after the proven one")
    func purgedRecovery() async throws {
        try await Self.run { target in
            let server = target.server
            let owner = try await target.verifiedPerson(Self.email)
            let uid = try owner.text("localId")
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try owner.text("idToken"))
            let removed = try await server.call(
                "accounts:update", ["idToken": try linked.value("idToken"), "deleteAttribute": .array(["EMAIL"])])
            #expect(removed.status == 200, "\(removed.text)")
            let thief = try await target.idp(.google, ["sub": "thief"])
            #expect(thief["localId"] == uid)
            let taken = try await server.call(
                "accounts:signUp",
                ["idToken": try thief.value("idToken"), "email": "z@evil.example", "password": "attacker1"])
            #expect(taken.code == "OPERATION_NOT_ALLOWED", "\(taken.text)")
            let claimed = try await target.idp(
                Target.openID, ["sub": "thief", "email": "z@evil.example"], idToken: try thief.text("idToken"))
            #expect(claimed.status == 200, "\(claimed.text)")
            #expect(try await target.account(uid)["email"] == nil)
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: Self.email)])
            #expect(recovered["email"] == Self.email && recovered["localId"] == uid, "\(recovered.text)")
            #expect(try await target.providers(uid).isEmpty)
            #expect(try await target.idp(.google, ["sub": "thief"])["localId"] != uid)
            // Who proves an address by mail may have it.
            let other = try await target.verifiedPerson("w@x.example")
            let google = try await target.idp(.google, ["sub": "w"], idToken: try other.text("idToken"))
            _ = try await server.call(
                "accounts:update", ["idToken": try google.value("idToken"), "deleteAttribute": .array(["EMAIL"])])
            let again = try await target.idp(.google, ["sub": "w"])
            let sent = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": try again.value("idToken"), "newEmail": "w2@x.example"])
            #expect(sent.status == 200, "\(sent.text)")
            let code = try await server.code(.verifyAndChangeEmail, to: "w2@x.example")
            #expect(try await server.call("accounts:update", ["oobCode": code])["email"] == "w2@x.example")
        }
    }

    @Test("A factor that is gone already, an expired mail, a code of another kind: nothing happens")
    func leadsNowhere() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, session) = try await target.personWithApp()
            let code = try await server.code(.revertSecondFactorAddition, to: Self.email)
            #expect(try await target.withdraw(app.id, session).hasTokens)
            #expect(try await server.call("accounts:update", ["oobCode": code]).code == "INVALID_OOB_CODE")
            _ = try await server.mail(.secondFactorRemoved, to: Self.email)
            for type in ["REVERT_SECOND_FACTOR_ADDITION", "RECOVER_EMAIL"] {
                #expect(try await server.sendMail(type, to: Self.email).code == "INVALID_REQ_TYPE", "the server's own")
            }
        }
    }

    @Test("The page asks first, removes by POST, and offers a link for a new password")
    func page() async throws {
        try await Self.run { target in
            let server = target.server
            let uid = try await target.personWithApp().session.text("localId", orSubjectOf: "idToken")
            let link = try await server.link(.revertSecondFactorAddition, to: Self.email)
            let shown = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(shown.status == 200 && shown.text.contains("Remove the authenticator app?"), "\(shown.text)")
            #expect(try await target.signIn(Self.email).awaitsSecondFactor, "reading changes nothing")
            func press(_ action: String) async throws -> HTTPAnswer {
                try await HTTP.send(
                    "POST", link.url.split(separator: "?").first.map(String.init) ?? "",
                    headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"],
                    body: Data("oobCode=\(link["oobCode"] ?? "")&action=\(action)".utf8))
            }
            #expect(try await press("recover").text.contains("Remove the authenticator app?"), "another page's button")
            let done = try await press("revert-second-factor")
            #expect(done.text.contains("Authenticator app removed") && done.text.contains("send-reset"), "\(done.text)")
            #expect(try await target.account(uid)["mfaInfo"] == nil)
            #expect(try await press("send-reset").text.contains("Check your email"))
            // An app's own page asks first what the code is for.
            let reset = try await server.code(.resetPassword, to: Self.email)
            let told = try await server.call("accounts:resetPassword", ["oobCode": reset])
            #expect(told.status == 200 && told["requestType"] == "PASSWORD_RESET", "\(told.text)")
            let set = try await server.call("accounts:resetPassword", ["oobCode": reset, "newPassword": "a new river"])
            #expect(set.status == 200, "\(set.text)")
            #expect(try await target.signIn(Self.email, "a new river").hasTokens)
        }
    }
}
