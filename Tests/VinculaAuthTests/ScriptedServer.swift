import ChildProcesses
import Foundation
import SDKSupport

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A made-up server of one user, `u`: it signs in and refreshes unless a test has it say something else.
final class ScriptedServer: AuthTransport {
    struct Request: Sendable {
        let host: String
        /// Such as `accounts:lookup` or `token`.
        let method: String
        let body: String
        /// The how many-th of this method it is, from 1.
        let number: Int
    }
    struct Answer: Sendable {
        var status = 200
        let body: String

        static func refusal(_ message: String) -> Answer {
            Answer(status: 400, body: #"{"error":{"code":400,"message":"\#(message)"}}"#)
        }
    }
    /// nil for the usual answer.
    typealias Script = @Sendable (Request) async throws -> Answer?

    private struct State {
        var requests: [Request] = []
        var script: Script
    }

    private let state: Guarded<State>

    init(_ script: @escaping Script = { _ in nil }) { state = Guarded(State(script: script)) }

    var requests: [Request] { state.withLock { $0.requests } }

    func count(_ method: String) -> Int { requests.count { $0.method == method } }

    /// Says something else from now on.
    func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// One time for all tokens, so that those of one number are equal.
    private static let start = Int(Date().timeIntervalSince1970)

    /// An ID token that nobody signed.
    ///
    /// - Parameter expiresAt: In seconds since 1970, as JSON has it; an hour after the tests began if there is none.
    static func idToken(_ number: Int = 0, of uid: String = "u", expiresAt: String? = nil) -> String {
        let claims =
            #"{"user_id":"\#(uid)","exp":\#(expiresAt ?? "\(start + 3600)"),"iat":\#(start),"auth_time":\#(start),"number":\#(number),"#
            + #""firebase":{"sign_in_provider":"password"}}"#
        return "e30.\(Data(claims.utf8).base64EncodedString()).s"
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let method = url.lastPathComponent
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        let (asked, script) = state.withLock { state in
            let number = state.requests.count { $0.method == method } + 1
            let asked = Request(host: url.host() ?? "", method: method, body: body, number: number)
            state.requests.append(asked)
            return (asked, state.script)
        }
        let answer = try await script(asked) ?? Self.usual(asked)
        guard let response = HTTPURLResponse(url: url, statusCode: answer.status, httpVersion: nil, headerFields: nil) else {
            throw URLError(.badServerResponse)
        }
        return (Data(answer.body.utf8), response)
    }

    private static func usual(_ request: Request) -> Answer {
        switch request.method {
        case "accounts:lookup": Answer(body: #"{"users":[{"localId":"u"}]}"#)
        case "token":
            Answer(
                body: #"{"id_token":"\#(idToken(request.number))","refresh_token":"r\#(request.number)","expires_in":"3600"}"#)
        case let method where method.hasPrefix("accounts:signIn") || method == "accounts:signUp":
            Answer(body: #"{"idToken":"\#(idToken())","refreshToken":"r0","expiresIn":"3600"}"#)
        default: Answer(body: #"{"localId":"u"}"#)
        }
    }
}

/// A device with one app, which can be started again and again.
struct Device {
    let name: String
    var storage: any AuthStorage = MemoryStorage()
    let server: ScriptedServer

    init(
        _ server: ScriptedServer = ScriptedServer(), storage: any AuthStorage = MemoryStorage(), name: String = UUID().uuidString
    ) {
        self.server = server
        self.storage = storage
        self.name = name
    }

    /// Starts the app, anew if it runs, as if in a process of its own.
    ///
    /// - Parameters:
    ///   - address: The server; Google's own if there is none.
    ///   - process: The sessions that its process has already, of other apps.
    func start(
        at address: String? = "https://auth.example", apiKey: String = "test-key", in process: SessionRegistry = SessionRegistry()
    ) async throws -> Auth {
        await FirebaseApp.app(name: name)?.delete()
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = apiKey
        if let address { options.serverURL = URL(string: address) }
        options.storage = storage
        options.transport = server
        let auth = try Auth.auth(app: FirebaseApp.configureOrThrow(name: name, options: options))
        auth.state.withLock { $0.sessions = process }
        return auth
    }

    @discardableResult
    func signIn(_ auth: Auth) async throws -> User {
        try await auth.signIn(withEmail: "u@example.com", password: "correct horse").user
    }
}

/// A storage that has one place for all sessions, whatever their keys, as an app's own storage may.
final class OneSlot: AuthStorage {
    private let place: Locked<Data?>

    init(_ data: Data? = nil) { place = Locked(data) }

    var data: Data? { place.withLock { $0 } }

    func read(_ key: String) -> Data? { key.hasSuffix("accessGroup") ? nil : data }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        guard !key.hasSuffix("accessGroup"), !key.hasSuffix(":unreadable") else { return }
        try place.withLock { $0 = try change($0) }
    }
}
