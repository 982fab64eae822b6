public import Foundation
import IdentityToolkit

/// Sends codes to phones, and creates credentials from them.
///
/// Neither a push notification nor an app delegate is needed. If the server asks for a proof of work first, it is done in the
/// background; with ``AuthSettings/appVerificationDisabledForTesting`` it is not, and only test numbers get codes.
open class PhoneAuthProvider: NSObject, @unchecked Sendable {
    /// `phone`.
    public static let id = "phone"

    private let auth: Auth

    init(auth: Auth) { self.auth = auth }

    /// Returns a provider for the default app.
    open class func provider() -> PhoneAuthProvider { PhoneAuthProvider(auth: .auth()) }

    /// Returns a provider for an app.
    open class func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

    /// Creates a credential from a code.
    ///
    /// - Parameters:
    ///   - verificationID: The ID from ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)``.
    ///   - verificationCode: The code from the text message.
    open func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.code(verificationID: verificationID, code: verificationCode))
    }

    /// Sends a code to a number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form, such as +34600000000.
    ///   - uiDelegate: Accepted for source compatibility; nothing is shown.
    ///   - completion: Receives the verification ID or the error, on the main actor.
    open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil, completion: completion)
    }

    /// Sends a code to a number; if a session is passed, for a second factor.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form, such as +34600000000.
    ///   - uiDelegate: Accepted for source compatibility; nothing is shown.
    ///   - multiFactorSession: The session from ``MultiFactor/session()``, to enroll the number as a second factor.
    ///   - completion: Receives the verification ID or the error, on the main actor.
    open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        answer(Self.onMain(completion)) { [self] in try await send(to: phoneNumber, multiFactorSession) }
    }

    /// Sends a code to a number; if a session is passed, for a second factor.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form, such as +34600000000.
    ///   - uiDelegate: Accepted for source compatibility; nothing is shown.
    ///   - multiFactorSession: The session from ``MultiFactor/session()``, to enroll the number as a second factor.
    /// - Returns: The verification ID.
    /// - Throws: `missingPhoneNumber`, `invalidPhoneNumber`, `quotaExceeded`, `operationNotAllowed`; `internalError` if the
    ///   session belongs to a user at another server.
    nonisolated(nonsending) open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil
    ) async throws -> String {
        try await send(to: phoneNumber, multiFactorSession)
    }

    /// Sends a code to an enrolled second factor.
    open func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?, completion: ((String?, (any Error)?) -> Void)?
    ) {
        answer(completion) { [self] in try await send(to: multiFactorInfo, multiFactorSession) }
    }

    /// Sends a code to an enrolled second factor.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: The factor, one of the ``MultiFactorResolver/hints``.
    ///   - uiDelegate: Accepted for source compatibility; nothing is shown.
    ///   - multiFactorSession: The session from ``MultiFactorResolver/session``.
    /// - Returns: The verification ID.
    /// - Throws: `missingMultiFactorSession`, `multiFactorInfoNotFound`, `invalidMultiFactorSession`.
    nonisolated(nonsending) open func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        try await send(to: multiFactorInfo, multiFactorSession)
    }

    // MARK: Steps

    private func send(to number: String, _ session: MultiFactorSession?) async throws -> String {
        guard !number.isEmpty else { throw AuthFailure.make(.missingPhoneNumber) }
        let backend = try auth.backend()
        let id: String?
        switch session?.proof {
        case nil:
            let tenantID = auth.tenantID
            id = try await backend.callProven(.sendVerificationCode, isProven: provesApp) { proof in
                var request = SendVerificationCodeRequest()
                request.phoneNumber = number
                request.recaptchaToken = proof
                request.clientType = .ios
                request.tenantId = tenantID
                return request
            }.sessionInfo
        case .user(let user):
            // The user's token is sent with the request.
            try user.requireServer(backend.address)
            let (token, tenantID) = (try await user.freshToken(), auth.tenantID)
            id = try await backend.callProven(.startMfaEnrollment, isProven: provesApp) { proof in
                var request = StartMfaEnrollmentRequest()
                request.idToken = token
                request.phoneEnrollmentInfo = StartMfaPhoneRequestInfo()
                request.phoneEnrollmentInfo?.phoneNumber = number
                request.phoneEnrollmentInfo?.recaptchaToken = proof
                request.tenantId = tenantID
                return request
            }.phoneSessionInfo?.sessionInfo
        case .pendingSignIn:
            throw AuthFailure.make(
                .missingMultiFactorInfo,
                message: "To sign in, pass the enrolled phone: verifyPhoneNumber(with:uiDelegate:multiFactorSession:).")
        }
        return try Self.require(id)
    }

    private func send(to factor: PhoneMultiFactorInfo, _ session: MultiFactorSession?) async throws -> String {
        guard case .pendingSignIn(let credential, let server)? = session?.proof else {
            throw AuthFailure.make(.missingMultiFactorSession)
        }
        let backend = try auth.backend()
        guard server == backend.address else {
            throw AuthFailure.make(
                .invalidMultiFactorSession,
                message: "This sign-in is for another server. Use PhoneAuthProvider.provider(auth:) with the resolver's auth.")
        }
        let (id, tenantID) = (factor.uid, auth.tenantID)
        let answer = try await backend.callProven(.startMfaSignIn, isProven: provesApp) { proof in
            var request = StartMfaSignInRequest()
            request.mfaPendingCredential = credential
            request.mfaEnrollmentId = id
            request.phoneSignInInfo = StartMfaPhoneRequestInfo()
            request.phoneSignInInfo?.recaptchaToken = proof
            request.tenantId = tenantID
            return request
        }
        return try Self.require(answer.phoneResponseInfo?.sessionInfo)
    }

    private var provesApp: Bool { auth.settings?.appVerificationDisabledForTesting != true }

    private static func require(_ verificationID: String?) throws -> String {
        guard let verificationID, !verificationID.isEmpty else { throw AuthFailure.make(.invalidVerificationID) }
        return verificationID
    }

    /// Handlers are only ever called on the main queue, which is where the main actor runs.
    private static func onMain(
        _ completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) -> ((String?, (any Error)?) -> Void)? {
        completion.map { completion in
            { id, error in MainActor.assumeIsolated { completion(id, error) } }
        }
    }
}
