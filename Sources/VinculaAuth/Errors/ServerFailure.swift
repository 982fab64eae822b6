import Foundation
import IdentityToolkit

extension AuthFailure {
    /// Creates the error for a server's error response.
    ///
    /// The description is written for people, and apps show it unchanged: the part of the server's message after the first
    /// colon if that is a sentence, otherwise the code's standard message. The complete message, including the server's code,
    /// is stored under ``AuthErrorUserInfoServerMessageKey``.
    ///
    /// - Parameters:
    ///   - body: The response's body.
    ///   - httpStatus: 400 or more.
    ///   - data: The body's bytes.
    static func server(_ body: ErrorBody, httpStatus: Int, data: Data) -> NSError {
        let reasons = body.error.errors.map(\.reason) + (body.error.details ?? []).map(\.reason)
        return server(ServerText(body.error.message), reasons: reasons, httpStatus: httpStatus, data: data)
    }

    /// Creates the error for a body of any shape, such as from a proxy or a server that omits fields.
    static func server(httpStatus: Int, data: Data) -> NSError {
        let body = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
        let error = body?["error"] as? [String: Any]
        let text = error?["message"] as? String ?? body?["error"] as? String ?? ""
        let details = [error?["errors"], error?["details"]].flatMap { $0 as? [Any] ?? [] }
        let reasons = details.compactMap { ($0 as? [String: Any])?["reason"] as? String }
        return server(ServerText(text), reasons: reasons, httpStatus: httpStatus, data: data)
    }

    /// Creates the error for a message that came with HTTP status 200 (`errorMessage`).
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
            code, message: text.description(of: code), reason: code == .weakPassword ? text.detail : nil,
            underlying: reasons.lazy.compactMap { SessionKeyError(serverReason: $0) }.first, userInfo: userInfo)
    }

    private static func code(of text: ServerText, reasons: [String], httpStatus: Int) -> AuthErrorCode {
        if let known = AuthErrorCode(serverString: text.code) {
            // A failing server, or a failing provider behind it, says nothing about the person's session or credential.
            return httpStatus >= 500 && (known.endsSession || known == .invalidCredential) ? .internalError : known
        }
        if let known = reasons.lazy.compactMap({ AuthErrorCode(serverReason: $0) }).first { return known }
        if text.isAboutAPIKey { return .invalidAPIKey }
        return httpStatus == 429 ? .tooManyRequests : .internalError
    }
}

extension AuthFailure {
    /// The body of an error response, which apps and developers can inspect.
    ///
    /// It is kept only if it is Google's `{"error":{…}}`: a response from a proxy or a different server may contain anything,
    /// even a session.
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
    /// The part before the first colon.
    let code: String
    /// The part after the first colon, if any.
    let detail: String?

    init(_ message: String) {
        whole = message.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = whole.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        code = parts.first ?? ""
        detail = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    }

    /// Indicates an API key error. Without a machine-readable reason, only the sentence identifies it.
    var isAboutAPIKey: Bool {
        ["API key not valid", "API key expired", "The request is missing a valid API key"].contains { whole.hasPrefix($0) }
    }

    /// A hint for messages that the code alone does not explain.
    func hint(httpStatus: Int) -> String? {
        switch code {
        case "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN":
            "The server does not know this session. If the app was pointed at another server or project, sign in again."
        case "INVALID_DPOP_PROOF", "USE_DPOP_NONCE":
            "The server did not accept the proof of the session's key. Is the server's URL in the app's configuration its "
                + "public address?"
        case "PROJECT_NOT_FOUND":
            "The server did not find what was requested. Check the server's URL and the project in the app's configuration."
        case "Not Found":
            "The server does not support this request, or its URL is wrong. Check the server's version, and its URL in "
                + "the app's configuration."
        default: (502...504).contains(httpStatus) ? "The server cannot do this at the moment. Try again in a while." : nil
        }
    }

    /// Returns the description shown to people.
    func description(of error: AuthErrorCode) -> String {
        switch error {
        case .blockingCloudFunctionError: messageOfHook ?? sentence ?? error.standardMessage
        // Apps compare these two: one is Firebase's own sentence, the other a code such as `TOO_SHORT`.
        case .emailAlreadyInUse: sentence ?? error.standardMessage
        case .invalidPhoneNumber: detail ?? error.standardMessage
        // The server's detail is written for developers, and may quote what a provider or the app sent.
        case .invalidCredential, .invalidCustomToken, .invalidContinueURI, .missingOrInvalidNonce: error.standardMessage
        default: sentence ?? error.standardMessage
        }
    }

    /// The detail, if it is readable text rather than another code or punctuation.
    private var sentence: String? {
        guard let detail, detail.contains(" "), detail.contains(where: \.isLowercase) else { return nil }
        return detail
    }

    /// The message of a blocking function on the server, taken from the JSON object in the detail.
    private var messageOfHook: String? {
        guard let detail, let start = detail.firstIndex(of: "{"), let end = detail.lastIndex(of: "}"), start < end else {
            return nil
        }
        let object = (try? JSONSerialization.jsonObject(with: Data(detail[start...end].utf8))) as? [String: Any]
        return (object?["error"] as? [String: Any])?["message"] as? String
    }
}
