import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Adding second factors and taking them off, by whom and when (Documentation/Threats.md §11).
@Suite("Enrolling second factors", .tags(.attack))
struct SecondFactorEnrolmentTests {
    private static let email = "v@x.example"

    private static func run(_ body: @escaping @Sendable (Target) async throws -> Void) async throws {
        try await MailPreHijackingTests.run(body)
    }

    @Test("T005 no second factor before the address is proven, nor without a suitable first factor")
    func unproven() async throws {
        try await Self.run { target in
            func start(_ answer: HTTPAnswer) async throws -> HTTPAnswer {
                try await target.server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": try answer.value("idToken"), "totpEnrollmentInfo": .object([:])])
            }
            let squatter = try await target.signUp(Self.email)
            #expect(try await start(squatter).code == "UNVERIFIED_EMAIL")
            for wrong: JSONValue in [5, true, "x", .array([])] {
                let answer = try await target.server.call2(
                    "accounts/mfaEnrollment:start", ["idToken": try squatter.value("idToken"), "totpEnrollmentInfo": wrong])
                #expect(answer.status == 400 && answer.text.contains("totpEnrollmentInfo"), "\(answer.text)")
            }
            let anonymous = try await target.server.call("accounts:signUp")
            #expect(try await start(anonymous).code == "UNSUPPORTED_FIRST_FACTOR")
            let enrollment: JSONValue = .array([.object(["phoneInfo": "+15550100001"])])
            let own = try await target.server.call(
                "accounts:update",
                ["idToken": try squatter.value("idToken"), "mfa": .object(["enrollments": enrollment])])
            #expect(own.code == "INSUFFICIENT_PERMISSION")
            let signUp = try await target.server.call(
                "accounts:signUp", ["email": "w@x.example", "password": "violet river", "mfaInfo": enrollment])
            #expect(try await target.account(signUp["localId"])["mfaInfo"] == nil)
            #expect(try await target.account(squatter["localId"])["mfaInfo"] == nil)
        }
    }

