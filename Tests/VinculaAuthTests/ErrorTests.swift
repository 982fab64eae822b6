import Foundation
import IdentityToolkit
import Testing

@testable import VinculaAuth

@Suite struct ErrorTests {
    @Test func `All 91 codes have Firebase's raw values and names`() {
        #expect(ErrorTable.rows.count == 91)
        for row in ErrorTable.rows {
            let code = AuthErrorCode(rawValue: row.rawValue)
            #expect(code.map { "\($0)" } == row.caseName)
            #expect(code?.name == row.name)
            #expect(code?.standardMessage.hasSuffix(".") == true)
        }
        let known = Set(ErrorTable.rows.map(\.rawValue))
        #expect((16_000...19_000).compactMap(AuthErrorCode.init(rawValue:)).count == known.count)
    }

    @Test func `Every string that FirebaseAuth knows has its code`() {
        let strings = ErrorTable.rows.flatMap(\.serverStrings)
        #expect(strings.count == 59)
        for row in ErrorTable.rows {
            for string in row.serverStrings {
                let error = AuthFailure.server(ErrorBody(code: 400, message: string), httpStatus: 400, data: Data())
                #expect(error.code == row.rawValue, "\(string)")
                #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == row.name)
                #expect(error.userInfo[AuthErrorUserInfoServerMessageKey] as? String == string)
            }
        }
    }

    @Test(
        arguments: [
            ("PROVIDER_ALREADY_LINKED", .providerAlreadyLinked), ("USER_MISMATCH", .userMismatch),
            ("MISSING_PASSWORD", .wrongPassword), ("INVALID_TENANT_ID", .tenantIDMismatch),
            ("TENANT_NOT_FOUND", .tenantIDMismatch), ("RESET_PASSWORD_EXCEED_LIMIT", .tooManyRequests),
            ("MISSING_RECAPTCHA_TOKEN", .missingRecaptchaToken), ("INVALID_REQ_TYPE : Unsupported.", .invalidReqType),
            ("INVALID_CREDENTIAL_OR_PROVIDER_ID : No token.", .invalidCredential),
            ("INSUFFICIENT_PERMISSION", .adminRestrictedOperation), ("PHONE_NUMBER_EXISTS", .credentialAlreadyInUse),
            // These must sign nobody out.
            ("INVALID_REFRESH_TOKEN", .internalError), ("MISSING_REFRESH_TOKEN", .internalError),
            ("MISSING_ID_TOKEN", .internalError), ("INVALID_GRANT_TYPE", .internalError),
            ("PROJECT_NOT_FOUND : There is no project x.", .internalError), ("MISSING_REQUEST_URI", .internalError),
            ("", .internalError), (":", .internalError), ("constructor", .internalError),
        ] as [(String, AuthErrorCode)])
    func `Strings that FirebaseAuth does not know`(string: String, code: AuthErrorCode) {
        #expect(AuthErrorCode(AuthFailure.server(message: string)) == code)
    }

    @Test(arguments: ErrorTable.rows)
    func `Standard messages are for people, and say what to do`(row: ErrorTable.Row) throws {
        let message = try #require(AuthErrorCode(rawValue: row.rawValue)).standardMessage
        #expect(message.firstMatch(of: /[A-Z]+_[A-Z]+|\[|userInfo|NSLocalized/) == nil, "\(message)")
        #expect(message.first?.isUppercase == true || message.hasPrefix("reCAPTCHA"))
        // Only the person who cancelled a sign-in decides what to do next; and apps compare one of the sentences.
        let isComplete = [.webContextCancelled, .emailAlreadyInUse].map(\AuthErrorCode.rawValue).contains(row.rawValue)
        #expect(isComplete || message.contains(". "), "\(row.caseName) does not say what to do: \(message)")
    }

    @Test func `No description has the server's code in it, which is kept in userInfo`() {
        let codes =
            ErrorTable.rows.flatMap(\.serverStrings) + [
                "INVALID_CLAIMS", "INVALID_REFRESH_TOKEN", "PROJECT_NOT_FOUND", "UNAVAILABLE", "SOMETHING_NEW",
            ]
        for code in codes {
            for said in [code, "\(code) : Please try something else.", "\(code) : SOME_OTHER_CODE", "\(code) : ()"] {
                for status in [200, 400, 503] {
                    let body = Data(#"{"error":{"message":"\#(said)"}}"#.utf8)
                    let error = AuthFailure.server(httpStatus: status, data: body)
                    let shown = error.localizedDescription
                    #expect(!shown.contains(code) && !shown.contains("["), "\(shown)")
                    #expect(!shown.contains("_") || error.code == AuthErrorCode.invalidPhoneNumber.rawValue, "\(shown)")
                    #expect(error.userInfo[AuthErrorUserInfoServerMessageKey] as? String == said)
                }
            }
        }
    }

    @Test func `What the server says to people stays in the description`() {
        func text(_ message: String) -> String { AuthFailure.server(message: message).localizedDescription }
        #expect(text("INVALID_PHONE_NUMBER : TOO_SHORT") == "TOO_SHORT")
        #expect(text("INVALID_PHONE_NUMBER:TOO: SHORT ") == "TOO: SHORT")
        #expect(text("WEAK_PASSWORD") == AuthErrorCode.weakPassword.standardMessage)
        #expect(text("OPERATION_NOT_ALLOWED : SMS based MFA not enabled.") == "SMS based MFA not enabled.")
        #expect(text("INVALID_IDP_RESPONSE : Unable to parse id_token: eyJ") == AuthErrorCode.invalidCredential.standardMessage)
        #expect(text("INVALID_CLAIMS : sub") == AuthErrorCode.internalError.standardMessage)
        #expect(text("EMAIL_EXISTS") == "The email address is already in use by another account.")
        let hook = #"BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP error: {"error":{"message":"Only staff.","status":"DENIED"}}"#
        #expect(text(hook) == "Only staff.")
        #expect(text("BLOCKING_FUNCTION_ERROR_RESPONSE : }{") == AuthErrorCode.blockingCloudFunctionError.standardMessage)

        let weak = AuthFailure.server(message: "WEAK_PASSWORD : 8 characters.")
        #expect(weak.localizedFailureReason == "8 characters.")
        #expect(
            AuthFailure.make(.accountExistsWithDifferentCredential).localizedDescription
                == "An account already exists with the same email address but different sign-in credentials. "
                + "Sign in using a provider associated with this email address.")
    }

