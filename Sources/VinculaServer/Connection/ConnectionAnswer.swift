import Foundation
import HTTPTypes
import IdentityToolkit
import NIOCore
import NIOHTTP1

extension RequestRefusal {
    /// The response to a request that never reaches the application.
    var connectionAnswer: (head: HTTPResponseHead, body: ByteBuffer) {
        let error = ErrorBody(self)
        let body = ByteBuffer(bytes: (try? JSONEncoder().encode(error)) ?? Data())
        var headers = HTTPHeaders((SafetyHeaders.common + SafetyHeaders.uncached).map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
        headers.add(name: "Content-Length", value: String(body.readableBytes))
        for field in self.headers where field.name != .connection { headers.add(name: field.name.rawName, value: field.value) }
        headers.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: error.error.code), headers: headers)
        return (head, body)
    }
}
