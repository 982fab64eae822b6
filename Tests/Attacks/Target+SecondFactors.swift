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
