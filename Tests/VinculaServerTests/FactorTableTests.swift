import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Every first factor with every second one, through everything that could be a way around the second.
@Suite("First and second factors")
struct FactorTableTests {
    enum First: String, CaseIterable, Sendable {
        case password, emailLink, provider
    }

    enum Second: String, CaseIterable, Sendable {
        case authenticator, phone, recoveryCode
    }

    enum Action: String, CaseIterable, Sendable {
        case signIn, link, reauthenticate, collision, reset, emailChange
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let first: First
        let second: Second
        let action: Action
        var testDescription: String { "\(first) + \(second): \(action)" }

        static let all = First.allCases.flatMap { first in
            Second.allCases.flatMap { second in Action.allCases.map { Row(first: first, second: second, action: $0) } }
        }
    }

    private static let email = "ana@gmail.com"
    private static let number = "+15550100001"

    /// A person with both factors, on a server of their own.
    private struct Person: Sendable {
        let server: TestServer
        let clock: TestClock
        let first: First
        let second: Second
        let app: Authenticator?
        /// Recovery codes, of which each works once.
        let codes: Codes
        let id: String
        /// A session that gave both factors.
        let session: HTTPAnswer

        /// Gives the first factor.
        func giveFirst(_ more: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
            switch first {
            case .password:
                let body: [String: JSONValue] = ["email": .string(email), "password": "violet river", "returnSecureToken": true]
                return try await server.call("accounts:signInWithPassword", body.merging(more) { $1 })
            case .emailLink: return try await server.signInByLink(email)
            case .provider:
                return try await server.fakeIdp(
                    "google.com", ["sub": "g", "email": .string(email), "email_verified": true], more: more)
            }
        }

        /// Gives the second factor after an answer that asks for it.
        func giveSecond(_ awaited: HTTPAnswer) async throws -> HTTPAnswer {
            let pending = awaited["mfaPendingCredential"]
            let factor = awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string
            if second == .recoveryCode { return try await server.finishSignIn(pending, recoveryCode: codes.next()) }
            if let app {
                clock.advance(seconds: 30)
                return try await server.finishSignIn(pending, factor: factor, code: app.code(at: clock.now))
            }
            let started = try await server.call2(
                "accounts/mfaSignIn:start",
                [
                    "mfaPendingCredential": .string(pending ?? ""), "mfaEnrollmentId": .string(factor ?? ""),
                    "phoneSignInInfo": .object([:]),
                ])
            let info = try #require(started.json["phoneResponseInfo"]?["sessionInfo"]?.string, "\(started.text)")
            return try await server.call2(
                "accounts/mfaSignIn:finalize",
                [
                    "mfaPendingCredential": .string(pending ?? ""),
                    "phoneVerificationInfo": .object([
                        "sessionInfo": .string(info), "code": .string(try await server.digits(of: info)),
                    ]),
                ])
        }

        /// Checks that an answer has no session, and that the second factor opens one.
        func expectAsked(_ answer: HTTPAnswer, _ what: String) async throws -> HTTPAnswer {
            #expect(answer.status == 200 && answer["mfaPendingCredential"] != nil, "\(what): \(answer.text)")
            #expect(answer["idToken"] == nil && answer["refreshToken"] == nil, "\(what): \(answer.text)")
            let done = try await giveSecond(answer)
            expectBoth(done, what)
            return done
        }

        /// Checks that an answer's session belongs to the person and has given both factors.
        func expectBoth(_ answer: HTTPAnswer, _ what: String) {
            let claims = answer["idToken"].flatMap { JSONWebToken($0)?.claims }
            #expect(claims?["user_id"]?.string == id, "\(what): \(answer.text)")
            let given = claims?["firebase"]?["sign_in_second_factor"]?.string
            let name =
                switch second {
                case .authenticator: "totp"
                case .phone: "phone"
                case .recoveryCode: "recovery"
                }
            #expect(given == name, "\(what): \(claims?.text ?? "-")")
        }
    }

    /// The codes on somebody's paper.
    private final class Codes: Sendable {
        private let left: Mutex<[String]>

        init(_ codes: [String]) { left = Mutex(codes) }

        func next() -> String? { left.withLock { $0.popLast() } }
    }

    private static func run(_ row: Row, _ body: @escaping @Sendable (Person) async throws -> Void) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            var session: HTTPAnswer
            switch row.first {
            case .password:
                _ = try await server.call("accounts:signUp", ["email": .string(email), "password": "violet river"])
                let made = try await server.admin("accounts:lookup", ["email": .array([.string(email)])])
                let id = try #require(made.json["users"]?[0]?["localId"])
                #expect(try await server.admin("accounts:update", ["localId": id, "emailVerified": true]).status == 200)
                session = try await server.call(
                    "accounts:signInWithPassword",
                    ["email": .string(email), "password": "violet river", "returnSecureToken": true])
            case .emailLink: session = try await server.signInByLink(email)
            case .provider:
                session = try await server.fakeIdp(
                    "google.com", ["sub": "g", "email": .string(email), "email_verified": true])
            }
            let id = try #require(session["localId"], "\(session.text)")
            var app: Authenticator?
            switch row.second {
            case .authenticator, .recoveryCode:
                let enrolled = try await server.enrol(idToken: try #require(session["idToken"]), now: clock.now)
                (app, session) = (enrolled.app, enrolled.session)
            case .phone:
                let token = JSONValue.string(try #require(session["idToken"]))
                let started = try await server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": token, "phoneEnrollmentInfo": .object(["phoneNumber": .string(number)])])
                let info = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
                session = try await server.call2(
                    "accounts/mfaEnrollment:finalize",
                    [
                        "idToken": token,
                        "phoneVerificationInfo": .object([
                            "sessionInfo": .string(info), "code": .string(try await server.digits(of: info)),
                        ]),
                    ])
            }
            let made = row.second == .recoveryCode ? try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes : []
            let codes = Codes(made)
            func person(_ session: HTTPAnswer) -> Person {
                Person(
                    server: server, clock: clock, first: row.first, second: row.second, app: app, codes: codes, id: id,
                    session: session)
            }
            if row.second == .recoveryCode {
                // The session of whoever has lost the app.
                let before = person(session)
                session = try await before.giveSecond(try await before.giveFirst())
            }
            try await body(person(session))
        }
    }

