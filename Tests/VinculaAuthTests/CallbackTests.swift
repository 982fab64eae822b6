import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The calls of completion handlers: on the main queue, once, with a value or an error.
@Suite("Completion handlers", .timeLimit(.minutes(20))) struct CallbackTests {
    /// The arguments of a handler's call.
    private struct Delivery: Equatable {
        var isOnMain: Bool
        var hasValue: Bool
        var code: AuthErrorCode?
        /// Indicates whether there was an error that does not belong to the API.
        var isForeign: Bool
    }

    /// The handlers' side of a call.
    private final class Waiter: Sendable {
        private let deliveries = Heard<Delivery>()
        private let gate = Gate()

        /// Makes a call and waits for its handler.
        func wait(for call: CallbackCall, _ auth: Auth, _ person: CallbackCall.Person) async throws {
            try call.perform(auth, person) { [self] value, error in
                deliveries.append(
                    Delivery(
                        isOnMain: MainQueue.isCurrent, hasValue: value != nil, code: error.flatMap { AuthErrorCode($0) },
                        isForeign: error != nil && (error as NSError?)?.domain != AuthErrorDomain))
                gate.open()
            }
            await gate.pass()
        }

        var all: [Delivery] { get async { await deliveries.all } }
    }

    /// Signs in whom the call begins with.
    private static func begin(_ start: PublicCall.Start, _ auth: Auth) async throws -> CallbackCall.Person {
        let person = CallbackCall.Person()
        try await start.signIn(person, to: auth)
        return person
    }

    /// The answers of methods that the server has not got, with the session of whoever is signed in, or else of somebody new.
    private static func replies(
        _ call: CallbackCall, _ auth: Auth, _ server: ServerProcess
    ) async throws -> [WatchedTransport.Method: WatchedTransport.Reply] {
        guard !call.replies.isEmpty else { return [:] }
        var user = auth.currentUser
        if user == nil { user = try await server.auth().signInAnonymously().user }
        let tokens = try #require(user).state.withLock { $0.tokens }
        let session = #"{"idToken":"\#(tokens.idToken)","refreshToken":"\#(tokens.refreshToken)","expiresIn":"3600"}"#
        return call.replies.mapValues { .good($0 == "SESSION" ? session : $0) }
    }

    private static func expected(_ call: CallbackCall, at ending: CallbackCall.Ending) -> Delivery {
        var delivery = Delivery(isOnMain: true, hasValue: false, code: nil, isForeign: false)
        switch ending {
        case .value: delivery.hasValue = true
        case .done: break
        case .refused(let code): delivery.code = code
        }
        return delivery
    }

    @Test("Once, on the main queue, with a value or an error, whatever comes afterwards")
    func deliveries() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            var waiters: [(CallbackCall, Waiter)] = []
            for call in CallbackCall.all {
                transport.reply([:])
                let person = try await Self.begin(call.start, auth)
                transport.reply(try await Self.replies(call, auth, server))
                let waiter = Waiter()
                try await waiter.wait(for: call, auth, person)
                waiters.append((call, waiter))
            }
            // By now a second call of any of them would have come.
            for (call, waiter) in waiters {
                #expect(await waiter.all == [Self.expected(call, at: call.ending)], "\(call.name)")
            }
        }
    }

    @Test("Without a network: the error, once, on the main queue, and no value")
    func failures() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            var waiters: [(CallbackCall, Waiter)] = []
            for call in CallbackCall.all {
                transport.before(nil)
                let person = try await Self.begin(call.start, auth)
                if !call.isLocal { auth.currentUser?.letTokenExpire() }
                transport.before { _, _ in throw URLError(.notConnectedToInternet) }
                let waiter = Waiter()
                try await waiter.wait(for: call, auth, person)
                waiters.append((call, waiter))
            }
            for (call, waiter) in waiters {
                #expect(
                    await waiter.all == [Self.expected(call, at: call.isLocal ? call.ending : .refused(.networkError))],
                    "\(call.name)")
            }
        }
    }

    @Test("Called on the main queue, they call back after they have returned, even if nothing is requested")
    func laterThanTheCall() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            for call in CallbackCall.all where call.isLocal {
                let person = try await Self.begin(call.start, auth)
                let heard = Heard<String>()
                let gate = Gate()
                try await MainQueue.run {
                    try call.perform(auth, person) { _, _ in
                        heard.append("called back")
                        gate.open()
                    }
                    heard.append("returned")
                }
                await gate.pass()
                #expect(await heard.all == ["returned", "called back"], "\(call.name)")
            }
        }
    }

    @Test("Without a handler, the call is made all the same")
    func noHandler() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            var users = auth.authStateChanges.makeAsyncIterator()
            _ = await users.next()
            auth.signInAnonymously(completion: nil)
            let user = try #require(await users.next() ?? nil)
            user.delete(completion: nil)
            #expect(await users.next() == .some(nil))
            let email = MadeUp.email()
            auth.createUser(withEmail: email, password: Ways.password, completion: nil)
            #expect(await users.next()??.email == email)
        }
    }

    @Test("The app's deletion calls back on the main queue, once: whether it was there")
    func deletion() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let heard = Heard<String>()
            for _ in 0..<2 { app.delete { heard.append("\($0) \(MainQueue.isCurrent)") } }
            #expect(await heard.all == ["true true", "false true"])
        }
    }

    @Test("Handlers are called in the order in which their calls ended")
    func order() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            try await auth.signInAnonymously()
            let heard = Heard<String>()
            let handle = auth.addStateDidChangeListener { heard.append($1 == nil ? "nobody" : "somebody") }
            let gate = Gate()
            auth.currentUser?.delete { error in
                #expect(error == nil)
                heard.append("deleted")
                auth.signInAnonymously { result, _ in
                    heard.append(result == nil ? "failed" : "signed in")
                    gate.open()
                }
            }
            await gate.pass()
            // A listener hears of a change before the handler of the call that made it.
            #expect(await heard.all == ["somebody", "nobody", "deleted", "somebody", "signed in"])
            auth.removeStateDidChangeListener(handle)
        }
    }

    @Test("The async forms end while the main queue stands still")
    func heldQueue() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            for call in PublicCall.all {
                try await MainQueue.hold("\(call.name)") {
                    let person = try await Self.begin(call.start, auth)
                    auth.currentUser?.letTokenExpire()
                    switch call.ending {
                    case .works: try await call.perform(auth, person)
                    case .refused: await #expect(throws: NSError.self) { try await call.perform(auth, person) }
                    }
                }
            }
        }
    }
}