    @Test(
        arguments: [
            (400, #"{"error":{"message":"Bad","errors":[{"reason":"keyInvalid"}]}}"#, .invalidAPIKey),
            (400, #"{"error":{"message":"Bad","details":[{"reason":"API_KEY_INVALID"}]}}"#, .invalidAPIKey),
            (403, #"{"error":{"message":"The request is missing a valid API key."}}"#, .invalidAPIKey),
            (403, #"{"error":{"message":"Bad","errors":["x",{"reason":"ipRefererBlocked"}]}}"#, .appNotAuthorized),
            (403, #"{"error":{"message":"Bad","details":[{"reason":"API_KEY_IOS_APP_BLOCKED"}]}}"#, .appNotAuthorized),
            (400, #"{"error":"invalid_grant"}"#, .internalError), (400, "[1]", .internalError), (404, "<html>", .internalError),
            (429, "", .tooManyRequests), (429, #"{"error":{"message":"USER_DISABLED"}}"#, .userDisabled),
            (503, "", .internalError), (503, #"{"error":{"message":"UNAVAILABLE : Busy."}}"#, .internalError),
            (503, #"{"error":{"message":"INVALID_IDP_RESPONSE : Apple is down."}}"#, .internalError),
            (400, #"{"error":{"message":"INVALID_IDP_RESPONSE : Bad token."}}"#, .invalidCredential),
            (500, #"{"error":{"message":"USER_NOT_FOUND"}}"#, .internalError),
            (500, #"{"error":{"message":7,"errors":7,"details":{}}}"#, .internalError),
        ] as [(Int, String, AuthErrorCode)])
    func `HTTP statuses and bodies`(status: Int, body: String, code: AuthErrorCode) {
        let error = AuthFailure.server(httpStatus: status, data: Data(body.utf8))
        #expect(AuthErrorCode(error) == code)
        guard code == .internalError else { return }
        let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(inner?.domain == "FIRAuthInternalErrorDomain" && inner?.code == 3)
        #expect(
            inner?.userInfo["FIRAuthErrorUserInfoDataKey"] as? Data == (body.hasPrefix(#"{"error":{"#) ? Data(body.utf8) : nil))
        #expect(inner?.localizedFailureReason == "\(body.utf8.count) bytes, HTTP status \(status)")
    }

    @Test func `A status without a word is in the wrapped error`() {
        let error = AuthFailure.server(httpStatus: 502, data: Data("<html>".utf8))
        #expect(error.localizedDescription == "The server cannot do this at the moment. Try again in a while.")
        let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(inner?.localizedFailureReason == "6 bytes, HTTP status 502")
    }

    @Test func `Errors are caught as apps catch them`() {
        do {
            throw AuthFailure.make(.wrongPassword, userInfo: [AuthErrorUserInfoEmailKey: "ana@example.com"])
        } catch let error as NSError {
            #expect(error.domain == AuthErrorDomain && AuthErrorDomain == "FIRAuthErrorDomain")
            #expect(error.code == AuthErrorCode.wrongPassword.rawValue)
            #expect(AuthErrorCode.Code(rawValue: error.code) == .wrongPassword)
            #expect(AuthErrorCode(_nsError: error).code == .wrongPassword)
            #expect(error.userInfo[AuthErrors.userInfoEmailKey] as? String == "ana@example.com")
        }
        #expect(AuthErrorCode(CocoaError(.fileNoSuchFile)) == nil)
        #expect(AuthErrorCode(_nsError: CocoaError(.fileNoSuchFile) as NSError) == .internalError)
        #expect(AuthErrorCode(.wrongPassword) == .wrongPassword)
        #expect(AuthErrorCode(AuthErrorCode.nullUser as any Error) == .nullUser)
        #expect(AuthErrorCode.nullUser.localizedDescription == AuthErrorCode.nullUser.standardMessage)
    }

    @Test func `Failures of the network, the storage and the answer say why`() {
        let network = AuthFailure.network(URLError(.timedOut))
        #expect(network.code == 17_020)
        #expect((network.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == URLError.timedOut.rawValue)
        let storage = AuthFailure.storage("write", CocoaError(.fileWriteOutOfSpace))
        #expect(storage.code == 17_995)
        #expect(storage.localizedFailureReason?.hasPrefix("write (640) ") == true)
        let inner =
            AuthFailure.internalError(.responseDecoding, underlying: URLError(.badURL))
            .userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(inner?.code == 5)
        #expect((inner?.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSURLErrorDomain)
    }

    @Test @available(*, deprecated) func `Removed codes compile`() {
        #expect(AuthErrorCode.invalidDynamicLinkDomain == .invalidHostingLinkDomain)
        #expect(AuthErrorCode.dynamicLinkNotActivated == .operationNotAllowed)
    }
}