    @Test("Nothing gets around the second factor", arguments: Row.all)
    func table(row: Row) async throws {
        try await Self.run(row) { person in
            let server = person.server
            let token = JSONValue.string(try #require(person.session["idToken"]))
            switch row.action {
            case .signIn: _ = try await person.expectAsked(try await person.giveFirst(), "sign-in")
            case .reauthenticate:
                let again =
                    row.first == .provider ? try await person.giveFirst(["autoCreate": false]) : try await person.giveFirst()
                _ = try await person.expectAsked(again, "reauthentication")
            case .link:
                // A session that gave both factors goes on as it is; the new way in asks for the second, too.
                let linked = try await server.fakeIdp("facebook.com", ["sub": "f"], more: ["idToken": token])
                person.expectBoth(linked, "link")
                _ = try await person.expectAsked(try await server.fakeIdp("facebook.com", ["sub": "f"]), "the linked way in")
            case .collision:
                let claimed = try await server.fakeIdp(
                    "github.com", ["sub": "h", "email": .string(Self.email), "email_verified": true])
                #expect(claimed.json["needConfirmation"] == true && claimed["idToken"] == nil, "\(claimed.text)")
                let pending = JSONValue.string(try #require(claimed["pendingToken"]))
                let done = try await person.expectAsked(try await person.giveFirst(), "the owner's sign-in")
                let redeemed = try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "pendingToken": pending, "idToken": .string(try #require(done["idToken"])),
                        "requestUri": "http://localhost", "returnSecureToken": true,
                    ])
                person.expectBoth(redeemed, "redeemed")
            case .reset:
                #expect(try await server.resetByMail(Self.email, to: "copper meadow").status == 200)
                let reset = try await server.call(
                    "accounts:signInWithPassword",
                    ["email": .string(Self.email), "password": "copper meadow", "returnSecureToken": true])
                _ = try await person.expectAsked(reset, "the new password")
                #expect(try await server.signInByLink(Self.email)["mfaPendingCredential"] != nil)
            case .emailChange:
                let other = "ana@example.com"
                let sent = try await server.sendMail("VERIFY_AND_CHANGE_EMAIL", ["idToken": token, "newEmail": .string(other)])
                #expect(sent.status == 200, "\(sent.text)")
                let applied = try await server.call(
                    "accounts:update", ["oobCode": try await server.code(.verifyAndChangeEmail, to: other)])
                #expect(applied.status == 200 && applied["idToken"] == nil, "\(applied.text)")
                _ = try await person.expectAsked(try await server.signInByLink(other), "the new address")
            }
        }
    }

    @Test(
        "First factors that no second one goes with open, join and reauthenticate no account with factors",
        arguments: Second.allCases, [Action.signIn, .link, .reauthenticate, .collision])
    func alone(second: Second, action: Action) async throws {
        try await Self.run(Row(first: .provider, second: second, action: action)) { person in
            let (server, number) = (person.server, "+15550100009")
            let token = JSONValue.string(try #require(person.session["idToken"]))
            if action == .signIn || action == .reauthenticate {
                let id = JSONValue.string(person.id)
                let update = try await server.admin("accounts:update", ["localId": id, "phoneNumber": .string(number)])
                #expect(update.status == 200, "\(update.text)")
            }
            switch action {
            case .link:
                let joined = try await server.signInByPhone(number, ["idToken": token])
                #expect(joined.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(joined.text)")
                // Nor does a guest become the person by linking their identity.
                let guest = try await server.call("accounts:signUp", ["returnSecureToken": true])
                let taken = try await person.giveFirst(["idToken": .string(try #require(guest["idToken"]))])
                #expect(taken["idToken"] == nil && taken["localId"] != guest["localId"], "\(taken.text)")
            case .collision:
                let holder = try await server.signInByPhone(number)
                let collided = try await server.signInByPhone(number, ["idToken": token])
                let proof = JSONValue.string(try #require(collided["temporaryProof"], "\(collided.text)"))
                let body: [String: JSONValue] = ["temporaryProof": proof, "phoneNumber": .string(number)]
                let joined = try await server.call("accounts:signInWithPhoneNumber", body.merging(["idToken": token]) { $1 })
                #expect(joined.message == "PHONE_NUMBER_EXISTS", "\(joined.text)")
                let opened = try await server.call("accounts:signInWithPhoneNumber", body)
                #expect(opened["localId"] == holder["localId"] && opened["localId"] != person.id, "\(opened.text)")
            default:
                let more: [String: JSONValue] = action == .signIn ? [:] : ["operation": "REAUTH", "idToken": token]
                let opened = try await server.signInByPhone(number, more)
                #expect(opened.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(opened.text)")
            }
        }
    }
}
