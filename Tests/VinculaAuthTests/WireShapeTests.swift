import Foundation
import IdentityToolkit
import Testing

/// The wire's shapes as a client uses them: requests are written, answers read, whoever sent them.
@Suite("Wire shapes")
struct WireShapeTests {
    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    // MARK: Requests

    @Test("A request says what was set and nothing else")
    func requests() throws {
        var signUp = SignUpRequest()
        #expect(try Self.json(signUp) == "{}")
        signUp.email = "a@example.com"
        signUp.returnSecureToken = true
        #expect(try Self.json(signUp) == #"{"email":"a@example.com","returnSecureToken":true}"#)

        var update = UpdateRequest()
        update.deleteAttribute = [.displayName]
        #expect(try Self.json(update) == #"{"deleteAttribute":["DISPLAY_NAME"]}"#)

        var start = StartMfaEnrollmentRequest()
        start.totpEnrollmentInfo = StartMfaTotpEnrollmentRequestInfo()
        #expect(try Self.json(start) == #"{"totpEnrollmentInfo":{}}"#)

        var player = SignInWithGameCenterRequest()
        player.timestamp = 1_700_000_000_000
        #expect(try Self.json(player) == #"{"timestamp":"1700000000000"}"#)

        var mail = SendOobCodeRequest()
        mail.requestType = .emailSignin
        mail.iOSBundleId = "com.example.app"
        #expect(try Self.json(mail) == #"{"iOSBundleId":"com.example.app","requestType":"EMAIL_SIGNIN"}"#)
    }

