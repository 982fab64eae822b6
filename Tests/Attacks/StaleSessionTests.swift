import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A thief with a session that is older than five minutes (T035, T036): what they add never outranks what the owner
/// has, and ends with the first thing that the owner does about it.
@Suite("Stale sessions", .tags(.attack))
struct StaleSessionTests {
    private static let email = "v@x.example"
    private static let thief: [String: JSONValue?] = ["sub": "thief"]

    /// The actions that an owner or an administrator takes against a thief.
    struct Defence: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let act: @Sendable (Target, _ uid: String) async throws -> Void

        /// Signs in as the owner, changes the account, and expects that it worked.
        static func change(_ target: Target, _ update: [String: JSONValue]) async throws {
            let owner = try await target.signIn(StaleSessionTests.email)
            let answer = try await target.server.call(
                "accounts:update", update.merging(["idToken": try owner.value("idToken")]) { $1 })
            #expect(answer.status == 200, "\(answer.text)")
        }

        static let all = [
            Defence(testDescription: "a new password") { target, _ in
                try await change(target, ["password": "a new river"])
            },
            Defence(testDescription: "a reset") { target, _ in
                let reset = try await target.server.resetByMail(StaleSessionTests.email, to: "a new river")
                #expect(reset.status == 200, "\(reset.text)")
            },
            Defence(testDescription: "a revocation") { target, uid in
                try await administer(target, uid, ["validSince": .string("\(target.clock.now.seconds)")])
            },
            // A moment of the past, too: the thief's next sign-in must not count from it.
            Defence(testDescription: "a revocation dated back") { target, uid in
                try await administer(target, uid, ["validSince": .string("\(target.clock.now.seconds - 120)")])
            },
            Defence(testDescription: "disabled for a while") { target, uid in
                try await administer(target, uid, ["disableUser": true])
                try await administer(target, uid, ["disableUser": false])
            },
            Defence(testDescription: "a new password by an administrator") { target, uid in
                try await administer(target, uid, ["password": "a new river"])
            },
            Defence(testDescription: "a second factor") { target, _ in
                _ = try await target.enrol(try await target.signIn(StaleSessionTests.email))
                target.waitForNextCode()
            },
            Defence(testDescription: "a sign-out everywhere else") { target, _ in
                let owner = try await target.signIn(StaleSessionTests.email)
                let ended = try await target.server.account(
                    "sessions:end", ["idToken": try owner.value("idToken"), "allOthers": true])
                #expect(ended.status == 200, "\(ended.text)")
            },
            Defence(testDescription: "the mail's button") { target, _ in
                let code = try await target.server.code(.signInMethodAdded, to: StaleSessionTests.email)
                let applied = try await target.server.call("accounts:update", ["oobCode": code])
                #expect(applied.status == 200 && applied["email"] == StaleSessionTests.email, "\(applied.text)")
            },
        ]

        private static func administer(_ target: Target, _ uid: String, _ update: [String: JSONValue]) async throws {
            let answer = try await target.server.admin(
                "accounts:update", update.merging(["localId": .string(uid)]) { $1 })
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test("T035 whatever ends sessions removes what a stale one added, and never makes it fresh", arguments: Defence.all)
    func endOfProbation(_ defence: Defence) async throws {
        try await MailPreHijackingTests.run { target in
            let stolen = try await target.verifiedPerson(Self.email)
            let uid = try stolen.text("localId")
            target.clock.advance(seconds: 3000)
            let linked = try await target.idp(Target.openID, Self.thief, idToken: try stolen.text("idToken"))
            #expect(linked["localId"] == uid, "\(linked.text)")
            target.clock.advance(seconds: 3600)
            let inside = try await target.idp(Target.openID, Self.thief)
            #expect(inside["localId"] == uid)
            try await defence.act(target, uid)
            let again = try await target.idp(Target.openID, Self.thief)
            #expect(again["localId"] != uid, "the thief is still in: \(again.text)")
            for session in [linked, inside] {
                #expect(try await target.server.refresh(try session.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            #expect(try await !target.providers(uid).contains("oidc.h"))
        }
    }

    @Test("T035 an account without an address gets none from what a stale session adds, however long the thief waits")
    func adoptedAddress() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let stolen = try await target.idp(Target.openID, ["sub": "owner"])
            let uid = try stolen.text("localId")
            target.clock.advance(seconds: 3000)
            let own: [String: JSONValue?] = ["sub": "t", "email": "thief@gmail.com", "email_verified": true]
            let linked = try await target.idp(.google, own, idToken: try stolen.text("idToken"))
            #expect(linked["localId"] == uid, "\(linked.text)")
            #expect(try await target.account(uid)["email"] == nil)
            _ = try await server.sendMail("PASSWORD_RESET", to: "thief@gmail.com")
            #expect(try await server.mails(to: "thief@gmail.com").allSatisfy { $0.kind != .resetPassword })
            // There is no mailbox to tell, so time alone makes nobody fresh.
            for days in [8, 100] as [Int64] {
                target.clock.advance(seconds: days * 24 * 3600)
                let thief = try await target.idp(.google, own)
                #expect(thief["localId"] == uid)
                for (rpc, body) in [
                    ("accounts:signUp", ["email": "thief@gmail.com", "password": "the thief's"]),
                    ("accounts:update", ["deleteProvider": .array(["oidc.h"])]), ("accounts:delete", [:]),
                ] as [(String, [String: JSONValue])] {
                    let answer = try await server.call(rpc, body.merging(["idToken": try thief.value("idToken")]) { $1 })
                    #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(rpc) \(answer.text)")
                }
            }
            let owner = try await target.idp(Target.openID, ["sub": "owner"])
            let cleaned = try await server.call(
                "accounts:update", ["idToken": try owner.value("idToken"), "deleteProvider": .array(["google.com"])])
            #expect(owner["localId"] == uid && cleaned.status == 200, "\(cleaned.text)")
            #expect(try await target.providers(uid) == ["oidc.h"])
        }
    }

