import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1
package import VinculaCore

/// An answer over HTTP.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let headers: [String: String]
    package let data: Data
    /// The values of `Set-Cookie`.
    package var cookies: [String] = []

    package init(status: Int, headers: [String: String], data: Data) {
        self.status = status
        self.headers = headers
        self.data = data
    }

    /// The body, if it is JSON.
    package var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null }
    package var text: String { String(decoding: data, as: UTF8.self) }
    /// `error.message` of an answer that is not success.
    package var message: String? { json["error"]?["message"]?.string }
    /// The code of ``message``, up to its first colon.
    package var code: String? { message.map { String($0.prefix { $0 != " " }) } }

    package subscript(name: String) -> String? { json[name]?.string }
}

/// Requests as clients send them; where an answer leads elsewhere, nobody goes.
package enum HTTP {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    package static func send(
        _ method: String, _ url: String, headers: [String: String] = [:], body: Data? = nil
    ) async throws -> HTTPAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await client.execute(request, timeout: .seconds(60))
        let buffer = try await response.body.collect(upTo: 16 << 20)
        var answer = HTTPAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
            data: Data(buffer.readableBytesView))
        answer.cookies = response.headers["Set-Cookie"]
        return answer
    }

    /// Sends a JSON object.
    package static func post(
        _ url: String, _ body: JSONValue, headers: [String: String] = [:], method: String = "POST"
    ) async throws -> HTTPAnswer {
        let headers = headers.merging(["Content-Type": "application/json"]) { own, _ in own }
        return try await send(method, url, headers: headers, body: Data(body.text.utf8))
    }
}

extension TestServer {
    /// Calls an RPC as an app does: `accounts:signUp`, …
    package func call(_ rpc: String, _ body: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        try await HTTP.post("\(url)/identitytoolkit.googleapis.com/v1/\(rpc)?key=\(apiKey)", .object(body))
    }

    /// Calls an RPC of the project as an administrator does: `accounts:update`, …
    package func admin(_ rpc: String, _ body: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(url)/identitytoolkit.googleapis.com/v1/projects/\(project)/\(rpc)", .object(body),
            headers: ["Authorization": "Bearer \(try await administratorToken())"])
    }

    /// Exchanges a refresh token.
    package func refresh(_ token: String) async throws -> HTTPAnswer {
        try await HTTP.send(
            "POST", "\(url)/securetoken.googleapis.com/v1/token?key=\(apiKey)",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Data("grant_type=refresh_token&refresh_token=\(token)".utf8))
    }

    /// Changes the project's configuration.
    package func configure(_ mask: String, _ config: [String: JSONValue]) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(url)/identitytoolkit.googleapis.com/v2/projects/\(project)/config?updateMask=\(mask)", .object(config),
            headers: ["Authorization": "Bearer \(try await administratorToken())"], method: "PATCH")
    }

    /// Signs in with the unsigned assertion that `--dev` believes.
    package func fakeIdp(
        _ provider: String, _ claims: [String: JSONValue], idToken: String? = nil, more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        let assertion = JSONValue.object(claims).text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var body: [String: JSONValue] = [
            "requestUri": "http://localhost", "returnSecureToken": true, "returnIdpCredential": true,
            "postBody": .string("providerId=\(provider)&id_token=\(assertion)"),
        ]
        body["idToken"] = idToken.map { .string($0) }
        return try await call("accounts:signInWithIdp", body.merging(more) { $1 })
    }
}
