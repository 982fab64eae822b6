import Foundation

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that says what a test has it say.
final class AnsweringTransport: AuthTransport {
    /// Gets the method, such as `accounts:lookup`, and the body that came.
    typealias Answer = @Sendable (_ method: String, _ body: String) throws -> (status: Int, body: String)

    private let answer: Answer
    private let seen = Locked<[String]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// The methods that were called, in order.
    var sent: [String] { seen.withLock { $0 } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let method = request.url?.lastPathComponent ?? ""
        seen.withLock { $0.append(method) }
        let (status, body) = try answer(method, String(decoding: request.httpBody ?? Data(), as: UTF8.self))
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (Data(body.utf8), response)
    }

    /// An ID token that nobody signed, good for an hour.
    static func idToken(of uid: String) -> String {
        let now = Int(Date().timeIntervalSince1970)
        let claims = """
            {"sub":"\(uid)","user_id":"\(uid)","iat":\(now),"auth_time":\(now),"exp":\(now + 3600),\
            "firebase":{"sign_in_provider":"password"}}
            """
        let payload = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        return "e30.\(payload.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")).c2ln"
    }
}

/// The output on standard error while a body runs. Only for suites that are `.alone`.
func console(
    isolation: isolated (any Actor)? = #isolation, during body: () async throws -> Void
) async rethrows -> [String] {
    let lines = Locked<[String]>([])
    let before = ConsoleLog.output.withLock { output in
        defer { output = { line in lines.withLock { $0.append(line) } } }
        return output
    }
    defer { ConsoleLog.output.withLock { $0 = before } }
    try await body()
    return lines.withLock { $0 }
}