    @Test("T035 a stale session cannot remove a sign-in method")
    func unlinking() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let stolen = try await target.idp(Target.openID, ["sub": "owner"])
            let uid = try stolen.text("localId")
            _ = try await server.admin("accounts:update", ["localId": .string(uid), "phoneNumber": "+15550100009"])
            target.clock.advance(seconds: 301)
            let linked = try await target.idp(.google, Self.thief, idToken: try stolen.text("idToken"))
            for provider in ["oidc.h", "phone", "google.com"] {
                let answer = try await server.call(
                    "accounts:update",
                    ["idToken": try linked.value("idToken"), "deleteProvider": .array([.string(provider)])])
                #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(provider) \(answer.text)")
            }
            // Absent sign-in methods are ignored, as always.
            let nothing = try await server.call(
                "accounts:update", ["idToken": try linked.value("idToken"), "deleteProvider": .array(["facebook.com"])])
            #expect(nothing.status == 200, "\(nothing.text)")
            #expect(try await target.idp(Target.openID, ["sub": "owner"])["localId"] == uid)
            #expect(try await target.account(uid)["phoneNumber"] == "+15550100009")
        }
    }

    @Test("The sign-in method that a recently signed-in person keeps after removing all others is theirs")
    func vouchedFor() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let old = try await target.idp(Target.openID, ["sub": "owner"])
            target.clock.advance(seconds: 3000)
            _ = try await target.idp(.google, ["sub": "owner"], idToken: try old.text("idToken"))
            let fresh = try await target.idp(Target.openID, ["sub": "owner"])
            let unlinked = try await server.call(
                "accounts:update", ["idToken": try fresh.value("idToken"), "deleteProvider": .array(["oidc.h"])])
            #expect(unlinked.status == 200, "\(unlinked.text)")
            let later = try await target.idp(.google, ["sub": "owner"])
            #expect(later["localId"] == old["localId"])
            #expect(try await server.call("accounts:delete", ["idToken": try later.value("idToken")]).status == 200)
        }
    }

    @Test("T060 where email sign-in is off, a recovery restores the owner's sign-in method, and not the thief's")
    func recoveryWithoutEmailSignIn() async throws {
        try await MailPreHijackingTests.run(project: { $0.emailEnabled = false }) { target in
            let server = target.server
            let own: [String: JSONValue?] = ["sub": "owner", "email": "v@gmail.com", "email_verified": true]
            let stolen = try await target.idp(.google, own)
            let uid = try stolen.text("localId")
            // Even a thief who was quick.
            let linked = try await target.idp(Target.openID, Self.thief, idToken: try stolen.text("idToken"))
            let unlinked = try await server.call(
                "accounts:update", ["idToken": try linked.value("idToken"), "deleteProvider": .array(["google.com"])])
            #expect(unlinked.status == 200, "\(unlinked.text)")
            let sent = try await server.sendMail(
                "VERIFY_AND_CHANGE_EMAIL", ["idToken": try linked.value("idToken"), "newEmail": "t@evil.example"])
            #expect(sent.status == 200, "\(sent.text)")
            let change = try await server.code(.verifyAndChangeEmail, to: "t@evil.example")
            #expect(try await server.call("accounts:update", ["oobCode": change]).status == 200)
            let recovered = try await server.call(
                "accounts:update", ["oobCode": try await server.code(.recoverEmail, to: "v@gmail.com")])
            #expect(recovered["email"] == "v@gmail.com", "\(recovered.text)")
            #expect(try await target.providers(uid) == ["google.com"])
            #expect(try await target.idp(.google, own)["localId"] == uid)
            #expect(try await target.idp(Target.openID, Self.thief)["localId"] != uid)
        }
    }

    @Test("T036 a sign-in method that a stale session added is no fresher with a second factor behind it")
    func secondFactor() async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let (app, session) = try await target.personWithApp()
            target.clock.advance(seconds: 600)
            let linked = try await target.idp(Target.openID, Self.thief, idToken: try session.text("idToken"))
            #expect(linked.hasTokens, "\(linked.text)")
            target.clock.advance(seconds: 3600)
            let signedIn = try await target.finish(try await target.idp(Target.openID, Self.thief), app)
            #expect(signedIn.hasTokens, "\(signedIn.text)")
            let changed = try await server.call(
                "accounts:update", ["idToken": try signedIn.value("idToken"), "password": "the thief's"])
            #expect(changed.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(changed.text)")
            #expect(try await target.withdraw(app.id, signedIn).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }
}
