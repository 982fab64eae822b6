import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Somebody makes an account under the victim's address; the victim proves the address by mail (Documentation/Threats.md §2).
@Suite("Pre-hijacking, ended by mail", .tags(.attack))
struct MailPreHijackingTests {
    /// A project where a mailed link signs in.
    static func run(
        project change: @escaping @Sendable (inout ProjectSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (Target) async throws -> Void
    ) async throws {
        try await Target.run(
            project: { settings in
                settings.passwordRequired = false
                change(&settings)
            }, body)
    }

    @Test("T002 unexpired session: a reset ends the squatter's session, its tokens and all their descendants")
    func unexpiredSession() async throws {
        try await Self.run { target in
            let server = target.server
            let squatter = try await target.signUp("v@x.example", "attacker1")
            target.clock.advance(seconds: 60)
            let refreshed = try await server.refresh(try squatter.text("refreshToken"))
            #expect(try await server.resetByMail("v@x.example", to: "victim's own").status == 200)
            for token in [try squatter.text("refreshToken"), try refreshed.text("refresh_token")] {
                #expect(try await server.refresh(token).code == "TOKEN_EXPIRED")
            }
            for token in [try squatter.value("idToken"), try refreshed.value("id_token")] {
                let update = try await server.call("accounts:update", ["idToken": token, "displayName": "mine"])
                #expect(update.code == "TOKEN_EXPIRED")
            }
            #expect(try await target.signIn("v@x.example", "attacker1").code == "INVALID_LOGIN_CREDENTIALS")
            let owner = try await target.signIn("v@x.example", "victim's own")
            #expect(owner["localId"] == squatter["localId"])
            let account = try await target.account(owner["localId"])
            #expect(account["emailVerified"] == true && account["displayName"] == nil)
            try await target.expectInvariants(attacker: [squatter, refreshed], victim: try owner.text("localId"))
        }
    }

    @Test("T003 Trojan identifier: the squatter's phone is gone after a reset, and after a link")
    func trojanPhone() async throws {
        try await Self.run(project: { $0.allowPhones() }) { target in
            let server = target.server
            for (index, email) in ["v@x.example", "w@x.example"].enumerated() {
                let squatter = try await target.signUp(email, "attacker1")
                let number = "+1555010000\(index)"
                let linked = try await server.signInByPhone(number, ["idToken": try squatter.value("idToken")])
                #expect(linked["localId"] == squatter["localId"], "\(linked.text)")
                let recovered =
                    index == 0
                    ? try await server.resetByMail(email, to: "victim's own") : try await server.signInByLink(email)
                #expect(recovered.status == 200, "\(recovered.text)")
                let account = try await target.account(squatter["localId"])
                #expect(account["phoneNumber"] == nil && account["emailVerified"] == true)
                #expect(try await !target.providers(squatter["localId"]).contains("phone"))
                #expect(try await server.refresh(try linked.text("refreshToken")).code == "TOKEN_EXPIRED")
                let later = try await server.signInByPhone(number)
                #expect(later.hasTokens && later["localId"] != squatter["localId"], "\(later.text)")
            }
        }
    }

    @Test("T004 Trojan identifier: the squatter's federated identity opens another account after a reset, and after a link")
    func trojanIdentity() async throws {
        try await Self.run { target in
            let server = target.server
            for (index, email) in ["v@x.example", "w@x.example"].enumerated() {
                let squatter = try await target.signUp(email, "attacker1")
                let claims: [String: JSONValue?] = ["sub": .string("a\(index)")]
                let linked = try await target.idp(Target.openID, claims, idToken: try squatter.text("idToken"))
                #expect(linked["localId"] == squatter["localId"])
                let recovered =
                    index == 0
                    ? try await server.resetByMail(email, to: "victim's own") : try await server.signInByLink(email)
                #expect(recovered.status == 200, "\(recovered.text)")
                let again = try await target.idp(Target.openID, claims)
                #expect(again["localId"] != squatter["localId"])
                try await target.expectInvariants(attacker: [squatter, linked, again], victim: try squatter.text("localId"))
            }
        }
    }

    @Test("T007 unexpired email change: a pending code ends with a reset, a change, a link, and with the account")
    func unexpiredEmailChange() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            let sent = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": try person.value("idToken"), "newEmail": "a@evil.example"])
            #expect(sent["email"] == "v@x.example")
            let code = try await server.code(.verifyAndChangeEmail, to: "a@evil.example")
            #expect(try await server.resetByMail("v@x.example", to: "victim's own").status == 200)
            #expect(try await server.call("accounts:update", ["oobCode": code]).code == "INVALID_OOB_CODE")
            #expect(try await target.account(person["localId"])["email"] == "v@x.example")

            // A change of the password, of the address, being disabled: each ends what was on its way.
            for (index, change) in [
                ["password": "another river"] as [String: JSONValue], ["disableUser": true], ["email": "elsewhere@x.example"],
            ].enumerated() {
                let email = "p\(index)@x.example"
                let person = try await target.verifiedPerson(email)
                _ = try await server.sendMail("PASSWORD_RESET", to: email)
                _ = try await server.sendMail("EMAIL_SIGNIN", to: email)
                _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try person.value("idToken")])
                let codes = [
                    try await server.code(.resetPassword, to: email), try await server.code(.signIn, to: email),
                    try await server.code(.verifyEmail, to: email),
                ]
                let changed = try await server.admin(
                    "accounts:update", change.merging(["localId": try person.value("localId")]) { $1 })
                #expect(changed.status == 200, "\(changed.text)")
                for code in codes {
                    let seen = try await server.call("accounts:resetPassword", ["oobCode": code])
                    #expect(seen.code == "INVALID_OOB_CODE", "\(change)")
                }
            }
        }
    }

    @Test("T008 non-verifying provider: the owner's link takes the account, and merely claimed identities are gone")
    func nonVerifyingProvider() async throws {
        try await Self.run { target in
            let server = target.server
            let claims: [String: JSONValue?] = ["sub": "a", "email": "v@x.example", "email_verified": false]
            let squatter = try await target.idp(Target.openID, claims)
            #expect(try await target.signUp("v@x.example").code == "EMAIL_EXISTS")
            let owner = try await server.signInByLink("v@x.example")
            #expect(owner["localId"] == squatter["localId"])
            #expect(try await target.providers(owner["localId"]) == ["password"])
            let again = try await target.idp(Target.openID, claims)
            #expect(again.json["needConfirmation"] == true && !again.hasTokens)
            try await target.expectInvariants(attacker: [squatter], victim: try owner.text("localId"))
        }
    }

    @Test("T011 confused deputy: the mail says what it is about and offers to disown; a click alone confirms nothing")
    func confusedDeputy() async throws {
        try await Self.run { target in
            let server = target.server
            let attacker = try await target.signUp("v@x.example", "attacker1")
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": try attacker.value("idToken")])
            let mail = try await server.mail(.verifyEmail, to: "v@x.example")
            #expect(mail.mail.text.contains(server.project) && mail.mail.text.contains("I did not create this account"))
            let link = try #require(mail.link)
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.status == 200 && page.text.contains("Someone used the address") && page.text.contains("UTC"))
            #expect(try await target.account(attacker["localId"])["emailVerified"] == false)

            // One click in the mail leads to the question, and a button takes the address away from the attacker.
            let disown = try await HTTP.send("GET", link.url + "&answer=no", headers: ["Accept": "text/html"])
            #expect(disown.text.contains("Remove my address"))
            let code = try #require(link["oobCode"])
            let done = try await server.postPage(["oobCode": code, "action": "disown"])
            #expect(done.text.contains("Address removed"))
            let account = try await target.account(attacker["localId"])
            #expect(account["email"] == nil && account["passwordHash"] == nil)
            #expect(try await target.signIn("v@x.example", "attacker1").code == "INVALID_LOGIN_CREDENTIALS")
            #expect(try await server.refresh(try attacker.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(try await target.signUp("v@x.example", "victim's own").status == 200)
        }
    }

    @Test("T013 email-change squat: refused with privacy on; without it unverified, and whoever owns the address purges")
    func emailChangeSquat() async throws {
        try await Target.run { target in
            let attacker = try await target.verifiedPerson("a@x.example")
            let refused = try await target.server.call(
                "accounts:update", ["idToken": try attacker.value("idToken"), "email": "v@x.example"])
            #expect(refused.code == "OPERATION_NOT_ALLOWED")
        }
        for reset in [false, true] {
            try await Self.run(project: { $0.emailPrivacy = false }) { target in
                let server = target.server
                let attacker = try await target.verifiedPerson("a@x.example")
                let changed = try await server.call(
                    "accounts:update", ["idToken": try attacker.value("idToken"), "email": "v@x.example"])
                #expect(changed.status == 200 && changed.json["emailVerified"] == false)
                let recovery = try await server.code(.recoverEmail, to: "a@x.example")
                #expect(try await target.signUp("v@x.example").code == "EMAIL_EXISTS")
                if reset { #expect(try await server.resetByMail("v@x.example", to: "victim's own").status == 200) }
                let owner =
                    reset
                    ? try await target.signIn("v@x.example", "victim's own") : try await server.signInByLink("v@x.example")
                #expect(owner["localId"] == attacker["localId"], "\(owner.text)")
                #expect(try await !target.signIn("v@x.example").hasTokens)
                // The code that would have recovered the account is gone with the rest.
                #expect(try await server.call("accounts:update", ["oobCode": recovery]).code == "INVALID_OOB_CODE")
                try await target.expectInvariants(attacker: [attacker, changed], victim: try owner.text("localId"))
            }
        }
    }

    @Test("T014 recovery: works once, whatever changed since, ends all sessions, for seven days; nothing reverts it")
    func recovery() async throws {
        try await Self.run(project: { $0.emailPrivacy = false }) { target in
            let server = target.server
            var person = try await target.verifiedPerson("a@x.example")
            let uid = try person.text("localId")
            var codes: [JSONValue] = []
            for (old, new) in [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")] {
                let change = try await server.call(
                    "accounts:update", ["idToken": try person.value("idToken"), "email": .string("\(new)@x.example")])
                #expect(change.status == 200, "\(change.text)")
                codes.append(try await server.code(.recoverEmail, to: "\(old)@x.example"))
                _ = try await server.admin("accounts:update", ["localId": .string(uid), "emailVerified": true])
                person = try await target.signIn("\(new)@x.example")
            }
            let facts = try await server.call("accounts:resetPassword", ["oobCode": codes[0]])
            #expect(facts["requestType"] == "RECOVER_EMAIL" && facts["email"] == "a@x.example")
            let restored = try await server.call("accounts:update", ["oobCode": codes[0]])
            #expect(restored["email"] == "a@x.example" && restored.json["emailVerified"] == true)
            #expect(try await server.refresh(try person.text("refreshToken")).code == "TOKEN_EXPIRED")
            for code in codes { #expect(try await server.call("accounts:update", ["oobCode": code]).code == "INVALID_OOB_CODE") }
            #expect(try await target.account(uid)["email"] == "a@x.example")
            #expect(try await server.mails(to: "e@x.example").isEmpty, "who lost it gets nothing to take it back with")
        }
        try await Self.run(project: { $0.emailPrivacy = false }) { target in
            let person = try await target.verifiedPerson("a@x.example")
            _ = try await target.server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "email": "b@x.example"])
            let code = try await target.server.code(.recoverEmail, to: "a@x.example")
            target.clock.advance(seconds: 7 * 24 * 3600)
            #expect(try await target.server.call("accounts:update", ["oobCode": code]).code == "EXPIRED_OOB_CODE")
        }
    }
}

extension TestServer {
    /// Presses a button of a page.
    func postPage(_ fields: [String: String], headers: [String: String] = [:]) async throws -> HTTPAnswer {
        let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        return try await HTTP.send(
            "POST", "\(url)/__/auth/action",
            headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"]) { own, _ in own
            },
            body: body.joined(separator: "&").data(using: .utf8))
    }
}
