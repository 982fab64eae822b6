public import Foundation
import IdentityToolkit

/// The proof needed to work with second factors: a signed-in user, or a sign-in that is waiting for one.
open class MultiFactorSession: NSObject, @unchecked Sendable {
    enum Proof: Sendable {
        case user(User)
        /// The server's proof that the first factor was valid. It is for that server only.
        case pendingSignIn(String, at: ServerAddress)
    }

    let proof: Proof

    init(_ proof: Proof) { self.proof = proof }
}

/// A user's second factors.
open class MultiFactor: NSObject, NSSecureCoding, @unchecked Sendable {
    private let user: User

    init(user: User) { self.user = user }

    /// The second factors of the account.
    open var enrolledFactors: [MultiFactorInfo] { user.state.withLock { $0.factors.map(MultiFactorInfo.make) } }

    /// Starts the enrollment of a factor.
    open func getSessionWithCompletion(_ completion: ((MultiFactorSession?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await session() }
    }

    /// Starts the enrollment of a factor.
    open func session() async throws -> MultiFactorSession { MultiFactorSession(.user(user)) }

    /// Enrolls a factor.
    open func enroll(
        with assertion: MultiFactorAssertion, displayName: String?, completion: (((any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await enroll(with: assertion, displayName: displayName) }
    }

    /// Enrolls a factor.
    ///
    /// - Parameters:
    ///   - assertion: The factor's first code.
    ///   - displayName: The person's name for it.
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
        case .authenticator, .recoveryCode:
            throw AuthFailure.make(
                .missingMultiFactorSession,
                message: "This code is for a sign-in. To add a second factor, use assertionForEnrollment.")
        }
        let answer = try await auth.backend().call(.finalizeMfaEnrollment, request)
        try await take(answer.idToken, answer.refreshToken, auth)
    }

    /// Removes a factor from the account.
    open func unenroll(with factorInfo: MultiFactorInfo, completion: (((any Error)?) -> Void)? = nil) {
        unenroll(withFactorUID: factorInfo.uid, completion: completion)
    }

    /// Removes a factor from the account.
    ///
    /// - Throws: The errors of ``unenroll(withFactorUID:)``.
    open func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Removes a factor from the account.
    open func unenroll(withFactorUID factorUID: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await unenroll(withFactorUID: factorUID) }
    }

    /// Removes a factor from the account.
    ///
    /// - Parameter factorUID: The factor's ID.
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

    // MARK: Recovery codes

    /// Returns how many recovery codes the account has left. Only Vincula has recovery codes.
    open func recoveryCodesLeft(completion: ((Int, (any Error)?) -> Void)?) {
        answer(completion.map { completion in { completion($0 ?? 0, $1) } }) { [self] in try await recoveryCodesLeft() }
    }

    /// Returns how many recovery codes the account has left. Only Vincula has recovery codes.
    ///
    /// - Throws: `operationNotAllowed` with Google's servers.
    open func recoveryCodesLeft() async throws -> Int {
        let auth = try ownerAtVincula()
        var request = CountRecoveryCodesRequest()
        request.idToken = try await user.freshToken()
        guard let left = try await auth.backend().call(.countRecoveryCodes, request).left else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server returned no number of recovery codes.")
        }
        return left
    }

    /// Makes ten recovery codes in place of those before. Only Vincula has recovery codes.
    open func newRecoveryCodes(completion: (([String]?, (any Error)?) -> Void)?) {
        answer(completion) { [self] in try await newRecoveryCodes() }
    }

    /// Makes ten recovery codes in place of those before. Only Vincula has recovery codes.
    ///
    /// Show them to the user at once: nothing returns them again. Each completes one sign-in in place of a second factor; see
    /// ``RecoveryCodeMultiFactorGenerator``.
    ///
    /// - Throws: `multiFactorInfoNotFound` for a user without a second factor, `requiresRecentLogin`, also if the sign-in was
    ///   completed without one, `operationNotAllowed` with Google's servers.
    open func newRecoveryCodes() async throws -> [String] {
        let auth = try ownerAtVincula()
        var request = NewRecoveryCodesRequest()
        request.idToken = try await user.freshToken()
        let answer = try await auth.backend().call(.newRecoveryCodes, request)
        // The session that a replaced code opened goes on as another.
        if let idToken = answer.idToken {
            try await take(idToken, answer.refreshToken, insteadOf: request.idToken, auth)
        }
        guard let codes = answer.recoveryCodes, !codes.isEmpty else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server returned no recovery codes.")
        }
        return codes
    }

    private func ownerAtVincula() throws -> Auth {
        let auth = try user.owner()
        guard auth.address != .google else {
            throw AuthFailure.make(.operationNotAllowed, message: "Google's servers have no recovery codes.")
        }
        return auth
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

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the second factors of a user. The archive contains the user's refresh token.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { coder.encode(user, forKey: "user") }

    /// Decodes the second factors of a user; returns nil if the archive does not contain them.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: User.self, forKey: "user") else { return nil }
        self.init(user: user)
    }
}
