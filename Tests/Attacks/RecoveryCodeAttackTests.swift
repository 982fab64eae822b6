import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Attacks on recovery codes (T195), and by means of them.
@Suite("Attacks on recovery codes", .tags(.attack))
struct RecoveryCodeAttackTests {
    private static let email = "v@x.example"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(body)
    }

    private static func pending(_ target: Target, _ email: String = email) async throws -> String {
        try #require(try await target.signIn(email)["mfaPendingCredential"])
    }

    @Test("T195 replay: a code works once, and of many requests at once one gets a session")
    func replay() async throws {
        try await Self.run { target in
            let server = target.server
            let session = try await target.personWithApp().session
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            // Each sign-in that waits allows five codes, and so many may wait.
            var waiting: [String] = []
            for _ in 0..<PendingSignIn.mostOfAnAccount { waiting.append(try await Self.pending(target)) }
            let url = "\(server.url)/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=\(server.apiKey)"
            let requests = waiting.flatMap { pending in
                (0..<4).map { _ -> (String, [String: JSONValue], String?) in
                    (url, ["mfaPendingCredential": .string(pending), "recoveryCode": .string(codes[0])], nil)
                }
            }
            let answers = try await Crowd.with { try await $0.post(requests) }
            #expect(answers.count { $0.hasTokens } == 1, "\(answers.map { $0.code ?? "200" })")
            #expect(answers.allSatisfy { $0.hasTokens || ["INVALID_CODE", "INVALID_MFA_PENDING_CREDENTIAL"].contains($0.code) })
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 9)
            #expect(try await server.mails(to: Self.email).count { $0.kind == .recoveryCodeUsed } == 1)
            let later = try await Self.pending(target)
            #expect(try await server.finishSignIn(later, recoveryCode: codes[0]).code == "INVALID_CODE")
            #expect(try await server.finishSignIn(later, recoveryCode: codes[1]).hasTokens)
            #expect(try await server.finishSignIn(later, recoveryCode: codes[2]).code == "INVALID_MFA_PENDING_CREDENTIAL")
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 8)
        }
    }

    @Test("T118 T195 another account's codes, those of a set that was replaced, and those of factors that are gone")
    func foreignCodes() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, session) = try await target.personWithApp()
            let other = try await target.personWithApp("w@x.example").session
            let first = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let others = try await server.makeRecoveryCodes(other["idToken"]).recoveryCodes
            let second = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            var waiting = try await Self.pending(target)
            for code in [others[0], first[0], first[9]] {
                #expect(try await server.finishSignIn(waiting, recoveryCode: code).code == "INVALID_CODE")
                #expect(try await server.finishSignIn(waiting, factor: app.id, code: second[0] + code).code != nil)
                waiting = try await Self.pending(target)
            }
            #expect(try await server.recoveryCodesLeft(other["idToken"]) == 10, "nothing of the other's is used up")
            #expect(try await target.withdraw(app.id, session).hasTokens)
            // A factor again, and the paper of before.
            let again = try await target.enrol(try await target.signIn(Self.email))
            waiting = try await Self.pending(target)
            #expect(try await server.finishSignIn(waiting, recoveryCode: second[0]).code == "INVALID_CODE")
            target.waitForNextCode()
            let code = again.app.code(at: target.clock.now)
            #expect(try await server.finishSignIn(waiting, factor: again.app.id, code: code).hasTokens)
        }
    }

    @Test("T195 new codes end the sessions that old codes opened, and say so in the feed; the person's own goes on")
    func endOld() async throws {
        try await Self.run { target in
            let server = target.server
            let session = try await target.personWithApp().session
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let thief = try await server.finishSignIn(try await Self.pending(target), recoveryCode: codes[0])
            #expect(thief.hasTokens, "\(thief.text)")
            let own = try await server.finishSignIn(try await Self.pending(target), recoveryCode: codes[1])
            let made = try await server.makeRecoveryCodes(own["idToken"])
            #expect(made.recoveryCodes.count == 10, "\(made.text)")
            #expect(try await server.refresh(try thief.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(
                try await server.call("accounts:lookup", ["idToken": .string(thief["idToken"] ?? "")]).code == "TOKEN_EXPIRED")
            #expect(try await server.refresh(try session.text("refreshToken")).status == 200)
            #expect(try await server.refresh(try made.text("refreshToken")).status == 200)
            let feed = try await server.engine.accounts.listRevocations(
                after: .start, in: ProjectScope(project: server.project))
            let ended = feed.revocations.compactMap { if case .session(let handle) = $0.target { handle } else { nil } }
            #expect(ended.count == 1, "\(feed.revocations)")
            // Whoever made them with an old code keeps neither session beyond the owner's next set.
            #expect(try await server.refresh(try own.text("refreshToken")).status == 200)
            #expect(try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes.count == 10)
            for answer in [own, made] {
                #expect(try await server.refresh(try answer.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
        }
    }

    @Test("T121 T195 a code is worth nothing without the first factor")
    func alone() async throws {
        try await Self.run { target in
            let server = target.server
            let session = try await target.personWithApp().session
            let code = try #require(try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes.first)
            #expect(try await server.finishSignIn(nil, recoveryCode: code).code == "MISSING_MFA_PENDING_CREDENTIAL")
            #expect(try await server.finishSignIn("x", recoveryCode: code).code == "INVALID_MFA_PENDING_CREDENTIAL")
            #expect(try await !target.signIn(Self.email, code).hasTokens)
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 10)
        }
    }

    @Test("T120 T195 guesses count like an app's codes, in any field, and a right one forgives them")
    func guesses() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true, proxies: ["loopback"]) { server in
            _ = try await server.admin("accounts", ["email": .string(Self.email), "password": "secret 1", "emailVerified": true])
            func signIn() async throws -> HTTPAnswer {
                clock.advance(seconds: 60)
                return try await server.call(
                    "accounts:signInWithPassword", ["email": .string(Self.email), "password": "secret 1"])
            }
            let (app, session) = try await server.enrol(idToken: try #require(try await signIn()["idToken"]), now: clock.now)
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            func guess(_ number: Int, _ pending: String?) async throws -> HTTPAnswer {
                let code = "00000-0000\(number % 10)"
                return number.isMultiple(of: 2)
                    ? try await server.finishSignIn(pending, recoveryCode: code)
                    : try await server.finishSignIn(pending, factor: app.id, code: code)
            }
            var waiting = try await signIn()["mfaPendingCredential"]
            for number in 0..<5 { #expect(try await guess(number, waiting).code == "INVALID_CODE") }
            #expect(
                try await server.finishSignIn(waiting, recoveryCode: codes[0]).code == "INVALID_MFA_PENDING_CREDENTIAL")
            waiting = try await signIn()["mfaPendingCredential"]
            for number in 0..<4 { #expect(try await guess(number, waiting).code == "INVALID_CODE") }
            #expect(try await server.finishSignIn(waiting, recoveryCode: codes[0]).hasTokens, "nine wrong ones before")
            // Forgiven: ten more are free, and then the right one has to wait, too.
            for number in 0..<10 {
                if number.isMultiple(of: 5) { waiting = try await signIn()["mfaPendingCredential"] }
                #expect(try await guess(number, waiting).code == "INVALID_CODE", "\(number)")
            }
            let fresh = try await server.call(
                "accounts:signInWithPassword", ["email": .string(Self.email), "password": "secret 1"])
            let refused = try await server.finishSignIn(fresh["mfaPendingCredential"], recoveryCode: codes[1])
            #expect(refused.code == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(refused.text)")
            #expect(try await server.mails(to: Self.email).contains { $0.kind == .secondFactorGuessed })
        }
    }

    @Test("T123 T124 a session without a factor, or an old one, makes no codes")
    func withoutFactor() async throws {
        try await Self.run { target in
            let server = target.server
            let before = try await target.verifiedPerson(Self.email)
            let session = try await target.enrol(before).session
            #expect(try await server.makeRecoveryCodes(before["idToken"]).code == "TOKEN_EXPIRED")
            target.clock.advance(seconds: 301)
            #expect(try await server.makeRecoveryCodes(session["idToken"]).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == nil)
        }
    }

    @Test("T195 a stolen code: once its owner has made a new set, the thief's session is over")
    func stolenCode() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, _) = try await target.personWithApp()
            let owner = try await target.signIn(Self.email, with: app)
            let codes = try await server.makeRecoveryCodes(owner["idToken"]).recoveryCodes
            let thief = try await server.finishSignIn(try await Self.pending(target), recoveryCode: codes[0])
            #expect(thief.firebaseClaims["sign_in_second_factor"]?.string == "recovery", "\(thief.text)")
            #expect(try await server.makeRecoveryCodes(owner["idToken"]).recoveryCodes.count == 10)
            #expect(try await target.withdraw(app.id, thief).code == "TOKEN_EXPIRED")
            #expect(try await server.makeRecoveryCodes(thief["idToken"]).code == "TOKEN_EXPIRED")
            let started = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try thief.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(started.code == "TOKEN_EXPIRED", "\(started.text)")
        }
    }

    /// An owner whose factor and codes have been there for long, and a thief with a session of theirs that gave the factor.
    private static func robbed(_ target: Target) async throws -> (app: Authenticator, codes: [String], thief: HTTPAnswer) {
        let (app, session) = try await target.personWithApp()
        let codes = try await target.server.makeRecoveryCodes(session["idToken"]).recoveryCodes
        target.clock.advance(seconds: 4 * 24 * 3600)
        return (app, codes, try await target.signIn(email, with: app))
    }

    @Test("T060 T195 a thief makes new codes, again and again: the first mail's button ends them, and the thief's session")
    func thief() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, _, thief) = try await Self.robbed(target)
            #expect(try await server.makeRecoveryCodes(thief["idToken"]).recoveryCodes.count == 10)
            let first = try await server.code(.recoveryCodesMade, to: Self.email)
            let link = try await server.link(.recoveryCodesMade, to: Self.email)
            let page = try await HTTP.send("GET", link.url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("<h1>Remove the recovery codes?</h1>"), "\(page.text)")
            #expect(page.text.contains("the recovery codes, made on"), "\(page.text)")
            let codes = try await server.makeRecoveryCodes(thief["idToken"]).recoveryCodes
            let told = try await server.call("accounts:resetPassword", ["oobCode": first])
            #expect(told["requestType"] == "RECOVER_EMAIL", "\(told.text)")
            let pressed = try await server.call("accounts:update", ["oobCode": first])
            #expect(pressed["email"] == Self.email, "\(pressed.text)")
            #expect(try await server.refresh(try thief.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(try await server.mail(.accountRecovered, to: Self.email).mail.text.contains("recovery codes"))
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            let waiting = try await target.signIn(Self.email, "a new river")
            #expect(
                try await server.finishSignIn(waiting["mfaPendingCredential"], recoveryCode: codes[0]).code == "INVALID_CODE")
            #expect(try await target.finish(waiting, app).hasTokens, "the owner's own factor stays")
            let later = try await server.code(.recoveryCodesMade, to: Self.email)
            #expect(try await server.call("accounts:update", ["oobCode": later]).code == "INVALID_OOB_CODE")
        }
    }

    @Test("The page's button removes the codes by POST")
    func page() async throws {
        try await Self.run { target in
            let server = target.server
            let (_, _, thief) = try await Self.robbed(target)
            #expect(try await server.makeRecoveryCodes(thief["idToken"]).recoveryCodes.count == 10)
            let link = try await server.link(.recoveryCodesMade, to: Self.email)
            let done = try await HTTP.send(
                "POST", link.url.split(separator: "?").first.map(String.init) ?? "",
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"],
                body: Data("oobCode=\(link["oobCode"] ?? "")&action=revert-recovery-codes".utf8))
            #expect(done.text.contains("Recovery codes removed") && done.text.contains("send-reset"), "\(done.text)")
        }
    }

    @Test(
        "T060 T195 an older mail's button ends codes that came later, and spares those that were there",
        arguments: [true, false])
    func olderMail(_ isReplaced: Bool) async throws {
        try await Self.run { target in
            let server = target.server
            let (_, codes, thief) = try await Self.robbed(target)
            let linked = try await target.idp(.google, ["sub": "thief"], idToken: try thief.text("idToken"))
            #expect(linked.hasTokens, "\(linked.text)")
            let code = try await server.code(.signInMethodAdded, to: Self.email)
            let replaced = isReplaced ? try await server.makeRecoveryCodes(linked["idToken"]).recoveryCodes : []
            #expect(try await server.call("accounts:update", ["oobCode": code])["email"] == Self.email)
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            let waiting = try await target.signIn(Self.email, "a new river")["mfaPendingCredential"]
            if let stolen = replaced.first {
                #expect(try await server.finishSignIn(waiting, recoveryCode: stolen).code == "INVALID_CODE")
            }
            #expect(try await server.finishSignIn(waiting, recoveryCode: codes[0]).hasTokens == !isReplaced)
        }
    }

    @Test("T195 a reset leaves the codes, as it leaves the factors; deleting the account ends them")
    func resetAndDeletion() async throws {
        try await Self.run { target in
            let server = target.server
            let session = try await target.personWithApp().session
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            #expect(try await server.resetByMail(Self.email, to: "a new river").status == 200)
            let waiting = try await target.signIn(Self.email, "a new river")["mfaPendingCredential"]
            let back = try await server.finishSignIn(waiting, recoveryCode: codes[0])
            #expect(back.hasTokens, "\(back.text)")
            #expect(try await server.call("accounts:delete", ["idToken": try back.value("idToken")]).status == 200)
            let again = try await target.personWithApp().session
            #expect(try await server.recoveryCodesLeft(again["idToken"]) == nil)
            let next = try await Self.pending(target)
            #expect(try await server.finishSignIn(next, recoveryCode: codes[1]).code == "INVALID_CODE")
        }
    }
}
