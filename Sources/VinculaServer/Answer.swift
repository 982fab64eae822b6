import HTTPTypes
import Hummingbird
import NIOCore

/// Creates responses.
enum Answer {
    /// Returns a response with an object as JSON.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        bytes(
            try AnswerEncoder.encode(value), type: "application/json; charset=utf-8", status: status, headers: headers)
    }

    /// Returns a response with an object that writes itself as JSON.
    static func json(
        _ value: some DirectlyWritten, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        bytes(
            try AnswerEncoder.encode(value), type: "application/json; charset=utf-8", status: status, headers: headers)
    }

    /// Returns a response with text of any media type.
    static func text(
        _ text: String, type: String, headers: HTTPFields = [:], status: HTTPResponse.Status = .ok
    ) -> Response {
        bytes(Array(text.utf8), type: type, status: status, headers: headers)
    }

    private static func bytes(_ data: [UInt8], type: String, status: HTTPResponse.Status, headers: HTTPFields) -> Response {
        var headers = headers
        // SafetyHeadersMiddleware adds `no-store`, unless the endpoint allows caching.
        headers.set(HTTPField(name: .contentType, value: type))
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}
