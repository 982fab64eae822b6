import SDKSupport

@testable import VinculaAuth

/// A way in which an answer may go wrong, and what a client has to make of it.
struct NetworkFault: Sendable {
    enum Meaning: Sendable {
        /// The call fails with this code, whichever call it is.
        case fails(AuthErrorCode, inner: AuthFailure.InternalCode? = nil)
        /// It is a good answer for some methods, and for others one that lacks what is needed.
        case lacks
        /// It is not an answer of this server.
        case isMisshapen
        /// Its fields are of other types than they should be; methods do not mind where the field may as well be missing.
        case hasWrongTypes
        /// Slow, and good.
        case works
    }

    let name: String
    let fault: FaultProxy.Fault
    let meaning: Meaning
    /// Indicates whether the server did its part.
    var isDone = false

    private static let html = "<!DOCTYPE html><html><body><h1>It is broken</h1></body></html>"

    private static let lost: [NetworkFault] = [
        .init(name: "closed", fault: .close, meaning: .fails(.networkError)),
        .init(name: "reset", fault: .reset, meaning: .fails(.networkError)),
        .init(name: "cut in the head", fault: .cutHead, meaning: .fails(.networkError)),
        .init(name: "cut in the body", fault: .cutBody, meaning: .fails(.networkError)),
        .init(name: "cut in a chunk", fault: .cutChunk, meaning: .fails(.networkError)),
        .init(name: "no HTTP", fault: .noHTTP, meaning: .fails(.networkError)),
        .init(name: "done and lost", fault: .lose, meaning: .fails(.networkError), isDone: true),
        .init(name: "done and cut", fault: .loseHead, meaning: .fails(.networkError), isDone: true),
        .init(name: "dripping", fault: .drip, meaning: .works, isDone: true),
    ]

    private static let bodies = [
        ("HTML", "text/html", html), ("no error", "application/json", #"{"status":"down"}"#),
        ("a list", "application/json", "[1,2]"), ("nothing", "text/plain", ""),
        ("a sign-out that is none", "application/json", #"{"error":{"code":500,"message":"USER_NOT_FOUND"}}"#),
    ]

    private static let refused: [NetworkFault] = [500, 502, 503].flatMap { status in
        bodies.map { name, type, body in
            .init(
                name: "\(status) \(name)", fault: .answer(status, type, body),
                meaning: .fails(.internalError, inner: .unexpectedErrorResponse))
        }
    }

    private static let others: [NetworkFault] =
        bodies.dropLast().map { name, type, body in
            .init(name: "429 \(name)", fault: .answer(429, type, body), meaning: .fails(.tooManyRequests))
        } + [
            .init(
                name: "403 HTML", fault: .answer(403, "text/html", html),
                meaning: .fails(.internalError, inner: .unexpectedErrorResponse)),
            .init(
                name: "404 HTML", fault: .answer(404, "text/html", html),
                meaning: .fails(.internalError, inner: .unexpectedErrorResponse)),
            .init(name: "200 {}", fault: .answer(200, "application/json", "{}"), meaning: .lacks),
            .init(
                name: "200 HTML", fault: .answer(200, "text/html", html), meaning: .isMisshapen),
            .init(name: "200 truncated", fault: .answer(200, "application/json", #"{"idToken":"eyJ0"#), meaning: .isMisshapen),
            .init(name: "200 nothing", fault: .answer(200, "application/json", ""), meaning: .isMisshapen),
            .init(name: "200 a list", fault: .answer(200, "application/json", "[]"), meaning: .isMisshapen),
            .init(name: "200 wrong types", fault: .answer(200, "application/json", wrongTypes), meaning: .hasWrongTypes),
        ]

    private static let wrongTypes = """
        {"idToken":7,"refreshToken":{},"id_token":7,"access_token":[],"refresh_token":7,"expires_in":{},"users":7,"email":{},
        "signinMethods":7,"sessionInfo":[],"phoneSessionInfo":7,"totpSessionInfo":7,"phoneResponseInfo":7,"kind":{},
        "localId":7,"recaptchaEnforcementState":7,"providerUserInfo":7,"expiresIn":{}}
        """

    private static let redirects: [NetworkFault] = [301, 302, 303, 307, 308].map { status in
        .init(
            name: "\(status)", fault: .redirect(status), meaning: .fails(.internalError, inner: .unexpectedErrorResponse))
    }

    static let all = lost + refused + others + redirects
    /// One of each kind, for calls whose faults are handled where those of all are.
    static let kinds = all.filter {
        [
            "reset", "cut in the head", "cut in the body", "done and lost", "500 HTML", "503 a sign-out that is none", "429 HTML",
            "200 {}", "200 HTML", "200 wrong types", "302",
        ].contains($0.name)
    }
    /// They take their time, so that not every call is tried with them.
    static let slow: [NetworkFault] = [
        .init(name: "silent", fault: .silent, meaning: .fails(.networkError)),
        .init(name: "dripping for ever", fault: .dripForever, meaning: .fails(.networkError)),
    ]
}

/// The errors that clients derive from `{}`, by method: nil where nothing more is needed.
let missing: [String: AuthErrorCode] = [
    "accounts:signUp": .invalidUserToken, "accounts:signInWithPassword": .invalidUserToken,
    "accounts:signInWithIdp": .invalidUserToken, "accounts:signInWithEmailLink": .invalidUserToken,
    "accounts:signInWithCustomToken": .invalidUserToken, "accounts:signInWithPhoneNumber": .invalidUserToken,
    "accounts:signInWithGameCenter": .invalidUserToken, "accounts:lookup": .internalError, "token": .internalError,
    "accounts:sendVerificationCode": .invalidVerificationID, "mfaEnrollment:start": .internalError,
    "mfaEnrollment:finalize": .invalidUserToken, "mfaEnrollment:withdraw": .invalidUserToken,
    "mfaSignIn:finalize": .invalidUserToken, "recovery-codes": .internalError, "recovery-codes:new": .internalError,
    "sessions": .internalError,
]

/// The errors that clients derive from fields of wrong types, by method, where it is not an `internalError`: nil where nothing
/// more is needed.
let mistyped: [String: AuthErrorCode?] = [
    "accounts:delete": nil, "accounts:createAuthUri": nil, "recaptchaConfig": nil, "accounts:revokeToken": nil,
    "accounts:signInWithGameCenter": .invalidUserToken, "sessions:end": nil,
]
