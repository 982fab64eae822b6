import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import VinculaCore

/// Very many clients at once, each on a connection of its own.
struct Crowd: Sendable {
    private let client: HTTPClient

    /// Opens connections for as long as a closure runs.
    static func with<Result>(_ body: (Crowd) async throws -> Result) async throws -> Result {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1000
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let result = try await body(Crowd(client: client))
            try await client.shutdown()
            return result
        } catch {
            try await client.shutdown()
            throw error
        }
    }

    /// Sends all requests in the same instant.
    ///
    /// - Returns: The answers, in the order of the requests.
    func post(_ requests: [(url: String, body: [String: JSONValue], from: String?)]) async throws -> [HTTPAnswer] {
        try await withThrowingTaskGroup(of: (Int, HTTPAnswer).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await post(request.url, request.body, from: request.from)) }
            }
            var answers: [Int: HTTPAnswer] = [:]
            for try await (index, answer) in group { answers[index] = answer }
            return requests.indices.compactMap { answers[$0] }
        }
    }

    private func post(_ url: String, _ body: [String: JSONValue], from address: String?) async throws -> HTTPAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let address { request.headers.add(name: "X-Forwarded-For", value: address) }
        request.body = .bytes(ByteBuffer(string: JSONValue.object(body).text))
        let response = try await client.execute(request, timeout: .seconds(60))
        let buffer = try await response.body.collect(upTo: 1 << 20)
        return HTTPAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
            data: Data(buffer.readableBytesView))
    }
}

extension TestServer {
    /// The path on which apps sign in with a password.
    var passwordURL: String { "\(url)/v1/accounts:signInWithPassword?key=test-key" }

    /// Calls an RPC from an address, as the trusted proxy on this machine tells it.
    func call(_ rpc: String, _ body: [String: JSONValue], from address: String) async throws -> HTTPAnswer {
        try await HTTP.post("\(url)/v1/\(rpc)?key=test-key", .object(body), headers: ["X-Forwarded-For": address])
    }

    func signIn(_ email: String, _ password: String, from address: String) async throws -> HTTPAnswer {
        try await call(
            "accounts:signInWithPassword", ["email": .string(email), "password": .string(password)], from: address)
    }

    func signUp(_ email: String, _ password: String = "right password", from address: String) async throws -> HTTPAnswer {
        try await call("accounts:signUp", ["email": .string(email), "password": .string(password)], from: address)
    }
}

extension HTTPAnswer {
    /// Indicates whether a limit refused the request.
    var isThrottled: Bool {
        status == 400 && code == "TOO_MANY_ATTEMPTS_TRY_LATER" && (headers["retry-after"].flatMap(Int.init) ?? 0) > 0
    }

    /// Indicates whether a password was checked and found wrong.
    var isWrongPassword: Bool { ["INVALID_PASSWORD", "EMAIL_NOT_FOUND", "INVALID_LOGIN_CREDENTIALS"].contains(code) }
}
