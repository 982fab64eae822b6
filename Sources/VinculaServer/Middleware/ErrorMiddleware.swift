import HTTPTypes
import Hummingbird
import IdentityToolkit
import Logging
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Answers every error in Google's format, or with a page if somebody is viewing one, and logs unexpected errors.
struct ErrorMiddleware: Sendable {
    let metrics: ServerMetrics
    let isDevelopment: Bool

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return Self.giving(context, to: try await next(request, context))
        } catch {
            let (body, headers) = answer(to: error, context: context)
            let status = HTTPResponse.Status(code: body.error.code)
            // Google's format has 400 for it; people and browsers are told what it is.
            let shown = if case AuthError.tooManyAttempts = error { HTTPResponse.Status.tooManyRequests } else { status }
            var response: Response
            if let page = HostedPage.failure(of: request, status: shown, isDevelopment: isDevelopment) {
                response = page.response(status: shown)
                for field in headers { response.headers[field.name] = field.value }
            } else {
                response = try Answer.json(body, status: status, headers: headers)
            }
            // A body after HEAD would be read as the beginning of the next response on the connection.
            return Self.giving(context, to: request.method == .head ? response.createHeadResponse() : response)
        }
    }

    /// Adds the nonce for the client's next proof, if its project asks for one.
    private static func giving(_ context: ServerContext, to response: Response) -> Response {
        guard let nonce = context.route.nonce else { return response }
        var response = response
        response.headers[.proofNonce] = nonce
        return response
    }

    private static let unavailable = "UNAVAILABLE : The server cannot reach its data at the moment. Try again."

    private func answer(to error: any Error, context: ServerContext) -> (ErrorBody, HTTPFields) {
        switch error {
        case let error as AuthError:
            return (ErrorBody(error), error.retryAfterSeconds.map { [.retryAfter: "\($0)"] } ?? [:])
        case let refusal as FieldRefusal:
            return (ErrorBody(code: 400, message: refusal.answer), [:])
        case let refusal as RequestRefusal:
            return (ErrorBody(refusal), refusal.headers)
        case let overloaded as HashPool.Overloaded:
            return answer(to: AuthError.overloaded(retryAfterSeconds: overloaded.retryAfterSeconds), context: context)
        case let error as StoreUnavailable:
            // Every request could fail this way: the log, perhaps on the same disk, gets a line only now and then.
            if metrics.mayReportStore() {
                var metadata = error.metadata
                metadata["request"] = "\(context.requestID)"
                context.logger.error("The store cannot be used", metadata: metadata)
            }
            return (
                ErrorBody(code: 503, message: Self.unavailable, reason: "backendError", status: "UNAVAILABLE"), [.retryAfter: "5"]
            )
        case let error as HTTPError where error.status.code < 500:
            return (ErrorBody(error.status), [:])
        default:
            // The error's type and text may be logged: they do not contain what the request sent (bodies, tokens).
            context.logger.error(
                "Request failed",
                metadata: [
                    "request": "\(context.requestID)", "error": "\(String(reflecting: type(of: error))): \(error)",
                ])
            return (
                ErrorBody(
                    code: 500, message: "INTERNAL : An internal error occurred.", reason: "internalError", status: "INTERNAL"),
                [:]
            )
        }
    }
}

extension ErrorBody {
    init(_ refusal: RequestRefusal) {
        switch refusal {
        case .notFound:
            self = .plain(404, "Not Found", reason: "notFound", status: "NOT_FOUND")
        case .methodNotAllowed(let method, _):
            self = .plain(405, "Method \(method) is not allowed here.", reason: "httpMethodNotAllowed", status: nil)
        case .foreignHost:
            self = .plain(400, "The Host header does not name this server.", reason: "badRequest", status: "INVALID_ARGUMENT")
        case .foreignOrigin:
            self = .plain(
                403, "Web pages of other origins may not do this.", reason: "forbidden",
                status: "PERMISSION_DENIED")
        case .passedOn:
            self = .plain(
                403, "This port is for programs on this machine; a proxy may not forward requests to it.",
                reason: "forbidden",
                status: "PERMISSION_DENIED")
        case .packedBody:
            self = .plain(415, "A request body must not have a Content-Encoding.", reason: "unsupportedMediaType", status: nil)
        case .bodyTooLarge(let limit):
            self = .plain(413, "The body may have at most \(limit) bytes.", reason: "uploadTooLarge", status: nil)
        case .bodyTooSlow:
            self = .plain(408, "The body did not arrive in time.", reason: "requestTimeout", status: nil)
        case .bodyBroken:
            self = .plain(400, "The body is incomplete or malformed.", reason: "badRequest", status: nil)
        case .noRoomForBody:
            self.init(
                code: 503, message: "UNAVAILABLE : The server has no memory left for request bodies at the moment.",
                reason: "backendError", status: "UNAVAILABLE")
        case .stopping:
            self.init(
                code: 503, message: "UNAVAILABLE : The server is stopping; the request did not arrive completely.",
                reason: "backendError", status: "UNAVAILABLE")
        case .malformedHead(let text):
            self = .plain(400, text, reason: "badRequest", status: "INVALID_ARGUMENT")
        case .headTooLarge(let limit):
            self = .plain(431, "The headers may have at most \(limit) bytes.", reason: "headersTooLarge", status: nil)
        case .headTooSlow:
            self = .plain(408, "The headers did not arrive in time.", reason: "requestTimeout", status: nil)
        case .malformedJSON(let text):
            self.init(
                code: 400, message: "Invalid JSON payload received. \(text)", reason: "parseError", status: "INVALID_ARGUMENT")
        }
    }

    fileprivate init(_ status: HTTPResponse.Status) {
        switch status {
        case .notFound: self.init(RequestRefusal.notFound)
        default: self = .plain(status.code, status.reasonPhrase, reason: "badRequest", status: nil)
        }
    }

    private static func plain(_ code: Int, _ message: String, reason: String, status: String?) -> ErrorBody {
        ErrorBody(
            Status(
                code: code, message: message, errors: [Detail(message: message, reason: reason, domain: nil)], status: status))
    }
}

extension RequestRefusal {
    /// The header fields that its response has in addition to the error.
    var headers: HTTPFields {
        switch self {
        case .noRoomForBody, .stopping: [.connection: "close", .retryAfter: "1"]
        case .bodyTooLarge, .bodyTooSlow, .bodyBroken, .packedBody, .malformedHead, .headTooLarge, .headTooSlow, .foreignHost,
            .passedOn:
            [.connection: "close"]
        case .methodNotAllowed(_, let allowed): [.allow: allowed]
        case .notFound, .foreignOrigin, .malformedJSON: [:]
        }
    }
}

extension AuthError {
    /// The seconds after which the client may retry, for `Retry-After`.
    var retryAfterSeconds: Int? {
        switch self {
        case .overloaded(let seconds), .tooManyAttempts(let seconds): seconds
        case .formerServerUnavailable: 5
        default: nil
        }
    }
}
