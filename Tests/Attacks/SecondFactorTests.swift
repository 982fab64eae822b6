import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Past a second factor, by every way in (Documentation/Threats.md §11).
@Suite("Second factors", .tags(.attack))
struct SecondFactorTests {
    private static let email = "v@x.example"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(body)
    }

    @Test("T038 T122 every way of signing in and reauthenticating awaits the factor")
    func everyWay() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@gmail.com")
            let linked = try await target.idp(.google, ["sub": "v", "email": "v@gmail.com", "email_verified": true])
            #expect(linked["localId"] == person["localId"], "\(linked.text)")
            let (app, session) = try await target.enrol(linked)
            target.waitForNextCode()
            let idToken = try session.text("idToken")
            let ways: [(String, () async throws -> HTTPAnswer)] = [
                ("password", { try await target.signIn("v@gmail.com") }),
                ("provider", { try await target.idp(.google, ["sub": "v"]) }),
                (
                    "reauthentication",
                    { try await target.idp(.google, ["sub": "v"], idToken: idToken, more: ["autoCreate": false]) }
                ),
                ("mailed link", { try await server.signInByLink("v@gmail.com") }),
            ]
            for (name, way) in ways {
                let answer = try await way()
                #expect(answer.awaitsSecondFactor, "\(name) \(answer.text)")
                #expect(answer.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string == app.id, "\(name)")
                #expect(answer.json["mfaInfo"]?[0]?["totpInfo"] == .object([:]), "\(name)")
                #expect(answer.json["expiresIn"] == nil, "\(name)")
                let finished = try await target.finish(answer, app)
                #expect(finished.hasTokens, "\(name) \(finished.text)")
                #expect(finished.firebaseClaims["second_factor_identifier"]?.string == app.id)
                #expect(finished.firebaseClaims["sign_in_second_factor"] == "totp")
                target.waitForNextCode()
            }
            // T058: a new password is set, and opens nothing by itself.
            #expect(try await server.resetByMail("v@gmail.com", to: "a new river").status == 200)
            #expect(try await target.signIn("v@gmail.com", "a new river").awaitsSecondFactor)
            // A refresh token is worth what its session was.
            let whole = try await target.signIn("v@gmail.com", "a new river", with: app)
            let refreshed = try await server.refresh(try whole.text("refreshToken"))
            let claims = JSONWebToken(refreshed["id_token"] ?? "")?.claims["firebase"]
            #expect(claims?["second_factor_identifier"]?.string == app.id, "T126")
        }
    }

    @Test("Linking continues a session that gave its factor, and changes nothing for one that did not")
    func linking() async throws {
        try await Self.run { target in
            let server = target.server
            let plain = try await target.verifiedPerson(Self.email)
            let (app, session) = try await target.enrol(plain)
            let uid = try plain.text("localId")
            let time = { (answer: HTTPAnswer) in JSONWebToken(answer["idToken"] ?? "")?.claims["auth_time"]?.int }
            target.clock.advance(seconds: 60)
            for (name, way) in [
                ("mailed link", { try await server.signInByLink(Self.email, idToken: try session.text("idToken")) }),
                ("provider", { try await target.idp(Target.openID, ["sub": "v"], idToken: try session.text("idToken")) }),
            ] as [(String, () async throws -> HTTPAnswer)] {
                let linked = try await way()
                #expect(linked["localId"] == uid && linked["mfaPendingCredential"] == nil, "\(name) \(linked.text)")
                #expect(linked.firebaseClaims["second_factor_identifier"]?.string == app.id, "\(name)")
                #expect(time(linked) == time(session), "a link is no sign-in: \(name)")
                #expect(try await server.refresh(try linked.text("refreshToken")).status == 200, "\(name)")
            }
            #expect(try await target.idp(Target.openID, ["sub": "v"]).awaitsSecondFactor, "signing in by it is another matter")

            // As if the factor had come by another server's hand: this session never gave it.
            let other = try await target.idp(Target.openID, ["sub": "w", "email": "w@x.example"])
            let otherID = try other.text("localId")
            let scope = target.scope
            try await server.engine.store.write { transaction in
                guard let old = try transaction.account(AccountID(otherID), in: scope) else { throw AuthError.userNotFound }
                var account = old
                account.emailVerified = true
                account.secondFactors = [
                    SecondFactor(
                        id: SecondFactorID("f"), displayName: nil, enrolledAt: old.createdAt, sealedSecret: Data(), lastPeriod: 0)
                ]
                try transaction.update(account, from: old, in: scope)
            }
            let idToken = try other.text("idToken")
            for answer in [
                try await target.idp(.google, ["sub": "w"], idToken: idToken),
                try await server.signInByLink("w@x.example", idToken: idToken),
                try await server.call(
                    "accounts:signUp", ["idToken": .string(idToken), "email": "w@x.example", "password": "violet river"]),
            ] {
                #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(answer.text)")
            }
            #expect(try await target.providers(otherID) == ["oidc.h"])
        }
    }

    @Test("A mailed link to the account's own proven address is a new sign-in, unless there are second factors")
    func ownMailbox() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let time = { (answer: HTTPAnswer) in JSONWebToken(answer["idToken"] ?? "")?.claims["auth_time"]?.int }
            target.clock.advance(seconds: 3000)
            let again = try await server.signInByLink(Self.email, idToken: try person.text("idToken"))
            #expect(time(again) == target.clock.now.seconds, "\(again.text)")
            let foreign = try await server.signInByLink("w@x.example", idToken: try person.text("idToken"))
            #expect(foreign.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(foreign.text)")
            let (_, session) = try await target.enrol(again)
            target.clock.advance(seconds: 3000)
            let factored = try await server.signInByLink(Self.email, idToken: try session.text("idToken"))
            #expect(factored.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(factored.text)")
            // An address that nobody has proven proves nothing of who made the account.
            let unproven = try await target.signUp("u@x.example")
            target.clock.advance(seconds: 3000)
            let stale = try await server.signInByLink("u@x.example", idToken: try unproven.text("idToken"))
            #expect(stale.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(stale.text)")
        }
    }

    @Test(
        "T058 T122 a mailbox alone does not bypass the factor: not with an address that an administrator gave, and no unproven one is accepted"
    )
    func mailboxAlone() async throws {
        for way in ["reset", "link", "provider"] {
            try await Self.run { target in
                let server = target.server
                let (app, session) = try await target.personWithApp()
                let uid = try session.text("localId", orSubjectOf: "idToken")
                let email = "stranger.\(way)@gmail.com"
                let moved = try await server.admin("accounts:update", ["localId": .string(uid), "email": .string(email)])
                #expect(moved.status == 200, "\(moved.text)")
                #expect(try await target.account(uid)["emailVerified"] == false)
                switch way {
                case "reset":
                    #expect(try await server.resetByMail(email, to: "a new river").status == 200)
                    let answer = try await target.signIn(email, "a new river")
                    #expect(answer.awaitsSecondFactor, "\(answer.text)")
                    #expect(try await target.finish(answer, app).hasTokens)
                case "link":
                    let answer = try await server.signInByLink(email)
                    #expect(answer.awaitsSecondFactor, "\(answer.text)")
                    #expect(try await target.finish(answer, app).hasTokens)
                default:
                    let answer = try await target.idp(.google, ["sub": "s", "email": .string(email), "email_verified": true])
                    #expect(answer.json["needConfirmation"] == true && !answer.hasTokens, "\(answer.text)")
                    #expect(try await target.providers(uid) == ["password"], "nothing is linked before the factor is given")
                }
            }
        }
    }

    @Test("An account with factors keeps a proven address, whatever the project allows others", arguments: [true, false])
    func provenAddress(_ isPrivate: Bool) async throws {
        try await MailPreHijackingTests.run(project: { $0.emailPrivacy = isPrivate }) { target in
            let server = target.server
            let (_, session) = try await target.personWithApp()
            let idToken = try session.value("idToken")
            let changed = try await server.call("accounts:update", ["idToken": idToken, "email": "other@x.example"])
            #expect(changed.code == (isPrivate ? "OPERATION_NOT_ALLOWED" : "EMAIL_CHANGE_NEEDS_VERIFICATION"))
            for removal: [String: JSONValue] in [
                ["deleteAttribute": .array(["EMAIL"])], ["deleteProvider": .array(["password"])],
            ] {
                let removed = try await server.call("accounts:update", removal.merging(["idToken": idToken]) { $1 })
                #expect(removed.status == 400, "\(removed.text)")
            }
            let account = try await target.account(try session.text("localId", orSubjectOf: "idToken"))
            #expect(account["email"]?.string == Self.email && account["emailVerified"] == true)
        }
    }

    @Test("T035 T036 a link makes no stale session fresh")
    func launderedSession() async throws {
        try await Self.run { target in
            let server = target.server
            let stolen = try await target.verifiedPerson(Self.email)
            target.clock.advance(seconds: 301)
            let linked = try await target.idp(Target.openID, ["sub": "thief"], idToken: try stolen.text("idToken"))
            #expect(linked.status == 200, "\(linked.text)")
            let time = { (answer: HTTPAnswer) in JSONWebToken(answer["idToken"] ?? "")?.claims["auth_time"]?.int }
            #expect(time(linked) == time(stolen))
            for (rpc, body) in [
                ("accounts:update", ["password": "the thief's"]), ("accounts:update", ["deleteAttribute": .array(["EMAIL"])]),
                ("accounts:delete", [:]),
            ] as [(String, [String: JSONValue])] {
                let answer = try await server.call(rpc, body.merging(["idToken": try linked.value("idToken")]) { $1 })
                #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(rpc) \(answer.text)")
            }
            let start = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try linked.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(start.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            // Nor is the next sign-in by what was linked, for as long as the owner has to read of it; a way that was there is.
            target.clock.advance(seconds: 6 * 24 * 3600)
            for (way, isFresh) in [("thief's", false), ("owner's", true)] {
                let signedIn =
                    way == "thief's" ? try await target.idp(Target.openID, ["sub": "thief"]) : try await target.signIn(Self.email)
                #expect(signedIn["localId"] == stolen["localId"] && (time(signedIn) == time(stolen)) != isFresh, "\(way)")
                let start = try await server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": try signedIn.value("idToken"), "totpEnrollmentInfo": .object([:])])
                #expect(start.status == (isFresh ? 200 : 400), "\(way) \(start.text)")
                #expect(try await server.refresh(try signedIn.text("refreshToken")).status == 200, "\(way)")
            }
            target.clock.advance(seconds: 24 * 3600)
            let later = try await target.idp(Target.openID, ["sub": "thief"])
            #expect(time(later).map { $0 > (time(stolen) ?? .max) } == true, "a week is over")
            // A method that a fresh session adds is as good as the existing ones.
            let fresh = try await target.signIn(Self.email)
            _ = try await target.idp(.google, ["sub": "own"], idToken: try fresh.text("idToken"))
            target.clock.advance(seconds: 3600)
            let own = try await target.idp(.google, ["sub": "own"])
            #expect(time(own) == target.clock.now.seconds)
            // Of an anonymous account, adding a way in is the first sign-in.
            let anonymous = try await server.call("accounts:signUp")
            target.clock.advance(seconds: 301)
            let upgraded = try await target.idp(Target.openID, ["sub": "guest"], idToken: try anonymous.text("idToken"))
            #expect(upgraded["localId"] == anonymous["localId"])
            #expect(time(upgraded).map { $0 > (time(anonymous) ?? .max) } == true)
        }
    }

    @Test("Linking does not end a session in use: it is idle since the link, not since the sign-in")
    func linkedAndUsed() async throws {
        try await Self.run { target in
            let day: Int64 = 24 * 3600
            var session = try await target.verifiedPerson(Self.email)
            var refreshToken = try session.text("refreshToken")
            for _ in 0..<2 {
                target.clock.advance(seconds: 60 * day)
                let refreshed = try await target.server.refresh(refreshToken)
                refreshToken = try refreshed.text("refresh_token")
                session = refreshed
                try await target.server.engine.upkeep.writeLastUses()
            }
            let linked = try await target.idp(Target.openID, ["sub": "v"], idToken: try session.text("id_token"))
            #expect(linked.hasTokens, "\(linked.text)")
            let next = try await target.server.refresh(try linked.text("refreshToken"))
            #expect(next.status == 200, "\(next.text)")
            target.clock.advance(seconds: 89 * day)
            #expect(try await target.server.refresh(try next.text("refresh_token")).status == 200)
        }
    }

    @Test("T117 a pending sign-in works once, for ten minutes, on this server, and until anything changes")
    func pendingCredential() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, session) = try await target.personWithApp()
            let uid = try session.text("localId", orSubjectOf: "idToken")
            func pending() async throws -> HTTPAnswer { try await target.signIn(Self.email) }
            func expectOver(
                _ answer: HTTPAnswer, _ why: String, _ code: String = "INVALID_MFA_PENDING_CREDENTIAL"
            ) async throws {
                let finished = try await target.finish(answer, app)
                #expect(finished.code == code && !finished.hasTokens, "\(why): \(finished.text)")
                target.waitForNextCode()
            }
            let used = try await pending()
            #expect(try await target.finish(used, app).hasTokens)
            target.waitForNextCode()
            try await expectOver(used, "twice")

            let old = try await pending()
            target.clock.advance(seconds: 600)
            try await expectOver(old, "after ten minutes")

            for forged in ["", "{}", Data(#"{"localId":"\#(uid)"}"#.utf8).base64EncodedString(), try session.text("idToken")] {
                let answer = try await server.finishSignIn(forged, factor: app.id, code: app.code(at: target.clock.now))
                #expect(
                    answer.code == (forged.isEmpty ? "MISSING_MFA_PENDING_CREDENTIAL" : "INVALID_MFA_PENDING_CREDENTIAL"))
            }
            let asToken = try await pending()
            let lookup = try await server.call("accounts:lookup", ["idToken": try asToken.value("mfaPendingCredential")])
            #expect(lookup.code == "INVALID_ID_TOKEN")

            let beforeReset = try await pending()
            #expect(try await server.resetByMail(Self.email, to: "violet river").status == 200)
            try await expectOver(beforeReset, "after a new password")
            let beforeDisabling = try await pending()
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "disableUser": true])
            try await expectOver(beforeDisabling, "while disabled", "USER_DISABLED")
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "disableUser": false])
            try await expectOver(beforeDisabling, "after it was disabled")
            let beforeRevocation = try await pending()
            _ = try await server.admin(
                "accounts:update",
                ["localId": .string(uid), "validSince": .string(String(target.clock.now.seconds))])
            try await expectOver(beforeRevocation, "after a revocation")
            let beforeUnlinking = try await pending()
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "phoneNumber": "+15550100001"])
            try await expectOver(beforeUnlinking, "after another way in changed")
            let beforeRemoval = try await pending()
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "mfa": .object([:])])
            try await expectOver(beforeRemoval, "after the factor was taken off")
            // Nothing of it stands in the database in a form that opens anything.
            let rows = try await server.engine.store.read {
                try $0.tablesHolding([Data(try asToken.text("mfaPendingCredential").utf8)])
            }
            #expect(rows.isEmpty)
        }
    }

    @Test("T118 T121 a code of another person's app, a code for another's factor, and a code without the first factor")
    func swap() async throws {
        try await Self.run { target in
            let server = target.server
            let (victimApp, _) = try await target.personWithApp()
            let (ownApp, _) = try await target.personWithApp("a@x.example")
            let code = ownApp.code(at: target.clock.now)
            let waiting = try await target.signIn(Self.email)
            let pending = waiting["mfaPendingCredential"]
            #expect(try await server.finishSignIn(pending, factor: ownApp.id, code: code).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await server.finishSignIn(pending, factor: victimApp.id, code: code).code == "INVALID_CODE")
            #expect(try await server.finishSignIn(pending, factor: nil, code: code).code == "MISSING_MFA_ENROLLMENT_ID")
            #expect(try await server.finishSignIn(pending, factor: victimApp.id, code: nil).code == "MISSING_CODE")
            let alone = try await server.finishSignIn(
                nil, factor: victimApp.id, code: victimApp.code(at: target.clock.now))
            #expect(alone.status == 400 && alone.code == "MISSING_MFA_PENDING_CREDENTIAL")
            let started = try await server.call2("accounts/mfaSignIn:start", ["mfaEnrollmentId": .string(victimApp.id)])
            #expect(started.code == "MISSING_MFA_PENDING_CREDENTIAL")
            let texted = try await server.call2(
                "accounts/mfaSignIn:start",
                [
                    "mfaEnrollmentId": .string(victimApp.id), "mfaPendingCredential": try waiting.value("mfaPendingCredential"),
                    "phoneSignInInfo": .object([:]),
                ])
            #expect(texted.code == "OPERATION_NOT_ALLOWED")
            #expect(try await target.finish(waiting, victimApp).hasTokens, "none of it used the sign-in up")
        }
    }

    @Test("T119 replay: a code works once, no older one after it, and only one of 64 at once")
    func replay() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let (app, _) = try await target.enrol(person)
            let first = app.code(at: target.clock.now)
            #expect(
                try await target.finish(try await target.signIn(Self.email), app, code: first).code == "INVALID_CODE",
                "of the enrolment")
            target.clock.advance(seconds: 60)
            let now = target.clock.now
            let newer = app.code(at: now, offset: 1)
            #expect(try await target.finish(try await target.signIn(Self.email), app, code: newer).hasTokens, "a clock ahead")
            for offset in Int64(-1)...1 {
                let again = try await target.finish(
                    try await target.signIn(Self.email), app, code: app.code(at: now, offset: offset))
                #expect(again.code == "INVALID_CODE", "\(offset)")
            }
            target.clock.advance(seconds: 60)
            let code = app.code(at: target.clock.now)
            var waiting: [String] = []
            for _ in 0..<8 { waiting.append(try await target.signIn(Self.email).text("mfaPendingCredential")) }
            let credentials = waiting
            let url = "\(server.url)/v2/accounts/mfaSignIn:finalize?key=\(server.apiKey)"
            let answers = try await Crowd.with { crowd in
                try await crowd.post(
                    (0..<64).map { index in
                        let body: [String: JSONValue] = [
                            "mfaPendingCredential": .string(credentials[index % credentials.count]),
                            "mfaEnrollmentId": .string(app.id),
                            "totpVerificationInfo": .object(["verificationCode": .string(code)]),
                        ]
                        return (url, body, nil)
                    })
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(
                answers.allSatisfy { $0.status == 200 || ["INVALID_CODE", "INVALID_MFA_PENDING_CREDENTIAL"].contains($0.code) })
        }
    }
}

extension HTTPAnswer {
    /// A member, or whom an ID token is of.
    func text(_ name: String, orSubjectOf token: String) throws -> String {
        if let text = self[name] { return text }
        return try #require(JSONWebToken(try self.text(token))?.claims["sub"]?.string)
    }
}
