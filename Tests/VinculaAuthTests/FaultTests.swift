import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What networks, proxies and servers in trouble do to each public call: it fails with the right code, nothing changes, and the next
/// call works.
@Suite("Network faults") struct FaultTests {
    /// One app behind a proxy that fails.
    private struct Setting {
        let call: PublicCall
        let proxy: FaultProxy
        let auth: Auth

        /// Signs in whom the call begins with.
        ///
        /// - Parameter isStale: Whether the ID token is to be due.
        func begin(isStale: Bool) async throws -> PublicCall.Person {
            try await proxy.heal()
            try auth.signOut()
            let person = PublicCall.Person()
            switch call.start {
            case .nobody: break
            case .anonymous: try await auth.signInAnonymously()
            case .password: try await auth.createUser(withEmail: person.email, password: Ways.password)
            case .passwordAndGoogle:
                try await auth.createUser(withEmail: person.email, password: Ways.password)
                try await auth.currentUser?.link(with: person.google)
            }
            if isStale, let user = auth.currentUser {
                try auth.change(user) { state in
                    state.tokens.expiresAt = .distantPast
                    return true
                }
            }
            return person
        }

        var state: UserState? { auth.currentUser?.state.withLock { $0 } }

        /// The error of the call; nil if it works.
        func outcome(_ person: PublicCall.Person) async -> NSError? {
            do {
                try await call.perform(auth, person)
                return nil
            } catch {
                return error as NSError
            }
        }
    }

    private static func with(
        _ call: PublicCall, timeout: TimeInterval = 30, _ body: (Setting) async throws -> Void
    ) async throws {
        try await ServerProcess.with { server in
            try await FaultProxy.with(server) { proxy in
                let transport = URLSessionTransport(timeout: timeout)
                try await body(Setting(call: call, proxy: proxy, auth: server.auth(transport: transport, at: proxy.url)))
                #expect(try await proxy.seen().trapped == [], "\(call.name): a redirect was followed")
            }
        }
    }

    /// What a call has to say to a fault; nil for nothing.
    private func expected(
        _ fault: NetworkFault, _ method: String
    ) -> (code: AuthErrorCode, inner: AuthFailure.InternalCode?)? {
        switch fault.meaning {
        case .works: nil
        case .fails(let code, let inner): (code, inner)
        case .lacks: missing[method].map { ($0, nil) }
        case .isMisshapen: unread.contains(method) ? nil : (.internalError, nil)
        }
    }

    private func check(_ setting: Setting, _ method: String, _ fault: NetworkFault) async throws {
        let call = setting.call
        let place: Comment = "\(call.name), \(method), \(fault.name)"
        let person = try await setting.begin(isStale: method == "token")
        let before = setting.state
        try await setting.proxy.set(fault.fault, of: method)
        let error = await setting.outcome(person)
        guard let (code, inner) = expected(fault, method) else {
            // A good answer, if a slow one; or one of which the client needs nothing.
            if case .refused = call.ending, case .works = fault.meaning {
                #expect(error?.userInfo[AuthErrorUserInfoServerMessageKey] != nil, place)
            } else {
                #expect(error == nil, place)
            }
            return try setting.auth.expectAgreement()
        }
        #expect(error.flatMap { AuthErrorCode($0 as any Error) } == code, "\(place): \(String(describing: error))")
        if let inner {
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == inner.rawValue, place)
        }
        #expect(setting.state == before, place)
        try setting.auth.expectAgreement()

