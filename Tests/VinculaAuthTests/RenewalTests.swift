import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Renewal of the token before anybody asks, against a made-up server and without waiting for clocks.
@Suite("Renewal ahead of time") struct RenewalTests {
    @Test("The first attempt is five minutes before the end; a token that is due is left to whoever needs it")
    func firstPause() throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(RenewalClock.pause(before: now.addingTimeInterval(3600), at: now) == 3300)
        #expect(RenewalClock.pause(before: now.addingTimeInterval(301), at: now) == 1)
        #expect(RenewalClock.pause(before: now.addingTimeInterval(300), at: now) == nil)
        #expect(RenewalClock.pause(before: .distantPast, at: now) == nil)
    }

    @Test("After failures: a minute, doubled each time, at most 16 minutes")
    func laterPauses() {
        #expect((1...8).map(RenewalClock.pause(afterFailures:)) == [60, 120, 240, 480, 960, 960, 960, 960])
        #expect(RenewalClock.pause(afterFailures: 0) == 60 && RenewalClock.pause(afterFailures: .max) == 960)
    }

    /// A server of one user, whose tokens live for as long as a test says.
    private final class MadeUpServer: AuthTransport {
        enum Answer {
            case token(lifetime: Int)
            case status(Int, String)
            case failure(URLError.Code)
        }
        private struct State {
            var refreshes: [Answer] = []
            var number = 0
        }
        private let state: Guarded<State>

        init(refreshes: [Answer]) { state = Guarded(State(refreshes: refreshes)) }

        var asked: Int { state.withLock { $0.number } }

        static func idToken(_ number: Int, lifetime: Int) -> String {
            let now = Int(Date().timeIntervalSince1970)
            let claims =
                #"{"user_id":"u","exp":\#(now + lifetime),"iat":\#(now),"auth_time":\#(now),"number":\#(number),"#
                + #""firebase":{"sign_in_provider":"anonymous"}}"#
            return "e30.\(Data(claims.utf8).base64EncodedString()).s"
        }

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let body: String
            var status = 200
            switch request.url?.lastPathComponent {
            case "accounts:signUp":
                body = #"{"idToken":"\#(Self.idToken(0, lifetime: 3600))","refreshToken":"r0","expiresIn":"3600"}"#
            case "accounts:lookup": body = #"{"users":[{"localId":"u"}]}"#
            default:
                let (number, answer) = state.withLock { state in
                    state.number += 1
                    return (state.number, state.refreshes.isEmpty ? .token(lifetime: 3600) : state.refreshes.removeFirst())
                }
                switch answer {
                case .token(let lifetime):
                    body =
                        #"{"id_token":"\#(Self.idToken(number, lifetime: lifetime))","refresh_token":"r\#(number)","#
                        + #""expires_in":"\#(lifetime)"}"#
                case .status(let code, let text): (status, body) = (code, text)
                case .failure(let code): throw URLError(code)
                }
            }
            let url = try #require(request.url)
            return (
                Data(body.utf8),
                try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
            )
        }
    }

    /// Lets time pass: each pause is over as soon as it is looked at.
    private final class Clock: Sendable {
        private struct State {
            var pauses: [Double] = []
            var waiting: [(Double, CheckedContinuation<Void, any Error>)] = []
            var watcher: CheckedContinuation<Double, Never>?
        }
        private let state = Guarded(State())

        /// The events that the client waits for.
        func pause(_ seconds: Double) async throws {
            try await withCheckedThrowingContinuation { continuation in
                let watcher = state.withLock { state -> CheckedContinuation<Double, Never>? in
                    state.waiting.append((seconds, continuation))
                    defer { state.watcher = nil }
                    return state.watcher
                }
                watcher?.resume(returning: seconds)
            }
        }

        /// Waits until the client waits.
        func nextPause() async -> Double {
            await withCheckedContinuation { continuation in
                let last = state.withLock { state -> Double? in
                    if state.waiting.isEmpty { state.watcher = continuation }
                    return state.waiting.last?.0
                }
                if let last { continuation.resume(returning: last) }
            }
        }

        /// Ends the pauses that there are.
        func pass() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for (_, continuation) in waiting { continuation.resume() }
        }
    }

    private static func with(
        _ refreshes: [MadeUpServer.Answer], _ body: (Auth, MadeUpServer, Clock) async throws -> Void
    ) async throws {
        let server = MadeUpServer(refreshes: refreshes)
        let clock = Clock()
        defer { clock.pass() }
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "key"
        options.storage = MemoryStorage()
        options.transport = server
        options.serverURL = URL(string: "http://127.0.0.1:1")
        let app = try FirebaseApp.configureOrThrow(name: UUID().uuidString, options: options)
        let auth = Auth.auth(app: app)
        auth.state.withLock { state in
            state.pause = { try await clock.pause($0) }
            state.sessions = SessionRegistry()
        }
        try await auth.signInAnonymously()
        try await body(auth, server, clock)
        _ = await app.delete()
    }

    /// Makes the token due, as if the pause had taken its time, and lets the pause end.
    private static func passTime(_ auth: Auth, _ clock: Clock) async {
        // The clock is set as soon as a token is stored, when its refresh may not be over yet.
        await auth.currentUser?.settle()
        auth.currentUser?.letTokenExpire()
        clock.pass()
    }

    @Test("It is renewed five minutes before the end, again and again, with nobody asking")
    func again() async throws {
        try await Self.with([.token(lifetime: 1000), .token(lifetime: 600)]) { auth, server, clock in
            for (number, expected) in [3300.0, 700, 300, 3300].enumerated() {
                let pause = await clock.nextPause()
                #expect(abs(pause - expected) < 60, "\(pause), not \(expected)")
                #expect(server.asked == number)
                await Self.passTime(auth, clock)
            }
        }
    }

    @Test("Failures of any kind are retried after longer and longer pauses, and sign nobody out")
    func failures() async throws {
        let failures: [MadeUpServer.Answer] = [
            .failure(.notConnectedToInternet), .status(503, "<html>"), .status(500, #"{"error":{"message":"USER_NOT_FOUND"}}"#),
            .status(429, ""), .status(200, "{}"), .status(200, "<html>"),
        ]
        try await Self.with(failures) { auth, server, clock in
            _ = await clock.nextPause()
            for (number, expected) in [60.0, 120, 240, 480, 960, 960].enumerated() {
                await Self.passTime(auth, clock)
                #expect(await clock.nextPause() == expected)
                #expect(server.asked == number + 1 && auth.currentUser != nil)
            }
            await Self.passTime(auth, clock)
            let pause = await clock.nextPause()
            #expect(abs(pause - 3300) < 60, "\(pause)")
            _ = try await auth.currentUser?.getIDToken()
        }
    }

    @Test("A clock that wakes it too early: it looks again")
    func early() async throws {
        try await Self.with([]) { auth, server, clock in
            _ = await clock.nextPause()
            clock.pass()
            let pause = await clock.nextPause()
            #expect(abs(pause - 3300) < 60 && server.asked == 0)
        }
    }

    @Test("An ended session is signed out, and not retried")
    func over() async throws {
        try await Self.with([.status(400, #"{"error":{"message":"TOKEN_EXPIRED"}}"#)]) { auth, server, clock in
            _ = await clock.nextPause()
            await Self.passTime(auth, clock)
            for await user in auth.authStateChanges where user == nil { break }
            // The clock is stopped right after listeners are told.
            while auth.state.withLock({ $0.renewal }) != nil { await Task.yield() }
            #expect(server.asked == 1)
        }
    }

    @Test("Switched off, nothing is waited for; switched on again, it is")
    func off() async throws {
        try await Self.with([]) { auth, server, clock in
            _ = await clock.nextPause()
            auth.renewsTokensAhead = false
            #expect(auth.state.withLock { $0.renewal } == nil)
            await Self.passTime(auth, clock)
            _ = try await auth.currentUser?.getIDToken()
            #expect(server.asked == 1 && auth.state.withLock { $0.renewal } == nil)
            auth.renewsTokensAhead = true
            #expect(await clock.nextPause() > 3000)
        }
    }
}
