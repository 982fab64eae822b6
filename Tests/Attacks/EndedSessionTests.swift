import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The ID token of a session that its owner has ended: it is signed for an hour, and opens nothing here (T182).
@Suite("ID tokens of ended sessions", .tags(.attack))
struct EndedSessionTests {
    private static let email = "v@x.example"

    /// The way in which a session is over.
    enum End: CaseIterable, Sendable {
        /// The owner ended it.
        case ended
        /// Its row is gone, as after a restored backup.
        case gone
    }

    /// A request of a thief who holds an ID token.
    private struct Request: Sendable {
        let name: String
        let send: @Sendable (Target, _ idToken: JSONValue) async throws -> HTTPAnswer

        init(_ name: String, _ send: @escaping @Sendable (Target, JSONValue) async throws -> HTTPAnswer) {
            self.name = name
            self.send = send
        }

        static func rpc(_ rpc: String, _ body: [String: JSONValue] = [:]) -> Request {
            Request("\(rpc) \(body.keys.sorted())") { target, idToken in
                try await target.server.call(rpc, body.merging(["idToken": idToken]) { $1 })
            }
        }

        static func rpc2(_ rpc: String, _ body: [String: JSONValue]) -> Request {
            Request(rpc) { target, idToken in
                try await target.server.call2(rpc, body.merging(["idToken": idToken]) { $1 })
            }
        }

        static func account(_ rpc: String, _ body: [String: JSONValue] = [:]) -> Request {
            Request("account/\(rpc) \(body.keys.sorted())") { target, idToken in
                try await target.server.account(rpc, body.merging(["idToken": idToken]) { $1 })
            }
        }

        static func admin(_ rpc: String, _ body: [String: JSONValue] = [:]) -> Request {
            Request("an administrator's \(rpc)") { target, idToken in
                try await target.server.admin(rpc, body.merging(["idToken": idToken]) { $1 })
            }
        }

        static func idp(_ claims: [String: JSONValue?], _ more: [String: JSONValue] = [:]) -> Request {
            Request("accounts:signInWithIdp \(more.keys.sorted())") { target, idToken in
                try await target.idp(Target.openID, claims, idToken: idToken.string, more: more)
            }
        }
    }

    /// Everything that takes an ID token. Game Center's sign-in is tested with its signatures, in `GameCenterTests`.
    private static func requests(
        enrolment: JSONValue, factor: String, digits: String, code: JSONValue, pendingToken: JSONValue
    ) -> [Request] {
        [
            .rpc("accounts:lookup"), .rpc("accounts:update", ["displayName": "Mallory"]), .rpc("accounts:update"),
            .rpc("accounts:update", ["password": "the thief's"]), .rpc("accounts:update", ["email": "t@evil.example"]),
            .rpc("accounts:update", ["deleteProvider": .array(["password"])]),
            .rpc("accounts:update", ["deleteAttribute": .array(["DISPLAY_NAME"])]),
            .rpc("accounts:update", ["oobCode": .string(digits)]), .rpc("accounts:delete"),
            .rpc("accounts:signUp", ["email": "t@evil.example", "password": "the thief's"]),
            .idp(["sub": "thief"]), .idp(["sub": "owner"], ["autoCreate": false]),
            .rpc("accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": pendingToken]),
            .rpc("accounts:signInWithEmailLink", ["email": "t@evil.example", "oobCode": code]),
            .rpc("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"]),
            .rpc("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "t@evil.example"]),
            .rpc2("accounts/mfaEnrollment:start", ["totpEnrollmentInfo": .object([:])]),
            .rpc2("accounts/mfaEnrollment:finalize", ["totpVerificationInfo": enrolment]),
            .rpc2("accounts/mfaEnrollment:withdraw", ["mfaEnrollmentId": .string(factor)]),
            .rpc2("accounts:revokeToken", ["providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "t"]),
            .account("sessions"), .account("sessions:end", ["allOthers": true]),
            .account("sessions:end", ["handles": .array(["x"])]),
            .admin("accounts:lookup"), .admin("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "returnOobLink": true]),
        ]
    }

    /// Everything that a request could have changed.
    private struct State: Equatable {
        let accounts: [Account]
        let sessions: [Session]
        let mails: Int
    }

    private static func state(_ target: Target) async throws -> State {
        let sessions = try await target.server.engine.store.read { try $0.sessions(after: Data(), limit: 1000).map(\.session) }
        var mails = 0
        for address in [email, "t@evil.example"] { mails += try await target.server.mails(to: address).count }
        return State(accounts: try await target.accounts(), sessions: sessions, mails: mails)
    }

    @Test(
        "T182 the ID token of a session that was ended is refused by every RPC, and nothing has changed",
        arguments: End.allCases)
    func everyRPC(_ end: End) async throws {
        try await MailPreHijackingTests.run(project: {
            $0.emailPrivacy = false
            $0.email.digitsEnabled = true
        }) { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            _ = try await target.idp(Target.openID, ["sub": "owner"], idToken: try person.text("idToken"))
            let (app, owner) = try await target.enrol(person)
            target.waitForNextCode()
            let stolen = try await target.signIn(Self.email, with: app)
            let idToken = try stolen.value("idToken")

            // What the thief could still have got while the session was open.
            let started = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": .object([:])])
            let info = started.json["totpSessionInfo"] ?? .null
            let theirs = Authenticator(id: "", secret: info["sharedSecretKey"]?.string ?? "")
            let enrolment = JSONValue.object([
                "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(theirs.code(at: target.clock.now)),
            ])
            _ = try await server.sendMail("VERIFY_EMAIL", ["idToken": idToken])
            let digits = try #require(try await server.mail(.verifyEmail, to: Self.email).digits)
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "t@evil.example", ["canHandleCodeInApp": true])
            let code = try await server.code(.signIn, to: "t@evil.example")
            let collided = try await target.idp(
                .google, ["sub": "thief", "email": .string(Self.email), "email_verified": true])
            let requests = Self.requests(
                enrolment: enrolment, factor: app.id, digits: digits, code: code,
                pendingToken: try collided.value("pendingToken"))

            let lookup = try await server.call("accounts:lookup", ["idToken": idToken])
            #expect(lookup.status == 200, "\(lookup.text)")
            switch end {
            case .ended:
                let ended = try await server.account("sessions:end", ["idToken": try owner.value("idToken"), "allOthers": true])
                #expect(ended.status == 200, "\(ended.text)")
            case .gone:
                let raw = try #require(Data(base64URL: try stolen.text("refreshToken").dropFirst(3)))
                try await server.engine.store.write { try $0.deleteSession(raw.prefix(16)) }
            }
            let before = try await Self.state(target)
            for request in requests {
                let answer = try await request.send(target, idToken)
                #expect(answer.code == "TOKEN_EXPIRED" && !answer.hasTokens, "\(request.name): \(answer.status) \(answer.text)")
                #expect(!answer.text.contains(Self.email) && !answer.text.contains("oobCode="), "\(request.name)")
            }
            let isUnchanged = try await Self.state(target) == before
            #expect(isUnchanged)
            // Neither the code nor the credential was used up.
            #expect(try await server.call("accounts:resetPassword", ["oobCode": code]).status == 200)
            #expect(try await server.call("accounts:lookup", ["idToken": try owner.value("idToken")]).status == 200)
            try await target.expectInvariants(attacker: [stolen], victim: try person.text("localId"))
        }
    }
}
