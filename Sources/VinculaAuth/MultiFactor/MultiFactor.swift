public import Foundation
import IdentityToolkit

/// What allows to work with second factors: a signed-in user, or a sign-in that waits for one.
open class MultiFactorSession: NSObject, @unchecked Sendable {
    enum Proof: Sendable {
        case user(User)
        /// The server's word that the first factor was good. It is that server's only.
        case pendingSignIn(String, at: ServerAddress)
    }

    let proof: Proof

    init(_ proof: Proof) { self.proof = proof }
}

/// A user's second factors.
open class MultiFactor: NSObject, NSSecureCoding, @unchecked Sendable {
    private let user: User

    init(user: User) { self.user = user }

    /// The second factors that the account has.
    open var enrolledFactors: [MultiFactorInfo] { user.state.withLock { $0.factors.map(MultiFactorInfo.make) } }

    /// Begins the enrolment of a factor.
    open func getSessionWithCompletion(_ completion: ((MultiFactorSession?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await session() }
    }

    /// Begins the enrolment of a factor.
    open func session() async throws -> MultiFactorSession { MultiFactorSession(.user(user)) }

    /// Enrols a factor.
    open func enroll(
        with assertion: MultiFactorAssertion, displayName: String?, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await enroll(with: assertion, displayName: displayName) }
    }

    /// Enrols a factor.
    ///
    /// - Parameters:
    ///   - assertion: Its first code.
    ///   - displayName: What the person calls it.
    /// - Throws: `invalidVerificationCode`, `secondFactorAlreadyEnrolled`, `requiresRecentLogin`, `unverifiedEmail`.
    open func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        let auth = try user.owner()
        var request = FinalizeMfaEnrollmentRequest()
        request.idToken = try await user.freshToken()
        request.displayName = displayName
        request.tenantId = auth.tenantID
        switch assertion.proof {
        case .phone(let credential): request.phoneVerificationInfo = try Self.info(credential)
        case .newAuthenticator(let secret, let code):
            var info = FinalizeMfaTotpEnrollmentRequestInfo()
            info.sessionInfo = secret.sessionInfo
            info.verificationCode = code
            request.totpVerificationInfo = info
        case .authenticator:
            throw AuthFailure.make(
                .missingMultiFactorSession, message: "This code is for a sign-in. To enrol, use assertionForEnrollment.")
        }
        let answer = try await auth.backend().call(.finalizeMfaEnrollment, request)
        try await take(answer.idToken, answer.refreshToken, auth)
    }

    /// Takes a factor from the account.
    open func unenroll(with factorInfo: MultiFactorInfo, completion: (((any Error)?) -> Void)? = nil) {
        unenroll(withFactorUID: factorInfo.uid, completion: completion)
    }

    /// Takes a factor from the account.
    ///
    /// - Throws: What ``unenroll(withFactorUID:)`` throws.
    open func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Takes a factor from the account.
    open func unenroll(withFactorUID factorUID: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await unenroll(withFactorUID: factorUID) }
    }

    /// Takes a factor from the account.
    ///
    /// - Parameter factorUID: The factor's id.
    /// - Throws: `multiFactorInfoNotFound`, `requiresRecentLogin`.
    open func unenroll(withFactorUID factorUID: String) async throws {
        let auth = try user.owner()
        var request = WithdrawMfaRequest()
        request.idToken = try await user.freshToken()
        request.mfaEnrollmentId = factorUID
        request.tenantId = auth.tenantID
        let answer = try await auth.backend().call(.withdrawMfa, request)
        try await take(answer.idToken, answer.refreshToken, insteadOf: request.idToken, auth)
    }

    // MARK: Steps

    static func info(_ credential: PhoneAuthCredential) throws -> FinalizeMfaPhoneRequestInfo {
        guard case .code(let verificationID, let code) = credential.proof else {
            throw AuthFailure.make(.missingVerificationCode)
        }
        guard !verificationID.isEmpty else { throw AuthFailure.make(.missingVerificationID) }
        guard !code.isEmpty else { throw AuthFailure.make(.missingVerificationCode) }
        var info = FinalizeMfaPhoneRequestInfo()
        info.sessionInfo = verificationID
        info.code = code
        return info
    }

    private func take(
        _ idToken: String?, _ refreshToken: String?, insteadOf replaced: String? = nil, _ auth: Auth
    ) async throws {
        let tokens = try SessionAnswer(idToken: idToken, refreshToken: refreshToken).tokens(for: auth)
        try await user.takeSession(SignedIn(tokens: tokens, replacedToken: replaced), auth)
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { coder.encode(user, forKey: "user") }

    public required convenience init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: User.self, forKey: "user") else { return nil }
        self.init(user: user)
    }
}
