public import Foundation
import IdentityToolkit

/// Has codes sent to phones, and makes credentials of them.
///
/// No push notification and no app delegate is needed: the server decides whom it texts.
open class PhoneAuthProvider: NSObject, @unchecked Sendable {
    /// `phone`.
    public static let id = "phone"

    private let auth: Auth

    init(auth: Auth) { self.auth = auth }

    /// The default app's provider.
    open class func provider() -> PhoneAuthProvider { PhoneAuthProvider(auth: .auth()) }

    /// An app's provider.
    open class func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

    /// Makes a credential of a code.
    ///
    /// - Parameters:
    ///   - verificationID: What ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)`` gave.
    ///   - verificationCode: What the person read in the message.
    open func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.code(verificationID: verificationID, code: verificationCode))
    }

    /// Has a code sent to a number.
    ///
    /// - Parameters:
    ///   - phoneNumber: In E.164 form, such as +34600000000.
    ///   - uiDelegate: Taken for source compatibility; nothing is shown.
    ///   - completion: Gets the verification id or the error, on the main actor.
    open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil, completion: completion)
    }

    /// Has a code sent to a number, for a second factor where a session is given.
    ///
    /// - Parameters:
    ///   - phoneNumber: In E.164 form, such as +34600000000.
    ///   - uiDelegate: Taken for source compatibility; nothing is shown.
    ///   - multiFactorSession: From ``MultiFactor/session()``, to enrol the number as a second factor.
    ///   - completion: Gets the verification id or the error, on the main actor.
    open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil,
        completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        answer(Self.onMain(completion)) { [self] in try await send(to: phoneNumber, multiFactorSession) }
    }

    /// Has a code sent to a number, for a second factor where a session is given.
    ///
    /// - Parameters:
    ///   - phoneNumber: In E.164 form, such as +34600000000.
    ///   - uiDelegate: Taken for source compatibility; nothing is shown.
    ///   - multiFactorSession: From ``MultiFactor/session()``, to enrol the number as a second factor.
    /// - Returns: The verification id.
    /// - Throws: `missingPhoneNumber`, `invalidPhoneNumber`, `quotaExceeded`, `operationNotAllowed`; `internalError` for the
    ///   session of a user at another server.
    nonisolated(nonsending) open func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil
    ) async throws -> String {
        try await send(to: phoneNumber, multiFactorSession)
    }

    /// Has a code sent to an enrolled second factor.
    open func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?, completion: ((String?, (any Error)?) -> Void)?
    ) {
        answer(completion) { [self] in try await send(to: multiFactorInfo, multiFactorSession) }
    }

    /// Has a code sent to an enrolled second factor.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: The factor, one of the ``MultiFactorResolver/hints``.
    ///   - uiDelegate: Taken for source compatibility; nothing is shown.
    ///   - multiFactorSession: From ``MultiFactorResolver/session``.
    /// - Returns: The verification id.
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
            var request = SendVerificationCodeRequest()
            request.phoneNumber = number
            request.clientType = .ios
            request.tenantId = auth.tenantID
            id = try await backend.call(.sendVerificationCode, request).sessionInfo
        case .user(let user):
            // The user's token goes out with it.
            try user.requireServer(backend.address)
            var info = StartMfaPhoneRequestInfo()
            info.phoneNumber = number
            var request = StartMfaEnrollmentRequest()
            request.idToken = try await user.freshToken()
            request.phoneEnrollmentInfo = info
            request.tenantId = auth.tenantID
            id = try await backend.call(.startMfaEnrollment, request).phoneSessionInfo?.sessionInfo
        case .pendingSignIn:
            throw AuthFailure.make(
                .missingMultiFactorInfo,
                message: "To finish a sign-in, name the enrolled phone: verifyPhoneNumber(with:uiDelegate:multiFactorSession:).")
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
                message: "This sign-in waits at another server. Use PhoneAuthProvider.provider(auth:) with the resolver's auth.")
        }
        var request = StartMfaSignInRequest()
        request.mfaPendingCredential = credential
        request.mfaEnrollmentId = factor.uid
        request.phoneSignInInfo = StartMfaPhoneRequestInfo()
        request.tenantId = auth.tenantID
        return try Self.require(
            try await backend.call(.startMfaSignIn, request).phoneResponseInfo?.sessionInfo)
    }

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