    @Test("T035 T123 enrolling and withdrawing require a recent sign-in")
    func recent() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson(Self.email)
            target.clock.advance(seconds: 301)
            let late = try await target.server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try person.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(late.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let (app, session) = try await target.enrol(try await target.signIn(Self.email))
            target.clock.advance(seconds: 301)
            #expect(try await target.withdraw(app.id, session).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test("T123 enrolment: a wrong code, then the right one; the secret is shown once; five wrong codes end it; five factors")
    func enrolment() async throws {
        try await Self.run { target in
            let server = target.server
            var session = try await target.verifiedPerson(Self.email)
            func start() async throws -> (JSONValue, Authenticator) {
                let answer = try await server.call2(
                    "accounts/mfaEnrollment:start", ["idToken": try session.value("idToken"), "totpEnrollmentInfo": .object([:])])
                let info = answer.json["totpSessionInfo"] ?? .null
                #expect(info["verificationCodeLength"] == 6 && info["periodSec"] == 30 && info["hashingAlgorithm"] == "SHA1")
                return (info["sessionInfo"] ?? .null, Authenticator(id: "", secret: info["sharedSecretKey"]?.string ?? ""))
            }
            func finish(_ sessionInfo: JSONValue, _ code: String, idToken: String? = nil) async throws -> HTTPAnswer {
                try await server.call2(
                    "accounts/mfaEnrollment:finalize",
                    [
                        "idToken": .string(try idToken ?? session.text("idToken")),
                        "totpVerificationInfo": .object(["sessionInfo": sessionInfo, "verificationCode": .string(code)]),
                    ])
            }
            let (info, app) = try await start()
            let now = target.clock.now
            #expect(try await finish(info, app.wrongCode(at: now)).code == "INVALID_CODE")
            #expect(try await finish("nobody's", app.code(at: now)).code == "INVALID_SESSION_INFO")
            let other = try await target.verifiedPerson("a@x.example")
            #expect(try await finish(info, app.code(at: now), idToken: try other.text("idToken")).code == "INVALID_SESSION_INFO")
            let done = try await finish(info, app.code(at: now))
            #expect(done.hasTokens, "\(done.text)")
            #expect(try await server.call("accounts:lookup", ["idToken": try session.value("idToken")]).code == "TOKEN_EXPIRED")
            session = done
            let first = app.enrolled(as: done.firebaseClaims["second_factor_identifier"]?.string ?? "")
            #expect(try await finish(info, app.code(at: now)).code == "INVALID_SESSION_INFO", "used")

            let (spent, spentApp) = try await start()
            for number in 0..<5 { #expect(try await finish(spent, spentApp.wrongCode(at: now, number)).code == "INVALID_CODE") }
            #expect(try await finish(spent, spentApp.code(at: now)).code == "INVALID_SESSION_INFO")
            let (late, lateApp) = try await start()
            target.clock.advance(seconds: 299)
            let (fresh, freshApp) = try await start()
            #expect(fresh != late)
            session = try await finish(fresh, freshApp.code(at: target.clock.now))
            #expect(session.hasTokens)
            target.clock.advance(seconds: 301)
            target.waitForNextCode()
            session = try await target.finish(try await target.signIn(Self.email), first)
            #expect(try await finish(late, lateApp.code(at: target.clock.now)).code == "SESSION_EXPIRED")

            for _ in 0..<3 { session = try await target.enrol(session).session }
            let sixth = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try session.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(sixth.code == "SECOND_FACTOR_LIMIT_EXCEEDED")
            let texted = try await server.call2(
                "accounts/mfaEnrollment:start",
                ["idToken": try session.value("idToken"), "phoneEnrollmentInfo": .object(["phoneNumber": "+15550100001"])])
            #expect(texted.code == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test("T123 T132 T167 a secret is never shown again, and is nowhere in plain text")
    func secrets() async throws {
        try await Self.run { target in
            let server = target.server
            let person = try await target.verifiedPerson(Self.email)
            let started = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try person.value("idToken"), "totpEnrollmentInfo": .object([:])])
            let secret = try #require(started.json["totpSessionInfo"]?["sharedSecretKey"]?.string)
            #expect(secret.count == 32, "160 bits")
            let app = Authenticator(id: "", secret: secret)
            let finished = try await server.call2(
                "accounts/mfaEnrollment:finalize",
                [
                    "idToken": try person.value("idToken"), "displayName": "My phone",
                    "totpVerificationInfo": .object([
                        "sessionInfo": started.json["totpSessionInfo"]?["sessionInfo"] ?? .null,
                        "verificationCode": .string(app.code(at: target.clock.now)),
                    ]),
                ])
            #expect(finished.hasTokens, "\(finished.text)")
            let own = try await server.call("accounts:lookup", ["idToken": try finished.value("idToken")])
            let all = try await HTTP.send(
                "GET", "\(server.url)/v1/projects/\(server.project)/accounts:batchGet", headers: ["Authorization": "Bearer owner"]
            )
            for answer in [own, all] {
                let factor = answer.json["users"]?[0]?["mfaInfo"]?[0] ?? .null
                guard case .object(let members) = factor else { Issue.record("\(answer.text)"); return }
                #expect(Set(members.keys) == ["mfaEnrollmentId", "displayName", "enrolledAt", "totpInfo"])
                #expect(factor["displayName"] == "My phone" && factor["totpInfo"] == .object([:]))
                #expect(!answer.text.contains(secret))
            }
            let markers = [
                Data(secret.utf8), app.secret, Data(try #require(started.json["totpSessionInfo"]?["sessionInfo"]?.string).utf8),
            ]
            #expect(try await server.engine.store.read { try $0.tablesHolding(markers) }.isEmpty)
        }
    }

    @Test("T124 T126 only a session that gave a factor removes one; sessions from before enrolment have ended")
    func withdrawal() async throws {
        try await Self.run { target in
            let server = target.server
            let before = try await target.verifiedPerson(Self.email)
            let other = try await target.signIn(Self.email)
            let (app, session) = try await target.enrol(before)
            for old in [before, other] {
                #expect(try await target.withdraw(app.id, old).code == "TOKEN_EXPIRED")
                #expect(try await server.refresh(try old.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            #expect(try await target.withdraw("nobody's", session).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await target.withdraw(nil, session).code == "MISSING_MFA_ENROLLMENT_ID")
            target.waitForNextCode()
            let second = try await target.signIn(Self.email, with: app)
            let withdrawn = try await target.withdraw(app.id, second)
            #expect(withdrawn.hasTokens, "\(withdrawn.text)")
            #expect(withdrawn.firebaseClaims["second_factor_identifier"] == nil)
            for old in [session, second] {
                #expect(try await server.refresh(try old.text("refreshToken")).code == "TOKEN_EXPIRED")
            }
            #expect(try await server.refresh(try withdrawn.text("refreshToken")).status == 200)
            #expect(try await target.withdraw(app.id, withdrawn).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await target.signIn(Self.email).hasTokens)
        }
    }

    @Test("Only a session that gave a factor adds another; either completes a sign-in; one that remains is still required")
    func severalFactors() async throws {
        try await Self.run { target in
            let (first, session) = try await target.personWithApp()
            let (second, both) = try await target.enrol(session, name: "Tablet")
            target.waitForNextCode()
            #expect(try await target.finish(try await target.signIn(Self.email), first).hasTokens)
            #expect(try await target.finish(try await target.signIn(Self.email), second).hasTokens)
            target.waitForNextCode()
            let left = try await target.withdraw(first.id, both)
            #expect(left.hasTokens && left.firebaseClaims["second_factor_identifier"]?.string == second.id)
            let waiting = try await target.signIn(Self.email)
            #expect(waiting.awaitsSecondFactor && waiting.json["mfaInfo"]?[1] == nil)
            #expect(try await target.finish(waiting, first).code == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await target.finish(waiting, second).hasTokens)
        }
    }

    @Test("An administrator removes a lost factor, adds a phone to a proven address, and no authenticator app")
    func administrators() async throws {
        try await Self.run { target in
            let server = target.server
            let (app, session) = try await target.personWithApp()
            let uid = try session.text("localId", orSubjectOf: "idToken")
            func update(_ enrollments: JSONValue) async throws -> HTTPAnswer {
                try await server.admin(
                    "accounts:update", ["localId": .string(uid), "mfa": .object(["enrollments": enrollments])])
            }
            #expect(try await update(.array([.object(["displayName": "x"])])).code == "MISSING_MFA_ENROLLMENT_ID")
            #expect(try await update(.array([.object(["mfaEnrollmentId": "x"])])).code == "MFA_ENROLLMENT_NOT_FOUND")
            let unknown = try await server.admin(
                "accounts", ["email": "n@x.example", "mfaInfo": .array([.object(["totpInfo": .object([:])])])])
            #expect(unknown.message?.contains("Unknown name \"totpInfo\" at 'mfa_info[0]'") == true, "\(unknown.text)")
            let empty = try await server.admin(
                "accounts", ["email": "n@x.example", "mfaInfo": .array([.object(["displayName": "Phone"])])])
            #expect(empty.message?.contains("added by their owners") == true, "\(empty.text)")
            let made = try await server.admin(
                "accounts", ["email": "n@x.example", "mfaInfo": .array([.object(["phoneInfo": "+15550100001"])])])
            #expect(made.code == "UNVERIFIED_EMAIL", "its owner could be locked out")
            let kept = JSONValue.object(["mfaEnrollmentId": .string(app.id), "displayName": "App"])
            #expect(try await update(.array([kept])).status == 200)
            #expect(try await target.account(uid)["mfaInfo"]?[0]?["displayName"] == "App")
            let number = JSONValue.object(["mfaEnrollmentId": .string(app.id), "phoneInfo": "+15550100001"])
            #expect(try await update(.array([number])).message?.contains("not a phone") == true)
            let phone = JSONValue.object(["phoneInfo": "+15550100001"])
            #expect(try await update(.array([.object(["phoneInfo": "555"])])).code == "INVALID_MFA_PHONE_NUMBER")
            #expect(try await update(.array([kept, phone, phone])).status == 200)
            #expect(try await target.account(uid)["mfaInfo"]?[2] == nil, "listed twice, it is one")
            let added = try await target.account(uid)["mfaInfo"]?[1]
            #expect(added?["phoneInfo"] == "+15550100001", "\(added?.text ?? "-")")
            let before = try await server.call("accounts:lookup", ["idToken": .string(try #require(session["idToken"]))])
            #expect(before.code == "TOKEN_EXPIRED", "a session without the phone")
            let changed = JSONValue.object(["mfaEnrollmentId": added?["mfaEnrollmentId"] ?? .null, "phoneInfo": "+15550100002"])
            #expect(try await update(.array([kept, changed])).status == 200)
            #expect(try await target.account(uid)["mfaInfo"]?[1]?["phoneInfo"] == "+15550100002")
            #expect(try await target.signIn(Self.email).awaitsSecondFactor)
            #expect(try await update(.array([])).status == 200)
            #expect(try await target.account(uid)["mfaInfo"] == nil)
            #expect(try await target.signIn(Self.email).hasTokens)
        }
    }

    @Test("An administrator's list of factors: ids and times of other systems are kept, and what cannot be is refused by name")
    func listed() async throws {
        try await Self.run { target in
            let server = target.server
            func person(_ email: String) async throws -> JSONValue { try await target.verifiedPerson(email).value("localId") }
            func update(_ uid: JSONValue, _ mfa: JSONValue) async throws -> HTTPAnswer {
                try await server.admin("accounts:update", ["localId": uid, "mfa": mfa])
            }
            func list(_ entries: JSONValue...) -> JSONValue { .object(["enrollments": .array(entries)]) }
            let (ana, ben) = (try await person(Self.email), try await person("b@x.example"))
            var shown: [String: JSONValue] = [
                "mfaEnrollmentId": "imported-1", "phoneInfo": "+15550100001", "displayName": "Old phone",
                "enrolledAt": "2020-02-03T04:05:06.789Z",
            ]
            let imported = JSONValue.object(shown)
            shown["unobfuscatedPhoneInfo"] = "+15550100001"
            #expect(try await update(ana, list(imported)).status == 200)
            #expect(try await target.account(ana.string)["mfaInfo"] == .array([.object(shown)]))
            // As an Admin SDK writes back what it has read, with whole seconds.
            let again = JSONValue.object([
                "mfaEnrollmentId": "imported-1", "phoneInfo": "+15550100001", "enrolledAt": "2020-02-03T04:05:06Z",
            ])
            let session = try await server.signInByLink(Self.email)
            #expect(session.awaitsSecondFactor, "\(session.text)")
            #expect(try await update(ana, list(again)).status == 200)
            let factor = try await target.account(ana.string)["mfaInfo"]?[0]
            #expect(
                factor?["enrolledAt"] == "2020-02-03T04:05:06.789Z" && factor?["displayName"] == nil, "\(factor?.text ?? "-")")
            // An id is one factor's, in this project and in every other.
            let other = JSONValue.object(["mfaEnrollmentId": "imported-1", "phoneInfo": "+15550100002"])
            #expect(try await update(ben, list(other)).code == "DUPLICATE_MFA_ENROLLMENT_ID")
            let twice = JSONValue.object(["mfaEnrollmentId": "x", "phoneInfo": "+15550100002"])
            let both = list(twice, .object(["mfaEnrollmentId": "x", "phoneInfo": "+15550100003"]))
            #expect(try await update(ben, both).code == "DUPLICATE_MFA_ENROLLMENT_ID")
            let long = JSONValue.string(String(repeating: "x", count: 129))
            for (entry, words) in [
                (["mfaEnrollmentId": "a b", "phoneInfo": "+15550100004"], "mfaEnrollmentId must have"),
                (["mfaEnrollmentId": long, "phoneInfo": "+15550100004"], "mfaEnrollmentId must have"),
                (["mfaEnrollmentId": 5, "phoneInfo": "+15550100004"], "mfa"),
                (["phoneInfo": "+15550100004", "enrolledAt": "yesterday"], "RFC 3339"),
                (["phoneInfo": "+15550100004", "enrolledAt": "2999-01-01T00:00:00Z"], "future"),
                (["phoneInfo": "+15550100004", "totpInfo": .object([:])], "either a phone or"),
                (["phoneInfo": "+15550100004", "emailInfo": .object(["emailAddress": "b@x.example"])], "emailInfo"),
                (["phoneInfo": "+15550100004", "displayName": .string(String(repeating: "x", count: 257))], "displayName"),
            ] as [([String: JSONValue], String)] {
                let answer = try await update(ben, list(.object(entry)))
                #expect(answer.status == 400 && answer.message?.contains(words) == true, "\(entry) \(answer.text)")
            }
            for (entry, words) in [
                (["enrolledAt": "2021-02-03T04:05:06Z"], "enrolledAt cannot be changed"),
                (["totpInfo": .object([:])], "is a phone"),
            ] as [([String: JSONValue], String)] {
                let answer = try await update(ana, list(.object(entry.merging(["mfaEnrollmentId": "imported-1"]) { $1 })))
                #expect(answer.status == 400 && answer.message?.contains(words) == true, "\(entry) \(answer.text)")
            }
            let six = (1...6).map { JSONValue.object(["phoneInfo": .string("+1555010002\($0)")]) }
            let many = try await update(ben, .object(["enrollments": .array(six)]))
            #expect(many.code == "SECOND_FACTOR_LIMIT_EXCEEDED", "\(many.text)")
            #expect(try await target.account(ben.string)["mfaInfo"] == nil, "nothing of all this was stored")
            // `mfa` without a list removes all; so does one without an element.
            #expect(try await update(ana, .object([:])).status == 200)
            #expect(try await target.account(ana.string)["mfaInfo"] == nil)
            #expect(try await update(ben, list(other)).status == 200, "the id is free again")
        }
    }

    @Test("An administrator who removes one of two factors ends the sessions, and the owner is told")
    func removedByAdministrator() async throws {
        try await Self.run { target in
            let server = target.server
            let (first, session) = try await target.personWithApp()
            let uid = try session.text("localId", orSubjectOf: "idToken")
            let (second, both) = try await target.enrol(session)
            let kept = JSONValue.object(["mfaEnrollmentId": .string(second.id)])
            let renamed = JSONValue.object(["mfaEnrollmentId": .string(first.id), "displayName": "First"])
            let update: [String: JSONValue] = [
                "localId": .string(uid), "mfa": .object(["enrollments": .array([renamed, kept])]),
            ]
            #expect(try await server.admin("accounts:update", update).status == 200)
            #expect(try await server.refresh(try both.text("refreshToken")).status == 200, "a new name ends nothing")
            let removal: [String: JSONValue] = ["localId": .string(uid), "mfa": .object(["enrollments": .array([kept])])]
            #expect(try await server.admin("accounts:update", removal).status == 200)
            #expect(try await server.refresh(try both.text("refreshToken")).code == "TOKEN_EXPIRED")
            let mail = try await server.mail(.secondFactorRemoved, to: Self.email)
            #expect(mail.mail.text.contains("An authenticator app was removed"), "\(mail.mail.text)")
        }
    }

    @Test("What a project allows of second factors, as administrators read and write it")
    func configuration() async throws {
        try await Self.run { target in
            let server = target.server
            func config(_ mask: String, _ mfa: JSONValue) async throws -> HTTPAnswer {
                try await server.configure(mask, ["mfa": mfa])
            }
            let off = try await config("mfa.state", .object(["state": "DISABLED"]))
            #expect(off.json["mfa"]?["state"] == "DISABLED", "\(off.text)")
            let person = try await target.verifiedPerson(Self.email)
            let refused = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try person.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(refused.message == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
            // As Google's documents switch it on.
            let on = try await config(
                "mfa",
                .object([
                    "providerConfigs": .array([
                        .object(["state": "ENABLED", "totpProviderConfig": .object(["adjacentIntervals": 5])])
                    ])
                ]))
            #expect(on.json["mfa"]?["providerConfigs"]?[0]?["totpProviderConfig"]?["adjacentIntervals"] == 5, "\(on.text)")
            #expect(on.json["mfa"]?["state"] == "ENABLED" && on.json["mfa"]?["enabledProviders"] == .array([]))
            let (app, _) = try await target.enrol(person)
            target.clock.advance(seconds: 300)
            let early = app.code(at: target.clock.now, offset: 5)
            #expect(try await target.finish(try await target.signIn(Self.email), app, code: early).hasTokens)
            // Switched off, nobody enrols; who has enrolled is asked as before.
            _ = try await config("mfa.state", .object(["state": "DISABLED"]))
            #expect(try await target.signIn(Self.email).awaitsSecondFactor)
            for bad: JSONValue in [
                .object(["state": "MANDATORY", "providerConfigs": []]),
                .object(["state": "ENABLED", "enabledProviders": .array(["PROVIDER_UNSPECIFIED"])]),
                .object(["providerConfigs": .array([.object(["state": "ENABLED"])])]),
                .object([
                    "providerConfigs": .array([
                        .object(["state": "ENABLED", "totpProviderConfig": .object(["adjacentIntervals": 11])])
                    ])
                ]),
            ] {
                #expect(try await config("mfa", bad).code == "INVALID_CONFIG", "\(bad.text)")
            }
        }
    }
}
