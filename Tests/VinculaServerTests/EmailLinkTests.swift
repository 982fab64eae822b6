import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Mailed links as apps use them.
@Suite("Links in mails")
struct EmailLinkTests {
    @Test("A new user signs in with a link, then again; a password beside it is the provider's other method")
    func signIn() async throws {
        try await TestServer.with { server in
            let first = try await server.signInByLink("ana@example.com")
            #expect(first.json["isNewUser"] == true && first["email"] == "ana@example.com", "\(first.text)")
            #expect(first["kind"] == "identitytoolkit#EmailLinkSigninResponse" && first["expiresIn"] == "3600")
            let again = try await server.signInByLink("ana@example.com")
            #expect(again["localId"] == first["localId"] && again.json["isNewUser"] == false)
            #expect(try await Self.methods(server, "ana@example.com") == ["emailLink"])
            let linked = try await server.call(
                "accounts:signUp",
                [
                    "idToken": .string(try #require(again["idToken"])), "email": "ana@example.com", "password": "violet river",
                ])
            #expect(linked["localId"] == first["localId"], "\(linked.text)")
            #expect(try await Self.methods(server, "ana@example.com") == ["password", "emailLink"])
            let user = try await Self.user(server, linked["idToken"])
            #expect(user["emailVerified"] == true && user["emailLinkSignin"] == true)
            // Unlinking the provider takes both methods.
            _ = try await server.call(
                "accounts:update",
                ["idToken": .string(try #require(linked["idToken"])), "deleteProvider": .array(["password"])])
            #expect(try await Self.methods(server, "ana@example.com") == nil)
        }
    }

    private static func methods(_ server: TestServer, _ email: String) async throws -> [JSONValue]? {
        let answer = try await server.call(
            "accounts:createAuthUri", ["identifier": .string(email), "continueUri": "http://localhost"])
        guard case .array(let methods)? = answer.json["signinMethods"], !methods.isEmpty else { return nil }
        return methods
    }

    private static func user(_ server: TestServer, _ idToken: String?) async throws -> JSONValue {
        let lookup = try await server.call("accounts:lookup", ["idToken": .string(idToken ?? "")])
        guard case .array(let users)? = lookup.json["users"] else { return .null }
        return users.first ?? .null
    }

    @Test("A link is linked: an anonymous account keeps its id, a taken address is refused, and so is a second one")
    func link() async throws {
        try await TestServer.with { server in
            let anonymous = try await server.call("accounts:signUp")
            let linked = try await server.signInByLink("ana@example.com", idToken: anonymous["idToken"])
            #expect(linked["localId"] == anonymous["localId"], "\(linked.text)")
            #expect(try await server.refresh(try #require(anonymous["refreshToken"])).code == "TOKEN_EXPIRED")

            let google = try await server.fakeIdp("google.com", ["sub": "g", "email": "gus@gmail.com", "email_verified": true])
            let taken = try await server.signInByLink("ana@example.com", idToken: google["idToken"])
            #expect(taken.code == "EMAIL_EXISTS")
            // Refused, the link is not spent.
            let still = try await server.call(
                "accounts:signInWithEmailLink",
                ["email": "ana@example.com", "oobCode": try await server.code(.signIn, to: "ana@example.com")])
            #expect(still["localId"] == linked["localId"])
            let other = try await server.signInByLink("other@example.com", idToken: linked["idToken"])
            #expect(other.code == "PROVIDER_ALREADY_LINKED")

            // The address of an account without a password gives way, and learns of it.
            let changed = try await server.signInByLink("gus@example.com", idToken: google["idToken"])
            #expect(changed["localId"] == google["localId"], "\(changed.text)")
            #expect(try await Self.user(server, changed["idToken"])["email"] == "gus@example.com")
            #expect(try await server.link(.recoverEmail, to: "gus@gmail.com")["mode"] == "recoverEmail")
        }
    }

    @Test("Linking requires a recent sign-in; closed sign-up and disabled methods apply to links too")
    func refusals() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "gus@gmail.com", "email_verified": true])
            let other = try await server.fakeIdp("facebook.com", ["sub": "f"])
            clock.advance(seconds: 400)
            let late = try await server.signInByLink("late@example.com", idToken: other["idToken"])
            #expect(late.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(late.text)")
            // The mailbox of the account's own proven address is a proof of who they are.
            let own = try await server.signInByLink("gus@gmail.com", idToken: person["idToken"])
            #expect(own.status == 200 && own["localId"] == person["localId"], "\(own.text)")
            _ = try await server.configure(
                "client.permissions.disabledUserSignup",
                ["client": .object(["permissions": .object(["disabledUserSignup": true])])])
            // Nobody is mailed a link that could not work.
            #expect(try await server.sendMail("EMAIL_SIGNIN", to: "new@example.com").status == 200)
            #expect(try await server.mails(to: "new@example.com").isEmpty)
            #expect(try await server.signInByLink("gus@gmail.com")["localId"] == person["localId"])
            _ = try await server.configure(
                "signIn.email.passwordRequired", ["signIn": .object(["email": .object(["passwordRequired": true])])])
            #expect(try await server.sendMail("EMAIL_SIGNIN", to: "gus@gmail.com").code == "OPERATION_NOT_ALLOWED")
            let answer = try await server.call(
                "accounts:signInWithEmailLink", ["email": "gus@gmail.com", "oobCode": "x"])
            #expect(answer.code == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test("Several accounts per email: a link opens the account whose own address it is, and no identity's")
    func severalAccounts() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "signIn.allowDuplicateEmails", ["signIn": .object(["allowDuplicateEmails": true])])
            let google = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@example.com", "email_verified": true])
            let link = try await server.signInByLink("ana@example.com")
            #expect(link.json["isNewUser"] == true && link["localId"] != google["localId"])
            #expect(try await server.signInByLink("ana@example.com")["localId"] == link["localId"])
        }
    }

    @Test("Requests with missing or extra fields get Firebase's codes")
    func badRequests() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            let token = JSONValue.string(try #require(person["idToken"]))
            let cases: [([String: JSONValue], String)] = [
                ([:], "MISSING_REQ_TYPE"), (["requestType": "NONSENSE"], "Invalid"),
                (["requestType": "RECOVER_EMAIL", "email": "ana@example.com"], "INVALID_REQ_TYPE"),
                (["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
                (["requestType": "EMAIL_SIGNIN", "continueUrl": "http://localhost"], "MISSING_EMAIL"),
                (["requestType": "EMAIL_SIGNIN"], "MISSING_EMAIL"),
                (["requestType": "EMAIL_SIGNIN", "email": ""], "MISSING_EMAIL"),
                (["requestType": "EMAIL_SIGNIN", "email": "ana@example.com"], "MISSING_CONTINUE_URI"),
                (["requestType": "PASSWORD_RESET", "email": "nobody@example.com"], "EMAIL_NOT_FOUND"),
                (["requestType": "VERIFY_EMAIL"], "MISSING_ID_TOKEN"),
                (["requestType": "VERIFY_EMAIL", "idToken": "x"], "INVALID_ID_TOKEN"),
                (["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token], "MISSING_NEW_EMAIL"),
                (["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token, "newEmail": "x"], "INVALID_NEW_EMAIL"),
                (["requestType": "PASSWORD_RESET", "email": "ana@example.com", "iOSAppStoreId": "1"], "MISSING_IOS_BUNDLE_ID"),
                (
                    ["requestType": "PASSWORD_RESET", "email": "ana@example.com", "androidMinimumVersion": "1"],
                    "MISSING_ANDROID_PACKAGE_NAME"
                ),
                (
                    ["requestType": "PASSWORD_RESET", "email": "ana@example.com", "androidInstallApp": true],
                    "MISSING_ANDROID_PACKAGE_NAME"
                ),
                (["requestType": "PASSWORD_RESET", "email": "ana@example.com", "tenantId": "t t"], "INVALID_TENANT_ID"),
            ]
            for (body, code) in cases {
                let answer = try await server.call("accounts:sendOobCode", body)
                #expect(answer.code == code && answer.status == 400, "\(body) \(answer.text)")
            }
            #expect(try await server.engine.outbox.keptMails().isEmpty)
            let anonymous = try await server.call("accounts:signUp")
            let verify = try await server.sendMail(
                "VERIFY_EMAIL", ["idToken": .string(try #require(anonymous["idToken"]))])
            #expect(verify.code == "MISSING_EMAIL")
            // An account without an address gets one that is proven.
            let change = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL",
                ["idToken": .string(try #require(anonymous["idToken"])), "newEmail": "new@example.com"])
            #expect(change.status == 200, "\(change.text)")
            let applied = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.verifyAndChangeEmail, to: "new@example.com")])
            #expect(applied["email"] == "new@example.com" && applied["localId"] == anonymous["localId"])
        }
    }

    @Test("The v3 names and the bare layout do the same")
    func layouts() async throws {
        try await TestServer.with { server in
            for (index, prefix) in ["/identitytoolkit/v3/relyingparty/", "/www.googleapis.com/identitytoolkit/v3/relyingparty/"]
                .enumerated()
            {
                let email = "p\(index)@example.com"
                func post(_ name: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
                    try await HTTP.post("\(server.url)\(prefix)\(name)?key=k", .object(body))
                }
                let sent = try await post(
                    "getOobConfirmationCode",
                    ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "http://localhost"])
                #expect(sent["email"] == email, "\(sent.text)")
                let code = try await server.code(.signIn, to: email)
                #expect(try await post("resetPassword", ["oobCode": code])["requestType"] == "EMAIL_SIGNIN")
                let signedIn = try await post("emailLinkSignin", ["email": .string(email), "oobCode": code])
                #expect(signedIn["idToken"] != nil, "\(signedIn.text)")
                _ = try await post(
                    "getOobConfirmationCode",
                    ["requestType": "VERIFY_EMAIL", "idToken": .string(try #require(signedIn["idToken"]))])
                let verified = try await post("setAccountInfo", ["oobCode": try await server.code(.verifyEmail, to: email)])
                #expect(verified.json["emailVerified"] == true)
            }
        }
    }

    @Test("Six digits work instead of a link: to sign in, reset, verify, change; five wrong ones end them")
    func digits() async throws {
        try await TestServer.with { server in
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let digits = try #require(try await server.mail(.signIn, to: "ana@example.com").digits)
            func signIn(_ digits: String) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithEmailLink", ["email": "ana@example.com", "oobCode": .string(digits)])
            }
            let other = digits == "111111" ? "222222" : "111111"
            for _ in 0..<4 { #expect(try await signIn(other).code == "INVALID_OOB_CODE") }
            let signedIn = try await signIn(digits)
            #expect(signedIn.json["isNewUser"] == true, "\(signedIn.text)")
            #expect(try await signIn(digits).code == "INVALID_OOB_CODE")

            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let second = try await server.mail(.signIn, to: "ana@example.com")
            for _ in 0..<5 { _ = try await signIn(second.digits == other ? "333333" : other) }
            #expect(try await signIn(try #require(second.digits)).code == "INVALID_OOB_CODE")
            // The link of that mail works on: anybody can send wrong digits.
            #expect(try await signIn(try #require(second.link?["oobCode"])).status == 200)

            // Only the newest mail's digits count; another mailbox's never do.
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let old = try #require(try await server.mail(.resetPassword, to: "ana@example.com").digits)
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let new = try #require(try await server.mail(.resetPassword, to: "ana@example.com").digits)
            func reset(_ digits: String, _ email: JSONValue) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:resetPassword", ["email": email, "oobCode": .string(digits), "newPassword": "violet river"])
            }
            if old != new { #expect(try await reset(old, "ana@example.com").code == "INVALID_OOB_CODE") }
            #expect(try await reset(new, "bob@example.com").code == "INVALID_OOB_CODE")
            #expect(try await reset(new, "ana@example.com")["email"] == "ana@example.com")

            let person = try await server.call("accounts:signUp", ["email": "eve@example.com", "password": "violet river"])
            let token = JSONValue.string(try #require(person["idToken"]))
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": token])
            let typed = try #require(try await server.mail(.verifyEmail, to: "eve@example.com").digits)
            #expect(try await server.call("accounts:update", ["oobCode": .string(typed)]).code == "INVALID_OOB_CODE")
            let verified = try await server.call("accounts:update", ["oobCode": .string(typed), "idToken": token])
            #expect(verified.json["emailVerified"] == true, "\(verified.text)")
            _ = try await server.sendMail("VERIFY_AND_CHANGE_EMAIL", ["idToken": token, "newEmail": "eva@example.com"])
            let change = try #require(try await server.mail(.verifyAndChangeEmail, to: "eva@example.com").digits)
            let changed = try await server.call("accounts:update", ["oobCode": .string(change), "idToken": token])
            #expect(changed["email"] == "eva@example.com" && changed["newEmail"] == "eva@example.com", "\(changed.text)")
        }
    }

    @Test("Of 64 guesses at once, five count")
    func guessing() async throws {
        try await TestServer.with { server in
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let digits = try #require(try await server.mail(.signIn, to: "ana@example.com").digits)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for guess in 100_000..<100_064 where "\(guess)" != digits {
                    group.addTask {
                        _ = try await server.call(
                            "accounts:signInWithEmailLink", ["email": "ana@example.com", "oobCode": .string("\(guess)")])
                    }
                }
                try await group.waitForAll()
            }
            let late = try await server.call(
                "accounts:signInWithEmailLink", ["email": "ana@example.com", "oobCode": .string(digits)])
            #expect(late.code == "INVALID_OOB_CODE")
        }
    }

    @Test("Mails are in the language that the app names, else the browser's, else the project's")
    func languages() async throws {
        try await TestServer.with { server in
            _ = try await server.configure("notification.defaultLocale", ["notification": .object(["defaultLocale": "fr"])])
            let cases: [([String: String], Language)] = [
                (["X-Firebase-Locale": "de", "Accept-Language": "it"], .german), (["Accept-Language": "nl, it;q=0.5"], .italian),
                (["X-Firebase-Locale": "zz"], .french), ([:], .french), (["X-Firebase-Locale": "pt-BR"], .portuguese),
            ]
            for (headers, language) in cases {
                let answer = try await HTTP.post(
                    "\(server.url)/v1/accounts:sendOobCode?key=k",
                    .object(["requestType": "EMAIL_SIGNIN", "email": "ana@example.com", "continueUrl": "http://localhost"]),
                    headers: headers)
                #expect(answer.status == 200)
                let mail = try await server.mail(.signIn, to: "ana@example.com")
                #expect(mail.mail.language == language && mail.mail.html.contains("<html lang=\"\(language.rawValue)\">"))
                #expect(mail.link?["lang"] == language.rawValue)
            }
        }
    }

    @Test("No mail server: requests for mail are refused alike for everybody, and changes still take effect")
    func withoutMail() async throws {
        try await TestServer.with(mail: .none) { server in
            let person = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            for email in ["ana@example.com", "nobody@example.com"] {
                #expect(try await server.sendMail("PASSWORD_RESET", to: email).code == "OPERATION_NOT_ALLOWED")
            }
            let changed = try await server.call(
                "accounts:update", ["idToken": .string(try #require(person["idToken"])), "password": "another river"])
            #expect(changed.status == 200)
            // Administrators mail by themselves.
            let link = try await server.admin(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ana@example.com", "returnOobLink": true])
            #expect(link["oobLink"] != nil)
        }
    }
}
