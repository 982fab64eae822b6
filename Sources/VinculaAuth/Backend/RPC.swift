import IdentityToolkit

/// A method of the server: its path, its request and its response.
struct RPC<Request: Encodable & Sendable, Response: Decodable & Sendable>: Sendable {
    let api: ServerAddress.API
    let method: String

    fileprivate init(_ method: String, _ api: ServerAddress.API = .identityV1) {
        self.api = api
        self.method = method
    }

    /// Indicates whether the server looks at a proof: not for what only reads.
    var isProven: Bool { Request.self != NoRequest.self && method != "accounts:lookup" }

    /// Indicates whether a session may come of it.
    var opensSession: Bool {
        ["accounts:signIn", "accounts:signUp", "accounts/mfaSignIn:", "token"].contains { method.hasPrefix($0) }
    }
}

/// The request of a method that is called with GET: it has no body.
struct NoRequest: Encodable, Sendable {}

/// A response of which the client reads nothing.
struct AnyResponse: Decodable, Sendable {
    init() {}
    init(from decoder: any Decoder) {}
}

extension RPC where Request == SignUpRequest, Response == SignUpResponse { static var signUp: Self { .init("accounts:signUp") } }

extension RPC where Request == SignInWithPasswordRequest, Response == SignInWithPasswordResponse {
    static var signInWithPassword: Self { .init("accounts:signInWithPassword") }
}

extension RPC where Request == SignInWithEmailLinkRequest, Response == SignInWithEmailLinkResponse {
    static var signInWithEmailLink: Self { .init("accounts:signInWithEmailLink") }
}

extension RPC where Request == SignInWithCustomTokenRequest, Response == SignInWithCustomTokenResponse {
    static var signInWithCustomToken: Self { .init("accounts:signInWithCustomToken") }
}

extension RPC where Request == SignInWithIdpRequest, Response == SignInWithIdpResponse {
    static var signInWithIdp: Self { .init("accounts:signInWithIdp") }
}

extension RPC where Request == SignInWithPhoneNumberRequest, Response == SignInWithPhoneNumberResponse {
    static var signInWithPhoneNumber: Self { .init("accounts:signInWithPhoneNumber") }
}

extension RPC where Request == SignInWithGameCenterRequest, Response == SignInWithGameCenterResponse {
    static var signInWithGameCenter: Self { .init("accounts:signInWithGameCenter") }
}

extension RPC where Request == SendVerificationCodeRequest, Response == SendVerificationCodeResponse {
    static var sendVerificationCode: Self { .init("accounts:sendVerificationCode") }
}

extension RPC where Request == LookupRequest, Response == LookupResponse { static var lookup: Self { .init("accounts:lookup") } }

extension RPC where Request == UpdateRequest, Response == UpdateResponse { static var update: Self { .init("accounts:update") } }

extension RPC where Request == DeleteRequest, Response == DeleteResponse { static var delete: Self { .init("accounts:delete") } }

extension RPC where Request == CreateAuthUriRequest, Response == CreateAuthUriResponse {
    static var createAuthUri: Self { .init("accounts:createAuthUri") }
}

extension RPC where Request == SendOobCodeRequest, Response == SendOobCodeResponse {
    static var sendOobCode: Self { .init("accounts:sendOobCode") }
}

extension RPC where Request == ResetPasswordRequest, Response == ResetPasswordResponse {
    static var resetPassword: Self { .init("accounts:resetPassword") }
}

extension RPC where Request == RevokeTokenRequest, Response == AnyResponse {
    static var revokeToken: Self { .init("accounts:revokeToken", .identityV2) }
}

extension RPC where Request == TokenRequest, Response == TokenResponse { static var token: Self { .init("token", .secureToken) } }

extension RPC where Request == NoRequest, Response == ProjectConfigResponse {
    static var projectConfig: Self { .init("projects") }
}

extension RPC where Request == NoRequest, Response == RecaptchaConfigResponse {
    static var recaptchaConfig: Self { .init("recaptchaConfig", .identityV2) }
}

extension RPC where Request == StartMfaEnrollmentRequest, Response == StartMfaEnrollmentResponse {
    static var startMfaEnrollment: Self { .init("accounts/mfaEnrollment:start", .identityV2) }
}

extension RPC where Request == FinalizeMfaEnrollmentRequest, Response == FinalizeMfaEnrollmentResponse {
    static var finalizeMfaEnrollment: Self { .init("accounts/mfaEnrollment:finalize", .identityV2) }
}

extension RPC where Request == WithdrawMfaRequest, Response == WithdrawMfaResponse {
    static var withdrawMfa: Self { .init("accounts/mfaEnrollment:withdraw", .identityV2) }
}

extension RPC where Request == StartMfaSignInRequest, Response == StartMfaSignInResponse {
    static var startMfaSignIn: Self { .init("accounts/mfaSignIn:start", .identityV2) }
}

extension RPC where Request == FinalizeMfaSignInRequest, Response == FinalizeMfaSignInResponse {
    static var finalizeMfaSignIn: Self { .init("accounts/mfaSignIn:finalize", .identityV2) }
}

extension RPC where Request == CountRecoveryCodesRequest, Response == CountRecoveryCodesResponse {
    static var countRecoveryCodes: Self { .init("recovery-codes", .account) }
}

extension RPC where Request == NewRecoveryCodesRequest, Response == NewRecoveryCodesResponse {
    static var newRecoveryCodes: Self { .init("recovery-codes:new", .account) }
}

extension RPC where Request == ListSessionsRequest, Response == ListSessionsResponse {
    static var listSessions: Self { .init("sessions", .account) }
}

extension RPC where Request == EndSessionsRequest, Response == AnyResponse {
    static var endSessions: Self { .init("sessions:end", .account) }
}