    @Test("Every request is empty until something is set")
    func empty() throws {
        let requests: [any Encodable] = [
            CreateAuthUriRequest(), DeleteRequest(), LookupRequest(), RevokeTokenRequest(), SignInWithGameCenterRequest(),
            SignInWithIdpRequest(), SignInWithPasswordRequest(), SignUpRequest(), UpdateRequest(), TokenRequest(),
            SignInWithCustomTokenRequest(), SignInWithEmailLinkRequest(), SignInWithPhoneNumberRequest(),
            SendVerificationCodeRequest(), VerifyIosClientRequest(), SendOobCodeRequest(), ResetPasswordRequest(),
            StartMfaEnrollmentRequest(), FinalizeMfaEnrollmentRequest(), StartMfaSignInRequest(), FinalizeMfaSignInRequest(),
            WithdrawMfaRequest(), CountRecoveryCodesRequest(), NewRecoveryCodesRequest(),
            ListSessionsRequest(), EndSessionsRequest(),
        ]
        for request in requests { #expect(try Self.json(request) == "{}") }
    }

    @Test("A refresh is written in camelCase, and read in both spellings")
    func token() throws {
        let request = TokenRequest(grantType: "refresh_token", refreshToken: "r")
        #expect(try Self.json(request) == #"{"grantType":"refresh_token","refreshToken":"r"}"#)
        let form = try Self.read(TokenRequest.self, #"{"grant_type":"refresh_token","refresh_token":"r"}"#)
        #expect(form.grantType == "refresh_token" && form.refreshToken == "r")
    }

    @Test(
        "A provider's token is named by its kind, which reads back as the same",
        arguments: [
            (TokenType.refreshToken, "REFRESH_TOKEN"), (.accessToken, "ACCESS_TOKEN"), (.code, "CODE"),
            (.unspecified, "TOKEN_TYPE_UNSPECIFIED"),
        ])
    func tokenType(type: TokenType, name: String) throws {
        #expect(try Self.json([type]) == #"["\#(name)"]"#)
        #expect(try Self.read([TokenType].self, #"["\#(name)"]"#) == [type])
    }

    // MARK: Answers

    @Test("An answer may leave out everything that a client can do without")
    func missing() throws {
        let answers: [any Decodable.Type] = [
            CreateAuthUriResponse.self, DeleteResponse.self, LookupResponse.self, SignInWithGameCenterResponse.self,
            SignInWithIdpResponse.self, SignInWithPasswordResponse.self, SignUpResponse.self, UpdateResponse.self,
            TokenResponse.self, ProjectConfigResponse.self, RecaptchaConfigResponse.self, SignInWithCustomTokenResponse.self,
            SignInWithEmailLinkResponse.self, SignInWithPhoneNumberResponse.self, SendVerificationCodeResponse.self,
            VerifyIosClientResponse.self, SendOobCodeResponse.self, ResetPasswordResponse.self,
            StartMfaEnrollmentResponse.self, StartMfaTotpEnrollmentResponseInfo.self, FinalizeMfaEnrollmentResponse.self,
            StartMfaSignInResponse.self, FinalizeMfaSignInResponse.self, WithdrawMfaResponse.self, MfaEnrollment.self,
            CountRecoveryCodesResponse.self, NewRecoveryCodesResponse.self, ListSessionsResponse.self,
        ]
        for answer in answers {
            #expect(throws: Never.self, "\(answer)") { try JSONDecoder().decode(answer, from: Data("{}".utf8)) }
        }
        #expect(try Self.read(SignUpResponse.self, "{}").kind == nil)
    }

    @Test("A time to live is read from a text and a number; one that is neither costs nothing else")
    func expiry() throws {
        for (value, seconds) in [
            (#""3600""#, 3600), ("3600", 3600), (#""soon""#, nil), ("true", nil), ("{}", nil), ("null", nil),
        ]
            as [(String, Int64?)]
        {
            let signUp = try Self.read(SignUpResponse.self, #"{"idToken":"t","expiresIn":\#(value)}"#)
            #expect(signUp.idToken == "t" && signUp.expiresIn?.value == seconds, "\(value)")
            let token = try Self.read(TokenResponse.self, #"{"access_token":"t","expires_in":\#(value)}"#)
            #expect(token.access_token == "t" && token.expires_in?.value == seconds, "\(value)")
        }
    }

    @Test("Values of odd types are as good as missing, and the rest of the answer counts")
    func oddTypes() throws {
        let signedIn = try Self.read(
            SignInWithIdpResponse.self,
            #"{"providerId":"x.com","isNewUser":"true","rawUserInfo":{"id":1},"verifiedProvider":"[]","needConfirmation":1,"idToken":"t"}"#
        )
        #expect(signedIn.providerId == "x.com" && signedIn.idToken == "t")
        #expect(signedIn.isNewUser == nil && signedIn.rawUserInfo == nil && signedIn.needConfirmation == nil)
        #expect(signedIn.verifiedProvider == nil)
        let user = try Self.read(UserInfo.self, #"{"localId":"u","createdAt":"yesterday","lastLoginAt":5,"emailVerified":"yes"}"#)
        #expect(user.localId == "u" && user.createdAt == nil && user.lastLoginAt == 5 && user.emailVerified == nil)
    }

    @Test("Second factors are read: what is due, what there is, and one with next to nothing")
    func secondFactors() throws {
        let answer = try Self.read(
            SignInWithPasswordResponse.self,
            #"""
            {"localId":"u","mfaPendingCredential":"p","mfaInfo":[
            {"mfaEnrollmentId":"1","displayName":"my phone","phoneInfo":"+*******0100","enrolledAt":"2024-01-02T03:04:05.678Z"},
            {"mfaEnrollmentId":"2","totpInfo":{}},{"enrolledAt":7}]}
            """#)
        let factors = try #require(answer.mfaInfo)
        #expect(answer.mfaPendingCredential == "p" && answer.idToken == nil && factors.count == 3)
        #expect(factors[0].phoneInfo == "+*******0100" && factors[0].totpInfo == nil)
        #expect(factors[0].enrolledAt == "2024-01-02T03:04:05.678Z" && factors[0].displayName == "my phone")
        #expect(factors[1].mfaEnrollmentId == "2" && factors[1].totpInfo != nil)
        #expect(factors[2].mfaEnrollmentId == nil && factors[2].enrolledAt == nil)
        let start = try Self.read(
            StartMfaEnrollmentResponse.self, #"{"totpSessionInfo":{"sharedSecretKey":7,"periodSec":30,"sessionInfo":"s"}}"#)
        #expect(start.totpSessionInfo?.sharedSecretKey == nil && start.totpSessionInfo?.periodSec == 30)
        #expect(start.totpSessionInfo?.sessionInfo == "s")
    }

    @Test("Errors are read as every server of Google's sends them, and as ours writes them")
    func errors() throws {
        let token = try Self.read(
            ErrorBody.self, #"{"error":{"code":400,"message":"TOKEN_EXPIRED","status":"INVALID_ARGUMENT"}}"#)
        #expect(token.error.message == "TOKEN_EXPIRED" && token.error.code == 400 && token.error.errors.isEmpty)
        let odd = try Self.read(
            ErrorBody.self,
            #"""
            {"error":{"message":"M","errors":"?","details":[{"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"en"},
            {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"d","metadata":{"service":"s"}}]}}
            """#)
        #expect(odd.error.message == "M" && odd.error.details?.map(\.reason) == ["API_KEY_INVALID"])
        let ours = ErrorBody(code: 400, message: "EMAIL_EXISTS")
        #expect(try Self.read(ErrorBody.self, Self.json(ours)) == ours)
        #expect(
            try Self.json(ours)
                == #"{"error":{"code":400,"errors":[{"domain":"global","message":"EMAIL_EXISTS","reason":"invalid"}],"message":"EMAIL_EXISTS"}}"#
        )
        #expect(throws: DecodingError.self) { try Self.read(ErrorBody.self, #"{"error":"invalid_grant"}"#) }
    }

    @Test("What our server sends is what it sent: constants are there, and what is absent is left out")
    func written() throws {
        var signUp = SignUpResponse(localId: "u", displayName: nil, email: nil)
        signUp.expiresIn = 3600
        #expect(try Self.json(signUp) == ##"{"expiresIn":"3600","kind":"identitytoolkit#SignupNewUserResponse","localId":"u"}"##)
        #expect(
            try Self.json(UpdateResponse(localId: "u"))
                == ##"{"kind":"identitytoolkit#SetAccountInfoResponse","localId":"u","providerUserInfo":[]}"##)
        #expect(
            try Self.json(SignInWithPasswordResponse(localId: "u", email: ""))
                == ##"{"email":"","kind":"identitytoolkit#VerifyPasswordResponse","localId":"u","registered":true}"##)
        #expect(
            try Self.json(SignInWithIdpResponse(providerId: "x.com"))
                == ##"{"context":"","kind":"identitytoolkit#VerifyAssertionResponse","providerId":"x.com"}"##)
        #expect(try Self.json(UserInfo(localId: "u")) == #"{"localId":"u"}"#)
    }
}
