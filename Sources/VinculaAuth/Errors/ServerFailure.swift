import Foundation
import IdentityToolkit

extension AuthFailure {
    /// What a server's refusal means to the app.
    ///
    /// The description is for people: what follows the first colon of the server's text if that is a sentence, or else the
    /// code's standard message. Apps show it as it is. The text itself, with the server's code, is under
    /// ``AuthErrorUserInfoServerMessageKey``.
    ///
    /// - Parameters:
    ///   - body: The answer's body.
    ///   - httpStatus: 400 or more.
    ///   - data: The bytes of the body.
    static func server(_ body: ErrorBody, httpStatus: Int, data: Data) -> NSError {
        let reasons = body.error.errors.map(\.reason) + (body.error.details ?? []).map(\.reason)
        return server(ServerText(body.error.message), reasons: reasons, httpStatus: httpStatus, data: data)
    }

    /// The same for a body in whatever shape: of a proxy, or of a server that leaves fields out.
    static func server(httpStatus: Int, data: Data) -> NSError {
        let body = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
        let error = body?["error"] as? [String: Any]
        let text = error?["message"] as? String ?? body?["error"] as? String ?? ""
        let details = [error?["errors"], error?["details"]].flatMap { $0 as? [Any] ?? [] }
        let reasons = details.compactMap { ($0 as? [String: Any])?["reason"] as? String }
        return server(ServerText(text), reasons: reasons, httpStatus: httpStatus, data: data)
    }

    /// The same for a text that came with HTTP status 200 (`errorMessage`).
    static func server(message: String) -> NSError {
        server(ServerText(message), reasons: [], httpStatus: 200, data: Data())
    }

    private static func server(_ text: ServerText, reasons: [String], httpStatus: Int, data: Data) -> NSError {
        let code = code(of: text, reasons: reasons, httpStatus: httpStatus)
        var userInfo: [String: Any] = [:]
        if !text.whole.isEmpty { userInfo[AuthErrorUserInfoServerMessageKey] = text.whole }
        guard code != .internalError else {
            return internalError(
                .unexpectedErrorResponse, message: text.hint(httpStatus: httpStatus),
                reason: "\(data.count) bytes, HTTP status \(httpStatus)", refusal: Refusal(data), userInfo: userInfo)
        }
        return make(
            code, message: text.description(of: code), reason: code == .weakPassword ? text.detail : nil, userInfo: userInfo)
    }

    private static func code(of text: ServerText, reasons: [String], httpStatus: Int) -> AuthErrorCode {
        if let known = AuthErrorCode(serverString: text.code) {
            // A server, or a provider behind it, that is out of order says nothing of the person's session or credential.
            return httpStatus >= 500 && (known.endsSession || known == .invalidCredential) ? .internalError : known
        }
        if let known = reasons.lazy.compactMap({ AuthErrorCode(serverReason: $0) }).first { return known }
        if text.isAboutAPIKey { return .invalidAPIKey }
        return httpStatus == 429 ? .tooManyRequests : .internalError
    }
}

extension AuthFailure {
    /// A refusal's body that errors may have, for apps and developers to look into.
    ///
    /// It is nothing but Google's `{"error":{…}}`: what a proxy or a server of another kind says may be anything, a session included.
    struct Refusal {
        let data: Data
        let error: [String: Any]

        init?(_ body: Data) {
            guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any], object.count == 1,
                let error = object["error"] as? [String: Any]
            else { return nil }
            data = body
            self.error = error
        }
    }
}

/// A server's message, `CODE` or `CODE : detail`, or a sentence.
private struct ServerText {
    let whole: String
    /// What stands before the first colon.
    let code: String
    /// What stands after it, if anything.
    let detail: String?

    init(_ message: String) {
        whole = message.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = whole.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        code = parts.first ?? ""
        detail = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    }

    /// Without a reason for machines, a sentence is all there is.
    var isAboutAPIKey: Bool {
        ["API key not valid", "API key expired", "The request is missing a valid API key"].contains { whole.hasPrefix($0) }
    }

    /// What helps, where the string alone does not say it.
    func hint(httpStatus: Int) -> String? {
        switch code {
        case "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN":
            "The server does not know this session. If the app was pointed at another server or project, sign in again."
        case "PROJECT_NOT_FOUND":
            "The server does not have what was asked for. Check the server's URL and the project in the app's configuration."
        case "Not Found":
            "The server cannot do this, or is not where the app looks for it. Check the server's version, and its URL in the app's "
                + "configuration."
        default: (502...504).contains(httpStatus) ? "The server cannot do this at the moment. Try again in a while." : nil
        }
    }

    /// What people are told.
    func description(of error: AuthErrorCode) -> String {
        switch error {
        case .blockingCloudFunctionError: messageOfHook ?? sentence ?? error.standardMessage
        // Apps compare these two: the one is Firebase's own sentence, the other such as `TOO_SHORT`.
        case .emailAlreadyInUse: sentence ?? error.standardMessage
        case .invalidPhoneNumber: detail ?? error.standardMessage
        // The server's detail is for developers, and may quote what a provider or the app had sent.
        case .invalidCredential, .invalidCustomToken, .invalidContinueURI, .missingOrInvalidNonce: error.standardMessage
        default: sentence ?? error.standardMessage
        }
    }

    /// The detail, if it is something that people can read: not another code, nor punctuation.
    private var sentence: String? {
        guard let detail, detail.contains(" "), detail.contains(where: \.isLowercase) else { return nil }
        return detail
    }

    /// What a hook of the server says, out of the JSON object inside of the detail.
    private var messageOfHook: String? {
        guard let detail, let start = detail.firstIndex(of: "{"), let end = detail.lastIndex(of: "}"), start < end else {
            return nil
        }
        let object = (try? JSONSerialization.jsonObject(with: Data(detail[start...end].utf8))) as? [String: Any]
        return (object?["error"] as? [String: Any])?["message"] as? String
    }
}