        try await setting.proxy.heal()
        let next = await setting.outcome(person)
        if fault.isDone, method != "token", case .works = call.ending, method == call.methods.first {
            #expect(
                next.flatMap { AuthErrorCode($0 as any Error) } == call.afterLoss, "\(place), again: \(String(describing: next))")
        } else if case .refused = call.ending {
            #expect(next?.userInfo[AuthErrorUserInfoServerMessageKey] != nil, "\(place), again: \(String(describing: next))")
        } else if call.name == "createUser", method == "accounts:lookup" {
            // The account is made; who has its password can sign in.
            #expect(next.flatMap { AuthErrorCode($0 as any Error) } == .emailAlreadyInUse, place)
            let credential = try #require(next?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            try await setting.auth.signIn(with: credential)
        } else {
            #expect(next == nil, "\(place), again")
        }
        try setting.auth.expectAgreement()
    }

    @Test("Every call, every fault", arguments: PublicCall.all)
    func faults(call: PublicCall) async throws {
        try await Self.with(call) { setting in
            for method in call.methods {
                for fault in NetworkFault.all { try await check(setting, method, fault) }
            }
        }
    }

    @Test(
        "What the call is about is done, and only the details cannot be had: it works, and a reload brings them",
        arguments: PublicCall.all.filter { !$0.dispensable.isEmpty })
    func details(call: PublicCall) async throws {
        try await Self.with(call) { setting in
            for method in call.dispensable {
                for fault in NetworkFault.all {
                    let place: Comment = "\(call.name), \(method), \(fault.name)"
                    let person = try await setting.begin(isStale: false)
                    let before = setting.state
                    try await setting.proxy.set(fault.fault, of: method)
                    #expect(await setting.outcome(person) == nil, place)
                    let user = try #require(setting.auth.currentUser)
                    #expect(user.uid == before?.uid && user.refreshToken != before?.tokens.refreshToken, place)
                    if call.name.hasPrefix("link") {
                        #expect(user.ways.count == (before?.providers.count ?? 0) + 1 && !user.isAnonymous, place)
                    }
                    try setting.auth.expectAgreement()
                    try await setting.proxy.heal()
                    let ways = user.ways
                    try await user.reload()
                    #expect(user.ways == ways, place)
                    _ = try await user.getIDToken(forcingRefresh: true)
                    try setting.auth.expectAgreement()
                }
            }
        }
    }

    @Test("Silence and an answer without an end: the client has had enough after its time-out", arguments: PublicCall.all)
    func patience(call: PublicCall) async throws {
        try await Self.with(call, timeout: 1) { setting in
            for fault in NetworkFault.slow { try await check(setting, call.methods[0], fault) }
        }
    }

    @Test("Nobody there: a network error that names the cause, and all works once somebody is", arguments: PublicCall.all)
    func refused(call: PublicCall) async throws {
        // The address of a port at which nobody listens any more.
        let gone = try await ServerProcess.with { $0.url }
        try await ServerProcess.with { server in
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let storage = FileStorage(directory: folder)
            // At the same address, by which sessions are kept, but with a way around.
            let healthy = try server.auth(storage: storage, transport: Detour(to: server.url), at: gone)
            try healthy.useUserAccessGroup("group")
            switch call.start {
            case .nobody: break
            case .anonymous: try await healthy.signInAnonymously()
            case .password, .passwordAndGoogle:
                try await healthy.createUser(withEmail: MadeUp.email(), password: Ways.password)
            }
            if call.start == .passwordAndGoogle { try await healthy.currentUser?.link(with: Ways.google()) }
            if call.methods.first == "token", let user = healthy.currentUser {
                try healthy.change(user) { state in
                    state.tokens.expiresAt = .distantPast
                    return true
                }
            }
            let auth = try server.auth(storage: storage, at: gone)
            try auth.useUserAccessGroup("group")
            let before = try auth.storedUser()
            let error = await #expect(throws: NSError.self) { try await call.perform(auth, PublicCall.Person()) }
            #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .networkError, "\(String(describing: error))")
            #expect(error?.userInfo[NSUnderlyingErrorKey] is NSError)
            #expect(try auth.storedUser() == before && auth.currentUser?.uid == before?.uid)
            #expect(healthy.currentUser?.uid == before?.uid)
        }
    }
}

/// Carries requests to another server than the one that they name.
private struct Detour: AuthTransport {
    let server: URL
    private let transport = URLSessionTransport()

    init(to server: URL) { self.server = server }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            throw URLError(.badURL)
        }
        parts.port = server.port
        var request = request
        request.url = parts.url
        return try await transport.send(request)
    }
}
