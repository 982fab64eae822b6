import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

/// The requests of users about second factors.
extension Target {
    /// Adds an authenticator app to a signed-in person's account.
    @discardableResult
    func enrol(
        _ person: HTTPAnswer, name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (app: Authenticator, session: HTTPAnswer) {
        try await server.enrol(
            idToken: try person.text("idToken"), name: name, now: clock.now, sourceLocation: sourceLocation)
    }

    /// Waits until the app shows another code: each works once.
    func waitForNextCode() { clock.advance(seconds: TOTP.periodSeconds) }

    /// Somebody with a password, a proven email and an authenticator app, whose next code is good.
    func personWithApp(_ email: String = "v@x.example") async throws -> (app: Authenticator, session: HTTPAnswer) {
        let enrolled = try await enrol(try await verifiedPerson(email))
        waitForNextCode()
        return enrolled
    }

    /// Gives the second factor of a sign-in that waits.
    func finish(_ answer: HTTPAnswer, _ app: Authenticator, code: String? = nil) async throws -> HTTPAnswer {
        try await server.finishSignIn(
            answer["mfaPendingCredential"], factor: app.id, code: code ?? app.code(at: clock.now))
    }

    /// Signs in by password and authenticator app.
    func signIn(_ email: String, _ password: String = "violet river", with app: Authenticator) async throws -> HTTPAnswer {
        let answer = try await finish(try await signIn(email, password), app)
        #expect(answer.hasTokens, "\(answer.text)")
        waitForNextCode()
        return answer
    }

    func withdraw(_ factor: String?, _ session: HTTPAnswer) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["idToken": try session.value("idToken")]
        body["mfaEnrollmentId"] = factor.map { .string($0) }
        return try await server.call2("accounts/mfaEnrollment:withdraw", body)
    }
}

extension HTTPAnswer {
    /// Indicates whether the sign-in waits for a second factor, and the answer reveals nothing else.
    var awaitsSecondFactor: Bool {
        status == 200 && self["mfaPendingCredential"]?.isEmpty == false && self["idToken"] == nil && self["refreshToken"] == nil
    }

    /// The ID token's claims about the session.
    var firebaseClaims: JSONValue { JSONWebToken(self["idToken"] ?? "")?.claims["firebase"] ?? .null }
}

/// Phones, as a way in and as second factors.
extension Target {
    /// Begins to enrol a phone.
    func startPhone(_ number: String, _ person: HTTPAnswer) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaEnrollment:start",
            ["idToken": try person.value("idToken"), "phoneEnrollmentInfo": .object(["phoneNumber": .string(number)])])
    }

    /// Enrols a phone with a code.
    func finishPhone(_ sessionInfo: String, code: String, _ person: HTTPAnswer) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaEnrollment:finalize",
            [
                "idToken": try person.value("idToken"),
                "phoneVerificationInfo": .object(["sessionInfo": .string(sessionInfo), "code": .string(code)]),
            ])
    }

    /// Adds a phone to a signed-in person's account.
    ///
    /// - Returns: The factor's id, and the session that goes on.
    func enrolPhone(
        _ number: String, _ person: HTTPAnswer, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (id: String, session: HTTPAnswer) {
        let started = try await startPhone(number, person)
        let info = try #require(
            started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)", sourceLocation: sourceLocation)
        let finished = try await finishPhone(info, code: try await server.digits(of: info), person)
        let id = try #require(
            finished.firebaseClaims["second_factor_identifier"]?.string, "\(finished.text)", sourceLocation: sourceLocation)
        return (id, finished)
    }

    /// Has a code sent to a phone that is a second factor of a sign-in that waits.
    func textCode(_ answer: HTTPAnswer, to factor: String) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaSignIn:start",
            [
                "mfaPendingCredential": .string(answer["mfaPendingCredential"] ?? ""), "mfaEnrollmentId": .string(factor),
                "phoneSignInInfo": .object([:]),
            ])
    }

    /// The `sessionInfo` of a code that was sent for a sign-in that waits.
    func textedSession(_ answer: HTTPAnswer, to factor: String) async throws -> String {
        let sent = try await textCode(answer, to: factor)
        return try #require(sent.json["phoneResponseInfo"]?["sessionInfo"]?.string, "\(sent.text)")
    }

    /// Gives the code of a message for a sign-in that waits.
    func finish(_ answer: HTTPAnswer, sessionInfo: String, code: String) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(answer["mfaPendingCredential"] ?? ""),
                "phoneVerificationInfo": .object(["sessionInfo": .string(sessionInfo), "code": .string(code)]),
            ])
    }
}

extension ProjectSettings {
    /// Switches on phones, as a way in and as second factors, everywhere.
    mutating func allowPhones() {
        // The limits alone: what a proof of work adds is tested by itself.
        phone.appVerification = .limits
        phone.isEnabled = true
        phone.regions = .everywhere
        secondFactors.phonesEnabled = true
    }
}
