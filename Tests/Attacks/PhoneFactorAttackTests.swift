import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Past a phone as the second factor, and with a phone as the first (Documentation/Threats.md §4 and §11).
@Suite("Phones and second factors", .tags(.attack))
struct PhoneFactorAttackTests {
    private static let email = "v@x.example"
    private static let number = "+15550100001"
    private static let other = "+15550100002"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(project: { $0.allowPhones() }, body)
    }

    @Test("T038 T122 every way of signing in and reauthenticating awaits the phone; none tells its whole number")
    func everyWay() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@gmail.com")
            let linked = try await target.idp(.google, ["sub": "v", "email": "v@gmail.com", "email_verified": true])
            #expect(linked["localId"] == person["localId"], "\(linked.text)")
            let (factor, session) = try await target.enrolPhone(Self.number, linked)
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
                #expect(answer.awaitsSecondFactor && answer.json["expiresIn"] == nil, "\(name) \(answer.text)")
                #expect(!answer.text.contains(Self.number), "\(name) \(answer.text)")
                let info = try await target.textedSession(answer, to: factor)
                let done = try await target.finish(answer, sessionInfo: info, code: try await server.digits(of: info))
                #expect(done.firebaseClaims["sign_in_second_factor"] == "phone", "\(name) \(done.text)")
            }
            #expect(try await server.resetByMail("v@gmail.com", to: "a new river").status == 200)
            #expect(try await target.signIn("v@gmail.com", "a new river").awaitsSecondFactor, "T058")
        }
    }

    @Test("T039 an account with factors is opened, joined and reauthenticated by no phone alone; its number tells nothing before")
    func phoneFirst() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let linked = try await server.signInByPhone(Self.number, ["idToken": try person.value("idToken")])
            let (_, session) = try await target.enrolPhone(Self.other, try await target.signIn(Self.email))
            #expect(try await server.refresh(try linked.text("refreshToken")).code == "TOKEN_EXPIRED")
            for number in [Self.number, Self.other] {
                let sent = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
                #expect(sent.status == 200, "whether an account has it is told with the code only: \(sent.text)")
            }
            for more: [String: JSONValue] in [[:], ["operation": "REAUTH"], ["idToken": try session.value("idToken")]] {
                let answer = try await server.signInByPhone(Self.number, more)
                #expect(answer.code == "UNSUPPORTED_FIRST_FACTOR" && !answer.hasTokens, "\(more) \(answer.text)")
            }
            let joined = try await server.signInByPhone("+15550100003", ["idToken": try session.value("idToken")])
            #expect(joined.code == "UNSUPPORTED_FIRST_FACTOR", "\(joined.text)")
            // The second factor's number is no way in.
            let stranger = try await server.signInByPhone(Self.other)
            #expect(stranger.hasTokens && stranger["localId"] != person["localId"], "\(stranger.text)")
        }
    }

    @Test("T040 a number that is unlinked stays a second factor, and one that is no factor any more stays a way in")
    func independent() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let uid = try person.text("localId")
            _ = try await server.signInByPhone(Self.number, ["idToken": try person.value("idToken")])
            let (factor, session) = try await target.enrolPhone(Self.number, try await target.signIn(Self.email))
            let unlinked = try await server.call(
                "accounts:update", ["idToken": try session.value("idToken"), "deleteProvider": .array(["phone"])])
            #expect(unlinked.status == 200, "\(unlinked.text)")
            #expect(try await target.providers(uid) == ["password"])
            let awaited = try await target.signIn(Self.email)
            #expect(awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string == factor, "\(awaited.text)")
            let info = try await target.textedSession(awaited, to: factor)
            #expect(try await target.finish(awaited, sessionInfo: info, code: try await server.digits(of: info)).hasTokens)
            // The number is free as a way in, and opens an account of its own.
            #expect(try await server.signInByPhone(Self.number)["localId"] != uid)

            let ben = try await target.verifiedPerson("b@x.example")
            _ = try await server.signInByPhone(Self.other, ["idToken": try ben.value("idToken")])
            let (second, both) = try await target.enrolPhone(Self.other, try await target.signIn("b@x.example"))
            let withdrawn = try await target.withdraw(second, both)
            #expect(withdrawn.hasTokens, "\(withdrawn.text)")
            #expect(try await target.providers(ben["localId"]) == ["password", "phone"])
            #expect(try await server.signInByPhone(Self.other)["localId"] == ben["localId"])
        }
    }

    @Test("T041 a phone's session and a guest's neither enrol a factor of any kind nor remove one")
    func unsuitable() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let byPhone = try await server.signInByPhone(Self.number, ["idToken": try person.value("idToken")])
            #expect(byPhone.firebaseClaims["sign_in_provider"] == "phone", "\(byPhone.text)")
            let guest = try await server.call("accounts:signUp")
            for session in [byPhone, guest] {
                let app = try await server.call2(
                    "accounts/mfaEnrollment:start", ["idToken": try session.value("idToken"), "totpEnrollmentInfo": .object([:])])
                #expect(app.code == "UNSUPPORTED_FIRST_FACTOR", "\(app.text)")
                #expect(try await target.startPhone(Self.other, session).code == "UNSUPPORTED_FIRST_FACTOR")
            }
            // A code that was sent to the owner's own enrolment is worth nothing to the phone's session.
            let owner = try await target.signIn(Self.email)
            let started = try await target.startPhone(Self.other, owner)
            let info = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
            let code = try await server.digits(of: info)
            #expect(try await target.finishPhone(info, code: code, byPhone).code == "UNSUPPORTED_FIRST_FACTOR")
            let enrolled = try await target.finishPhone(info, code: code, owner)
            let factor = enrolled.firebaseClaims["second_factor_identifier"]?.string
            #expect(factor != nil, "\(enrolled.text)")
            #expect(try await target.withdraw(factor, byPhone).code == "TOKEN_EXPIRED")
            #expect(try await target.withdraw(factor, guest).code == "MFA_ENROLLMENT_NOT_FOUND")
        }
    }

    @Test("T117 a sign-in that waits for a phone ends with its number, its factor and its account's sessions")
    func pendingCredential() async throws {
        try await Self.run { target in
            let server = target.server
            let (factor, session) = try await target.enrolPhone(Self.number, try await target.verifiedPerson(Self.email))
            let uid = try session.text("localId", orSubjectOf: "idToken")
            let changes: [(String, [String: JSONValue])] = [
                ("a revocation", ["validSince": .string(String(target.clock.now.seconds + 1))]),
                (
                    "another number",
                    [
                        "mfa": .object([
                            "enrollments": .array([
                                .object(["mfaEnrollmentId": .string(factor), "phoneInfo": .string(Self.other)])
                            ])
                        ])
                    ]
                ),
                ("no factor", ["mfa": .object([:])]),
            ]
            for (name, change) in changes {
                let awaited = try await target.signIn(Self.email)
                let info = try await target.textedSession(awaited, to: factor)
                let code = try await server.digits(of: info)
                target.clock.advance(seconds: 2)
                let changed = try await server.admin("accounts:update", change.merging(["localId": .string(uid)]) { $1 })
                #expect(changed.status == 200, "\(name) \(changed.text)")
                let late = try await target.finish(awaited, sessionInfo: info, code: code)
                #expect(late.code == "INVALID_MFA_PENDING_CREDENTIAL" && !late.hasTokens, "\(name) \(late.text)")
                #expect(try await target.textCode(awaited, to: factor).code == "INVALID_MFA_PENDING_CREDENTIAL", "\(name)")
            }
        }
    }

    @Test("T118 a code of the attacker's own phone, sign-in or factor does not finish the victim's")
    func swappedCode() async throws {
        try await Self.run { target in
            let server = target.server
            let (factor, _) = try await target.enrolPhone(Self.number, try await target.verifiedPerson(Self.email))
            let (own, _) = try await target.enrolPhone(Self.other, try await target.verifiedPerson("a@x.example"))
            let victim = try await target.signIn(Self.email)
            let attacker = try await target.signIn("a@x.example")
            #expect(try await target.textCode(victim, to: own).code == "MFA_ENROLLMENT_NOT_FOUND")
            let signIn = try await server.sendCode(to: Self.other)
            let ownFactor = try await target.textedSession(attacker, to: own)
            for info in [signIn, ownFactor] {
                let answer = try await target.finish(victim, sessionInfo: info, code: try await server.digits(of: info))
                #expect(answer.code == "INVALID_SESSION_INFO" && !answer.hasTokens, "\(answer.text)")
            }
            // An app's code where a phone's is expected, and the other way round.
            let asApp = try await server.finishSignIn(victim["mfaPendingCredential"], factor: factor, code: "123456")
            #expect(asApp.code == "INVALID_CODE", "\(asApp.text)")
            // Nothing of all this has used up the victim's sign-in, and a second factor's code opens nothing by itself.
            let info = try await target.textedSession(victim, to: factor)
            let code = try await server.digits(of: info)
            #expect(try await server.enter(code, info).code == "INVALID_SESSION_INFO")
            let bare = try await server.call2(
                "accounts/mfaSignIn:finalize",
                ["phoneVerificationInfo": .object(["sessionInfo": .string(info), "code": .string(code)])])
            #expect(bare.code == "MISSING_MFA_PENDING_CREDENTIAL", "T121 \(bare.text)")
            #expect(try await target.finish(victim, sessionInfo: info, code: code).hasTokens)
        }
    }

    @Test("T119 a message's code works once, of several requests at once, and for no other sign-in of the same person")
    func replay() async throws {
        try await Self.run { target in
            let server = target.server
            let (factor, _) = try await target.enrolPhone(Self.number, try await target.verifiedPerson(Self.email))
            let first = try await target.signIn(Self.email)
            let second = try await target.signIn(Self.email)
            let info = try await target.textedSession(first, to: factor)
            let code = try await server.digits(of: info)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<4 { group.addTask { try await target.finish(first, sessionInfo: info, code: code) } }
                return try await group.reduce(into: [HTTPAnswer]()) { $0.append($1) }
            }
            #expect(answers.filter(\.hasTokens).count == 1, "\(answers.map(\.text))")
            let again = try await target.finish(second, sessionInfo: info, code: code)
            #expect(again.code == "INVALID_SESSION_INFO" && !again.hasTokens, "\(again.text)")
        }
    }

    @Test("T124 T126 only a session that gave a factor removes the phone, and a refresh neither gains nor loses it")
    func withdrawal() async throws {
        try await Self.run { target in
            let server = target.server
            let before = try await target.verifiedPerson(Self.email)
            let other = try await target.signIn(Self.email)
            let (factor, session) = try await target.enrolPhone(Self.number, before)
            for old in [before, other] {
                #expect(try await target.withdraw(factor, old).code == "TOKEN_EXPIRED")
                #expect(try await server.refresh(try old.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            let refreshed = try await server.refresh(try session.text("refreshToken"))
            let claims = JSONWebToken(refreshed["id_token"] ?? "")?.claims["firebase"]
            #expect(claims?["sign_in_second_factor"] == "phone" && claims?["second_factor_identifier"]?.string == factor)
            target.clock.advance(seconds: 301)
            #expect(try await target.withdraw(factor, session).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let awaited = try await target.signIn(Self.email)
            let info = try await target.textedSession(awaited, to: factor)
            let fresh = try await target.finish(awaited, sessionInfo: info, code: try await server.digits(of: info))
            let withdrawn = try await target.withdraw(factor, fresh)
            #expect(withdrawn.hasTokens && withdrawn.firebaseClaims["sign_in_second_factor"] == nil, "\(withdrawn.text)")
            #expect(try await server.refresh(try session.text("refreshToken")).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T125 no mail is a second factor: neither is one offered, nor does a mailed code finish a sign-in")
    func oneMailbox() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let offered = try await server.call2(
                "accounts/mfaEnrollment:start",
                ["idToken": try person.value("idToken"), "emailEnrollmentInfo": .object(["email": .string(Self.email)])])
            #expect(offered.status == 400, "\(offered.text)")
            let (app, _) = try await target.enrol(person)
            let awaited = try await server.signInByLink(Self.email)
            #expect(awaited.awaitsSecondFactor, "\(awaited.text)")
            #expect(try await server.sendMail("EMAIL_SIGNIN", to: Self.email, ["canHandleCodeInApp": true]).status == 200)
            let code = try await server.code(.signIn, to: Self.email).string
            for factor in [app.id, Self.email] {
                let answer = try await server.finishSignIn(awaited["mfaPendingCredential"], factor: factor, code: code)
                #expect(!answer.hasTokens && answer.status == 400, "\(answer.text)")
            }
            let again = try await server.call(
                "accounts:signInWithEmailLink", ["email": .string(Self.email), "oobCode": .string(code ?? "")])
            #expect(again.awaitsSecondFactor, "two mails are one factor: \(again.text)")
        }
    }
}
