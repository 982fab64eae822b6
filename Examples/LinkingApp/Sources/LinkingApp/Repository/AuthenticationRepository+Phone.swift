extension AuthenticationRepository {
    func sendCode(to number: String) async throws(AuthenticationError) -> String {
        try await authenticationFirebaseDatasource.sendCode(to: number)
    }

    func login(verificationID: String, code: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.login(verificationID: verificationID, code: code)
    }

    func linkPhone(verificationID: String, code: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.linkPhone(verificationID: verificationID, code: code)
    }

    func secondFactors() -> [SecondFactor] { authenticationFirebaseDatasource.secondFactors() }

    func sendEnrollmentCode(to number: String) async throws(AuthenticationError) -> String {
        try await authenticationFirebaseDatasource.sendEnrollmentCode(to: number)
    }

    func enrollPhone(verificationID: String, code: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.enrollPhone(verificationID: verificationID, code: code)
    }

    func startAuthenticator() async throws(AuthenticationError) -> NewAuthenticator {
        try await authenticationFirebaseDatasource.startAuthenticator()
    }

    func enroll(_ new: NewAuthenticator, code: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.enroll(new, code: code)
    }

    func remove(_ factor: SecondFactor) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.remove(factor)
    }

    func sendCode(
        to factor: SecondFactor, of challenge: SecondFactorChallenge
    ) async throws(AuthenticationError) -> String {
        try await authenticationFirebaseDatasource.sendCode(to: factor, of: challenge)
    }

    func complete(
        _ challenge: SecondFactorChallenge, with factor: SecondFactor, verificationID: String?, code: String
    ) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.complete(
            challenge, with: factor, verificationID: verificationID, code: code)
    }
}
